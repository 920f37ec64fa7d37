// @ts-check
// A replay in motion: its time, its speed, and how it is moved. The clock is an argument.

/** @import { ReplayBoard } from "./replay-board.js" */

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

export class Playback {
  /** @param {ReplayBoard} board */
  constructor(board) {
    this.board = board;
    this.at = 0; // milliseconds of the game
    this.place = 0; // how many actions are played
    this.speed = 1;
    this.isPlaying = false;
    this.least = 0; // the playing time of a longer game beside this one
    this._since = 0;
  }

  /** The playing time that can be shown. */
  get length() {
    return Math.max(this.board.duration, this.least);
  }

  /**
   * Play on, from the beginning if the end is reached.
   * @param {number} now in milliseconds
   */
  play(now) {
    if (this.isAtEnd) this.go(0);
    this.isPlaying = true;
    this._since = now;
  }

  pause() {
    this.isPlaying = false;
  }

  get isAtEnd() {
    return this.place === this.board.length && this.at >= this.length;
  }

  /**
   * Let time pass; pause at the end.
   * @param {number} now in milliseconds
   */
  advance(now) {
    if (!this.isPlaying) return;
    this.at = Math.min(this.at + Math.max(0, now - this._since) * this.speed, this.length);
    this._since = now;
    this.place = this.board.placeAt(this.at);
    this.isPlaying = !this.isAtEnd;
  }

  /**
   * Go to just after an action.
   * @param {number} place
   */
  go(place) {
    this.place = Math.max(0, Math.min(place, this.board.length));
    this.at = this.place ? this.board.times[this.place - 1] : 0;
  }

  /**
   * Go to a time.
   * @param {number} at in milliseconds
   */
  seek(at) {
    this.at = Math.max(0, Math.min(at, this.length));
    this.place = this.at ? this.board.placeAt(this.at) : 0;
  }

  /**
   * Go faster or slower by a step.
   * @param {number} way
   */
  changeSpeed(way) {
    const place = SPEEDS.indexOf(this.speed) + way;
    this.speed = SPEEDS[Math.max(0, Math.min(place, SPEEDS.length - 1))];
  }
}
