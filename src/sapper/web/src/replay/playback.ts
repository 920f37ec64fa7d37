// A replay in motion: its time, its speed, and how it is moved. The clock is an argument.

import type { ReplayBoard } from "../board/replay-board.ts";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

/** A sequence that can be played again: actions at their times, of one game or of several. */
export interface Timed {
  readonly length: number; // of the list of actions
  readonly duration: number; // in milliseconds
  readonly times: readonly number[];
  placeAt(at: number): number;
}

export class Playback<Board extends Timed = ReplayBoard> {
  board: Board;
  at = 0; // milliseconds of the game
  place = 0; // how many actions are played
  speed = 1;
  isPlaying = false;
  least = 0; // the playing time of a longer game beside this one
  _since = 0;

  constructor(board: Board) {
    this.board = board;
  }

  /** The playing time that can be shown. */
  get length() {
    return Math.max(this.board.duration, this.least);
  }

  /**
   * Play on, from the beginning if the end is reached.
   * @param now in milliseconds
   */
  play(now: number) {
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
   * @param now in milliseconds
   */
  advance(now: number) {
    if (!this.isPlaying) return;
    this.at = Math.min(this.at + Math.max(0, now - this._since) * this.speed, this.length);
    this._since = now;
    this.place = this.board.placeAt(this.at);
    this.isPlaying = !this.isAtEnd;
  }

  /** Go to just after an action. */
  go(place: number) {
    this.place = Math.max(0, Math.min(place, this.board.length));
    this.at = this.place ? this.board.times[this.place - 1] : 0;
  }

  /**
   * Go to a time.
   * @param at in milliseconds
   */
  seek(at: number) {
    this.at = Math.max(0, Math.min(at, this.length));
    this.place = this.at ? this.board.placeAt(this.at) : 0;
  }

  /** Go faster or slower by a step. */
  changeSpeed(way: number) {
    const place = SPEEDS.indexOf(this.speed) + way;
    this.speed = SPEEDS[Math.max(0, Math.min(place, SPEEDS.length - 1))];
  }
}
