// The score of a duel: who leads, what wins, whose clock shows what.

import type { Score, Turn } from "../../protocol.ts";
import type { PartyState } from "../../types.ts";

import { EXPLODED } from "../../board/cell-values.ts";
import { message, pieces } from "../../ui/words.ts";

/** A square that a player opened, and what it shows now. */
export interface Move {
  by: number;
  cell: number;
  seen: number;
}

/** How many mines win a duel: more than half. */
export const toWin = (mines: number) => Math.floor(mines / 2) + 1;

/** How much of the bar each player has: the player who reaches its middle has won. */
export const tug = (points: readonly number[], mines: number) =>
  points.map((found) => Math.min(1, found / (2 * toWin(mines))));

/**
 * The time that a player has left, in milliseconds.
 * @param passed milliseconds since the message came
 */
export function timeLeft(
  { seat: mover, clocks, is_running: isRunning = true }: Pick<Turn, "seat" | "clocks" | "is_running">,
  seat: number,
  passed: number,
) {
  const left = clocks[seat] ?? 0;
  return Math.max(0, isRunning && seat === mover ? left - passed : left);
}

/**
 * Say who leads and what is missing, as texts and what `strong` makes of them.
 * @param strong how the lead is pointed out
 */
export function score(
  own: number,
  other: number,
  mines: number,
  strong: (text: string) => unknown = (text) => text,
): unknown[] {
  const count = toWin(mines) - own;
  const points = strong(String(Math.abs(own - other)));
  if (own > other) return pieces("duel.lead", { points, count });
  if (own < other) return pieces("duel.behind", { points, count });
  return pieces("duel.level", { count });
}

/** Say what a move was. */
export const moveWords = ({ seen }: Move) => (seen === EXPLODED ? message("duel.found") : message("duel.missed"));

/** Say who won, and where the points do not say it, why. */
export function resultWords(
  { seats, seat: own, result, turn }: Pick<PartyState, "seats" | "seat" | "result" | "turn">,
  best: Score,
) {
  const nameOf = (number: number) => seats.find(({ seat }) => seat === number)?.name ?? "";
  const other = result.find((score) => score !== best);
  const [points, others] = [best.points ?? 0, other?.points ?? 0];
  if (other?.place === 1) return message("result.drawn", { points });
  const name = nameOf(best.seat);
  const isYou = best.seat === own;
  if (other?.status !== "abandoned") {
    return isYou
      ? message("result.you-won-duel", { points, others })
      : message("result.won-duel", { name, points, others });
  }
  const isLate = (turn?.clocks[other.seat] ?? 1) <= 0;
  const won = isYou ? message("result.you-won") : message("result.won", { name });
  const loser = nameOf(other.seat);
  return `${won} ${isLate ? message("result.too-late", { name: loser }) : message("result.gave-up", { name: loser })}`;
}
