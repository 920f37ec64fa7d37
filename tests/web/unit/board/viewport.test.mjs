import assert from "node:assert/strict";
import { test } from "node:test";
import { CELL_SIZES, Viewport } from "../../../../src/sapper/web/src/board/viewport.ts";

/** A board in a room of 1000 by 600 px. */
function shown(width, height, area = {}) {
  const view = new Viewport({ style: {} }, () => {});
  view.model = { width, height };
  view.setArea(1000, 600, area);
  return view;
}

test("squares are as large as fits", () => {
  const view = shown(30, 16);
  assert.ok(view.fits);
  assert.ok(view.cellSize > CELL_SIZES.compact);
});

test("every board has squares of the size that was chosen", () => {
  for (const wanted of Object.values(CELL_SIZES)) {
    for (const [width, height] of [
      [8, 8],
      [30, 16],
    ]) {
      assert.equal(shown(width, height, { wanted }).cellSize, wanted);
    }
  }
  assert.ok(!shown(30, 16, { wanted: CELL_SIZES.large }).fits);
});
