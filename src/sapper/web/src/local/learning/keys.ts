// The key of a position: the same for the same squares, for every player, with flags or without.

import { sha256 } from "../../ui/sha256.ts";

/** @param diagram the level, then a line for each row */
export const keyOf = (diagram: string) => sha256(diagram.replaceAll(/[F?]/g, ".")).slice(0, 16);
