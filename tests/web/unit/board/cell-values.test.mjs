import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { FLAG, HIDDEN, MINE, QUESTION, SYMBOLS, WRONG_FLAG, cellName, columnName, isClosed, isOpen } =
  await use("board/cell-values.ts");

test("every value has its symbol", () => {
  assert.equal(SYMBOLS[HIDDEN], ".");
  assert.equal(SYMBOLS[FLAG], "F");
  assert.equal(SYMBOLS[QUESTION], "?");
  assert.equal(SYMBOLS[MINE], "*");
  assert.equal(SYMBOLS[WRONG_FLAG], "x");
  assert.equal(SYMBOLS.length, WRONG_FLAG + 1);
});

test("a cell is open, closed or a thing of the end", () => {
  for (let seen = 0; seen <= 8; seen++) assert.ok(isOpen(seen) && !isClosed(seen));
  for (const seen of [HIDDEN, FLAG, QUESTION]) assert.ok(isClosed(seen) && !isOpen(seen));
  assert.ok(!isClosed(MINE) && !isOpen(MINE));
});

test("columns go from A to Z, then AA", () => {
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnName), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
  assert.equal(cellName(6, 2), "C7");
});
