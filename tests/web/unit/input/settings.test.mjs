import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { schema, use } from "../page.mjs";

const { Settings, validated } = await use("input/settings.ts");

const KEY = "sapper.settings";

beforeEach(() => localStorage.removeItem(KEY));

const stored = (value) => {
  localStorage.setItem(KEY, typeof value === "string" ? value : JSON.stringify(value));
  return new Settings(schema);
};

test("what was chosen is there again", () => {
  new Settings(schema).set("game", "level", "20x10/30");
  assert.equal(new Settings(schema).rules, "modern 20x10/30 layout=no-guess");
});

test("null goes back to the default", () => {
  const settings = new Settings(schema);
  settings.set("display", "theme", "mono");
  settings.set("display", "theme", null);
  assert.equal(settings.get("display", "theme"), "system");
});

for (const [section, name, value] of [
  ["game", "ruleset", "nobody's"],
  ["game", "ruleset", "toString"],
  ["game", "level", "huge"],
  ["game", "rules", "colour=red"],
  ["game", "rules", "practice"],
  ["game", "no-guess", "always"],
  ["game", "confirm-new-after", -1],
  ["game", "confirm-new-after", "5"],
  ["game", "name", 7],
  ["display", "theme", "neon"],
  ["display", "animation", "yes"],
  ["controls", "double-click-ms", 1e9],
  ["controls", "reveal", null],
  ["keys", "profile", "emacs"],
]) {
  test(`${section}.${name} = ${JSON.stringify(value)} falls back to its default`, () => {
    const settings = stored({ [section]: { [name]: value } });
    assert.deepEqual(settings.get(section, name), new Settings(schema).get(section, name));
    assert.equal(settings.rules, "modern beginner layout=no-guess");
  });
}

test("what is not allowed does not take the rest with it", () => {
  const settings = stored({ game: { ruleset: "amiga", level: 5 }, nothing: { at: "all" }, display: "dark" });
  assert.equal(settings.rules, "amiga beginner");
});

test("text that is no JSON is nothing", () => {
  for (const text of ["", "{", "null", "[]", '"text"', "3"])
    assert.equal(stored(text).rules, "modern beginner layout=no-guess");
});

test("keys of one's own", () => {
  const { keyMap } = stored({ keys: { hint: ["o"], nothing: ["q"], new: "n" } });
  assert.deepEqual(keyMap.bindings.hint, ["o"]);
  assert.deepEqual(keyMap.bindings.new, ["n", "alt+n"]);
  assert.ok(!("nothing" in keyMap.bindings));
});

test("who has chosen nothing gets boards that need no guess, but for the old games", () => {
  assert.equal(new Settings(schema).rules, "modern beginner layout=no-guess");
  for (const ruleset of Object.keys(schema.rulesets).filter((name) => name !== "modern")) {
    assert.equal(stored({ game: { ruleset } }).rules, `${ruleset} beginner`);
  }
  assert.equal(
    stored({ game: { ruleset: "amiga", "no-guess": "pairs" } }).rules,
    "amiga beginner layout=no-guess-pairs",
  );
  assert.equal(stored({ game: { "no-guess": "off" } }).rules, "modern beginner");
});

test("every default is allowed", () => {
  const defaults = Object.fromEntries(
    Object.entries(schema.settings).map(([section, options]) => [
      section,
      Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default])),
    ]),
  );
  assert.deepEqual(validated(defaults, schema), defaults);
});

test("rules that the ruleset has anyway are not stored", () => {
  const settings = new Settings(schema);
  settings.setRule("questions", true);
  assert.equal(settings.rules, "modern beginner layout=no-guess questions=on");
  settings.setRule("questions", false);
  assert.equal(settings.rules, "modern beginner layout=no-guess");
});

test("a ruleset has its own levels and controls", () => {
  const settings = new Settings(schema);
  settings.setRuleset("amiga");
  assert.deepEqual(settings.levelSize("expert"), { width: 32, height: 16, mines: 99 });
  assert.equal(settings.controls("amiga").flag, "release");
  assert.equal(settings.levelName({ width: 32, height: 16, mines: 99 }, "amiga"), "Expert");
  assert.equal(settings.levelName({ width: 7, height: 7, mines: 7 }), "Custom");
});

test("the rules of a level card are those of the game that it starts", () => {
  const settings = new Settings(schema);
  settings.set("game", "no-guess", "pairs");
  assert.equal(settings.rulesOf("expert"), "modern expert layout=no-guess-pairs");
  assert.equal(settings.rules, settings.rulesOf(settings.get("game", "level")));
});
