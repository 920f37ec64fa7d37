import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PACKAGE, use } from "../page.mjs";

const { SCREENS, pathOf, placeOf, titleOf } = await use("app/shell/screens.ts");

const at = (screen = "", page = "", room = null, id = "") => ({ screen, page, room, id });

test("addresses and places are each other's opposite", () => {
  for (const [name, { path, kind }] of Object.entries(SCREENS)) {
    if (!path || kind === "board" || path.includes(":")) continue;
    assert.deepEqual(placeOf(path), { name, id: "" });
    assert.equal(pathOf(kind === "screen" ? at(name) : at("", name)), path);
  }
  assert.deepEqual(placeOf("/g/a-_Z9"), { name: "board", id: "a-_Z9" });
  assert.equal(pathOf(at("", "", "a-_Z9")), "/g/a-_Z9");
});

test("a screen may have an id in its address", () => {
  assert.deepEqual(placeOf("/replay/17"), { name: "replay", id: "17" });
  assert.equal(pathOf(at("replay", "", "room", "17")), "/replay/17");
});

test("the address of a room says whether it is watched, so that a reload does", () => {
  const inRoom = (isWatching) => ({ ...at(), party: { id: "a-_Z9", isWatching } });
  assert.deepEqual(placeOf("/r/a-_Z9?watch"), { name: "party", id: "a-_Z9" });
  assert.equal(pathOf(inRoom(true)), "/r/a-_Z9?watch");
  assert.equal(pathOf(inRoom(false)), "/r/a-_Z9");
});

test("an address that no screen has leads nowhere", () => {
  for (const path of ["/nothing", "/g/", "/g", "/g/a/b", "/settings/more", ""]) {
    assert.deepEqual(placeOf(path), { name: "missing", id: "" });
  }
});

test("pages without an address leave the one of the board", () => {
  assert.equal(pathOf(at("", "menu", "room")), "/g/room");
  assert.equal(pathOf(at("", "menu")), "/");
  assert.equal(pathOf(at("", "times", "room")), "/times");
});

test("titles name the screen", () => {
  assert.equal(titleOf(at("settings"), "Expert 30×16"), "Settings · Sapper");
  assert.equal(titleOf(at("", "times"), "Expert 30×16"), "Best times · Sapper");
  assert.equal(titleOf(at("", "menu"), "Expert 30×16"), "Expert 30×16 · Sapper");
  assert.equal(titleOf(at(), ""), "Sapper");
});

test("the server answers at the address of every screen", () => {
  const source = readFileSync(new URL("server/http/static.py", PACKAGE), "utf-8");
  const served = [.../^SCREENS = \(([^)]*)\)$/m.exec(source)[1].matchAll(/"([^"]+)"/g)].map(([, path]) => path);
  const shown = Object.values(SCREENS).flatMap(({ path }) => path ?? []);
  assert.deepEqual(served.map((path) => path.replace(/\{\w+\}/, ":id")).sort(), shown.sort());
});
