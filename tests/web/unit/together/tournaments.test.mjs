import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { leftText, stageText, tournamentName } = await use("together/tournaments/words.ts");
const { around } = await use("together/tournaments/strip.ts");
const { followCalls } = await use("together/tournaments/calls.ts");
const { calendarFile } = await use("together/tournaments/calendar-file.ts");

const AT = Date.UTC(2026, 10, 21, 20) / 1000;
const card = (id, more = {}) => ({
  id,
  name: "",
  format: "races",
  mode: "race",
  rules: "modern expert",
  slot: "hourly",
  starts_at: AT,
  minutes: 20,
  turns: 5,
  stage: "coming",
  players: 0,
  winner: "",
  ...more,
});

test("a time that is left is minutes and seconds, from an hour on hours and minutes, and never less than nothing", () => {
  assert.deepEqual([1394_000, 59_001, 500, 0, -5].map(leftText), ["23:14", "1:00", "0:01", "0:00", "0:00"]);
  assert.equal(leftText(3_600_000), "1 h 0 min");
  assert.equal(leftText(5_399_999), "1 h 29 min");
});

test("a list says who won, how many play, or how many are signed up", () => {
  assert.equal(stageText(card("a")), "open");
  assert.equal(stageText(card("a", { players: 9 })), "9 signed up");
  assert.equal(stageText(card("a", { players: 1, stage: "playing" })), "now, 1 plays");
  assert.equal(stageText(card("a", { players: 3, stage: "over", winner: "Ines" })), "Ines won");
  assert.equal(stageText(card("a", { stage: "over" })), "nobody played");
  assert.equal(tournamentName(card("a", { name: "Friday" })), "Friday");
});

test("the strip shows two before the tournament, and the weekly arena last", () => {
  const cards = Array.from({ length: 12 }, (_, at) => card(`c${at}`));
  cards.push(card("week", { slot: "weekly" }));
  const ids = (id) => around(cards, id).map((one) => one.id);
  assert.deepEqual(ids("c4"), ["c2", "c3", "c4", "c5", "c6", "c7", "week"]);
  assert.deepEqual(ids("c0"), ["c0", "c1", "c2", "c3", "c4", "c5", "week"]);
  assert.deepEqual(ids("c11"), ["c6", "c7", "c8", "c9", "c10", "c11", "week"]);
  assert.deepEqual(ids("unknown"), ids("c0"));
  assert.deepEqual(around([], "c0"), []);
});

test("an entry of a calendar has its beginning and its end in UTC, and its signs escaped", () => {
  const text = calendarFile(card("x1", { name: "Tea, mines;\n and \\ more" }), "https://host/tournament/x1", 0);
  const lines = text.split("\r\n");
  for (const line of [
    "UID:x1@sapper",
    "DTSTAMP:19700101T000000Z",
    "DTSTART:20261121T200000Z",
    "DTEND:20261121T202000Z",
    "SUMMARY:Tea\\, mines\\; and \\\\ more",
    "URL:https://host/tournament/x1",
  ])
    assert.ok(lines.includes(line), line);
  assert.equal(lines.at(-2), "END:VCALENDAR");
});

test("a player is called half a minute before each tournament that they are signed up for, once", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const now = AT * 1000 - 60_000;
  const called = [];
  const follow = (...cards) => followCalls(cards, ({ id }) => called.push(id), now);
  const mine = { is_mine: true };
  follow(card("a", mine), card("b"), card("c", mine), card("late", { ...mine, starts_at: AT - 40 }));
  follow(card("a", mine)); // read again
  follow(card("c")); // signed off
  t.mock.timers.tick(29_000);
  assert.deepEqual(called, []);
  t.mock.timers.tick(2000);
  assert.deepEqual(called, ["a"]);
});
