// A tiny board of its own to try controls on: always the same position, and every move can be undone.

import type { Action, Cell } from "../types.ts";

import { EXPLODED, FLAG, HIDDEN, QUESTION, SYMBOLS, cellName, isClosed, isOpen } from "../board/cell-values.ts";
import { message } from "../ui/words.ts";

/** Asterisks are mines; what is in the second picture can be seen at the start. */
const MINES = ["*.....", "...*..", "......", ".*....", "....*."];
const SEEN = ["......", "..1F..", ".121..", "......", "......"];

export class TryBoard {
  width: number;
  height: number;
  isVisible = true;
  _mines: boolean[];
  mines: number;
  _past: number[][] = []; // the boards before each move
  _cells: number[];

  constructor() {
    this.width = MINES[0].length;
    this.height = MINES.length;
    this._mines = [...MINES.join("")].map((symbol) => symbol === "*");
    this.mines = this._mines.filter(Boolean).length;
    this._cells = start();
  }

  // -- What gestures and the canvas read

  at([row, col]: Cell) {
    return this._cells[row * this.width + col];
  }

  seen(index: number) {
    return this._cells[index];
  }

  around(index: number) {
    const [row, col] = [Math.floor(index / this.width), index % this.width];
    const found = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(this.height - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(this.width - 1, col + 1); c++) {
        if (r !== row || c !== col) found.push(r * this.width + c);
      }
    }
    return found;
  }

  flagsAround(index: number) {
    return this.around(index).filter((near) => this._cells[near] === FLAG).length;
  }

  get flags() {
    return this._cells.filter((seen) => seen === FLAG).length;
  }

  get opened() {
    return this._cells.filter(isOpen).length;
  }

  get minesLeft() {
    return this.mines - this.flags;
  }

  get isOver() {
    return this._cells.includes(EXPLODED);
  }

  get canUndo() {
    return this._past.length > 0;
  }

  // -- Moves

  /** Carry out an action, and return it in words. */
  play({ kind, row, col }: Action) {
    const index = row * this.width + col;
    const before = [...this._cells];
    const words = kind === "open" ? this._open(index) : kind === "chord" ? this._chord(index) : this._mark(kind, index);
    if (before.some((seen, place) => seen !== this._cells[place])) this._past.push(before);
    return words;
  }

  undo() {
    this._cells = this._past.pop() ?? this._cells;
  }

  restart() {
    this._past = [];
    this._cells = start();
  }

  _name(index: number) {
    return cellName(Math.floor(index / this.width), index % this.width);
  }

  _open(index: number) {
    const square = this._name(index);
    const isClear = this._cells[index] === HIDDEN || this._cells[index] === QUESTION;
    if (this.isOver || !isClear) return message("try-out.open-nothing", { square });
    const count = this._uncover(index);
    if (this.isOver) return message("try-out.open-mine", { square });
    return message("try-out.open", { square, count });
  }

  _chord(index: number) {
    const square = this._name(index);
    const [number, flags] = [this._cells[index], this.flagsAround(index)];
    if (this.isOver || !isOpen(number) || !number) return message("try-out.chord-nothing", { square });
    if (flags !== number) return message("try-out.chord-refused", { square, number, flags });
    const closed = this.around(index).filter((near) => isClosed(this._cells[near]) && this._cells[near] !== FLAG);
    if (!closed.length) return message("try-out.chord-nothing", { square });
    const count = closed.reduce((sum, near) => sum + this._uncover(near), 0);
    return this.isOver ? message("try-out.chord-mine", { square }) : message("try-out.chord", { square, count });
  }

  _mark(kind: Action["kind"], index: number) {
    const square = this._name(index);
    if (!this.isOver && isClosed(this._cells[index])) {
      this._cells[index] = kind === "flag" ? FLAG : kind === "question" ? QUESTION : HIDDEN;
    }
    if (kind === "flag") return message("try-out.flag", { square });
    return kind === "question" ? message("try-out.question", { square }) : message("try-out.clear", { square });
  }

  /** Open a cell, and those around it where it is empty; return how many. */
  _uncover(index: number) {
    if (this._mines[index]) {
      this._cells[index] = EXPLODED;
      return 1;
    }
    let count = 0;
    const waiting = [index];
    while (waiting.length) {
      const next = waiting.pop() as number;
      if (isOpen(this._cells[next]) || this._cells[next] === FLAG) continue;
      this._cells[next] = this.around(next).filter((near) => this._mines[near]).length;
      count++;
      if (this._cells[next] === 0) waiting.push(...this.around(next));
    }
    return count;
  }
}

const start = () => [...SEEN.join("")].map((symbol) => SYMBOLS.indexOf(symbol));
