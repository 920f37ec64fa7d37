// The board of a finished game at any of its actions: what the canvas reads, from the steps that the server sent.

import type { Step, Steps } from "../protocol.ts";
import type { BoardModel } from "../types.ts";

import { EXPLODED, FLAG, HIDDEN, SYMBOLS, around, cellName, isOpen } from "./cell-values.ts";

/** An action of the game, with the values of the cells before it as well, so that it can be taken back. */
type PlayedStep = Step & { before: number[] };

export class ReplayBoard implements BoardModel {
  width: number;
  height: number;
  mines: number;
  steps: PlayedStep[] = [];
  times: number[] = []; // when each action was played, in milliseconds
  place = 0; // how many actions are played
  _cells: Uint8Array<ArrayBuffer>;
  _last: Uint8Array<ArrayBuffer>;

  constructor({ width, height, mines }: Pick<Steps, "width" | "height" | "mines">) {
    this.width = width;
    this.height = height;
    this.mines = mines;
    this._cells = new Uint8Array(width * height).fill(HIDDEN);
    this._last = this._cells.slice(); // after the last action that came
  }

  /** Take the next part of the game. */
  add(steps: readonly Step[]) {
    for (const step of steps) {
      const before = [];
      for (let at = 0; at < step.cells.length; at += 2) {
        before.push(this._last[step.cells[at]]);
        this._last[step.cells[at]] = step.cells[at + 1];
      }
      this.steps.push({ ...step, before });
      this.times.push(step.at);
    }
  }

  /** The number of actions. */
  get length() {
    return this.steps.length;
  }

  /** The playing time of the whole game, in milliseconds. */
  get duration() {
    return this.times.at(-1) ?? 0;
  }

  /** The action that was played last, null before the first. */
  get last() {
    return this.steps[this.place - 1] ?? null;
  }

  /** Show the board after the first `place` actions; return the cells that changed. */
  go(place: number) {
    const changed: Set<number> = new Set();
    const put = ({ cells, before }: PlayedStep, isBack: boolean) => {
      for (let at = 0; at < before.length; at++) {
        const way = isBack ? before.length - 1 - at : at;
        const index = cells[2 * way];
        this._cells[index] = isBack ? before[way] : cells[2 * way + 1];
        changed.add(index);
      }
    };
    const wanted = Math.max(0, Math.min(place, this.steps.length));
    while (this.place < wanted) put(this.steps[this.place++], false);
    while (this.place > wanted) put(this.steps[--this.place], true);
    return changed;
  }

  /** The number of actions that were played at a time. */
  placeAt(at: number) {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get status() {
    return this.last?.status ?? "ready";
  }

  get isOver() {
    return ["won", "lost", "abandoned"].includes(this.status);
  }

  get minesLeft() {
    return this.last?.mines_left ?? this.mines;
  }

  /** The number of open safe cells. */
  get opened() {
    return this._cells.reduce((sum, value) => sum + (isOpen(value) ? 1 : 0), 0);
  }

  /** The share of it that is open. */
  get share() {
    return this.opened / Math.max(1, this.width * this.height - this.mines);
  }

  /** Whether the last action hit a mine. */
  get hasHit() {
    return this.last?.cells.some((value, at) => at % 2 === 1 && value === EXPLODED) ?? false;
  }

  /** In a pause there was nothing to see. */
  get isVisible() {
    return this.status !== "paused";
  }

  seen(index: number) {
    return this._cells[index];
  }

  around(index: number) {
    return around(this, index);
  }

  flagsAround(index: number) {
    return this.around(index).filter((near) => [FLAG, EXPLODED].includes(this._cells[near])).length;
  }

  /** A cell as people write it: C7. */
  name(index: number) {
    return cellName(Math.floor(index / this.width), index % this.width);
  }

  /** The board as a diagram: its level, and a line for each row. */
  diagram() {
    const lines = [`${this.width}x${this.height}/${this.mines}`];
    for (let start = 0; start < this._cells.length; start += this.width) {
      lines.push(Array.from(this._cells.subarray(start, start + this.width), (value) => SYMBOLS[value]).join(""));
    }
    return lines.join("\n");
  }
}
