import assert from "node:assert/strict";
import { test } from "node:test";
import { schema, use } from "../page.mjs";

const { KeyReader } = await use("input/key-reader.ts");
const { KeyMap, stroke } = await use("input/keys.ts");

const event = (key, more = {}) => ({
  key,
  code: "",
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

test("strokes are spelled as the key map spells them", () => {
  assert.equal(stroke(event("ArrowUp")), "up");
  assert.equal(stroke(event("F", { shiftKey: true })), "shift+f");
  assert.equal(stroke(event("?", { shiftKey: true })), "?");
  assert.equal(stroke(event("∫", { code: "KeyB", altKey: true })), "alt+b");
  assert.equal(stroke(event("Shift", { shiftKey: true })), null);
});

test("a letter with Shift is the letter where it is not bound itself", () => {
  const map = new KeyMap("default", schema.keys.default);
  assert.equal(map.action("shift+f"), "swap-buttons");
  assert.equal(map.action("shift+h"), "hint");
  assert.equal(map.action("j"), null);
});

test("labels are for people", () => {
  const map = new KeyMap("default", { undo: ["ctrl+z", "backspace"], open: ["enter", "space"], "zoom-in": ["+"] });
  assert.deepEqual(map.labels("undo"), ["Ctrl+Z", "Backspace"]);
  assert.equal(map.label("open"), "Space");
  assert.equal(map.label("zoom-in"), "+");
  assert.equal(map.label("nothing"), "");
});

test("series and counts of the vim profile", () => {
  const reader = new KeyReader();
  reader.map = new KeyMap("vim", schema.keys.vim);
  const names = ["g", "g", "1", "2", "j"].map((typed) => reader.read(typed));
  assert.deepEqual(
    names.map(({ name }) => name),
    [null, "top", null, null, "down"],
  );
  assert.equal(names.at(-1).count, 12);
});
