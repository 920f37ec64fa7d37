// A game in the page alone, on a minefield that is known here: practice from a position. The server has no part in it.

import type { Position } from "./position.ts";

import {
  EXPLODED,
  FLAG,
  HIDDEN,
  MINE,
  QUESTION,
  WRONG_FLAG,
  cellName,
  isClosed,
  isOpen,
} from "../board/cell-values.ts";

export class PracticeGame {
  width: number;
  height: number;
  mines: number;
  isVisible = true;
  start: Position;
  isMine: boolean[];
  values: Uint8Array<ArrayBuffer>;
  around: (index: number) => number[];
  flagsAround: (index: number) => number;
  status: "playing" | "won" | "lost" = "playing";
  hit = -1;
  _before: { values: Uint8Array; status: "playing" | "won" | "lost"; hit: number }[] = [];

  /**
   * Go on from a position that a minefield fits; marks stay.
   * @param minefield rows of * and .
   */
  constructor(position: Position, minefield: string) {
    this.width = position.width;
    this.height = position.height;
    this.mines = position.mines;
    this.start = position;
    this.isMine = Array.from(minefield.replace(/\s/g, ""), (symbol) => symbol === "*");
    this.values = position.values.slice();
    this.around = position.around;
    this.flagsAround = position.flagsAround;
    this._check();
  }

  seen(index: number) {
    return this.values[index];
  }

  name(index: number) {
    return cellName(Math.floor(index / this.width), index % this.width);
  }

  get minesLeft() {
    return this.mines - this.values.filter((value) => [FLAG, MINE, EXPLODED].includes(value)).length;
  }

  /** Open a closed square, or the squares around a number that has its flags; return the squares that changed. */
  open(index: number) {
    const value = this.values[index];
    if (this.status !== "playing") return [];
    const chosen = (isOpen(value) ? this._chord(index) : [index]).filter((cell) => this._canOpen(cell));
    if (!chosen.length) return [];
    this._note();
    const changed: number[] = [];
    for (const start of chosen) this._openFrom(start, changed);
    this._check();
    return changed;
  }

  _chord(index: number) {
    if (this.flagsAround(index) !== this.values[index]) return [];
    return this.around(index);
  }

  _openFrom(start: number, changed: number[]) {
    const stack = [start];
    while (stack.length) {
      const index = stack.pop() ?? start;
      if (!this._canOpen(index)) continue;
      changed.push(index);
      if (this.isMine[index]) {
        this.values[index] = EXPLODED;
        this.status = "lost";
        if (this.hit < 0) this.hit = index;
        continue;
      }
      const near = this.around(index);
      this.values[index] = near.filter((other) => this.isMine[other]).length;
      if (this.values[index] === 0) stack.push(...near);
    }
  }

  /** Set a flag, or remove it; return the squares that changed. */
  flag(index: number) {
    if (this.status !== "playing" || !isClosed(this.values[index])) return [];
    this._note();
    this.values[index] = this.values[index] === FLAG ? HIDDEN : FLAG;
    return [index];
  }

  get canUndo() {
    return this._before.length > 0;
  }

  /** Take back the last move, also one that ended the game. */
  undo() {
    const before = this._before.pop();
    if (before) Object.assign(this, before);
  }

  _note() {
    this._before.push({ values: this.values.slice(), status: this.status, hit: this.hit });
  }

  _canOpen(index: number) {
    return this.values[index] === HIDDEN || this.values[index] === QUESTION;
  }

  /** Whether it is over: then the mines are shown. */
  _check() {
    const isSolved = this.values.every((value, index) => this.isMine[index] || isOpen(value));
    if (this.status === "playing" && isSolved) this.status = "won";
    if (this.status === "playing") return;
    for (const [index, value] of this.values.entries()) {
      if (this.isMine[index] && isClosed(value) && value !== FLAG) {
        this.values[index] = this.status === "won" ? FLAG : MINE;
      } else if (!this.isMine[index] && value === FLAG) this.values[index] = WRONG_FLAG;
    }
  }
}
