// @ts-check
// From a finger to actions, move for move as Touch in sapper/controls/gestures.py. Nothing here changes a board.

/** @import { Action, Cell, Controls, GestureBoard, RuleChoices } from "./types.js" */

import { Hand, action, isOpen, onBoard } from "./gestures.js";

const NEAR_MISS = 0.8; // of the hold time: a press at least this long was probably meant as a hold, and does not open
export const SLOP = 8; // px: a finger that moves further pans
const CELL = 32; // px

/**
 * One finger; places are in cells from the corner of the board.
 *
 * A tap and a hold act on the cell where the finger went down; a tap on a number chords. A finger that moves further
 * than SLOP pans instead. A hold acts as soon as `wait` is called at or after its time, or else when the finger lifts.
 */
export class Touch extends Hand {
  /**
   * @param {Controls} controls
   * @param {RuleChoices} rules
   */
  constructor(controls, rules) {
    super(controls, rules);
    this.isFlagging = false; // what a tap does in the scheme with a switch
    /** @type {Cell | null} */
    this._origin = null;
    this._since = 0;
    this._slop = 0; // in cells
    this.isPanning = false;
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
    const hasHold = this.controls.touch !== "switch" && this.rules.flags !== "off";
    return this.isDown && hasHold ? this._since + this._holdTime : null;
  }

  get _holdTime() {
    return Number(this.controls["hold-ms"]);
  }

  /**
   * Put the finger down, at a time in milliseconds, where cells have a side of so many pixels.
   * @param {Cell} place
   * @param {number} at
   */
  press(place, at, size = CELL) {
    this.cancel();
    this._origin = place;
    this._since = at;
    this._slop = SLOP / size;
  }

  /**
   * Slide the finger; beyond a small distance it pans until it lifts.
   * @param {Cell} place
   */
  move([row, col]) {
    if (!this._origin) return;
    this.isPanning ||= (row - this._origin[0]) ** 2 + (col - this._origin[1]) ** 2 > this._slop ** 2;
  }

  /**
   * What a hold does once its time has come; lifting the finger then does nothing.
   * @param {GestureBoard} board
   * @param {number} at
   * @returns {Action[]}
   */
  wait(board, at) {
    const { due } = this;
    const cell = this._cell(board);
    if (due === null || at < due || !cell || isOpen(board, cell)) return [];
    this.cancel();
    return this._hold(board, cell);
  }

  /**
   * Lift the finger.
   * @param {GestureBoard} board
   * @param {Cell} place
   * @param {number} at
   * @returns {Action[]}
   */
  release(board, place, at) {
    this.move(place);
    const [cell, held, isPanning] = [this._cell(board), at - this._since, this.isPanning];
    this.cancel();
    if (!cell || isPanning) return [];
    if (isOpen(board, cell)) return this._chord(cell);
    if (this.rules.flags === "off") return [action("open", cell)];
    const scheme = this.controls.touch;
    if (scheme === "switch") return this.isFlagging ? this._mark(board, cell) : [action("open", cell)];
    if (held >= this._holdTime) return this._hold(board, cell);
    const isNearMiss = held >= NEAR_MISS * this._holdTime;
    return isNearMiss || scheme === "tap-flags" ? this._mark(board, cell) : [action("open", cell)];
  }

  /**
   * The cells to draw pressed.
   * @param {GestureBoard} board
   * @returns {Cell[]}
   */
  preview(board) {
    const cell = this.isPanning ? null : this._cell(board);
    if (!cell) return [];
    if (isOpen(board, cell)) return this.hasChords ? this._closedAround(board, cell) : [];
    return this._ifPressable(board, cell);
  }

  /**
   * @param {GestureBoard} board
   * @param {Cell} cell
   */
  _hold(board, cell) {
    return this.controls.touch === "tap-flags" ? [action("open", cell)] : this._mark(board, cell);
  }

  /** @param {GestureBoard} board */
  _cell(board) {
    return this._origin && onBoard(board, [Math.floor(this._origin[0]), Math.floor(this._origin[1])]);
  }
}
