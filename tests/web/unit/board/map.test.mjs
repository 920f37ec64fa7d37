import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { mapHeight, viewOnMap } = await use("board/large-map.ts");

test("a map has the shape of its board, within bounds", () => {
  assert.equal(mapHeight({ width: 1000, height: 1000 }), 264);
  assert.equal(mapHeight({ width: 1000, height: 500 }), 132);
  assert.equal(mapHeight({ width: 1000, height: 1 }), 24);
  assert.equal(mapHeight({ width: 1, height: 1000 }), 400);
});

test("the view lies on the map where it lies on the board, and is never too small to see", () => {
  const game = { width: 1000, height: 500 };
  const view = viewOnMap(game, { left: 500, top: 250, width: 100, height: 50 }, 200, 100);
  assert.deepEqual(view, { x: 101, y: 51, width: 18, height: 8 });
  const small = viewOnMap(game, { left: 0, top: 0, width: 1, height: 1 }, 200, 100);
  assert.deepEqual([small.width, small.height], [4, 4]);
});
