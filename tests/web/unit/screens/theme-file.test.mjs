import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { PACKAGE, use } from "../page.mjs";

const { readTheme, storeThemes, withColour, writeTheme } = await use("themes/file.ts");
const { COLOURS, STYLE_MOST, STYLE_WORDS, colourOf, ownName, storedThemes } = await use("themes/stored-themes.ts");
const { PAIR_COUNT, contrast, lowPairs } = await use("themes/contrast.ts");

const FILE = JSON.parse(readFileSync(new URL("display/themes.json", PACKAGE), "utf-8"));
const { themes } = FILE;
// The same table as tests/display/test_theme_files.py.
const TABLE = JSON.parse(readFileSync(new URL("../../../data/theme_files.json", import.meta.url), "utf-8"));
const KEY = "sapper.themes";

beforeEach(() => localStorage.removeItem(KEY));

for (const { file, key, base, tokens } of TABLE.good) {
  test(`${file.name} is a theme`, () => {
    const theme = readTheme(JSON.stringify(file), themes);
    assert.equal(ownName(theme.name), key);
    assert.equal(theme.base, base);
    for (const [token, colour] of Object.entries(tokens)) assert.equal(colourOf(theme, token), colour);
  });
}

for (const { file, text, why } of TABLE.bad) {
  test(why, () => {
    assert.throws(() => readTheme(text ?? JSON.stringify(file), themes), { message: why });
  });
}

test("every colour and style of the token file can be edited", () => {
  const known = new Set(Object.values(COLOURS).flat());
  for (const [token, value] of Object.entries(themes.dark)) {
    if (["name", "scheme", "style", "ansi", "players"].includes(token)) continue;
    const parts = Array.isArray(value)
      ? value.map((_, at) => at + 1)
      : typeof value === "object"
        ? Object.keys(value)
        : [];
    for (const name of parts.length ? parts.map((part) => `${token}.${part}`) : [token])
      assert.ok(known.has(name), name);
  }
  const style = new Set([...Object.keys(STYLE_WORDS), ...Object.keys(STYLE_MOST)]);
  assert.deepEqual(style, new Set(Object.keys(themes.dark.style)));
});

test("a file reads back what was written, and is stored", () => {
  const draft = withColour({ ...themes.amiga, name: "Lagoon", base: "amiga" }, "number.3", "#123456");
  const theme = readTheme(writeTheme(draft), themes);
  assert.equal(theme.number[2], "#123456");
  assert.equal(theme.name, "Lagoon");
  storeThemes({ "own:lagoon": theme });
  assert.deepEqual(Object.keys(storedThemes()), ["own:lagoon"]);
  assert.equal(writeTheme(storedThemes()["own:lagoon"]), writeTheme(theme));
});

test("what is stored and no theme is left out", () => {
  const whole = JSON.parse(writeTheme({ ...themes.dark, name: "Whole", base: "dark" }));
  const { flag: _, ...without } = whole;
  for (const stored of ["", "{", "null", "3", '{"a": 1}', "[1, null, [], {}]", JSON.stringify([without])]) {
    localStorage.setItem(KEY, stored);
    assert.deepEqual(storedThemes(), {}, stored);
  }
  localStorage.setItem(KEY, JSON.stringify([without, { ...whole, page: "red" }, whole]));
  assert.deepEqual(Object.keys(storedThemes()), ["own:whole"]);
});

test("every theme of the program passes the floors, and a pale number does not", () => {
  for (const theme of Object.values(themes)) assert.deepEqual(lowPairs(theme), []);
  const [low] = lowPairs(withColour(themes.light, "number.2", "#ddffdd"));
  assert.deepEqual([low.one, low.other, low.floor], ["number.2", "open", 4.5]);
  assert.ok(low.ratio < 1.2);
  assert.ok(PAIR_COUNT > 40);
});

test("contrast is that of WCAG", () => {
  assert.equal(contrast("#000000", "#ffffff"), 21);
  assert.equal(contrast("#777777", "#ffffff").toFixed(2), "4.48");
});
