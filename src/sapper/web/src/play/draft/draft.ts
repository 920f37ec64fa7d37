// The draft: pencil marks on closed squares that play nothing, and what the server says follows from them.

import type { Action, Marks, Page, Parts } from "../../types.ts";
import type { Draft as Followed, Refused } from "../../protocol.ts";
import type { Game } from "../../board/model.ts";

import { DraftPage } from "./page.ts";
import { HIDDEN, QUESTION, isOpen } from "../../board/cell-values.ts";
import { canAsk, helpUnranks } from "../../state.ts";
import { message } from "../../ui/words.ts";
import { said } from "../../board/phrases.ts";
import { switchedOff } from "../advice/pages.ts";

export class Draft {
  marks: Map<number, boolean> = new Map(); // the squares with a mark, and whether they are supposed to be mines
  followed: Followed | null = null;
  _parts: Parts;
  _state;
  _session;
  _setMarks: (marks: Map<number, Marks>) => void;
  _say: (text: string) => void;
  _confirm: (name: string, give: () => void) => void;
  _changed: () => void;
  _asked: number | null = null; // the request that has no answer yet
  _page: DraftPage;

  constructor({
    parts,
    setMarks,
    say,
    confirm,
    changed,
  }: {
    parts: Parts;
    setMarks: (marks: Map<number, Marks>) => void;
    say: (text: string) => void;
    confirm: (name: string, give: () => void) => void;
    changed: () => void;
  }) {
    this._parts = parts;
    this._state = parts.state;
    this._session = parts.session;
    this._setMarks = setMarks;
    this._say = say;
    this._confirm = confirm;
    this._changed = changed;
    this._page = new DraftPage(parts, this);
  }

  do(name: string) {
    if (!canAsk(this._state) || this._state.game?.isPaused) return;
    if (name === "draft") this.toggle();
    else if (!this.marks.size) this._say(message("draft.empty"));
    else if (name === "draft-follow") this._follow();
    else if (name === "draft-clear") this.clear();
    else this._setFlags();
  }

  /** Mark squares from now on in place of playing, or play again; the marks stay on the board. */
  toggle() {
    const { _state: state } = this;
    state.isDrafting = !state.isDrafting;
    this.followed = null;
    this._say(state.isDrafting ? message("draft.about") : message("draft.left"));
    this._show();
  }

  /** Mark a square as a move would play it: an open as safe, a flag as a mine. */
  take({ kind, row, col }: Action) {
    const { game } = this._state;
    if (!game || kind === "chord" || !canAsk(this._state)) return;
    const index = row * game.width + col;
    if (!isBlank(game, index)) return;
    const isMine = kind !== "open";
    const square = game.name(index);
    if (this.marks.get(index) === isMine) this.marks.delete(index);
    else this.marks.set(index, isMine);
    const isErased = !this.marks.has(index);
    const done = isMine ? message("draft.pencil-mine", { square }) : message("draft.pencil-safe", { square });
    this._say(isErased ? message("draft.erased", { square }) : done);
    this.followed = null;
    this._state.error = "";
    this._show();
  }

  clear() {
    this.marks.clear();
    this.followed = null;
    this._show();
  }

  /** The numbers that the marks leave too many mines or too few squares, by counting around each alone. */
  clashes(game: Game) {
    const near = new Set([...this.marks.keys()].flatMap((index) => game.around(index)));
    return [...near].filter((number) => isOpen(game.seen(number)) && this._isClash(game, number)).sort((a, b) => a - b);
  }

  _isClash(game: Game, number: number) {
    const around = game.around(number);
    const supposed = around.filter((index) => this.marks.get(index)).length;
    const mines = game.flagsAround(number) + supposed;
    const free = around.filter((index) => isBlank(game, index) && !this.marks.has(index)).length;
    const seen = game.seen(number);
    return mines > seen || mines + free < seen;
  }

  /** Ask what follows from the marks: that is help. */
  _follow() {
    const { _state: state } = this;
    const wish = this._parts.settings.get("game", "help");
    const follow = () => {
      state.error = "";
      const chosen = (isMine: boolean) => [...this.marks].filter(([, is]) => is === isMine).map(([index]) => index);
      this._asked = this._session.assist("draft", { mines: chosen(true), safe: chosen(false) });
      this._changed();
    };
    if (wish === "off") this._complain(switchedOff());
    else if (wish !== "ask" || !helpUnranks(state, "draft")) follow();
    else this._confirm("draft-follow", follow);
  }

  _complain(why: string) {
    this._state.error = why;
    this._say(why);
    this._changed();
  }

  /** Turn the supposed mines into flags. */
  _setFlags() {
    const { game } = this._state;
    if (!game || game.choices.flags === "off") return;
    const mines = [...this.marks].filter(([, isMine]) => isMine).map(([index]) => index);
    this.clear();
    for (const index of mines) {
      this._session.play({ kind: "flag", row: Math.floor(index / game.width), col: index % game.width }, "key");
    }
  }

  /** Play what a contradiction proves. */
  conclude({ refuted, is_mine: isMine }: Followed) {
    const { game } = this._state;
    if (!game || typeof refuted !== "number") return;
    this.clear();
    this._state.isDrafting = false;
    const place = { row: Math.floor(refuted / game.width), col: refuted % game.width };
    this._session.play({ kind: isMine ? "flag" : "open", ...place }, "key");
  }

  // -- What happened

  answered(followed: Followed) {
    if (followed.n !== this._asked || followed.game !== this._state.game?.id) return;
    this._asked = null;
    if (followed.seq < this._state.game.seq) return; // the board has changed meanwhile
    this.followed = followed;
    this._say(said(followed));
    this._show();
  }

  /** Take a refusal; return whether it was for the draft. */
  refused(refused: Refused) {
    if (this._asked === null || refused.n !== this._asked) return false;
    this._asked = null;
    this._complain(said(refused));
    return true;
  }

  /** The board changed: squares that are open or flagged have no mark any more. */
  moved() {
    const { game } = this._state;
    if (!game || game.isOver || game.isPaused) this._state.isDrafting = false;
    if (!game || game.isOver) this.marks.clear();
    else if (!game.isPaused) {
      for (const index of this.marks.keys()) if (!isBlank(game, index)) this.marks.delete(index);
    }
    this.followed = null;
    this._show();
  }

  /** Another board came. */
  forget() {
    this._state.isDrafting = false;
    this.clear();
  }

  // -- What is shown

  get page(): Page | null {
    return this._state.isDrafting ? this._page : null;
  }

  _show() {
    const { game } = this._state;
    const marks: Map<number, Marks> = new Map();
    if (game && !game.isPaused) this._mark(game, (index, mark) => marks.set(index, { ...marks.get(index), ...mark }));
    this._setMarks(marks);
    this._changed();
  }

  _mark(game: Game, add: (index: number, mark: Marks) => void) {
    for (const [at, { cells, safe, numbers }] of (this.followed?.steps ?? []).entries()) {
      for (const index of cells) add(index, { pencil: safe ? "safe" : "mine", step: at + 1 });
      for (const index of numbers ?? []) add(index, { reason: true });
    }
    for (const [index, isMine] of this.marks) add(index, { pencil: isMine ? "mine" : "safe", isSupposed: true });
    for (const index of new Set([...this.clashes(game), ...(this.followed?.clash ?? [])])) {
      add(index, { clash: game.seen(index), reason: false });
    }
  }
}

const isBlank = (game: Game, index: number) => [HIDDEN, QUESTION].includes(game.seen(index));
