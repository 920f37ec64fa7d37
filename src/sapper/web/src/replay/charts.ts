// What a replay's time line shows, as numbers: speed, luck used so far, and where to write times.

import type { JudgedMove } from "../protocol.ts";

const SMOOTHED = 2; // columns on either side that share in a speed
const LABELS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600]; // seconds between two of them

/** The column of a time. */
export const columnOf = (at: number, length: number, width: number) =>
  length ? Math.min(Math.floor((at * width) / length), width - 1) : 0;

/**
 * The 3BV per second in each column of time, smoothed.
 * @param length in milliseconds
 */
export function speeds(moves: readonly Pick<JudgedMove, "at" | "solved">[], length: number, width: number) {
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

/** The luck that the moves used up to each of them: the sum of -log of the chances to survive. */
export function luckUsed(moves: readonly Pick<JudgedMove, "luck">[]) {
  let used = 0;
  return moves.map(({ luck }) => {
    used += luck;
    return used;
  });
}

/**
 * The seconds that are written under a time line, at most `most` of them.
 * @param length in milliseconds
 */
export function labelledSeconds(length: number, most: number) {
  const seconds = length / 1000;
  const step = LABELS.find((one) => seconds / one <= most) ?? Math.ceil(seconds / most / 3600) * 3600;
  const found = [];
  for (let at = 0; at <= seconds; at += step) found.push(at);
  return found;
}
