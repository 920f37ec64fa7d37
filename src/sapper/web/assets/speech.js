// Words for those who listen: squares, their neighbours, counts.

import { seconds } from "./dom.js";
import { columnName } from "./paint.js";
import { EXPLODED, FLAG, HIDDEN, MINE, QUESTION } from "./seen.js";

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
const NAMES = {
  0: "blank",
  [HIDDEN]: "closed",
  [FLAG]: "flag",
  [QUESTION]: "question mark",
  [MINE]: "mine",
  [EXPLODED]: "the mine you hit",
};

const squareWords = (seen) => NAMES[seen] ?? (seen <= 8 ? String(seen) : "wrong flag");

/** Say the square at the cursor, its neighbours clockwise, the mines left, or the time. */
export function words(what, game, [row, col]) {
  if (what === "mines") return `${game.minesLeft} mines left`;
  if (what === "time") return `${seconds(game.elapsed, 0)} seconds`;
  if (!game.isVisible) return "Paused";
  if (what === "square") return `row ${row + 1} column ${columnName(col)}, ${squareWords(game.at([row, col]))}`;
  const isOn = (r, c) => r >= 0 && c >= 0 && r < game.height && c < game.width;
  return CLOCKWISE.map(([down, right]) => [row + down, col + right])
    .map(([r, c]) => (isOn(r, c) ? squareWords(game.at([r, c])) : "edge"))
    .join(", ");
}
