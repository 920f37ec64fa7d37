// @ts-check
// What a replay's time line shows, as numbers: speed, luck used so far, and where to write times.

/** @import { JudgedMove } from "./protocol.js" */

const SMOOTHED = 2; // columns on either side that share in a speed
const LABELS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600]; // seconds between two of them

/**
 * The column of a time.
 * @param {number} at
 * @param {number} length
 * @param {number} width
 */
export const columnOf = (at, length, width) => (length ? Math.min(Math.floor((at * width) / length), width - 1) : 0);

/**
 * The 3BV per second in each column of time, smoothed.
 * @param {readonly Pick<JudgedMove, "at" | "solved">[]} moves
 * @param {number} length in milliseconds
 * @param {number} width
 */
export function speeds(moves, length, width) {
  const gains = new Array(width).fill(0);
  let before = 0;
  for (const { at, solved } of moves) {
    gains[columnOf(at, length, width)] += Math.max(solved - before, 0);
    before = solved;
  }
  const span = Math.max(length, 1) / width / 1000;
  return gains.map((_, column) => {
    const near = gains.slice(Math.max(column - SMOOTHED, 0), column + SMOOTHED + 1);
    return near.reduce((sum, gain) => sum + gain, 0) / near.length / span;
  });
}

/**
 * The luck that the moves used up to each of them: the sum of -log of the chances to survive.
 * @param {readonly Pick<JudgedMove, "luck">[]} moves
 */
export function luckUsed(moves) {
  let used = 0;
  return moves.map(({ luck }) => {
    used += luck;
    return used;
  });
}

/**
 * The seconds that are written under a time line, at most so many.
 * @param {number} length in milliseconds
 * @param {number} most
 */
export function labelledSeconds(length, most) {
  const seconds = length / 1000;
  const step = LABELS.find((one) => seconds / one <= most) ?? Math.ceil(seconds / most / 3600) * 3600;
  const found = [];
  for (let at = 0; at <= seconds; at += step) found.push(at);
  return found;
}
