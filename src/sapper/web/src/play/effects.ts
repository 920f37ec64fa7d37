// What a change looks and sounds like: from deltas to motion on the board and words for those who listen.

import type { BoardView } from "../board/board-view.ts";
import type { Delta } from "../protocol.ts";
import type { Change, Marks, State } from "../types.ts";

import { EXPLODED, FLAG, HIDDEN, MINE, QUESTION, isOpen } from "../board/cell-values.ts";
import { isVisible } from "../state.ts";
import { minesLeftWords } from "../board/mines-left.ts";
import { message, seconds, status } from "../ui/words.ts";

export class Effects {
  _state: State;
  _view: BoardView;
  _say: (text: string, isUrgent?: boolean) => void;
  _turn = 0;
  _marks: Map<number, Marks> = new Map();
  _draft: Map<number, Marks> = new Map();
  _isReviewed = false; // the marks on the board are those of its end

  constructor(state: State, view: BoardView, say: (text: string, isUrgent?: boolean) => void) {
    this._state = state;
    this._view = view;
    this._say = say;
  }

  /** Show a mark before the server has confirmed it. */
  mark({ cell, from }: { cell: number; from: number }) {
    const isFlag = this._state.game?.seen(cell) === FLAG;
    this._view.invalidate(cell);
    this._view.animate(cell, isFlag ? "flag" : "clear", { from });
    this._view.setLast(cell);
  }

  /** Take a mark back that the server refused. */
  unmark(cell: number) {
    if (cell < 0) return;
    this._view.invalidate(cell);
    this._view.setLast(-1);
  }

  /** Paint what changed, and let it move as it should. */
  show(delta: Delta, changes: Change[]) {
    const { _view: view } = this;
    if (this._state.game?.isPaused) view.blank();
    if (this._isReviewed && !this._state.over) this.setMarks(new Map()); // the loss was undone
    for (const { index } of changes) view.invalidate(index);
    if (delta.chunks) view.invalidateAll();
    const opened = changes.filter(({ to }) => isOpen(to));
    const origin = delta.cell ?? changes[0]?.index;
    if (opened.length > 1) view.ripple(opened, origin);
    for (const { index, from, to } of changes) {
      if (to === FLAG && from !== FLAG) view.animate(index, "flag");
      else if (to > 8 && to <= QUESTION && from !== to) view.animate(index, "clear", { from });
      else if (to === EXPLODED) view.animate(index, "pop");
    }
    const mines = changes.filter(({ to }) => to === MINE);
    if (mines.length && delta.status === "lost") view.ripple(mines, origin);
    if (typeof delta.cell === "number") view.setLast(delta.cell);
    if (delta.kind === "chord" && !changes.length) this._shiver(delta.cell ?? -1);
    this._announce(delta, opened);
  }

  /** A chord that the flags do not allow: its closed neighbours shiver once. */
  _shiver(cell: number) {
    const { game } = this._state;
    const number = game?.seen(cell) ?? 0;
    if (!game || number > 8 || number === 0) return;
    for (const near of game.around(cell)) if (game.seen(near) === HIDDEN) this._view.animate(near, "shiver");
    const missing = number - game.flagsAround(cell);
    if (missing > 0) this._say(message("speech.needs-flags", { number, count: missing }));
    else if (missing < 0) this._say(message("speech.too-many-flags", { number }));
  }

  _announce(delta: Delta, opened: Change[]) {
    const { game } = this._state;
    if (!game) return;
    if (game.status === "won") this._say(message("speech.won", { seconds: seconds(game.elapsed) }), true);
    else if (game.status === "lost") this._say(message("speech.lost", { seconds: seconds(game.elapsed) }), true);
    else if (delta.kind === "pause") this._say(status("paused"));
    else if (opened.length) {
      const [{ to }] = opened;
      const isNumber = opened.length === 1 && to > 0; // of a single square one wants to know its number
      const said = {
        opened: isNumber
          ? message("speech.opened-number", { number: to })
          : message("count.opened", { count: opened.length }),
        mines: minesLeftWords(game.minesLeft),
      };
      const left = message("count.to-open", { count: game.width * game.height - game.mines - game.opened });
      this._say(game.isChunked ? message("speech.opened-large", said) : message("speech.opened", { ...said, left }));
    }
  }

  /** Point out what was safe before a loss, and the numbers that prove it. */
  showReview() {
    const { review } = this._state;
    if (!review) return;
    const marks: Map<number, Marks> = new Map((review.safe ?? []).map((index) => [index, { dot: true }]));
    for (const index of review.cells.reason ?? []) marks.set(index, { reason: true });
    this.markEnd(marks);
  }

  /** Point cells out on a finished board, until its game goes on. */
  markEnd(marks: Map<number, Marks>) {
    this.setMarks(marks);
    this._isReviewed = true;
  }

  /** Show what was marked when the game ended. */
  unmarkEnd() {
    if (this._state.review) this.showReview();
    else this.setMarks(new Map());
  }

  /** Point cells out on the board; what draws the marks is loaded with the first of them. */
  setMarks(marks: Map<number, Marks>) {
    this._isReviewed = false;
    this._marks = marks;
    return this._paintMarks();
  }

  /** Show a draft below all that is pointed out. */
  setDraft(marks: Map<number, Marks>) {
    if (!marks.size && !this._draft.size) return;
    this._draft = marks;
    return this._paintMarks();
  }

  async _paintMarks() {
    const marks = new Map(this._draft);
    for (const [index, mark] of this._marks) marks.set(index, { ...marks.get(index), ...mark });
    const turn = ++this._turn;
    if (!marks.size && !this._view.marks.size) return;
    const { game } = this._state;
    const { drawMarks } = await import("../board/mark-painter.ts");
    const isLast = turn === this._turn; // others may have come while it was loaded
    if (isLast && this._state.game === game && isVisible(this._state)) this._view.setMarks(marks, drawMarks);
  }
}
