// What the start page says to those who come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { agoWords, dayWords } = await use("home/home-return.ts");

const level = (name, status) => ({ level: name, own: status ? { status, room: null } : null });
const NAMES = ["beginner", "intermediate", "expert"];
const day = (...statuses) => ({ levels: NAMES.map((name, at) => level(name, statuses[at])) });

test("one line says what is left of today", () => {
  assert.equal(dayWords(day()), "Today's three boards are waiting.");
  assert.equal(dayWords(day("won")), "One of today's three boards is solved. Intermediate is next.");
  assert.equal(dayWords(day("won", "won")), "2 of today's three boards are solved. Expert is next.");
  assert.equal(dayWords(day("lost")), "Intermediate is next of today's boards.");
  assert.equal(dayWords(day("won", "lost", "won")), "You have played all of today's boards.");
});

test("a game that was left has its age in the largest unit that fits", () => {
  const ago = (seconds) => agoWords(1e12 - seconds * 1000, 1e12);
  assert.equal(ago(59), "");
  assert.equal(ago(14 * 60 + 59), "14 minutes ago");
  assert.equal(ago(3 * 3600), "3 hours ago");
  assert.equal(ago(50 * 3600), "2 days ago");
  assert.equal(agoWords(undefined), "");
});
