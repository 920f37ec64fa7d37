import assert from "node:assert/strict";
import { test } from "node:test";
import { boardMessage, use } from "./page.mjs";

const { rectangle, sortOdds } = await use("advice.js");
const { Game } = await use("game.js");

test("odds beside numbers are for the board, the others are one figure", () => {
  const game = new Game(boardMessage(["1..F", "...."], { game: "odds" }));
  const cells = [1, 2, 3, 4, 5, 6, 7];
  const odds = sortOdds(game, { cells, chances: [0.2, 0.1, 0.5, 0.3, 0.9, 0.1, 0.1], safe: [4], mine: [5] });
  assert.deepEqual(odds.near, [
    { index: 1, chance: 0.2 },
    { index: 4, chance: 0 },
    { index: 5, chance: 1 },
  ]);
  assert.deepEqual(odds.off, { index: 7, chance: 0.1 });
  assert.deepEqual([odds.lowest, odds.safe, odds.best[0].index], [0, 1, 4]);
});

test("a flag is the player's decision: its odds are not shown", () => {
  const game = new Game(boardMessage(["1F."], { game: "flags" }));
  const odds = sortOdds(game, { cells: [1, 2], chances: [0.5, 0.5], safe: [], mine: [] });
  assert.deepEqual(odds.near, []);
  assert.deepEqual(odds.best, [{ index: 2, chance: 0.5 }]);
});

test("the cells of a region", () => {
  assert.deepEqual(rectangle(1, 8, 5), [1, 2, 3, 6, 7, 8]);
});
