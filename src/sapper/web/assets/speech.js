// @ts-check
// Words for those who listen: squares, their neighbours, counts.

/** @import { Game } from "./game.js" */
/** @import { Cell } from "./types.js" */

import { EXPLODED, FLAG, HIDDEN, MINE, QUESTION, columnName } from "./cell-values.js";
import { seconds } from "./words.js";

const CLOCKWISE = [
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
];
/** @type {Record<number, string>} */
const NAMES = {
  0: "blank",
  [HIDDEN]: "closed",
  [FLAG]: "flag",
  [QUESTION]: "question mark",
  [MINE]: "mine",
  [EXPLODED]: "the mine you hit",
};

/** @param {number} seen */
const squareWords = (seen) => NAMES[seen] ?? (seen <= 8 ? String(seen) : "wrong flag");

/**
 * Return words for the square at the cursor, its neighbours clockwise, the mines left, or the time.
 * @param {string} what
 * @param {Game} game
 * @param {Cell} cell
 */
export function words(what, game, [row, col]) {
  if (what === "mines") return `${game.minesLeft} mines left`;
  if (what === "time") return `${seconds(game.elapsed, 0)} seconds`;
  if (!game.isVisible) return "Paused";
  if (what === "square") return `row ${row + 1} column ${columnName(col)}, ${squareWords(game.at([row, col]))}`;
  /**
   * @param {number} r
   * @param {number} c
   */
  const isOn = (r, c) => r >= 0 && c >= 0 && r < game.height && c < game.width;
  return CLOCKWISE.map(([down, right]) => [row + down, col + right])
    .map(([r, c]) => (isOn(r, c) ? squareWords(game.at([r, c])) : "edge"))
    .join(", ");
}
