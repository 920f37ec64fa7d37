import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { dayAfter, daysOf, monthAfter, nextLevel, totals } = await use("net/daily.ts");

test("a month begins on a Monday, with what is before its first day left empty", () => {
  const november = daysOf("2026-11");
  assert.equal(november.length, 6 + 30);
  assert.deepEqual(november.slice(0, 7), ["", "", "", "", "", "", "2026-11-01"]);
  assert.equal(november.at(-1), "2026-11-30");
  assert.equal(daysOf("2026-06")[0], "2026-06-01");
  assert.equal(daysOf("2028-02").at(-1), "2028-02-29");
});

test("days and months go on over the end of a year", () => {
  assert.equal(dayAfter("2026-12-31", 1), "2027-01-01");
  assert.equal(dayAfter("2028-03-01", -1), "2028-02-29");
  assert.equal(monthAfter("2026-12", 1), "2027-01");
  assert.equal(monthAfter("2026-01", -1), "2025-12");
});

test("a try in play comes first, then the first board without one", () => {
  const level = (name, status) => ({ level: name, own: status ? { status } : null });
  assert.equal(nextLevel([level("a", "won"), level("b"), level("c")]).level, "b");
  assert.equal(nextLevel([level("a"), level("b", "playing")]).level, "b");
  assert.equal(nextLevel([level("a", "lost"), level("b", "won")]), undefined);
});

test("days add up", () => {
  const days = { d1: ["won", "won", "won"], d2: ["won", "", "lost"], d3: ["", "", "playing"] };
  assert.deepEqual(totals(days, 2), { days: 3, solved: 4, whole: 1, share: 0.5 });
  assert.equal(totals({}, 2).share, null);
});
