import assert from "node:assert/strict";
import { test } from "node:test";
import { gestureBoard, schema, use } from "../page.mjs";

const { Keyboard, Mouse } = await use("input/gestures.ts");

const controls = Object.fromEntries(
  Object.entries(schema.settings.controls).map(([name, option]) => [name, option.default]),
);
const rules = schema.choices;
const board = gestureBoard(["1F.", "..."]);

test("left opens where it comes up, right flags where it goes down", () => {
  const mouse = new Mouse(controls, rules);
  assert.deepEqual(mouse.press(board, "left", [0, 2]), []);
  assert.deepEqual(mouse.preview(board), [[0, 2]]);
  assert.ok(mouse.facePressed);
  assert.deepEqual(mouse.release(board, "left", [1, 1]), [{ kind: "open", row: 1, col: 1 }]);
  assert.deepEqual(mouse.press(board, "right", [1, 0]), [{ kind: "flag", row: 1, col: 0 }]);
});

test("a button that was forgotten does nothing", () => {
  const mouse = new Mouse(controls, rules);
  mouse.press(board, "left", [0, 2]);
  mouse.cancel();
  assert.deepEqual(mouse.release(board, "left", [0, 2]), []);
});

test("both buttons chord", () => {
  const mouse = new Mouse(controls, rules);
  mouse.press(board, "left", [0, 0]);
  mouse.press(board, "right", [0, 0]);
  assert.deepEqual(mouse.preview(board), [
    [1, 0],
    [1, 1],
  ]);
  assert.deepEqual(mouse.release(board, "right", [0, 0]), [{ kind: "chord", row: 0, col: 0 }]);
  assert.deepEqual(mouse.release(board, "left", [0, 0]), []);
});

test("without chords a click on a number opens", () => {
  const keyboard = new Keyboard(controls, { ...rules, chord: "off" });
  assert.deepEqual(keyboard.press(board, "chord", [0, 0]), []);
  assert.deepEqual(keyboard.press(board, "open", [0, 0]), [{ kind: "open", row: 0, col: 0 }]);
});

test("marks go from blank to flag, and to a question mark where there is one", () => {
  const withQuestions = new Keyboard(controls, { ...rules, questions: true });
  assert.deepEqual(withQuestions.press(board, "mark", [0, 1]), [{ kind: "question", row: 0, col: 1 }]);
  assert.deepEqual(new Keyboard(controls, rules).press(board, "mark", [0, 1]), [{ kind: "clear", row: 0, col: 1 }]);
});

test("nothing happens off the board", () => {
  assert.deepEqual(new Keyboard(controls, rules).press(board, "open", [2, 0]), []);
  assert.deepEqual(new Keyboard(controls, rules).press(board, "open", null), []);
});
