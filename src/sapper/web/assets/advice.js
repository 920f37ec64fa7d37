// Help from the server: hints in four stages, and the odds. It holds what is asked, told and marked on the board.

import { HintPage, OddsPage } from "./advice-pages.js";
import { FLAG, HIDDEN } from "./seen.js";

const LISTED = 5; // cells of lowest risk in the panel

export class Advice {
  constructor(app) {
    this.app = app;
    this.hint = null; // the last `hint` message
    this.odds = null; // the last `odds`, worked up
    this.trouble = "";
    this.isShowingOdds = false;
    this._asked = new Map(); // n: topic
    this._wanted = 0; // hints asked for while one is on its way
    this._told = this._page = null;
  }

  /** One stage more each time; the fourth plays it. */
  nextHint() {
    if (!this.app.canAsk) return;
    this.isShowingOdds = false;
    this.odds = null;
    if ([...this._asked.values()].includes("hint")) {
      this._wanted += 1;
      return;
    }
    this._ask("hint", { stage: Math.min(4, (this.hint?.stage ?? 0) + 1) });
  }

  toggleOdds() {
    if (this.isShowingOdds) {
      this.clear();
      return;
    }
    if (!this.app.canAsk) return;
    this.hint = null;
    this.isShowingOdds = true;
    this._ask("odds");
  }

  _ask(topic, more = {}) {
    this.trouble = "";
    for (const [n, asked] of this._asked) if (asked === topic) return void n; // one at a time
    this._asked.set(this.app.connection.ask({ t: "help", game: this.app.game.id, topic, ...more }), topic);
  }

  /** The position changed: a hint is of no use any more, odds are asked for again. */
  moved() {
    this.hint = null;
    this.trouble = "";
    this._wanted = 0;
    if (this.app.game.isPaused) this.odds = null; // nothing of the board is in the page in a pause
    if (this.isShowingOdds && this.app.canAsk) this._ask("odds");
    if (!this.isShowingOdds || !this.odds) this._mark();
  }

  /** What the panel says of it; the same page as long as nothing changes. */
  get page() {
    const told = this.hint ?? (this.isShowingOdds ? this.odds : null);
    if (this._told !== told) {
      this._told = told;
      this._page = told && (this.hint ? new HintPage(this.app, told) : new OddsPage(this.app, told));
    }
    return this._page;
  }

  repaint() {
    this._told = null;
  }

  clear() {
    this.hint = this.odds = null;
    this.trouble = "";
    this.isShowingOdds = false;
    this._asked.clear();
    this._wanted = 0;
    this._mark();
    this.app.update();
  }

  // -- Answers

  tellHint(message) {
    this._asked.delete(message.n);
    if (message.game !== this.app.game?.id) return;
    this.hint = message;
    if (message.stage === 4 && message.kind) {
      this.hint = null;
      this._wanted = 0;
      const { width } = this.app.game;
      this._mark();
      this.app.play({ kind: message.kind, row: Math.floor(message.cell / width), col: message.cell % width }, "key");
      return;
    }
    this._mark();
    this.app.update();
    if (this._wanted) {
      this._wanted -= 1;
      this.nextHint();
    }
  }

  tellOdds(message) {
    this._asked.delete(message.n);
    if (!this.isShowingOdds || message.game !== this.app.game?.id) return;
    if (message.seq < this.app.game.seq) {
      this._ask("odds"); // the board has changed meanwhile
      return;
    }
    this.odds = this._work(message);
    this._mark();
    this.app.update();
  }

  /** A refusal; tells whether it was for us. */
  refused(message) {
    const topic = this._asked.get(message.n);
    if (!topic) return false;
    this._asked.delete(message.n);
    if (topic === "odds") this.isShowingOdds = false;
    this.trouble = message.why;
    this.app.update();
    return true;
  }

  /** Sort the odds: what touches a number is told on the board, the rest is one figure. */
  _work(message) {
    const { game } = this.app;
    const [safe, mine] = [new Set(message.safe), new Set(message.mine)];
    const near = [];
    let off = null;
    message.cells.forEach((index, at) => {
      if (game.seen(index) === FLAG) return; // the player has decided about it
      const chance = safe.has(index) ? 0 : mine.has(index) ? 1 : message.chances[at];
      const touches = game.around(index).some((other) => game.seen(other) <= 8);
      if (touches) near.push({ index, chance });
      else off = { index, chance };
    });
    const ranked = [...near, ...(off ? [off] : [])].sort((a, b) => a.chance - b.chance);
    const lowest = ranked.length ? ranked[0].chance : null;
    return {
      near,
      off,
      lowest,
      best: ranked.slice(0, LISTED),
      safe: ranked.filter(({ chance }) => chance === 0).length,
    };
  }

  // -- Marks on the board

  _mark() {
    const marks = new Map();
    const add = (index, mark) => marks.set(index, { ...marks.get(index), ...mark });
    if (this.hint) this._markHint(add);
    if (this.odds && this.isShowingOdds) {
      for (const { index, chance } of this.odds.near) {
        if (this.app.game.seen(index) > FLAG || this.app.game.seen(index) === HIDDEN)
          add(index, { odds: chance, best: chance === this.odds.lowest });
      }
    }
    this.app.setMarks(marks);
  }

  _markHint(add) {
    const { cells, stage } = this.hint;
    if (stage === 1 && cells.region?.length === 2)
      for (const index of this._rectangle(...cells.region)) add(index, { region: true });
    for (const index of cells.scope ?? []) add(index, { scope: true });
    for (const index of cells.reason ?? []) add(index, { reason: true });
    for (const index of cells.safe ?? []) add(index, { safe: true, scope: false });
    for (const index of cells.mine ?? []) add(index, { mine: true, scope: false });
    const [first] = cells.reason?.length ? cells.reason : (cells.safe ?? []);
    if (first !== undefined) this.app.revealCell(first);
  }

  _rectangle(first, last) {
    const { width } = this.app.game;
    const found = [];
    for (let row = Math.floor(first / width); row <= Math.floor(last / width); row++) {
      for (let col = first % width; col <= last % width; col++) found.push(row * width + col);
    }
    return found;
  }
}
