// Where a board does not fit: what the server or another player opens is brought into view.

import type { PartyParts } from "../types.ts";

/** Follow the opening with which a round begins, and the moves of others; return what ends that. */
export const followMoves = ({ state, session, view }: Pick<PartyParts, "state" | "session" | "view">) =>
  session.on("delta", ({ delta }) => {
    const { game, party } = state;
    const isOwn = delta.seq > 1 && (delta.by ?? 0) === party?.seat;
    if (!game || isOwn || view.fits || typeof delta.cell !== "number") return;
    view.reveal(Math.floor(delta.cell / game.width), delta.cell % game.width, 2);
  });
