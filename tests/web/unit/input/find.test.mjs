// Finding cells: what a key asks for, and where the next one is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardMessage, use } from "../page.mjs";

const { fitsTarget, nextCell, targetOf } = await use("input/find-cell.ts");
const { Game } = await use("board/model.ts");

const game = new Game(boardMessage(["..1F.", ".3F..", "11..?"]));
const all = (target, step, start = [0, 0]) => {
  const found = [];
  for (let at = start; found.length < 20; ) {
    at = nextCell(game, at, step, (index) => fitsTarget(game, target, index));
    if (!at || String(at) === String(found[0])) break;
    found.push(at);
  }
  return found;
};

test("a digit asks for a number, a letter for a mark", () => {
  assert.deepEqual(["1", "8", "f", "?", "0", "9", "x", "escape"].map(targetOf), [1, 8, 10, 11, null, null, null, null]);
});

test("closed cells beside a number come in reading order and around, flags do not count", () => {
  assert.deepEqual(all(3, 1), [
    [0, 1],
    [1, 0],
    [2, 2],
    [0, 0],
  ]);
  assert.deepEqual(all(3, -1), [
    [2, 2],
    [1, 0],
    [0, 1],
    [0, 0],
  ]);
  assert.deepEqual(all(8, 1), []);
});

test("marks are found where they are", () => {
  assert.deepEqual(all(10, 1), [
    [0, 3],
    [1, 2],
  ]);
  assert.deepEqual(all(11, 1), [[2, 4]]);
});

test("the only one is found from itself", () => {
  assert.deepEqual(
    nextCell(game, [2, 4], 1, (index) => fitsTarget(game, 11, index)),
    [2, 4],
  );
});
