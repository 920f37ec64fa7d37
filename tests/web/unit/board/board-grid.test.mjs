// Which part of a board has cells for screen readers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { MOST_CELLS, partAround } = await use("board/board-grid.ts");

const view = { top: 100, left: 200, height: 20, width: 40 };

test("a board of ordinary size has all of them, wherever the view is", () => {
  const board = { width: 50, height: 40 };
  assert.deepEqual(partAround(board, view, [0, 0]), { top: 0, left: 0, width: 50, height: 40 });
});

test("a large board has what is in view, wherever the cursor is", () => {
  const board = { width: 1000, height: 1000 };
  for (const cursor of [
    [0, 0],
    [110, 220],
    [999, 999],
  ])
    assert.deepEqual(partAround(board, view, cursor), view);
});

test("where too many are in view, those around the cursor", () => {
  const board = { width: 1000, height: 1000 };
  const wide = { top: 100, left: 200, height: 100, width: 180 };
  for (const [cursor, top] of [
    [[150, 300], 145],
    [[0, 0], 100],
    [[999, 0], 189],
  ]) {
    const part = partAround(board, wide, cursor);
    assert.ok(part.width * part.height <= MOST_CELLS);
    assert.deepEqual([part.top, part.left, part.height, part.width], [top, 200, 11, 180]);
  }
});
