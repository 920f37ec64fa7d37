// Words for those who listen: squares, their neighbours, counts.

import type { Game } from "./model.ts";
import type { KeyMap } from "../input/keys.ts";
import type { Cell } from "../types.ts";

import { EXPLODED, FLAG, HIDDEN, MINE, QUESTION, WRONG_FLAG, columnName } from "./cell-values.ts";
import { minesLeftWords } from "./mines-left.ts";
import { message, status, words as wordsOf, listed } from "../ui/words.ts";

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
const NAMES: Record<number, string> = {
  0: "blank",
  [HIDDEN]: "hidden",
  [FLAG]: "flag",
  [QUESTION]: "question",
  [MINE]: "mine",
  [EXPLODED]: "exploded",
  [WRONG_FLAG]: "wrong-flag",
};

const squareName = (name: string) => wordsOf("squares", name).name;

const isNumber = (seen: number) => seen >= 1 && seen <= 8;

/** The content of a square, in words. */
export const squareWords = (seen: number) => (isNumber(seen) ? String(seen) : squareName(NAMES[seen]));

/** Return how a cell is named in the grid for screen readers: where it is, what it shows, its flags, its edges. */
export function cellLabel(game: Game, row: number, col: number) {
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
  const square = listed(said.map((part) => part || ""));
  return message("speech.square", { row: row + 1, column: columnName(col), square });
}

/** A number for what the label of a cell says: as long as it is the same, so is the label. */
export function labelKey(game: Game, index: number) {
  const seen = game.seen(index);
  return isNumber(seen) ? seen + 16 * game.flagsAround(index) : seen;
}

/** Return which keys play and read, as a screen reader describes the board. */
export const keyWords = (map: KeyMap) =>
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

/** Return words for a square, a mark set or removed there, its neighbours clockwise, the mines left, or the time. */
export function words(what: string, game: Game, [row, col]: Cell) {
  if (what === "mines") return minesLeftWords(game.minesLeft);
  if (what === "time") return message("count.seconds", { count: Math.floor(game.elapsed / 1000) });
  if (!game.isVisible) return status("paused");
  const name = squareWords(game.at([row, col]));
  const square = message("speech.square", { row: row + 1, column: columnName(col), square: name });
  if (what === "square") return square;
  if (what === "mark") {
    return message("speech.marked", { square, mines: minesLeftWords(game.minesLeft) });
  }
  const isOn = (r: number, c: number) => r >= 0 && c >= 0 && r < game.height && c < game.width;
  return CLOCKWISE.map(([down, right]) => [row + down, col + right])
    .map(([r, c]) => (isOn(r, c) ? squareWords(game.at([r, c])) : squareName("edge")))
    .join(", ");
}
