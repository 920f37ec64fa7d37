import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const {
  isApart,
  isCountingDown,
  isOwner,
  newParty,
  pointerAt,
  present,
  readyCount,
  received,
  seatShares,
  USUAL_TERMS,
} = await use("together/state.ts");
const { initialOf } = await use("play/people.ts");
const { modeText } = await use("together/wording.ts");
const { MODES } = await use("modes.ts");
const { modeOf } = await use("state.ts");
const words = await use("ui/words.ts");

const seat = (number, name, more = {}) => ({
  seat: number,
  name,
  colour: number,
  player: name,
  is_here: true,
  ...more,
});
const partyMessage = (more = {}) => ({
  t: "party",
  party: "id",
  seq: 3,
  terms: { rules: "modern expert" },
  stage: "waiting",
  owner: 0,
  seats: [seat(0, "Ada"), seat(1, "Grace")],
  ...more,
});
const after = (party, ...messages) => messages.reduce((last, message) => received(last, message, 1000), party);
const inside = (...messages) =>
  after(newParty("id"), { t: "entered", n: 1, party: "id", seat: 0 }, partyMessage(), ...messages);

test("what is left out of a message has its usual value", () => {
  const party = inside();
  assert.equal(party.terms.mode, "coop");
  assert.equal(party.terms.can_watch, true);
  assert.equal(party.terms.rules, "modern expert");
  assert.deepEqual([party.startsAt, party.round, party.result], [0, 0, []]);
  assert.ok(isOwner(party));
});

test("somebody who waits at the door is in no room yet, and comes in when the owner agrees", () => {
  const waiting = after(newParty("id"), { t: "knocking", party: "id", owner: "Ada" });
  assert.deepEqual([waiting.knocking?.owner, waiting.isEntered], ["Ada", false]);
  const came = after(waiting, { t: "entered", n: 1, party: "id", seat: 1 }, partyMessage());
  assert.deepEqual([came.knocking, came.isEntered, came.seat], [null, true, 1]);
  const knocks = [{ player: "p", name: "Eve" }];
  assert.deepEqual(inside(partyMessage({ knocks })).knocks, knocks);
});

test("a player who stands up watches, also after a reconnect, and talks with the others who watch", () => {
  const stood = after(inside(), { t: "entered", n: 2, party: "id" });
  assert.deepEqual([stood.seat, stood.isWatching], [null, true]);
  const race = { stage: "playing", terms: { rules: "modern", mode: "race" } };
  const inRace = (party, more = {}) => after(party, partyMessage({ ...race, ...more }));
  assert.ok(isApart(inRace(stood)));
  assert.ok(!isApart(after(stood, partyMessage({ stage: "playing" })))); // co-op
  assert.ok(!isApart(inRace(inside(), { seats: [{ ...seat(0, "Ada"), plays: true }] })));
});

test("the first square of a duel is counted for nobody", () => {
  const party = inside(
    partyMessage({ terms: { rules: "modern expert", mode: "duel" } }),
    { t: "shares", game: "g", seq: 0 },
    { t: "delta", game: "g", seq: 1, by: 1, cells: [0, 1, 1, 2], status: "playing" },
    { t: "delta", game: "g", seq: 2, by: 0, cells: [2, 1], status: "playing" },
  );
  assert.deepEqual(party.shares?.opened, { 0: 1 });
});

test("a state is never changed in place", () => {
  const party = inside();
  const before = structuredClone(party);
  after(
    party,
    { t: "said", line: { seat: 1, name: "Grace", at: 1, text: "hello" } },
    { t: "aimed", seat: 1, x: 3, y: 4, mark: true },
    { t: "shares", game: "g", seq: 0 },
    { t: "delta", game: "g", seq: 1, by: 1, cells: [0, 10] },
    partyMessage({ seq: 4, seats: [seat(0, "Ada")] }),
  );
  assert.deepEqual(party, before);
});

test("who comes, leaves and is back is noted, but not what was there before, nor oneself", () => {
  const away = [seat(0, "Ada"), seat(1, "Grace", { is_here: false, leaves_in: 31_000 })];
  const party = inside(
    partyMessage({ seats: [...away, seat(2, "Linus")] }),
    partyMessage({ seats: [seat(0, "Ada"), seat(1, "Grace"), seat(2, "Linus")] }),
    partyMessage({ seats: [seat(0, "Ada", { has_left: true }), seat(1, "Grace"), seat(2, "Linus")], owner: 1 }),
  );
  assert.deepEqual(
    party.lines.map(({ kind, name }) => `${kind} ${name}`),
    ["joined Linus", "back Grace", "owner Grace"],
  );
  assert.deepEqual(
    present(party).map(({ name }) => name),
    ["Grace", "Linus"],
  );
});

test("times that are left become times of the clock", () => {
  const seats = [seat(0, "Ada", { is_ready: true }), seat(1, "Grace", { is_here: false, leaves_in: 31_000 })];
  const party = inside(partyMessage({ seats, stage: "playing", starts_in: 3000, ends_in: 60_000 }));
  assert.deepEqual([party.startsAt, party.endsAt, party.away], [4000, 61_000, { 1: 32_000 }]);
  assert.ok(isCountingDown(party, 3999));
  assert.ok(!isCountingDown(party, 4000));
  assert.equal(readyCount(party), 1);
});

test("moves are counted for the one who makes them, once", () => {
  const move = { t: "delta", game: "g", seq: 6, by: 1, status: "playing", cells: [0, 1, 1, 0, 2, 13] };
  const party = inside(
    { t: "shares", game: "g", seq: 5, opened: { 0: 9 }, flags: { 7: 0, 1: 0 } },
    { ...move, seq: 5 },
    { ...move, game: "another" },
    move,
    move,
    { t: "delta", game: "g", seq: 7, by: 0, status: "ready", cells: [8, 10] },
    { t: "delta", game: "g", seq: 8, by: 1, status: "playing", cells: [7, 9] },
    { t: "delta", game: "g", seq: 9, by: 1, status: "won", cells: [3, 10] },
  );
  assert.deepEqual(party.shares.opened, { 0: 9, 1: 2 });
  assert.deepEqual(party.shares.hits, { 1: 1 });
  assert.deepEqual(party.shares.flags, { 8: 0 });
  assert.deepEqual(party.shares.found, { 2: 1 });
  assert.deepEqual(party.lines, [{ kind: "hit", seat: 1, name: "Grace", cell: 2 }]);
  assert.deepEqual(
    seatShares(party).map(({ opened, flags, hits, share }) => [opened, flags, hits, Math.round(share * 100)]),
    [
      [9, 1, 0, 82],
      [2, 0, 1, 18],
    ],
  );
});

test("what belongs to a round ends with it", () => {
  const progress = { t: "progress", party: "id", round: 1, seats: [{ seat: 0, status: "playing", share: 0.4 }] };
  const ghost = { t: "ghost", party: "id", round: 1, seat: 1, width: 8, height: 1, cells: "gA==" };
  const party = inside(
    partyMessage({ round: 1, stage: "playing" }),
    progress,
    { ...progress, round: 7, seats: [] },
    { ...ghost, party: "another" },
    ghost,
    { t: "turn", game: "g", seq: 1, seat: 1, points: {}, clocks: { 1: 5 } },
  );
  assert.equal(party.progress[0].share, 0.4);
  assert.deepEqual(Object.keys(party.ghosts), ["1"]);
  assert.deepEqual([party.turn.since, party.turn.is_running], [1000, true]);
  const next = after(party, partyMessage({ round: 2, stage: "playing" }));
  assert.deepEqual([next.progress, next.ghosts, next.turn, next.shares], [{}, {}, null, null]);
});

test("a pointer moves evenly to where it is said to be", () => {
  let party = received(inside(), { t: "aimed", seat: 1, x: 2, y: 2 }, 1000);
  party = received(party, { t: "aimed", seat: 1, x: 4, y: 2, mark: true }, 2000);
  assert.deepEqual(pointerAt(party.pointers[1], 2040), { x: 3, y: 2, isMoving: true });
  assert.deepEqual(pointerAt(party.pointers[1], 2200), { x: 4, y: 2, isMoving: false });
  assert.deepEqual(party.pointers[1].marked, { x: 4, y: 2, until: 4000 });
  assert.equal(received(party, { t: "aimed", seat: 0, x: 1, y: 1 }, 1).pointers[0], undefined);
  const left = received(party, partyMessage({ seats: [seat(0, "Ada"), seat(1, "Grace", { has_left: true })] }), 3000);
  assert.deepEqual(left.pointers, {});
});

test("an initial is a whole letter, and the number of the seat where there is no name", () => {
  assert.deepEqual(
    [initialOf({ name: " ada", seat: 0 }), initialOf({ name: "👩‍🚀 Mae", seat: 1 }), initialOf({ name: "", seat: 2 })],
    ["A", "👩‍🚀", "3"],
  );
});

test("a sentence about a mode has the numbers of the room", () => {
  const text = (mode, lives, count, more = {}) => modeText({ ...USUAL_TERMS, mode, lives, ...more }, count);
  assert.equal(text("coop", "shared", 3), "One board for everyone. 3 lives, shared.");
  assert.equal(text("coop", "own", 1), "One board for everyone. One life for each.");
  assert.equal(text("arena", "own", 1, { boards: 7 }), "7 sealed boards in 10 minutes. The most points win.");
});

test("every mode has words, and one of a newer server is shown as co-op", () => {
  for (const { name } of Object.values(MODES)) assert.ok(words.mode(name).name && words.mode(name).standing);
  assert.equal(modeOf({ mode: "duel" }).seats, 2);
  assert.equal(modeOf({ mode: "of tomorrow" }).name, "coop");
});
