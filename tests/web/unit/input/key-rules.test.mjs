import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { schema, use } from "../page.mjs";

const { changeKeys, dropBadKeys, keyConflict, spellKey } = await use("input/key-rules.ts");
const { KeyMap } = await use("input/keys.ts");
const { Settings, profileKeys } = await use("input/settings.ts");

// The same table as tests/controls/test_key_table.py.
const TABLE = JSON.parse(readFileSync(new URL("../../../data/keys.json", import.meta.url), "utf-8"));
const KEY = "sapper.settings";

beforeEach(() => localStorage.removeItem(KEY));

for (const { profile, own, error } of TABLE.maps) {
  test(`${profile} ${JSON.stringify(own)}`, () => {
    assert.deepEqual(keyConflict({ keys: { profile, ...own } }, schema), error);
  });
}

for (const { profile, strokes, action } of TABLE.actions) {
  test(`${strokes.join(" ")} of ${profile}`, () => {
    assert.equal(new KeyMap(profile, profileKeys(schema, profile)).action(strokes.join(" ")), action);
  });
}

for (const [text, spelled] of TABLE.spellings) {
  test(`the key "${text}"`, () => assert.equal(spellKey(text), spelled));
}

test("a change that a key stands against changes nothing", () => {
  const settings = new Settings(schema);
  assert.deepEqual(changeKeys(settings, "hint", ["n"]), { action: "hint", key: "n", other: "n", owner: "new" });
  assert.deepEqual(settings.keyMap.bindings.hint, ["h"]);
  assert.equal(changeKeys(settings, "hint", ["h", "o"]), null);
  assert.deepEqual(changeKeys(settings, "profile", "vim"), { action: "hint", key: "h", other: "h", owner: "left" });
  assert.equal(settings.keyMap.profile, "default");
  assert.equal(changeKeys(settings, "hint", null), null);
  assert.equal(changeKeys(settings, "profile", "vim"), null);
  assert.deepEqual(new Settings(schema).given("keys"), { profile: "vim" });
});

test("stored keys that cannot be are left out, and the others stay", () => {
  localStorage.setItem(KEY, JSON.stringify({ keys: { hint: ["n"], odds: ["O"], pause: ["f2"] } }));
  const settings = new Settings(schema);
  dropBadKeys(settings);
  assert.deepEqual(settings.given("keys"), { pause: ["f2"] });
});
