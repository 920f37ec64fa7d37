// The cursor of a board that is no game: arrow keys move it, and what it comes to is read aloud.

import type { BoardView } from "./board-view.ts";
import type { Cell } from "../types.ts";

import { cellName } from "./cell-values.ts";
import { find } from "../ui/dom.ts";

const STEPS: Record<string, Cell> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

export class BoardCursor {
  _view: BoardView;
  _words: (square: string, seen: number) => string;
  index = -1; // -1 while it is not shown

  /** @param words what is read of a square */
  constructor(view: BoardView, words: (square: string, seen: number) => string) {
    this._view = view;
    this._words = words;
  }

  /** Whether keys that press buttons would act on the board. */
  get hasFocus() {
    return [this._view.canvas, document.body].some((node) => node === document.activeElement);
  }

  /** Move by an arrow key; the first one only shows the cursor. Returns whether it was one. */
  key(typed: string) {
    if (!(typed in STEPS)) return false;
    const { model } = this._view;
    if (!model) return true;
    const { width, height } = model;
    const [down, right] = this.index < 0 ? [0, 0] : STEPS[typed];
    const [row, col] = [Math.floor(Math.max(0, this.index) / width) + down, (Math.max(0, this.index) % width) + right];
    this.put(Math.max(0, Math.min(row, height - 1)), Math.max(0, Math.min(col, width - 1)));
    return true;
  }

  /** Show it at a square. */
  put(row: number, col: number) {
    this.index = row * (this._view.model?.width ?? 0) + col;
    this._view.canvas.focus({ preventScroll: true });
    this._view.setCursor(this.index);
    this._view.reveal(row, col);
    this.read();
  }

  /** Read the square aloud. */
  read() {
    const { model } = this._view;
    if (!model || this.index < 0) return;
    const square = cellName(Math.floor(this.index / model.width), this.index % model.width);
    find("polite").textContent = this._words(square, model.seen(this.index));
  }

  /** The board has another size, or the pointer is in use. */
  hide() {
    if (this.index < 0) return;
    this.index = -1;
    this._view.setCursor(-1);
  }
}
