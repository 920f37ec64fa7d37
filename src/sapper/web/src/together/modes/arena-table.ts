// The table of an arena: who has solved how many boards, and on which one everybody is.

import type { Score } from "../../protocol.ts";
import type { PartyState } from "../../types.ts";

import { ordinal } from "../../play/race-order.ts";
import { message } from "../../ui/words.ts";

/** `board` counts from 0, `place` from 1; late ones have none. */
export interface ArenaRow {
  seat: number;
  name: string;
  colour: number;
  isYou: boolean;
  solved: number;
  board: number;
  share: number;
  place: number;
  isDone: boolean;
  isLate: boolean;
}

/** Return everybody by solved boards; equal ones share a place and stay in the order of their seats. */
export function arenaTable({
  seats,
  seat: own,
  progress,
}: Pick<PartyState, "seats" | "seat" | "progress">): ArenaRow[] {
  const rows = seats
    .filter(({ plays }) => plays)
    .map(({ seat, name, colour }) => {
      const { solved = 0, board = 0, share = 0, status = "", is_late: isLate = false } = progress[seat] ?? {};
      const isDone = status === "done";
      return { seat, name, colour, isYou: seat === own, solved, board, share, place: 0, isDone, isLate };
    })
    .sort((one, other) => Number(one.isLate) - Number(other.isLate) || compare(one, other));
  const ranked = rows.filter(({ isLate }) => !isLate);
  for (const row of ranked) row.place = 1 + ranked.filter(({ solved }) => solved > row.solved).length;
  return rows;
}

/** Who has solved more is before the others; equal ones by their seats. */
const compare = (one: Pick<ArenaRow, "solved" | "seat">, other: Pick<ArenaRow, "solved" | "seat">) =>
  other.solved - one.solved || one.seat - other.seat;

/** Say where the player stands, or who leads where this page only watches. */
export function arenaWords(rows: readonly ArenaRow[]) {
  const [first] = rows;
  const you = rows.find(({ isYou }) => isYou);
  if (!first) return "";
  if (!you) return message("arena.watched", { name: first.name });
  if (you.isLate) return message("arena.late");
  if (you.place > 1) return message("arena.place", { place: ordinal(you.place) });
  const isAlone = rows.filter(({ place }) => place === 1).length === 1 && you.solved > 0;
  return isAlone ? message("arena.lead") : message("arena.place", { place: ordinal(1) });
}

/** Say who won. */
export function resultWords({ seats, seat: own }: Pick<PartyState, "seats" | "seat">, best: Score) {
  const count = best.points ?? 0;
  const name = seats.find(({ seat }) => seat === best.seat)?.name ?? "";
  return best.seat === own ? message("result.you-won-arena", { count }) : message("result.won-arena", { name, count });
}
