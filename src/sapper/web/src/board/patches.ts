// Pieces of the board, painted once: a pan copies them instead of painting every cell again.

import type { Canvas, CellsInView } from "../types.ts";

import { context2d } from "../ui/dom.ts";

const SIDE = 256; // device pixels, about: large enough for few copies, small enough to paint one within a frame

export class Patches {
  _made: Map<string, HTMLCanvasElement> = new Map(); // the one that was used last is the last
  _spare: HTMLCanvasElement[] = []; // canvases to use again
  _cells = 1; // along a side of a patch
  _device = 1;

  /** The size of cells in device pixels; patches of another size are dropped. */
  setSize(device: number) {
    if (device === this._device) return;
    this.forget();
    this._device = device;
    this._cells = Math.max(1, Math.floor(SIDE / device));
  }

  /** Everything looks different now. */
  clear() {
    this._spare.push(...this._made.values());
    this._made.clear();
  }

  /** Leave no picture of the board anywhere. */
  forget() {
    this.clear();
    for (const canvas of this._spare) canvas.width = canvas.height = 0;
    this._spare = [];
  }

  /** Drop what shows cells that look different now. */
  drop({ top, left, height, width }: CellsInView) {
    const n = this._cells;
    const [bottom, right] = [Math.floor((top + height - 1) / n), Math.floor((left + width - 1) / n)];
    for (let row = Math.floor(top / n); row <= bottom; row++) {
      for (let col = Math.floor(left / n); col <= right; col++) this._take(`${row} ${col}`);
    }
  }

  _take(key: string) {
    const canvas = this._made.get(key);
    if (!canvas) return;
    this._made.delete(key);
    this._spare.push(canvas);
  }

  /**
   * Copy the patches of a rectangle of cells to a canvas, where `x` and `y` are the corner of the whole board.
   * @param paint paints the cells of a patch at its corner
   */
  copy(
    c: Canvas,
    { top, left, height, width }: CellsInView,
    x: number,
    y: number,
    paint: (c: Canvas, part: CellsInView) => void,
  ) {
    const n = this._cells;
    const [first, last] = [Math.floor(top / n), Math.floor((top + height - 1) / n)];
    const [from, to] = [Math.floor(left / n), Math.floor((left + width - 1) / n)];
    const most = 2 * (last - first + 2) * (to - from + 2);
    for (let row = first; row <= last; row++) {
      for (let col = from; col <= to; col++) {
        c.drawImage(this._patch(row, col, most, paint), x + col * n * this._device, y + row * n * this._device);
      }
    }
  }

  _patch(row: number, col: number, most: number, paint: (c: Canvas, part: CellsInView) => void) {
    const key = `${row} ${col}`;
    const found = this._made.get(key);
    this._made.delete(key);
    const canvas = found ?? this._canvas(most);
    this._made.set(key, canvas);
    const n = this._cells;
    if (!found) paint(context2d(canvas), { top: row * n, left: col * n, height: n, width: n });
    return canvas;
  }

  /** An empty canvas: the one that was not used for longest, once there are enough. */
  _canvas(most: number) {
    const [oldest] = this._made.keys();
    if (this._made.size >= most) this._take(oldest);
    const side = this._cells * this._device;
    const used = this._spare.pop();
    if (used) {
      context2d(used).clearRect(0, 0, side, side);
      return used;
    }
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    return canvas;
  }
}
