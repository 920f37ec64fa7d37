import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { allWords, schema, use } from "../page.mjs";

const { COMPLETIONS } = await use("play/commands.ts");
const words = await use("ui/words.ts");
const { message, pieces, rule, setting, useWords } = words;

afterEach(() => useWords(allWords, "en"));

test("a message takes its values", () => {
  assert.equal(message("odds.lowest", { square: "E16", risk: "7 %" }), "Lowest risk: E16, 7 %.");
  assert.equal(message("pause.resume"), "Resume");
});

test("braces in a value stay as they are", () => {
  assert.equal(message("odds.open", { square: "{count}" }), "Open {count}");
});

test("a count chooses the plural", () => {
  const wins = (count) => message("count.wins", { count });
  assert.deepEqual([0, 1, 2, -1].map(wins), ["0 wins", "1 win", "2 wins", "-1 win"]);
});

test("the plural forms are those of the language", () => {
  const forms = {
    one: "{count} wygrana",
    few: "{count} wygrane",
    many: "{count} wygranych",
    other: "{count} wygranej",
  };
  useWords({ messages: { count: { wins: forms } } }, "pl");
  const wins = (count) => message("count.wins", { count });
  assert.deepEqual([1, 3, 5, 1.5].map(wins), ["1 wygrana", "3 wygrane", "5 wygranych", "1.5 wygranej"]);
});

test("a form that a language does not write is the other one", () => {
  useWords({ messages: { count: { wins: { other: "{count} x" } } } }, "en");
  assert.equal(message("count.wins", { count: 1 }), "1 x");
});

test("a value may be an element", () => {
  const element = { tag: "b" };
  assert.deepEqual(pieces("odds.for-example", { square: element }), ["For example ", element, "."]);
});

test("lines are a list of texts", () => {
  assert.equal(words.lines("help.advice").length, 4);
});

test("an action of the key map and a command without a key have names", () => {
  assert.deepEqual(words.action("new"), { name: "New game", short: "new" });
  assert.deepEqual(words.action("best-times"), { name: "Best times", short: "best times" });
  assert.equal(words.action("settings").name, "Settings");
});

test("a name is short as it is where nouns have a capital", () => {
  useWords({ actions: { hint: { name: "Tipp" } } }, "de");
  assert.equal(words.action("hint").short, "Tipp");
});

test("options name their values", () => {
  assert.equal(setting("display", "theme").value("contrast"), "High contrast");
  assert.equal(setting("game", "after-win").value("new-game"), "New game");
  assert.equal(setting("display", "flash").value(true), "On");
  assert.equal(setting("game", "confirm-new-after").value(30), "30");
  assert.deepEqual(
    COMPLETIONS.map((value) => rule("completion").value(value)),
    ["All safe squares open", "All mines flagged", "Both", "Either"],
  );
});

test("every level, grade, ruleset and theme of the schema has words", () => {
  for (const name of Object.keys(schema.levels)) assert.ok(words.level(name));
  for (const name of schema.settings.game["no-guess"].choices) assert.ok(words.grade(name).description);
  for (const name of Object.keys(schema.rulesets)) assert.ok(words.ruleset(name).description);
  for (const name of ["system", ...schema["theme-names"]]) assert.ok(words.theme(name));
  for (const name of ["won", "lost", "abandoned", "paused"]) assert.ok(words.status(name));
});

for (const [what, read, named] of [
  ["a message", () => message("count.cats", { count: 1 }), /messages\.count\.cats/],
  ["a group", () => message("count"), /count/],
  ["a value of a message", () => message("odds.lowest", { risk: "7 %" }), /odds\.lowest needs the value square/],
  ["a count", () => message("count.wins"), /count\.wins/],
  ["an action", () => words.action("dance"), /commands\.dance/],
  ["a setting", () => setting("display", "colour"), /settings\.display\.colour/],
  ["a value of a rule", () => rule("completion").value("often"), /rules\.completion\.values\.often/],
  ["a name that every object has", () => words.theme("constructor"), /themes\.constructor/],
]) {
  test(`${what} that is missing throws an error that names it`, () => {
    assert.throws(read, named);
  });
}

test("dates are written as the language writes them", () => {
  assert.equal(words.locale(), "en-GB");
  useWords({}, "de");
  assert.equal(words.locale(), "de");
});

test("parts of a catalogue are one", () => {
  const one = { messages: { page: { close: "Close" } }, levels: { expert: "Expert" } };
  const other = { messages: { page: { back: "Back" }, end: { again: ["Once", "more"] } } };
  assert.deepEqual(words.merged(one, other), {
    messages: { page: { close: "Close", back: "Back" }, end: { again: ["Once", "more"] } },
    levels: { expert: "Expert" },
  });
  assert.deepEqual(Object.keys(one.messages.page), ["close"]);
});
