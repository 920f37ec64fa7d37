import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { WatchStory } = await use("together/watch/story.ts");

const racer = (seat, at, share, status = "playing") => ({
  seat,
  name: `P${seat}`,
  colour: seat,
  isYou: false,
  status,
  share,
  at,
});
const told = (...reports) => {
  const story = new WatchStory();
  for (const report of reports) story.take(1, report);
  return story;
};
const said = ({ events }) => events.map(({ at, seat, kind }) => [at, seat, kind]);

test("a lead is told once it has lasted a second, from its beginning", () => {
  const begin = [racer(0, 500, 0.1), racer(1, 500, 0.05)];
  assert.deepEqual(said(told(begin)), []);
  assert.deepEqual(said(told(begin, [racer(0, 1500, 0.1), racer(1, 1500, 0.1)])), []); // level
  const lasting = told(begin, [racer(0, 1500, 0.2), racer(1, 1500, 0.1)]);
  assert.deepEqual(said(lasting), [[500, 0, "lead"]]);
  lasting.take(1, [racer(0, 2000, 0.2), racer(1, 2000, 0.3)]);
  lasting.take(1, [racer(0, 2400, 0.4), racer(1, 2400, 0.3)]); // the short lead of the other is passed over
  lasting.take(1, [racer(0, 9000, 0.5), racer(1, 9000, 0.3)]);
  assert.deepEqual(said(lasting), [[500, 0, "lead"]]);
});

test("who has ended is told at their time, and the line ends there", () => {
  const story = told(
    [racer(0, 1000, 0.5), racer(1, 1000, 0.2)],
    [racer(0, 3000, 1, "won"), racer(1, 2500, 0.2, "lost"), racer(2, 4000, 0.1)],
  );
  assert.deepEqual(said(story), [
    [1000, 0, "lead"],
    [2500, 1, "lost"],
    [3000, 0, "won"],
  ]);
  assert.deepEqual(story.lineOf(0).at(-1), [3000, 1]);
  assert.deepEqual(story.lineOf(2).at(-1), [4000, 0.1]);
  story.take(1, [racer(0, 3000, 1, "won"), racer(1, 2500, 0.2, "lost"), racer(2, 5000, 0.1)]);
  assert.equal(story.events.length, 3);
});

test("a page that comes late claims nothing about the time before", () => {
  const late = told([racer(0, 60_000, 0.5), racer(1, 60_000, 0.2)], [racer(0, 62_000, 0.5), racer(1, 62_000, 0.2)]);
  assert.deepEqual(said(late), []);
  assert.deepEqual(late.lineOf(0), [
    [60_000, 0.5],
    [62_000, 0.5],
  ]);
  late.take(1, [racer(0, 63_000, 0.5), racer(1, 63_000, 0.7)]);
  late.take(1, [racer(0, 65_000, 0.5), racer(1, 65_000, 0.7)]);
  assert.deepEqual(said(late), [[63_000, 1, "lead"]]);
});

test("another round begins anew", () => {
  const story = told([racer(0, 1000, 1, "won")]);
  story.take(2, [racer(0, 0, 0)]);
  assert.deepEqual(
    [story.events, story.lineOf(0)],
    [
      [],
      [
        [0, 0],
        [0, 0],
      ],
    ],
  );
});
