// What a replay points out on its board: the verdict on a move, or the odds.

import type { JudgedMove } from "../protocol.ts";
import type { ReplayBoard } from "../board/replay-board.ts";
import type { Marks, SortedOdds } from "../types.ts";

import { FLAG, HIDDEN, isClosed } from "../board/cell-values.ts";
import { isGuess, isMistake } from "../net/replays.ts";

/** The squares of a verdict: the move, what was safe instead, and the numbers that prove it. */
export function reviewMarks(board: ReplayBoard, move: JudgedMove) {
  const marks: Map<number, Marks> = new Map();
  const cell = board.steps[move.action]?.cell ?? null;
  if (cell === null || !(isMistake(move) || isGuess(move))) return marks;
  const add = (index: number, mark: Marks) => marks.set(index, { ...marks.get(index), ...mark });
  if (isMistake(move)) {
    for (const index of move.safe ?? []) {
      if (isClosed(board.seen(index))) add(index, index === move.best ? { safe: true } : { dot: true });
    }
    for (const index of move.reason ?? []) add(index, { reason: true });
  }
  add(cell, isMistake(move) ? { mistake: true } : { guess: true });
  return marks;
}

export function oddsMarks(board: ReplayBoard, { near, lowest }: SortedOdds) {
  const marks: Map<number, Marks> = new Map();
  for (const { index, chance } of near) {
    const seen = board.seen(index);
    if (seen > FLAG || seen === HIDDEN) marks.set(index, { odds: chance, best: chance === lowest });
  }
  return marks;
}
