// Calls a player to a tournament shortly before it begins, wherever they are on the page.

import type { TournamentCard } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { Notices } from "../notices.ts";
import { startOf, tournamentName } from "./words.ts";
import { message } from "../../ui/words.ts";

export const BEFORE = 30; // seconds
const FURTHEST = 86_400_000; // ms: what is further away is followed when the list is read again

const timers: Map<string, ReturnType<typeof setTimeout>> = new Map(); // by tournament
let notices: Notices | null = null;

/** Call the player to those of these tournaments that they are signed up for, and to no others of them. */
export function followCalls(cards: readonly TournamentCard[], call: (card: TournamentCard) => void, now = Date.now()) {
  for (const card of cards) {
    clearTimeout(timers.get(card.id));
    timers.delete(card.id);
    const wait = startOf(card) - BEFORE * 1000 - now;
    if (!card.is_mine || card.stage !== "coming" || wait < 0 || wait > FURTHEST) continue;
    timers.set(
      card.id,
      setTimeout(() => call(card), wait),
    );
  }
}

/** Show the tournament, which pauses a game alone; a round with others goes on. */
export const callTo = (parts: Pick<Parts, "state" | "settings" | "open">) => (card: TournamentCard) => {
  const { state, settings, open } = parts;
  notices ??= new Notices(state, settings, () => {});
  const isThere = state.screen === "tournament" && state.id === card.id;
  if (!isThere && state.party?.stage !== "playing") open("tournament", card.id);
  notices.tell(message("tournament.call", { seconds: BEFORE }), tournamentName(card));
};
