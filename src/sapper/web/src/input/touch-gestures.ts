// From a finger to actions, move for move as Touch in sapper/controls/gestures.py. Nothing here changes a board.

import type { Action, Cell, Controls, GestureBoard, RuleChoices } from "../types.ts";

import { Hand, action, isOpen, onBoard } from "./gestures.ts";

const SWITCH_HOLD = 400; // ms: beside a switch a hold is rare and a slow tap is not, so it takes at least this long
const NEAR_MISS = 0.8; // of the hold time: a press at least this long was probably meant as a hold, and does not open
export const SLOP = 8; // px: a finger that moves further pans
const CELL = 32; // px

/**
 * One finger; places are in cells from the corner of the board.
 *
 * A tap and a hold act on the cell where the finger went down, and of opening and flagging one does the one and one the
 * other; a tap on a number chords. A finger that moves further than SLOP pans instead. A hold acts as soon as `wait` is
 * called at or after its time, or else when the finger lifts.
 */
export class Touch extends Hand {
  isFlagging = false; // what a tap does in the scheme with a switch
  _origin: Cell | null = null;
  _since = 0;
  _slop = 0; // in cells
  isPanning = false;

  constructor(controls: Controls, rules: RuleChoices) {
    super(controls, rules);
  }

  /** Forget the finger, as when a second one comes down. */
  cancel() {
    this._origin = null;
    this.isPanning = false;
  }

  /** Switch between opening and flagging. */
  switch() {
    this.isFlagging = !this.isFlagging;
  }

  /** Whether a finger is down that may still act. */
  get isDown() {
    return this._origin !== null && !this.isPanning;
  }

  /** When a hold acts by itself, null if nothing is held. */
  get due() {
    return this.isDown ? this._since + this._holdTime : null;
  }

  get _holdTime() {
    const time = Number(this.controls["hold-ms"]);
    return this.controls.touch === "switch" ? Math.max(time, SWITCH_HOLD) : time;
  }

  /** Whether a tap flags and a hold opens; without flags a tap opens and a hold does nothing. */
  get _tapFlags() {
    const { touch } = this.controls;
    return (touch === "switch" ? this.isFlagging : touch === "tap-flags") && this.rules.flags !== "off";
  }

  /** Put the finger down, at a time in milliseconds, where cells have a side of `size` pixels. */
  press(place: Cell, at: number, size = CELL) {
    this.cancel();
    this._origin = place;
    this._since = at;
    this._slop = SLOP / size;
  }

  /** Slide the finger; beyond a small distance it pans until it lifts. */
  move([row, col]: Cell) {
    if (!this._origin) return;
    this.isPanning ||= (row - this._origin[0]) ** 2 + (col - this._origin[1]) ** 2 > this._slop ** 2;
  }

  /** What a hold does once its time has come; lifting the finger then does nothing. */
  wait(board: GestureBoard, at: number): Action[] {
    const { due } = this;
    const cell = this._cell(board);
    if (due === null || at < due || !cell || isOpen(board, cell)) return [];
    this.cancel();
    return this._hold(board, cell);
  }

  /** Lift the finger. */
  release(board: GestureBoard, place: Cell, at: number): Action[] {
    this.move(place);
    const [cell, held, isPanning] = [this._cell(board), at - this._since, this.isPanning];
    this.cancel();
    if (!cell || isPanning) return [];
    if (isOpen(board, cell)) return this._chord(cell);
    if (held >= this._holdTime) return this._hold(board, cell);
    const isNearMiss = held >= NEAR_MISS * this._holdTime;
    return isNearMiss || this._tapFlags ? this._mark(board, cell) : [action("open", cell)];
  }

  /** The cells to draw pressed. */
  preview(board: GestureBoard): Cell[] {
    const cell = this.isPanning ? null : this._cell(board);
    if (!cell) return [];
    if (isOpen(board, cell)) return this.hasChords ? this._closedAround(board, cell) : [];
    return this._ifPressable(board, cell);
  }

  _hold(board: GestureBoard, cell: Cell) {
    return this._tapFlags ? [action("open", cell)] : this._mark(board, cell);
  }

  _cell(board: GestureBoard) {
    return this._origin && onBoard(board, [Math.floor(this._origin[0]), Math.floor(this._origin[1])]);
  }
}
