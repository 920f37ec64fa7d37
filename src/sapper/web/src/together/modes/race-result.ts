// How a race ended: the first who opened the board has won, and times decide.

import type { Score } from "../../protocol.ts";
import type { ResultOf } from "./result.ts";

import { message, percent, time } from "../../ui/words.ts";

/** Why a game has no time that counts; empty for one that was won. */
export function noteWords({ status = "" }: Pick<Score, "status">) {
  if (status === "won") return "";
  if (status === "lost") return message("result.hit");
  return status === "abandoned" ? message("result.given-up") : message("result.time-up");
}

export const RACE_RESULT: ResultOf = {
  words({ seats, seat: own }, best) {
    if (best.status !== "won") return message("result.no-winner");
    const name = seats.find(({ seat }) => seat === best.seat)?.name ?? "";
    return best.seat === own ? message("result.you-won-race") : message("result.won-race", { name });
  },
  columns: (part, party) => [
    { title: message("result.time"), of: ({ status, at = 0 }) => (status === "won" ? time(at) : "–") },
    { title: message("result.open"), of: ({ share = 0 }) => percent(share) },
    part.speeds,
    part.replays(party),
  ],
  note: noteWords,
  hasSpeeds: true,
};
