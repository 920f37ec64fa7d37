// A position that can be edited: what the analysis board shows. It knows nothing but what is visible.

import type { PositionLink } from "../play/seed/links.ts";

import { EXPLODED, FLAG, HIDDEN, MINE, SYMBOLS, cellName } from "../board/cell-values.ts";
import { MOST_CELLS, MOST_SIDE } from "../play/seed/links.ts";
import { parseSize } from "../state.ts";

const MOST_UNDO = 500;

/** What can be undone. */
interface Look {
  width: number;
  height: number;
  mines: number;
  values: Uint8Array;
}

export class Position {
  width: number;
  height: number;
  mines: number;
  isVisible = true;
  values: Uint8Array<ArrayBufferLike>;
  _undo: Look[] = [];
  _redo: Look[] = [];
  _isStroke = false; // what is painted by one drag is undone together

  constructor({ width, height, mines, values }: PositionLink) {
    this.width = width;
    this.height = height;
    this.mines = mines;
    this.values = values;
  }

  /** A board without an open square. */
  static empty(width: number, height: number, mines: number) {
    return new Position({ width, height, mines, values: new Uint8Array(width * height).fill(HIDDEN) });
  }

  /** Read a diagram as the server writes them; null for anything else. */
  static parse(diagram: string) {
    const [head, ...rows] = diagram.trim().split("\n");
    const size = parseSize(head);
    if (!size || rows.length !== size.height || rows.some((row) => row.length !== size.width)) return null;
    const values = Uint8Array.from(rows.join(""), (symbol) => Math.max(0, SYMBOLS.indexOf(symbol)));
    return new Position({ ...size, values });
  }

  // -- What the canvas reads

  seen(index: number) {
    return this.values[index];
  }

  name(index: number) {
    return cellName(Math.floor(index / this.width), index % this.width);
  }

  around(index: number) {
    const { width, height } = this;
    const [row, col] = [Math.floor(index / width), index % width];
    const found = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(width - 1, col + 1); c++) {
        if (r !== row || c !== col) found.push(r * width + c);
      }
    }
    return found;
  }

  flagsAround(index: number) {
    return this.around(index).filter((near) => [FLAG, MINE, EXPLODED].includes(this.values[near])).length;
  }

  /** Mines without those that are flagged or shown. */
  get minesLeft() {
    return this.mines - this.values.reduce((sum, value) => sum + ([FLAG, MINE, EXPLODED].includes(value) ? 1 : 0), 0);
  }

  get isBlank() {
    return this.values.every((value) => value === HIDDEN);
  }

  /** The position as a diagram: its level, then a line for each row. */
  get diagram() {
    const lines = [`${this.width}x${this.height}/${this.mines}`];
    for (let row = 0; row < this.height; row++) {
      const cells = this.values.subarray(row * this.width, (row + 1) * this.width);
      lines.push(Array.from(cells, (value) => SYMBOLS[value]).join(""));
    }
    return lines.join("\n");
  }

  // -- What changes it

  /** Paint a square; return whether that changes anything. Squares painted until `endStroke` are undone together. */
  paint(index: number, value: number) {
    if (this.values[index] === value) return false;
    if (!this._isStroke) this._note();
    this._isStroke = true;
    this.values[index] = value;
    return true;
  }

  endStroke() {
    this._isStroke = false;
  }

  /** Set the number of mines; there is always room for one square without. */
  setMines(mines: number) {
    const within = Math.max(0, Math.min(mines, this.width * this.height - 1));
    if (within === this.mines) return false;
    this._note();
    this.mines = within;
    return true;
  }

  clear() {
    if (this.isBlank) return false;
    this._note();
    this.values = new Uint8Array(this.values.length).fill(HIDDEN);
    return true;
  }

  /** Give the board another size. What is on both boards stays. */
  resize(width: number, height: number, mines: number) {
    const values = new Uint8Array(width * height).fill(HIDDEN);
    for (let row = 0; row < Math.min(height, this.height); row++) {
      for (let col = 0; col < Math.min(width, this.width); col++) {
        values[row * width + col] = this.values[row * this.width + col];
      }
    }
    this.replace({ width, height, mines, values });
  }

  /** Take another position in place of this one; that can be undone too. */
  replace(look: Look) {
    this._note();
    this._take(look);
  }

  get canUndo() {
    return this._undo.length > 0;
  }

  get canRedo() {
    return this._redo.length > 0;
  }

  undo() {
    const before = this._undo.pop();
    if (!before) return false;
    this._redo.push(this._look());
    this._take(before);
    return true;
  }

  redo() {
    const after = this._redo.pop();
    if (!after) return false;
    this._undo.push(this._look());
    this._take(after);
    return true;
  }

  _note() {
    this._undo.push(this._look());
    if (this._undo.length > MOST_UNDO) this._undo.shift();
    this._redo = [];
    this._isStroke = false;
  }

  _look(): Look {
    return { width: this.width, height: this.height, mines: this.mines, values: this.values.slice() };
  }

  _take({ width, height, mines, values }: Look) {
    this.width = width;
    this.height = height;
    this.mines = mines;
    this.values = values.slice();
    this._isStroke = false;
  }
}

/** Whether a board of a size can be analysed. */
export const isAnalysable = ({ width, height, mines }: { width: number; height: number; mines: number }) =>
  [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MOST_SIDE) &&
  width * height <= MOST_CELLS &&
  Number.isInteger(mines) &&
  mines >= 0 &&
  mines < width * height;
