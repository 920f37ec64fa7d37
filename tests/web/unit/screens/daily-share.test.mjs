// What a player gives away of a day: times, places and boxes; nothing about a board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { shareText } = await use("daily/share.ts");
const { solvedWords, youSide } = await use("daily/end.ts");
const { barOf, hoursAndMinutes, slowerShare } = await use("net/daily.ts");

/** A board of a day with a try, and everything that the text may not have. */
const level = (name, own) => ({ level: name, own, first: "C4", cells: "12F", rules: "modern", table: [] });
const won = (time, place) => ({ status: "won", time, place, objections: [], game: 7, bbbv: 33 });

test("the shared result has times, places, boxes and the streak in columns", () => {
  const levels = [level("beginner", won(8410, 31)), level("intermediate", won(47_900, 18)), level("expert", null)];
  assert.equal(
    shareText({ day: "2026-11-15", levels, streak: 10 }, "https://example.org/daily"),
    [
      "Sapper daily, 15 Nov   ■ ■ □",
      "Beginner       8.41 s  31st",
      "Intermediate  47.90 s  18th",
      "10 days in a row",
      "https://example.org/daily",
    ].join("\n"),
  );
});

test("a lost board is a crossed box, one in play is open, one without a place has a time", () => {
  const lost = { status: "lost", time: 900, place: null, objections: [] };
  const levels = [
    level("beginner", won(8410, null)),
    level("intermediate", lost),
    level("expert", { ...lost, status: "playing" }),
  ];
  assert.equal(
    shareText({ day: "2026-11-15", levels, streak: 1 }, "x"),
    "Sapper daily, 15 Nov   ■ ☒ □\nBeginner      8.41 s\nIntermediate    lost\nx",
  );
});

test("a day without a try is its boxes", () => {
  assert.equal(
    shareText({ day: "2026-11-15", levels: [level("expert", null)], streak: 0 }, "x"),
    "Sapper daily, 15 Nov   □\nx",
  );
});

test("who was slower is a share of the others, rounded down", () => {
  assert.equal(slowerShare(1, 20), 1);
  assert.equal(slowerShare(20, 20), 0);
  assert.equal(slowerShare(18, 305), 0.94);
  assert.equal(slowerShare(1, 1), 0);
});

test("a time is in the bar that ends after it, the slowest in the last", () => {
  const bars = [{ end: 1000 }, { end: 2000 }, { end: 3000 }];
  assert.deepEqual(
    [0, 999, 1000, 2999, 3000].map((time) => barOf(bars, time)),
    [0, 0, 1, 2, 2],
  );
});

test("the time until tomorrow is in minutes that have begun", () => {
  assert.deepEqual(hoursAndMinutes(1), { hours: 0, minutes: 1 });
  assert.deepEqual(hoursAndMinutes((7 * 60 + 12) * 60_000), { hours: 7, minutes: 12 });
  assert.deepEqual(hoursAndMinutes(-5), { hours: 0, minutes: 0 });
});

test("the label of one's own bar grows inwards at the edges", () => {
  assert.deepEqual(
    [0, 2, 3, 16, 17, 18, 19].map((at) => youSide(at, 20)),
    ["from-left", "from-left", null, null, null, "from-right", "from-right"],
  );
});

test("a time is not broken before its unit", () => {
  assert.equal(solvedWords({ solved: 41, median: 95_000 }), "41 solved it so far, median 95\u00a0s");
});
