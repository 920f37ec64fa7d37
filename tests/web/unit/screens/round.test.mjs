// A finished round at any moment: whose game is in view, who leads, how far everybody is, how boards stand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { RoundTimes, columnsFor, eventFrom, gameAt, lanesOf, leaderAt, leadsOf, ownersAt, racersAt, reachedAt } =
  await use("replay/round/lanes.ts");
const { Playback } = await use("replay/playback.ts");
const { ReplayBoard } = await use("board/replay-board.ts");
const { placeOf } = await use("play/race-order.ts");

const seat = (number, curve, more = {}) => ({
  seat: number,
  name: `P${number}`,
  colour: number,
  place: 1,
  status: "won",
  share: 1,
  at: 9000,
  curve,
  ...more,
});
const RACE = {
  mode: "race",
  length: 9000,
  seats: [
    seat(1, [
      [0, 0.1],
      [4000, 0.6],
      [9000, 1],
    ]),
    seat(
      0,
      [
        [0, 0.2],
        [3000, 0.4],
      ],
      { place: 2, status: "lost", share: 0.4, at: 5000 },
    ),
  ],
  games: [
    { game: 11, seats: [1], start: 0, length: 9000 },
    { game: 10, seats: [0], start: 0, length: 5000 },
  ],
  events: [
    { at: 100, seat: 0, kind: "lead" },
    { at: 4000, seat: 1, kind: "lead" },
    { at: 5000, seat: 0, kind: "lost", place: 2 },
    { at: 9000, seat: 1, kind: "won", place: 1 },
  ],
};

test("each player of a race has a lane, in the order of the seats", () => {
  assert.deepEqual(
    lanesOf(RACE).map(({ seats, games }) => [seats, games.map(({ game }) => game)]),
    [
      [[0], [10]],
      [[1], [11]],
    ],
  );
});

test("a lane of an arena shows the board that its player was at", () => {
  const games = [
    { game: 2, seats: [0], start: 3000, length: 500 },
    { game: 1, seats: [0], start: 0, length: 2000 },
  ];
  const [lane] = lanesOf({ games, seats: [seat(0, [])] });
  assert.deepEqual(
    [0, 2500, 3000, 9999].map((at) => gameAt(lane, at).game),
    [1, 1, 2, 2],
  );
});

test("who is out keeps the share that was reached, and is behind whoever won", () => {
  const at = (time) => racersAt(RACE, time).map(({ seat: number, status, share }) => [number, status, share]);
  assert.deepEqual(at(3000), [
    [1, "playing", 0.1],
    [0, "playing", 0.4],
  ]);
  assert.deepEqual(at(9000), [
    [1, "won", 1],
    [0, "lost", 0.4],
  ]);
  const racers = racersAt(RACE, 9000);
  assert.deepEqual(
    racers.map((one) => placeOf(racers, one)),
    [1, 2],
  );
  assert.equal(reachedAt({ curve: [] }, 100), 0);
});

test("a lead lasts until the next, and nobody leads before the first", () => {
  assert.deepEqual(leadsOf(RACE), [
    { seat: 0, from: 100, to: 4000 },
    { seat: 1, from: 4000, to: 9000 },
  ]);
  assert.deepEqual(
    [0, 100, 3999, 4000, 9000].map((at) => leaderAt(RACE, at)),
    [null, 0, 0, 1, 1],
  );
});

test("the next event and the one before it are found from any moment", () => {
  assert.equal(eventFrom(RACE.events, 100, 1).at, 4000);
  assert.equal(eventFrom(RACE.events, 4000, -1).at, 100);
  assert.equal(eventFrom(RACE.events, 9000, 1), undefined);
});

const step = (at, cells, by) => ({ at, kind: "open", cell: cells[0], cells, status: "playing", mines_left: 1, by });

test("the actions of all games are one list on the clock of the round", () => {
  const board = new ReplayBoard({ width: 2, height: 1, mines: 1 });
  board.add([step(0, [0, 1], 0), step(700, [1, 1], 1)]);
  const times = new RoundTimes(2000);
  times.add({ game: 1, start: 500, length: 700, board });
  times.add({ game: 2, start: 0, length: 700, board });
  assert.deepEqual(times.times, [0, 500, 700, 1200]);
  const playback = new Playback(times);
  playback.seek(700);
  assert.equal(playback.place, 3);
  playback.go(4);
  assert.equal(playback.at, 1200);
});

test("a square is of the last player who changed it, at any place of the game", () => {
  const board = new ReplayBoard({ width: 3, height: 1, mines: 1 });
  board.add([step(0, [0, 1], 0), step(1, [1, 10], 1), step(2, [1, 9, 2, 1], 0)]);
  assert.deepEqual(
    [...ownersAt(board, 2)],
    [
      [0, 0],
      [1, 1],
    ],
  );
  assert.deepEqual(
    [...ownersAt(board, 3)],
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
  );
});

test("boards stand so that their squares are largest", () => {
  const none = { width: 0, height: 0 };
  const expert = { width: 30, height: 16 };
  const columns = (count, width, height, board = expert) => columnsFor(count, board, { width, height }, 10, none);
  assert.equal(columns(4, 1000, 600), 2);
  assert.equal(columns(4, 2000, 200), 4);
  assert.equal(columns(4, 300, 2000), 1);
  assert.equal(columns(8, 1200, 330), 4);
  assert.equal(columns(1, 100, 100), 1);
});
