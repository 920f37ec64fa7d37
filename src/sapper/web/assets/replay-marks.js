// @ts-check
// What a replay points out on its board: the verdict on a move, or the odds.

/** @import { JudgedMove } from "./protocol.js" */
/** @import { ReplayBoard } from "./replay-board.js" */
/** @import { Marks, SortedOdds } from "./types.js" */

import { FLAG, HIDDEN, isClosed } from "./cell-values.js";
import { isGuess, isMistake } from "./replay-data.js";

/**
 * What a verdict points at: the move, what was safe instead, and the numbers that prove it.
 * @param {ReplayBoard} board
 * @param {JudgedMove} move
 */
export function reviewMarks(board, move) {
  /** @type {Map<number, Marks>} */
  const marks = new Map();
  const cell = board.steps[move.action]?.cell ?? null;
  if (cell === null || !(isMistake(move) || isGuess(move))) return marks;
  /**
   * @param {number} index
   * @param {Marks} mark
   */
  const add = (index, mark) => marks.set(index, { ...marks.get(index), ...mark });
  if (isMistake(move)) {
    for (const index of move.safe ?? []) {
      if (isClosed(board.seen(index))) add(index, index === move.best ? { safe: true } : { dot: true });
    }
    for (const index of move.reason ?? []) add(index, { reason: true });
  }
  add(cell, isMistake(move) ? { mistake: true } : { guess: true });
  return marks;
}

/**
 * @param {ReplayBoard} board
 * @param {SortedOdds} odds
 */
export function oddsMarks(board, { near, lowest }) {
  /** @type {Map<number, Marks>} */
  const marks = new Map();
  for (const { index, chance } of near) {
    const seen = board.seen(index);
    if (seen > FLAG || seen === HIDDEN) marks.set(index, { odds: chance, best: chance === lowest });
  }
  return marks;
}
