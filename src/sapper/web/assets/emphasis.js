// @ts-check
// What a player may want on the board beside its cells: neighbours pointed out, finished numbers faint, other numbers.

/** @import { BoardModel, Canvas, NumberPainter, Theme } from "./types.js" */

import { alpha, strokeInside } from "./paint.js";

export const FINISHED = 0.42; // how much is left of a number that has all its flags

/** @param {number} seen */
const isNumber = (seen) => seen >= 1 && seen <= 8;

export class Emphasis {
  constructor() {
    this.dimsFinished = false;
    this.highlights = false;
    /** @type {NumberPainter | undefined} in place of digits */
    this.drawNumber = undefined;
    /** @type {Set<number>} the neighbours that are pointed out */
    this._near = new Set();
  }

  /**
   * Whether a number is drawn faintly: it has all its flags, and there is still something to find.
   * @param {BoardModel} model
   * @param {number} index
   */
  isFaint(model, index) {
    return this.dimsFinished && !model.isOver && model.flagsAround(index) === model.seen(index);
  }

  /**
   * Point out the neighbours of a cell that shows a number; return the cells that look different now.
   * @param {BoardModel} model
   * @param {number} index of the cell under the cursor or the pointer, -1 if there is none
   */
  follow(model, index) {
    if (!this.highlights && !this._near.size) return [];
    const isShown = this.highlights && index >= 0 && isNumber(model.seen(index));
    const before = this._near;
    this._near = new Set(isShown ? model.around(index) : []);
    return [...before, ...this._near].filter((cell) => before.has(cell) !== this._near.has(cell));
  }

  /**
   * Draw what points a cell out, if it is.
   * @param {Canvas} c
   * @param {Theme} theme
   * @param {number} x
   * @param {number} y
   * @param {number} s
   * @param {number} index
   */
  draw(c, theme, x, y, s, index) {
    if (!this._near.has(index)) return;
    c.fillStyle = alpha(theme.text, 0.12);
    c.fillRect(x, y, s, s);
    strokeInside(c, x, y, s, alpha(theme.text, 0.6), Math.max(1, s / 20), (4 * s) / 32, s / 32);
  }
}
