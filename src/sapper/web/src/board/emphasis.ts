// What a player may want on the board besides its cells: neighbours pointed out, finished numbers faint, other numbers.

import type { BoardModel, Canvas, NumberPainter, Theme } from "../types.ts";

import { alpha, strokeInside } from "./paint.ts";

export const FINISHED = 0.42; // how much is left of a number that has all its flags

const isNumber = (seen: number) => seen >= 1 && seen <= 8;

export class Emphasis {
  dimsFinished = false;
  highlights = false;
  countsDown = false;
  drawNumber: NumberPainter | undefined; // in place of digits
  _near: Set<number> = new Set(); // the neighbours that are pointed out

  constructor() {
    this.drawNumber = undefined;
  }

  /** Whether a number is drawn faintly: it has all its flags, and there is still something to find. */
  isFaint(model: BoardModel, index: number) {
    return this.dimsFinished && !model.isOver && model.flagsAround(index) === model.seen(index);
  }

  /** The digit of a number: itself, or less the flags around it. */
  counted(model: BoardModel, index: number) {
    const seen = model.seen(index);
    return this.countsDown && !model.isOver && isNumber(seen) ? seen - model.flagsAround(index) : seen;
  }

  /**
   * Point out the neighbours of a cell that shows a number; return the cells that look different now.
   * @param index of the cell under the cursor or the pointer, -1 if there is none
   */
  follow(model: BoardModel, index: number) {
    if (!this.highlights && !this._near.size) return [];
    const isShown = this.highlights && index >= 0 && isNumber(model.seen(index));
    const before = this._near;
    this._near = new Set(isShown ? model.around(index) : []);
    return [...before, ...this._near].filter((cell) => before.has(cell) !== this._near.has(cell));
  }

  /** Draw what points a cell out, if it is. */
  draw(c: Canvas, theme: Theme, x: number, y: number, s: number, index: number) {
    if (!this._near.has(index)) return;
    c.fillStyle = alpha(theme.text, 0.12);
    c.fillRect(x, y, s, s);
    strokeInside(c, x, y, s, alpha(theme.text, 0.6), Math.max(1, s / 20), (4 * s) / 32, s / 32);
  }
}
