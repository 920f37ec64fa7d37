// Help from the server: hints in four stages, whether a move is certain, the odds, the best move. It asks, and marks the
// answers on the board.

import type { Hint, Move, Odds, Refused } from "../../protocol.ts";
import type { Cell, Marks, Page, Parts, SortedOdds } from "../../types.ts";

import { HintPage, MovePage, OddsPage, moveWords, oddsWords, switchedOff } from "./pages.ts";
import { FLAG, HIDDEN, isOpen } from "../../board/cell-values.ts";
import { canAsk, helpUnranks } from "../../state.ts";
import type { Game } from "../../board/model.ts";
import { said } from "../../board/phrases.ts";

const LISTED = 5; // cells of lowest risk in the panel
const MOST_STAGES = 4;

export class Advice {
  _parts: Parts;
  _state;
  _session;
  _setMarks: (marks: Map<number, Marks>) => void;
  _reveal: (cells: readonly number[]) => void;
  _putCursor: (cell: Cell) => void;
  _say: (text: string) => void;
  _confirm: (name: string, give: () => void) => void;
  _changed: () => void;
  _saysOdds = false; // they are said when they are asked for, not again after each move
  _asked: Map<number, string> = new Map(); // the topic of each request that has no answer yet
  _wanted = 0; // hints asked for while one is on its way
  _shown: object | null = null;
  _page: Page | null = null;

  constructor({
    parts,
    setMarks,
    reveal,
    putCursor,
    say,
    confirm,
    changed,
  }: {
    parts: Parts;
    setMarks: (marks: Map<number, Marks>) => void;
    reveal: (cells: readonly number[]) => void;
    putCursor: (cell: Cell) => void;
    say: (text: string) => void;
    confirm: (name: string, give: () => void) => void;
    changed: () => void;
  }) {
    this._parts = parts;
    this._state = parts.state;
    this._session = parts.session;
    this._setMarks = setMarks;
    this._reveal = reveal;
    this._putCursor = putCursor;
    this._say = say;
    this._confirm = confirm;
    this._changed = changed;
  }

  /** Give help, after asking where it would cost the ranking. */
  give(topic: "hint" | "certain" | "odds" | "move") {
    const { _state: state } = this;
    const { settings } = this._parts;
    const give = () => this._give(topic);
    const wish = settings.get("game", "help");
    if (!canAsk(state) || (topic === "odds" && state.isShowingOdds)) give();
    else if (wish === "off") this._complain(switchedOff());
    else if (wish !== "ask" || !helpUnranks(state, topic)) give();
    else this._confirm(topic === "move" ? "best-move" : topic, give);
  }

  _give(topic: "hint" | "certain" | "odds" | "move") {
    if (topic === "hint") this.nextHint();
    else if (topic === "certain") this.askCertain();
    else if (topic === "odds") this.toggleOdds();
    else this.askMove();
  }

  _complain(why: string) {
    this._state.error = why;
    this._say(why);
    this._changed();
  }

  askCertain() {
    if (!canAsk(this._state)) return;
    this._drop();
    this._state.hint = null;
    this._mark();
    this._ask("hint", { stage: 0 });
  }

  /** One stage more each time; the fourth plays it. */
  nextHint() {
    const { _state: state } = this;
    if (!canAsk(state)) return;
    this._drop();
    if ([...this._asked.values()].includes("hint")) {
      this._wanted += 1;
      return;
    }
    this._ask("hint", { stage: Math.min(MOST_STAGES, (state.hint?.stage ?? 0) + 1) });
  }

  toggleOdds() {
    const { _state: state } = this;
    if (state.isShowingOdds) {
      this.clear();
      return;
    }
    if (!canAsk(state)) return;
    state.hint = state.bestMove = null;
    state.isShowingOdds = true;
    this._saysOdds = true;
    this._ask("odds");
  }

  askMove() {
    if (!canAsk(this._state)) return;
    this._drop();
    this._state.hint = null;
    this._ask("move");
  }

  /** Leave the odds and the best move. */
  _drop() {
    this._state.isShowingOdds = false;
    this._state.odds = this._state.bestMove = null;
  }

  _ask(topic: "hint" | "odds" | "move", more: { stage?: number } = {}) {
    this._state.error = "";
    if (![...this._asked.values()].includes(topic)) this._asked.set(this._session.assist(topic, more), topic);
    this._changed();
  }

  /** The position changed: a hint is of no use any more, odds are asked for again. */
  moved() {
    const { _state: state } = this;
    state.hint = state.bestMove = null;
    state.error = "";
    this._wanted = 0;
    if (state.game?.isPaused) state.odds = null; // nothing of the board is in the page in a pause
    if (state.isShowingOdds && canAsk(state)) this._ask("odds");
    if (!state.isShowingOdds || !state.odds) this._mark();
  }

  clear() {
    this._drop();
    this._state.hint = null;
    this._state.error = "";
    this._asked.clear();
    this._wanted = 0;
    this._mark();
    this._changed();
  }

  /** The page of the panel for what is shown; the same one as long as nothing changes. */
  get page() {
    const { game, hint, bestMove, odds, isShowingOdds } = this._state;
    const shown = hint ?? bestMove ?? (isShowingOdds ? odds : null);
    if (this._shown === shown || !game) return this._page;
    this._shown = shown;
    const open = (index: number) => this._play("open", index);
    if (hint) this._page = new HintPage(this._parts, game, hint);
    else if (bestMove) this._page = new MovePage(this._parts, game, bestMove, open);
    else this._page = odds && isShowingOdds ? new OddsPage(this._parts, game, odds, open) : null;
    return this._page;
  }

  repaint() {
    this._shown = null;
  }

  // -- Answers

  answered(message: Hint | Odds | Move) {
    this._asked.delete(message.n);
    if (message.game !== this._state.game?.id) return;
    if (message.t === "hint") this._takeHint(message);
    else if (message.t === "odds") this._takeOdds(message);
    else this._takeMove(message);
    this._changed();
  }

  _takeHint(message: Hint) {
    const { _state: state } = this;
    if (message.seq < (state.game?.seq ?? 0)) return; // the board has changed meanwhile
    if (message.stage === MOST_STAGES && message.kind) {
      state.hint = null;
      this._wanted = 0;
      this._mark();
      this._play(message.kind as "open" | "flag" | "clear", message.cell ?? 0);
      return;
    }
    state.hint = message;
    this._mark();
    this._say(said(message));
    if (this._wanted) {
      this._wanted -= 1;
      this.nextHint();
    }
  }

  _takeOdds(message: Odds) {
    const { _state: state } = this;
    if (!state.isShowingOdds || !state.game) return;
    if (message.seq < state.game.seq) {
      this._ask("odds"); // the board has changed meanwhile
      return;
    }
    state.odds = sortOdds(state.game, message);
    this._mark();
    if (this._saysOdds) this._sayOdds(state.game, state.odds);
    this._saysOdds = false;
  }

  _sayOdds(game: Game, odds: SortedOdds) {
    this._say(oddsWords(game, odds));
    this._reveal(odds.best.slice(0, 1).map(({ index }) => index));
  }

  _takeMove(message: Move) {
    const { game } = this._state;
    if (!game || message.seq < game.seq || !canAsk(this._state)) return;
    this._state.bestMove = message;
    this._mark();
    this._putCursor([Math.floor(message.cell / game.width), message.cell % game.width]);
    this._say(moveWords(game, message));
  }

  /** Take a refusal; return whether it was for us. */
  refused(message: Refused) {
    const topic = this._asked.get(message.n ?? -1);
    if (!topic) return false;
    this._asked.delete(message.n ?? -1);
    const { _state: state } = this;
    if (topic === "odds") state.isShowingOdds = false;
    if (message.code === "first-click" && state.game) state.hint = promise(state.game, message);
    else state.error = said(message);
    this._wanted = 0;
    this._say(said(message));
    this._changed();
    return true;
  }

  _play(kind: "open" | "flag" | "clear", index: number) {
    const { game } = this._state;
    if (!game || (kind === "open" && game.seen(index) === FLAG)) return; // a flag protects its square
    this._session.play({ kind, row: Math.floor(index / game.width), col: index % game.width }, "key");
  }

  // -- Marks on the board

  _mark() {
    const { game, hint, bestMove, odds, isShowingOdds } = this._state;
    const marks: Map<number, Marks> = new Map();
    const add = (index: number, mark: Marks) => marks.set(index, { ...marks.get(index), ...mark });
    if (hint) this._markHint(hint, add);
    else this._reveal(bestMove ? [bestMove.cell] : []);
    if (bestMove) {
      const { cell, safe } = bestMove;
      add(cell, safe < 1 ? { odds: 1 - safe, best: true } : { safe: true });
    }
    if (game && odds && isShowingOdds) {
      for (const { index, chance } of odds.near) {
        const seen = game.seen(index);
        if (seen > FLAG || seen === HIDDEN) add(index, { odds: chance, best: chance === odds.lowest });
      }
    }
    this._setMarks(marks);
  }

  _markHint({ cells, stage, risk }: Hint, add: (index: number, mark: Marks) => void) {
    const [first, last] = cells.region ?? [];
    if (stage === 1 && last !== undefined) {
      for (const index of rectangle(first, last, this._state.game?.width ?? 1)) add(index, { region: true });
    }
    for (const index of cells.scope ?? []) add(index, { scope: true });
    for (const index of cells.reason ?? []) add(index, { reason: true });
    for (const index of cells.safe ?? []) add(index, { safe: true, scope: false });
    for (const index of cells.mine ?? []) add(index, { mine: true, scope: false });
    for (const index of cells.guess ?? []) add(index, { odds: risk ?? 0, best: true });
    for (const index of cells.wrong ?? []) add(index, { wrong: true });
    const named = [cells.safe, cells.guess, cells.reason, cells.mine, cells.wrong, cells.scope];
    this._reveal(named.flatMap((some) => some ?? []));
  }
}

/** Sort the odds: what touches a number is shown on the board, the rest is one figure. */
export function sortOdds(
  game: Pick<Game, "seen" | "around">,
  message: Pick<Odds, "cells" | "chances" | "safe" | "mine">,
): SortedOdds {
  const [safe, mine] = [new Set(message.safe), new Set(message.mine)];
  const near: SortedOdds["near"] = [];
  let off: SortedOdds["off"] = null;
  let flagged: SortedOdds["flagged"] = null;
  for (const [at, index] of message.cells.entries()) {
    const chance = safe.has(index) ? 0 : mine.has(index) ? 1 : message.chances[at];
    if (game.seen(index) === FLAG) {
      if (!flagged || chance < flagged.chance) flagged = { index, chance }; // the player has decided about it
    } else if (game.around(index).some((other) => isOpen(game.seen(other)))) near.push({ index, chance });
    else off = { index, chance };
  }
  const ranked = [...near, ...(off ? [off] : [])].sort((a, b) => a.chance - b.chance);
  const lowest = ranked.length ? ranked[0].chance : null;
  return {
    near,
    off,
    lowest,
    best: ranked.slice(0, LISTED),
    safe: ranked.filter(({ chance }) => chance === 0).length,
    wrong: message.safe.filter((index) => game.seen(index) === FLAG),
    flagged: flagged && flagged.chance < (lowest ?? 1) ? flagged : null,
  };
}

/** The promise of the rules to the first click, shown as a hint that points at nothing. */
const promise = (game: Game, { why, phrase }: Refused): Hint => ({
  t: "hint",
  game: game.id,
  seq: game.seq,
  n: 0,
  stage: 0,
  text: why,
  phrase,
  certain: true,
  cells: {},
});

/** The cells of a rectangle between two corners. */
export function rectangle(first: number, last: number, width: number) {
  const found = [];
  for (let row = Math.floor(first / width); row <= Math.floor(last / width); row++) {
    for (let col = first % width; col <= last % width; col++) found.push(row * width + col);
  }
  return found;
}
