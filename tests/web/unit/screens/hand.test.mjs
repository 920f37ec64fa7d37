// The hand: recorded while a game is played, and shown in its replay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { Hand } = await use("replay/hand.ts");
const { HandRecorder } = await use("input/hand-recorder.ts");
const { newState } = await use("state.ts");
const { clicksOf } = await use("replay/hand-clicks.ts");
const { completed, matched } = await use("net/hand-moves.ts");

const track = {
  square: 16,
  times: [-50, 0, 40, 90, 700],
  kinds: "01320",
  xs: [8, 24, 24, 40, 900],
  ys: [8, 8, 8, 24, 8],
  actions: "00000",
};

test("the trail ends where the pointer is", () => {
  const hand = new Hand(track);
  assert.deepEqual(hand.trailAt(-60), []);
  assert.deepEqual(hand.trailAt(50), [
    { x: 0.5, y: 0.5 },
    { x: 1.5, y: 0.5 },
    { x: 1.5, y: 0.5 },
  ]);
  assert.deepEqual(hand.trailAt(500).at(-1), { x: 2.5, y: 1.5 });
  assert.equal(hand.trailAt(9000).length, 1);
});

test("the buttons that are down are known at every time", () => {
  const hand = new Hand(track);
  assert.deepEqual(
    [-1, 0, 40, 90].map((at) => hand.buttonsAt(at)),
    [0, 1, 3, 2],
  );
});

test("the pointer stays longest where it is hottest, and only on the board and after the start", () => {
  const heat = new Hand(track).heat(4, 4);
  assert.deepEqual(
    [...heat],
    [
      [1, 90 / 610],
      [6, 1],
    ],
  );
});

test("a chord that began with the press that set a flag is half a click cheaper", () => {
  // Right down sets a flag, left goes down and up: a chord. Right comes up; then a chord with nothing flagged.
  const hand = new Hand({ ...track, kinds: "31243124", actions: "10100010" });
  const made = ["flag", "chord", "chord"];
  assert.deepEqual([...hand.halves((place) => made[place])], [1]);
  const rightFirst = new Hand({ ...track, kinds: "31423124", actions: "10110010" });
  assert.deepEqual([...rightFirst.halves((place) => ["flag", "chord", "chord", "chord"][place])], []);
});

/** A page with a board of four by four cells of 10 px, and a clock. */
function played() {
  const listeners = {};
  const listen = (name, call) => (listeners[name] = call);
  globalThis.addEventListener = listen;
  const game = { id: "g", elapsed: 0, isOver: false, isVisible: true, status: "playing" };
  const state = { ...newState(), game };
  const placeAt = ({ clientX, clientY }) => (clientX < 0 ? null : [clientY / 10, clientX / 10]);
  const recorder = new HandRecorder(state, { canvas: { addEventListener: listen }, placeAt }, () => true);
  const event = (name, timeStamp, x, y, button = -1, buttons = 0) =>
    listeners[name]({ timeStamp, clientX: x, clientY: y, button, buttons, isPrimary: true });
  return { recorder, state, event };
}

test("times count from the first opening, and a break does not count", () => {
  const { recorder, state, event } = played();
  event("pointermove", 1000, 5, 5);
  event("pointerdown", 1100, 15, 5, 0, 1);
  event("pointerup", 1180, 15, 5, 0);
  state.game.elapsed = 20; // it came 60 ms later
  event("pointermove", 1260, 25, 5);
  state.game.elapsed = 120;
  event("pointermove", 61_360, 35, 5); // after a minute's break
  const found = recorder.take("g", 61_360);
  assert.deepEqual(found.times, [-240, -140, -60, 20, 120]);
  assert.equal(found.kinds, "01200");
  assert.deepEqual(found.xs, [8, 24, 24, 40, 56]);
  assert.equal(recorder.take("g", 61_400), null);
});

test("a second button that goes down and up comes as a move, and another game begins again", () => {
  const { recorder, state, event } = played();
  event("pointerdown", 10, 5, 5, 0, 1);
  event("pointermove", 20, 5, 5, 2, 3);
  event("pointermove", 30, 5, 5, 2, 1);
  assert.equal(recorder.take("other", 40), null);
  assert.equal(recorder._events.map(({ kind }) => kind).join(""), "134");
  state.game = { ...state.game, id: "h" };
  event("pointermove", 50, -1, 5); // outside
  event("pointermove", 60, 5, 5);
  assert.equal(recorder.take("h", 70).kinds, "0");
});

// A board of three by one: a mine, a 1 and an opened end. The hand opens the end, flags the mine, clicks it in vain
// twice and slides from a flag into a chord.
const SIZE = { width: 3, height: 1 };
const move = (kind, cell, at, cells = [], device = "mouse") => ({ kind, cell, at, cells, device });

/** A hand of events `[kind, cell, time]`. */
const handOf = (...events) => ({
  square: 16,
  kinds: events.map(([kind]) => kind).join(""),
  xs: events.map(([, cell]) => cell * 16 + 8),
  ys: events.map(() => 8),
  times: events.map(([, , at]) => at),
  actions: "",
});

test("presses that did nothing are counted once the moves are found in the hand", () => {
  const hand = handOf(
    ["1", 2, -50],
    ["2", 2, 0],
    ["3", 2, 100], // on an open square: nothing
    ["4", 2, 150],
    ["3", 0, 200],
    ["1", 1, 260],
    ["2", 1, 300],
    ["4", 1, 340],
    ["1", 2, 400], // already open
    ["2", 2, 420],
  );
  const steps = [move("open", 2, 0, [2, 0, 1, 1]), move("flag", 0, 230, [0, 10]), move("chord", 1, 330)];
  const found = matched(hand, steps, SIZE);
  assert.equal(found.actions, "0100101000");
  assert.deepEqual(clicksOf(found, steps, SIZE), { left: 2, right: 2, chords: 1, oneAndAHalf: 1 });
});

test("a hand that did not make the moves is not counted", () => {
  const hand = handOf(["1", 2, -50], ["2", 2, 0]);
  assert.equal(matched(hand, [move("open", 1, 0)], SIZE), null); // another square
  assert.equal(matched(hand, [move("flag", 2, 0)], SIZE), null); // another button
  assert.equal(matched(hand, [move("open", 2, 9000)], SIZE), null); // much later
  assert.equal(matched(hand, [move("open", 2, 0, [], "touch")], SIZE), null);
  assert.equal(matched(hand, [move("open", 2, 0)], SIZE).actions, "01");
});

test("every step is in the hand of a file, those of keys as movements to their squares", () => {
  const step = (at, kind, cell, device) => ({ at, kind, cell, device, cells: [] });
  const steps = [
    step(0, "open", 1, "mouse"),
    step(60, "flag", 6, "key"),
    step(60, "pause", null, ""),
    step(95, "flag", 0, "key"),
  ];
  const made = completed({ ...track, kinds: "12000" }, steps, { width: 4, height: 4 });
  assert.equal(made.kinds, "12000000");
  assert.equal(made.actions, "01011010");
  assert.deepEqual(made.times, [-50, 0, 40, 60, 60, 90, 95, 700]);
  assert.deepEqual([made.xs[3], made.ys[3], made.xs[4], made.xs[6], made.ys[6]], [40, 24, 40, 8, 8]);
});
