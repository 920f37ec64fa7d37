// @ts-check
// The score of a duel: who leads, what wins, whose clock shows what.

/** @import { Turn } from "./protocol.js" */
/** @typedef {{ by: number, cell: number, seen: number }} Move a square that somebody opened, and what it shows now */

import { EXPLODED } from "./cell-values.js";
import { message, pieces } from "./words.js";

/**
 * How many mines win a duel: more than half.
 * @param {number} mines
 */
export const toWin = (mines) => Math.floor(mines / 2) + 1;

/**
 * How much of the bar each player has: whoever reaches its middle has won.
 * @param {readonly number[]} points
 * @param {number} mines
 */
export const tug = (points, mines) => points.map((found) => Math.min(1, found / (2 * toWin(mines))));

/**
 * The time that a player has left, in milliseconds.
 * @param {Pick<Turn, "seat" | "clocks" | "is_running">} turn
 * @param {number} seat
 * @param {number} passed milliseconds since the message came
 */
export function timeLeft({ seat: mover, clocks, is_running: isRunning = true }, seat, passed) {
  const left = clocks[seat] ?? 0;
  return Math.max(0, isRunning && seat === mover ? left - passed : left);
}

/**
 * A time as a clock shows it: 1:42. A second that has begun counts, so that 0:00 is the end.
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Say who leads and what is missing, as texts and elements.
 * @param {number} own
 * @param {number} other
 * @param {number} mines
 * @param {(text: string) => Node | string} strong how the lead is pointed out
 * @returns {(Node | string | null)[]}
 */
export function score(own, other, mines, strong = (text) => text) {
  const count = toWin(mines) - own;
  const points = strong(String(Math.abs(own - other)));
  const values = /** @type {any} */ ({ points, count }); // a number in a sentence
  if (own > other) return pieces("duel.lead", values);
  if (own < other) return pieces("duel.behind", values);
  return pieces("duel.level", /** @type {any} */ ({ count }));
}

/**
 * Say what a move was.
 * @param {Move} move
 */
export const moveWords = ({ seen }) => (seen === EXPLODED ? message("duel.found") : message("duel.missed"));
