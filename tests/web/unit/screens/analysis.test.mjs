import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { countText, marksOf, marksOfStep, moveOf } = await use("analysis/answer.ts");
const { Position } = await use("analysis/position.ts");
const { PracticeGame } = await use("analysis/practice.ts");

const best = { cell: 5, safe: 0.8, win: 0.6, why: "" };
const sure = { cell: 5, safe: 1, win: 0.6, why: "" };

test("counts are numbers as long as they are exact, and then powers of ten", () => {
  assert.equal(countText(0), "1");
  assert.equal(countText(Math.log(1_234_567)), "1\u2009234\u2009567");
  assert.equal(countText(Math.log(4.1) + 33 * Math.LN10), "4.1 × 10³³");
  assert.equal(countText(Math.log(9.99) + 12 * Math.LN10), "1.0 × 10¹³", "rounding may carry");
});

test("the panel names a safe square, a mine, a flag that is wrong, or a guess", () => {
  const hint = (cells, certain = true) => ({ text: "", certain, cells });
  assert.equal(moveOf({ fits: true }), null);
  assert.deepEqual(moveOf({ best: sure, hint: hint({ safe: [4, 5] }) }), { cell: 5, kind: "open", isCertain: true });
  assert.deepEqual(moveOf({ best: sure, hint: hint({ safe: [7] }) }), { cell: 7, kind: "open", isCertain: true });
  assert.deepEqual(moveOf({ best: sure, hint: hint({ mine: [7] }) }), { cell: 7, kind: "mine", isCertain: true });
  assert.deepEqual(moveOf({ best, hint: hint({ wrong: [3] }) }), { cell: 3, kind: "wrong", isCertain: true });
  assert.deepEqual(moveOf({ best, hint: hint({ guess: [5] }, false) }), { cell: 5, kind: "open", isCertain: false });
});

test("what is said is marked on the board", () => {
  const position = Position.parse("4x2/2\n11..\n....");
  const odds = {
    near: [
      { index: 2, chance: 0 },
      { index: 4, chance: 0.5 },
    ],
  };
  const hint = { text: "", certain: true, cells: { reason: [0, 1], safe: [2, 6] } };
  assert.deepEqual(Object.fromEntries(marksOf(position, { fits: true, hint, best: sure }, odds)), {
    0: { reason: true },
    1: { reason: true },
    2: { safe: true },
    4: { odds: 0.5 },
    6: { safe: true },
  });
  const guess = { fits: true, hint: { text: "", certain: false, cells: { guess: [5] } }, best };
  assert.deepEqual(Object.fromEntries(marksOf(position, guess, null)), { 5: { odds: 1 - best.safe, best: true } });
  assert.deepEqual([...marksOf(position, { fits: false, clash: [1] }, null)], [[1, { clash: 1 }]]);
  assert.deepEqual([...marksOfStep({ safe: false, cells: [4], numbers: [0] }).keys()], [0, 4]);
});

test("practice opens, chords, flags, and ends", () => {
  const position = Position.parse("4x3/2\n....\n....\n....");
  const game = new PracticeGame(position, "*...\n....\n...*");
  assert.deepEqual(game.open(1), [1]);
  assert.equal(game.seen(1), 1);
  assert.deepEqual(game.open(1), [], "a number without its flags opens nothing");
  game.flag(0);
  assert.deepEqual(game.open(0), [], "a flag protects its square");
  assert.ok(game.open(1).length > 3);
  assert.equal(game.minesLeft, 1);
  game.open(8);
  assert.equal(game.status, "won");
  assert.equal(game.seen(11), 10, "a win flags what is left");
  assert.equal(position.diagram, "4x3/2\n....\n....\n....", "the position stays as it was");
});

test("a mine ends the practice and shows the others", () => {
  const game = new PracticeGame(Position.parse("3x2/2\n..F\n..."), "*..\n*..");
  game.open(0);
  assert.equal(game.status, "lost");
  assert.equal(game.name(game.hit), "A1");
  assert.deepEqual(
    [0, 2, 3].map((index) => game.seen(index)),
    [13, 14, 12],
  );
  assert.deepEqual(game.open(1), []);
  game.undo();
  assert.equal(game.status, "playing");
  assert.deepEqual(
    [0, 2, 3].map((index) => game.seen(index)),
    [9, 10, 9],
    "a loss can be taken back",
  );
  assert.equal(game.canUndo, false);
});
