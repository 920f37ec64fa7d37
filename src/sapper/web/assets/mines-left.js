// @ts-check
// How many mines are left, in words.

import { message } from "./words.js";

/**
 * Return words for the mines without a flag; with more flags than mines there are flags too many.
 * @param {number} count
 */
export const minesLeftWords = (count) =>
  count < 0 ? message("count.flags-too-many", { count: -count }) : message("count.mines-left", { count });
