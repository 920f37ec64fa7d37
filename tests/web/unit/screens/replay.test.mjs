// A replay without its screen: the board at any action, the time, the charts, the moment in the address.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { ReplayBoard } = await use("board/replay-board.ts");
const { Playback, SPEEDS } = await use("replay/playback.ts");
const { columnOf, labelledSeconds, luckUsed, speeds } = await use("replay/charts.ts");
const { momentOf, writeMoment } = await use("replay/moment.ts");
const { reviewMarks } = await use("replay/marks.ts");
const { ask, Refused, verdictIcon } = await use("net/replays.ts");

const step = (at, cells, more = {}) => ({
  at,
  kind: "open",
  cell: cells[0] ?? null,
  cells,
  status: "playing",
  mines_left: 2,
  by: 0,
  device: "mouse",
  x: null,
  y: null,
  ...more,
});

function board() {
  const made = new ReplayBoard({ width: 3, height: 2, mines: 2 });
  made.add([step(0, [0, 1]), step(500, [1, 10], { kind: "flag", mines_left: 1 })]);
  made.add([step(500, [1, 9, 2, 1]), step(900, [1, 13], { status: "lost" })]);
  return made;
}

test("a board goes to any action and back", () => {
  const replay = board();
  const looks = ["...\n...", "1..\n...", "1F.\n...", "1.1\n...", "1!1\n..."];
  for (const place of [0, 1, 2, 3, 4, 2, 0, 3, 1, 4, 99, -5]) {
    replay.go(place);
    const within = Math.max(0, Math.min(place, 4));
    assert.equal(replay.diagram(), `3x2/2\n${looks[within]}`);
    assert.equal(replay.place, within);
  }
  assert.deepEqual([...replay.go(2)], [0, 1]);
  assert.equal(replay.minesLeft, 1);
  assert.equal(replay.flagsAround(0), 1);
  assert.equal(replay.name(5), "C2");
  replay.go(4);
  assert.equal(replay.hasHit, true);
  assert.equal(replay.isOver, true);
});

test("several actions at one time are played together", () => {
  const replay = board();
  assert.deepEqual(
    [0, 499, 500, 899, 900, 5000].map((at) => replay.placeAt(at)),
    [1, 1, 3, 3, 4, 4],
  );
});

test("time passes by the speed, and stops at the end", () => {
  const playback = new Playback(board());
  playback.play(1000);
  playback.advance(1400);
  assert.deepEqual([playback.at, playback.place], [400, 1]);
  playback.speed = 0.1;
  playback.advance(2400);
  assert.deepEqual([playback.at, playback.place, playback.isPlaying], [500, 3, true]);
  playback.speed = 16;
  playback.advance(2500);
  assert.deepEqual([playback.at, playback.place, playback.isPlaying], [900, 4, false]);
  playback.play(3000);
  assert.deepEqual([playback.at, playback.place], [0, 0]);
  playback.seek(0);
  assert.equal(playback.place, 0);
  playback.seek(600);
  assert.deepEqual([playback.at, playback.place], [600, 3]);
  playback.least = 2000; // a longer game is beside it
  playback.seek(1500);
  assert.deepEqual([playback.at, playback.place, playback.isAtEnd], [1500, 4, false]);
  for (let turn = 0; turn < 20; turn++) playback.changeSpeed(-1);
  assert.equal(playback.speed, SPEEDS[0]);
});

test("charts agree with those of the terminal", () => {
  assert.deepEqual(
    [0, 99, 100, 1000].map((at) => columnOf(at, 1000, 10)),
    [0, 0, 1, 9],
  );
  const moves = [
    { at: 0, solved: 2, luck: 0 },
    { at: 500, solved: 4, luck: 0.5 },
    { at: 999, solved: 4, luck: 0.25 },
  ];
  // charts.speeds([(0, 2), (500, 4), (999, 4)], 1000, 5)
  const terminal = [6.666666666666666, 5.0, 4.0, 2.5, 3.333333333333333];
  assert.deepEqual(
    speeds(moves, 1000, 5).map((value) => value.toFixed(6)),
    terminal.map((value) => value.toFixed(6)),
  );
  assert.deepEqual(luckUsed(moves), [0, 0.5, 0.75]);
  assert.deepEqual(labelledSeconds(139_840, 7), [0, 20, 40, 60, 80, 100, 120]);
  assert.deepEqual(labelledSeconds(0, 7), [0]);
});

test("a moment is read from the address of its own game only", () => {
  const set = (pathname, hash) => Object.assign(globalThis.location, { pathname, hash });
  set("/replay/7", "#at=93420&with=12");
  assert.deepEqual(momentOf("/replay/7"), { at: 93420, other: "12" });
  assert.deepEqual(momentOf("/replay/8"), { at: 0, other: "" });
  for (const hash of ["", "#at=-1", "#at=x&with=<b>", "#with="]) {
    set("/replay/7", hash);
    assert.deepEqual(momentOf("/replay/7"), { at: 0, other: "" });
  }
  let written = "";
  globalThis.history = { state: null, replaceState: (_, __, address) => (written = address) };
  writeMoment("/replay/7", { at: 12.9, other: "3" });
  assert.equal(written, "#with=3&at=12");
  written = "";
  writeMoment("/replay/8", { at: 12, other: "" });
  assert.equal(written, "");
});

test("a verdict points at the move, at what was safe and at the numbers", () => {
  const replay = board();
  replay.go(1);
  const move = { action: 0, verdict: "needless-guess", risk: 0.2, best: 3, safe: [0, 3, 4], reason: [2] };
  assert.deepEqual(
    [...reviewMarks(replay, move)],
    [
      [3, { safe: true }],
      [4, { dot: true }],
      [2, { reason: true }],
      [0, { mistake: true }],
    ],
  );
  assert.deepEqual([...reviewMarks(replay, { ...move, verdict: "right-guess" })], [[0, { guess: true }]]);
  assert.equal(reviewMarks(replay, { ...move, verdict: "certain" }).size, 0);
  assert.equal(verdictIcon({ verdict: "right-guess" }, true), "verdict-unlucky");
  assert.equal(verdictIcon({ verdict: "right-guess" }, false), "verdict-forced");
});

test("an answer that never comes does not block what is asked for after it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  t.mock.method(globalThis, "fetch", (path, { signal }) => {
    asked.push(path);
    if (path === "/second") return Promise.resolve(new Response('{"id": 2}'));
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const first = assert.rejects(ask("/first"), Refused);
  const second = ask("/second");
  while (!asked.length) await Promise.resolve();
  t.mock.timers.tick(30_000);
  await first;
  assert.deepEqual(await second, { id: 2 });
});
