import assert from "node:assert/strict";
import { test } from "node:test";
import { gestureBoard, schema, use } from "../page.mjs";

const { Touch } = await use("input/touch-gestures.ts");

const controls = Object.fromEntries(
  Object.entries(schema.settings.controls).map(([name, option]) => [name, option.default]),
);
const touch = (chosen = {}) => new Touch({ ...controls, ...chosen }, schema.choices);
const board = gestureBoard(["1F.", "..."]);

// What fingers do is in tests/data/gestures.toml; here is what only the page asks for.

test("the touched square is drawn pressed until the finger pans", () => {
  const finger = touch();
  assert.deepEqual([finger.preview(board), finger.isDown], [[], false]);
  finger.press([1.5, 1.5], 0);
  assert.deepEqual([finger.preview(board), finger.isDown], [[[1, 1]], true]);
  finger.move([1.5, 2.5]);
  assert.deepEqual([finger.preview(board), finger.isDown, finger.isPanning], [[], false, true]);
});

test("a number shows what a chord would open, a flag nothing", () => {
  const finger = touch();
  finger.press([0.5, 0.5], 0);
  assert.deepEqual(finger.preview(board), [
    [1, 0],
    [1, 1],
  ]);
  finger.press([0.5, 1.5], 0);
  assert.deepEqual(finger.preview(board), []);
});

test("a hold is due while the finger is at rest, later beside a switch", () => {
  const finger = touch({ "hold-ms": 250 });
  assert.equal(finger.due, null);
  finger.press([1.5, 1.5], 1000);
  assert.equal(finger.due, 1250);
  finger.move([1.5, 2.5]);
  assert.equal(finger.due, null);
  const switched = touch({ touch: "switch" });
  switched.press([1.5, 1.5], 1000);
  assert.equal(switched.due, 1400);
});
