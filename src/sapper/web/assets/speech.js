// @ts-check
// Words for those who listen: squares, their neighbours, counts.

/** @import { Game } from "./game.js" */
/** @import { KeyMap } from "./keys.js" */
/** @import { Cell } from "./types.js" */

import { EXPLODED, FLAG, HIDDEN, MINE, QUESTION, WRONG_FLAG, columnName } from "./cell-values.js";
import { minesLeftWords } from "./mines-left.js";
import { message, status, words as wordsOf } from "./words.js";

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
  [HIDDEN]: "hidden",
  [FLAG]: "flag",
  [QUESTION]: "question",
  [MINE]: "mine",
  [EXPLODED]: "exploded",
  [WRONG_FLAG]: "wrong-flag",
};

/** @param {string} name */
const squareName = (name) => wordsOf("squares", name).name;

/** @param {number} seen */
const isNumber = (seen) => seen >= 1 && seen <= 8;

/** @param {number} seen */
const squareWords = (seen) => (isNumber(seen) ? String(seen) : squareName(NAMES[seen]));

/**
 * Return how a cell is named in the grid for screen readers: where it is, what it shows, its flags, its edges.
 * @param {Game} game
 * @param {number} row
 * @param {number} col
 */
export function cellLabel(game, row, col) {
  const seen = game.at([row, col]);
  const flags = isNumber(seen) ? game.flagsAround(row * game.width + col) : 0;
  const said = [
    squareWords(seen),
    flags && message("speech.flags-around", { count: flags }),
    row === 0 && message("speech.top-edge"),
    row === game.height - 1 && message("speech.bottom-edge"),
    col === 0 && message("speech.left-edge"),
    col === game.width - 1 && message("speech.right-edge"),
  ];
  const square = said.filter(Boolean).join(", ");
  return message("speech.square", { row: row + 1, column: columnName(col), square });
}

/**
 * A number for what the label of a cell says: as long as it is the same, so is the label.
 * @param {Game} game
 * @param {number} index
 */
export function labelKey(game, index) {
  const seen = game.seen(index);
  return isNumber(seen) ? seen + 16 * game.flagsAround(index) : seen;
}

/**
 * Return which keys play and read, as a screen reader describes the board.
 * @param {KeyMap} map
 */
export const keyWords = (map) =>
  message("speech.keys", {
    open: map.label("open"),
    flag: map.label("mark"),
    chord: map.label("chord"),
    neighbours: map.label("read-neighbours"),
    mines: map.label("read-mines"),
    time: map.label("read-time"),
    find: map.label("find"),
    help: map.label("help"),
  });

/**
 * Return words for a square, a mark set or removed there, its neighbours clockwise, the mines left, or the time.
 * @param {string} what
 * @param {Game} game
 * @param {Cell} cell
 */
export function words(what, game, [row, col]) {
  if (what === "mines") return minesLeftWords(game.minesLeft);
  if (what === "time") return message("count.seconds", { count: Math.floor(game.elapsed / 1000) });
  if (!game.isVisible) return status("paused");
  const name = squareWords(game.at([row, col]));
  const square = message("speech.square", { row: row + 1, column: columnName(col), square: name });
  if (what === "square") return square;
  if (what === "mark") {
    return message("speech.marked", { square, mines: minesLeftWords(game.minesLeft) });
  }
  /**
   * @param {number} r
   * @param {number} c
   */
  const isOn = (r, c) => r >= 0 && c >= 0 && r < game.height && c < game.width;
  return CLOCKWISE.map(([down, right]) => [row + down, col + right])
    .map(([r, c]) => (isOn(r, c) ? squareWords(game.at([r, c])) : squareName("edge")))
    .join(", ");
}
