// How many mines are left, in words.

import { message } from "../ui/words.ts";

/** Return words for the mines without a flag; with more flags than mines there are flags too many. */
export const minesLeftWords = (count: number) =>
  count < 0 ? message("count.flags-too-many", { count: -count }) : message("count.mines-left", { count });
