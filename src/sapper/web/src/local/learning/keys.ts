// The key of a position: the same for the same squares, whoever played it, flags or not.

import { sha256 } from "../../ui/sha256.ts";

/** @param diagram the level, then a line for each row */
export const keyOf = (diagram: string) => sha256(diagram.replaceAll(/[F?]/g, ".")).slice(0, 16);
