import assert from "node:assert/strict";
import { test } from "node:test";
import { schema, use } from "../page.mjs";

const { readSettings, writeSettings } = await use("settings/file.ts");

test("a file reads back what was written", () => {
  const chosen = {
    controls: { "hold-ms": 250, "chord-middle": false },
    keys: { profile: "vim", hint: ["o", "ctrl+,"], quit: [] },
    display: { theme: "own:my-forest" },
    game: { name: 'Ada "the" \\ é', level: "30x16/99" },
    sound: { on: true, volume: 20 },
  };
  assert.deepEqual(readSettings(writeSettings(chosen), schema), chosen);
  assert.deepEqual(readSettings(writeSettings({ game: {} }), schema), {});
});

test("a file of the terminal is read: comments, one key, lists over lines, what only the terminal has", () => {
  const text = `# mine
[display]   # colours
theme = "terminal"
ascii = true
[keys]
new = "Ctrl+N" # one key
hint = [
  'h', # and
  "f1",
]
[game]
confirm-new-after = 3_600
`;
  assert.deepEqual(readSettings(text, schema), {
    display: { ascii: true },
    keys: { new: ["ctrl+n"], hint: ["h", "f1"] },
    game: { "confirm-new-after": 3600 },
  });
});

for (const [text, line, why] of [
  ["hello", 1, /not a setting/],
  ["[display]\ntheme", 2, /not a setting/],
  ["[display]\ntheme =", 2, /not a setting/],
  ["[display]\n\ntheme = dark", 3, /not a setting/],
  ['theme = "dark"', 1, /not a setting/],
  ['[display]\ntheme = "dark', 2, /not closed/],
  ['[keys]\nhint = ["h",', 2, /not closed/],
  ['[display]\ntheme = "dark" x', 2, /not a setting/],
  ["[colours]", 1, /no section colours\. Choose controls, keys/],
  ["[display]\n# night\ncolor = 1", 3, /no setting color/],
  ['[display]\ntheme = "neon"', 2, /display\.theme must be system, classic.*, not "neon"/],
  ["[display]\nanimation = 1", 2, /must be true or false, not 1/],
  ["[controls]\nhold-ms = 20", 2, /whole number from 80 to 600, not 20/],
  ['[game]\nruleset = "nobody\'s"', 2, /game\.ruleset must be/],
  ["[display]\nflash = true\nflash = false", 3, /flash is there twice/],
  ['[keys]\nhint = "enterr"', 2, /"enterr" is not a key/],
  ["[keys]\nhint = 3", 2, /a key or a list of keys/],
  ['[keys]\nodds = "o"\nhint = "n"', 3, /n cannot be the key for hint: n is the key for new/],
  ['[keys]\nprofile = "vim"\nhint = "2"', 3, /vim profile counts/],
  [`[game]\nname = "${"x".repeat(70_000)}"`, 1, /at most 64 kB/],
]) {
  test(`line ${line} of ${JSON.stringify(text.slice(0, 50))}`, () => {
    assert.throws(
      () => readSettings(text, schema),
      (error) => error.line === line && why.test(error.message),
    );
  });
}
