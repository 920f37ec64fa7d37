import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { namedCells, splitSquares } = await use("board/square-names.ts");
const { cellName } = await use("board/cell-values.ts");

const BOARD = { width: 30, height: 16 };

test("every square is found by its name", () => {
  for (let cell = 0; cell < BOARD.width * BOARD.height; cell++) {
    const name = cellName(Math.floor(cell / BOARD.width), cell % BOARD.width);
    assert.deepEqual(namedCells(`look at ${name}.`, BOARD), [cell], name);
  }
});

test("what is no square of the board stays as it was written", () => {
  for (const text of ["AE1", "A17", "A0", "MP3", "v2.0", "B", "1", "xK5y", "K5K5"]) {
    assert.deepEqual(splitSquares(text, { width: 5, height: 4 }), [{ text, cell: -1 }], text);
  }
});

test("a text is split at the squares that it names, and nothing of it is lost", () => {
  assert.deepEqual(splitSquares("u16 is safe, AD1 too", BOARD), [
    { text: "U16", cell: 15 * 30 + 20 },
    { text: " is safe, ", cell: -1 },
    { text: "AD1", cell: 29 },
    { text: " too", cell: -1 },
  ]);
  assert.deepEqual(splitSquares("", BOARD), []);
});
