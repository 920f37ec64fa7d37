// A finished board: how much logic it needs in words, and how it looked at each step of its proof.

import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { figure, neededWords } = await use("play/end/finished-board.ts");
const { marksAt } = await use("play/advice/proof-page.ts");
const { FLAG, HIDDEN } = await use("board/cell-values.ts");

test("what a board needs is its grade, a guess, or nothing", () => {
  assert.equal(neededWords({ hardest: "chains", needs_guess: false }), "Logic it needs: 3 Chains");
  assert.equal(neededWords({ hardest: "chains", needs_guess: true }), "A guess was needed.");
  assert.equal(neededWords({ hardest: null, needs_guess: false }), "The first click opened everything.");
});

test("a figure has three digits, or a dash where there is none", () => {
  assert.deepEqual([0.613, 9.996, 42.07, 153.73, -0.2, null, undefined].map(figure), [
    ..."0.61 10.00 42.1 154 -0.20 – –".split(" "),
  ]);
});

const proof = {
  complete: false,
  first: 0,
  opened: [0, 1],
  hardest: "single",
  steps: [
    { safe: false, cells: [2], numbers: [1], grade: "single", text: "", opened: [] },
    { safe: true, cells: [3], numbers: [1], grade: "single", text: "", opened: [3] },
  ],
};

test("at each step the board looks as it did then", () => {
  const at = (step) => Object.fromEntries(marksAt(proof, step, 5));
  const [closed, flag] = [{ seen: HIDDEN }, { seen: FLAG }];
  assert.deepEqual(at(-1), { 2: closed, 3: closed, 4: closed });
  assert.deepEqual(at(0), { 1: { reason: true }, 2: { ...closed, mine: true }, 3: closed, 4: closed });
  assert.deepEqual(at(1), { 1: { reason: true }, 2: flag, 3: { ...closed, safe: true }, 4: closed });
  assert.deepEqual(at(2), { 2: flag, 4: closed }, "what only a guess opens stays closed");
});
