import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { allWords, use } from "../page.mjs";

const { Upgrade } = await use("app/offline/upgrade.ts");
const { LoadError, isNotLoaded } = await use("ui/dom.ts");

let said;
let loads;
let there;
let now;
let upgrade;

/** What the page says and loads, with a server that has a version. */
function open(own = "old") {
  upgrade = new Upgrade(
    { showBriefly: (text) => said.push(text) },
    { own, ask: async () => there, load: (path) => loads.push(path), now: () => now },
  );
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  sessionStorage.removeItem("sapper.upgrade");
  [said, loads, there, now] = [[], [], "new", 1_000_000];
  open();
});

const words = (name) => allWords.messages.page[name];

test("another version is loaded after a quiet moment", () => {
  upgrade.versionCame("new");
  assert.deepEqual(loads, []);
  mock.timers.tick(1500);
  assert.deepEqual(loads, [""]);
});

test("the same version, and a server that does not say, load nothing", () => {
  for (const version of ["old", ""]) upgrade.versionCame(version);
  mock.timers.tick(10_000);
  assert.deepEqual(loads, []);
});

test("work on the page is never loaded again", () => {
  open("");
  upgrade.versionCame("new");
  mock.timers.tick(10_000);
  assert.deepEqual(loads, []);
});

test("a game in play is waited for", () => {
  let isFree = false;
  upgrade.isFree = () => isFree;
  upgrade.versionCame("new");
  mock.timers.tick(100_000);
  upgrade.check();
  assert.deepEqual(loads, []);
  isFree = true;
  upgrade.check();
  mock.timers.tick(1000);
  isFree = false; // the next game has begun
  upgrade.check();
  mock.timers.tick(100_000);
  assert.deepEqual(loads, []);
  isFree = true;
  upgrade.check();
  mock.timers.tick(1500);
  assert.deepEqual(loads, [""]);
});

test("a load that brings the same page again is not repeated", () => {
  for (let count = 0; count < 5; count++) {
    open();
    upgrade.versionCame("new");
    mock.timers.tick(1500);
    now += 1_000_000;
  }
  assert.equal(loads.length, 1);
});

test("servers of two versions that answer by turns are loaded once in ten minutes", () => {
  for (let count = 0; count < 10; count++) {
    const [own, other] = count % 2 ? ["new", "old"] : ["old", "new"];
    open(own);
    upgrade.versionCame(other);
    mock.timers.tick(1500);
    now += 60_000;
  }
  assert.equal(loads.length, 1);
});

test("the page that comes says that it is new", () => {
  upgrade.versionCame("new");
  mock.timers.tick(1500);
  open("new");
  assert.deepEqual(said, [words("updated")]);
});

test("a part that does not come any more loads what was asked for at once", async () => {
  await upgrade.partFailed("/daily");
  assert.deepEqual([loads, said], [["/daily"], []]);
});

test("a part that does not come during a game is explained, and the page is loaded after it", async () => {
  let isFree = false;
  upgrade.isFree = () => isFree;
  upgrade.isPlaying = () => !isFree;
  await upgrade.partFailed("/daily");
  assert.deepEqual([loads, said], [[], [words("after-game")]]);
  isFree = true;
  upgrade.check();
  mock.timers.tick(1500);
  assert.deepEqual(loads, [""]);
});

test("a part that does not come without a server is not a new version", async () => {
  there = "";
  await upgrade.partFailed();
  assert.deepEqual([loads, said], [[], [words("not-loaded")]]);
});

test("a part that is broken in the version of the server is loaded again once", async () => {
  there = "old";
  await upgrade.partFailed();
  await upgrade.partFailed();
  assert.deepEqual([loads, said], [[""], [words("not-loaded")]]);
});

test("a module that did not come is recognised, in the words of every browser, and other faults are not", () => {
  for (const text of [
    "Failed to fetch dynamically imported module: https://mines.example/assets/x/daily-page.js",
    "error loading dynamically imported module",
    "Importing a module script failed.",
  ]) {
    assert.ok(isNotLoaded(new TypeError(text)), text);
  }
  assert.ok(isNotLoaded(new LoadError("")));
  for (const error of [new TypeError("x is not a function"), new TypeError("Failed to fetch"), new Error("import")]) {
    assert.ok(!isNotLoaded(error), error.message);
  }
});
