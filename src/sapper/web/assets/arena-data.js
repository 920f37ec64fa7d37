// @ts-check
// The table of an arena: who has solved how many boards, and on which one everybody is.

/** @import { PartyState } from "./types.js" */
/**
 * @typedef {{ seat: number, name: string, colour: number, isYou: boolean, solved: number, board: number, share: number,
 *   place: number, isDone: boolean }} ArenaRow `board` counts from 0
 */

import { ordinal } from "./race-data.js";
import { message } from "./words.js";

/**
 * Return everybody by solved boards; equal ones share a place and stay in the order of their seats.
 * @param {Pick<PartyState, "seats" | "seat" | "progress">} party
 * @returns {ArenaRow[]}
 */
export function arenaTable({ seats, seat: own, progress }) {
  const rows = seats
    .filter(({ plays }) => plays)
    .map(({ seat, name, colour }) => {
      const { solved = 0, board = 0, share = 0, status = "" } = progress[seat] ?? {};
      const isDone = status === "done";
      return { seat, name, colour, isYou: seat === own, solved, board, share, place: 0, isDone };
    })
    .sort((one, other) => other.solved - one.solved || one.seat - other.seat);
  for (const row of rows) row.place = 1 + rows.filter(({ solved }) => solved > row.solved).length;
  return rows;
}

/**
 * Say where the player stands, or who leads where nobody plays at this page.
 * @param {readonly ArenaRow[]} rows
 */
export function arenaWords(rows) {
  const [first] = rows;
  const you = rows.find(({ isYou }) => isYou);
  if (!first) return "";
  if (!you) return message("arena.watched", { name: first.name });
  if (you.place > 1) return message("arena.place", { place: ordinal(you.place) });
  const isAlone = rows.filter(({ place }) => place === 1).length === 1 && you.solved > 0;
  return isAlone ? message("arena.lead") : message("arena.place", { place: ordinal(1) });
}
