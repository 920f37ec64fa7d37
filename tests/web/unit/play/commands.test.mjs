import assert from "node:assert/strict";
import { test } from "node:test";
import { schema, use } from "../page.mjs";

const { findCommands } = await use("app/palette/command-palette.ts");
const { commandTitle } = await use("app/palette/command-titles.ts");
const { makeCommands } = await use("play/commands.ts");
const { customError } = await use("play/new-game/custom-form.ts");
const { PLAYED, isMove } = await use("input/board-input.ts");
const { settingCommands } = await use("settings/commands.ts");
const { Settings } = await use("input/settings.ts");

const done = [];
const noting = (name) => new Proxy({}, { get: (_, verb) => () => done.push(`${name}.${String(verb)}`) });
const commands = makeCommands({
  state: { game: null },
  settings: { schema, rule: () => false, set: () => done.push("settings.set") },
  themeNames: schema["theme-names"],
  session: noting("session"),
  choices: noting("choices"),
  open: (name) => done.push(`open ${name}`),
  leave: () => done.push("leave"),
  assist: (topic) => done.push(`assist ${topic}`),
  pencil: (name) => done.push(`pencil ${name}`),
  swapButtons: () => done.push("swapButtons"),
  analyse: () => done.push("analyse"),
  share: () => done.push("share"),
  zoom: () => done.push("zoom"),
  read: (what) => done.push(`read ${what}`),
  find: (step) => done.push(`find ${step}`),
  people: () => done.push("people"),
  leaveRoom: () => done.push("leaveRoom"),
});

for (const [profile, differing] of Object.entries(schema.keys)) {
  test(`every action of the ${profile} keys has a command or is a move`, () => {
    const bindings = { ...schema.keys.default, ...differing };
    const without = Object.keys(bindings).filter((name) => !commands.has(name) && !PLAYED.has(name) && !isMove(name));
    assert.deepEqual(without, []);
  });
}

for (const [name, command] of commands) {
  test(`the command ${name} does something`, () => {
    done.length = 0;
    command.run();
    assert.equal(done.length, 1, `${name}: ${done}`);
  });
}

test("the palette finds what begins with the words first", () => {
  const titles = findCommands([...commands.values()], "re").map(({ title }) => title);
  assert.ok(titles[0].toLowerCase().startsWith("re"));
  assert.deepEqual(findCommands([...commands.values()], "no such thing"), []);
  assert.ok(!findCommands([...commands.values()], "").some(({ command }) => command.name === "face"));
});

test("the palette finds by words in any order, by other words and by letters", () => {
  const first = (typed) => findCommands([...commands.values()], typed)[0]?.command.name;
  assert.equal(first("no guess: 2"), "grade-pairs");
  assert.ok(first("no guess").match(/^(grade|pick-layout)/));
  assert.ok(["retry", "new"].includes(first("restart")));
  assert.equal(first("stats"), "statistics");
  assert.equal(first("amiga theme"), "theme-amiga");
  assert.equal(first("thmcl"), "theme-classic");
  assert.ok(findCommands([...commands.values()], "").length > 50, "all of them, not the first dozen");
});

test("settings are commands too", () => {
  const changed = [];
  const settings = new Settings(schema);
  settings.onChange = (section, name) => changed.push([section, name, settings.get(section, name)]);
  const entries = settingCommands(settings);
  const [off] = findCommands(entries, "animate");
  assert.equal(off.title, "Animate openings: Off");
  off.command.run();
  assert.deepEqual(changed, [["display", "animation", false]]);
  assert.ok(!entries.some(({ title }) => title === "Animate openings: On"), "it is on already");
  assert.equal(new Set(entries.map(({ title }) => title)).size, entries.length);
});

test("every command has a title of its own", () => {
  const titles = [...commands.keys()].map(commandTitle);
  assert.equal(new Set(titles).size, titles.length);
  assert.equal(commandTitle("theme-colour-blind"), "Theme: Colour-blind");
  assert.equal(commandTitle("grade-pairs"), "No-guess: 2 Pairs");
  assert.equal(commandTitle("expert-amiga"), "New game: Expert 32 by 16");
  assert.equal(commandTitle("zoom-in"), "Zoom in");
});

test("a board of the player's own size is checked before it is asked for", () => {
  const limit = { width: 1000, height: 1000, mines: 999_999 };
  const error = (width, height, mines, most = 0) => customError({ width, height, mines }, limit, most);
  const found = (...given) => Object.values(error(...given));
  assert.equal(error(12, 7, 83), null);
  assert.deepEqual(found(12, 7, 84), ["mines", "A 12×7 board takes 0 to 83 mines."]);
  assert.deepEqual(found(1001, 7, 1), ["width", "These rules allow boards of up to 1000×1000."]);
  assert.deepEqual(found(7, 1001, 1), ["height", "These rules allow boards of up to 1000×1000."]);
  assert.deepEqual(found(500, 500, 1, 100_000), ["width", "This server allows boards of up to 100000 squares."]);
  assert.deepEqual(found(12, Number.NaN, 1), ["height", "Width, height and mines must be whole numbers."]);
});
