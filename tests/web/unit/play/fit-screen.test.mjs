import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { fitBoard } = await use("play/new-game/fit-screen.ts");
const { isPan } = await use("board/mini-map.ts");
const { isClosing } = await use("app/shell/sheet.ts");

const BEGINNER = { width: 8, height: 8, mines: 10 };
const EXPERT = { width: 30, height: 16, mines: 99 };

test("a board fills its room and is as dense as the level", () => {
  assert.deepEqual(fitBoard({ width: 390, height: 648 }, 44, BEGINNER), { width: 8, height: 14, mines: 18 });
  assert.deepEqual(fitBoard({ width: 390, height: 648 }, 44, EXPERT), { width: 8, height: 14, mines: 23 });
  assert.deepEqual(fitBoard({ width: 968, height: 720 }, 32, EXPERT), { width: 30, height: 22, mines: 136 });
});

test("no row or column more has room, and every one has", () => {
  for (let width = 200; width < 3000; width += 37) {
    for (const cell of [32, 44]) {
      const board = fitBoard({ width, height: width / 2 + 100 }, cell, EXPERT);
      assert.ok(board.width * cell <= width && (board.width + 1) * cell > width);
      assert.ok(board.height * cell <= width / 2 + 100 && (board.height + 1) * cell > width / 2 + 100);
      assert.ok(Math.abs(board.mines / (board.width * board.height) - 99 / 480) < 0.02);
    }
  }
});

test("a ruleset's largest board is the most, and tiny rooms have a board too", () => {
  const largest = { width: 32, height: 32, mines: 999 };
  assert.deepEqual(fitBoard({ width: 9000, height: 9000 }, 32, EXPERT, largest), { width: 32, height: 32, mines: 211 });
  assert.deepEqual(fitBoard({ width: 90, height: 10 }, 44, BEGINNER), { width: 4, height: 4, mines: 3 });
  assert.deepEqual(fitBoard({ width: 200, height: 200 }, 44, { width: 0, height: 0, mines: 0 }).mines, 1);
});

test("a sheet closes by a long pull or a flick, not by a touch", () => {
  assert.ok(isClosing(120, 2000));
  assert.ok(isClosing(40, 50));
  assert.ok(!isClosing(40, 500));
  assert.ok(!isClosing(6, 1));
  assert.ok(!isClosing(-200, 100));
});

test("only a pan shows the map: not a layout, not a zoom", () => {
  const view = { top: 2, left: 3, height: 14, width: 9 };
  assert.ok(isPan(view, { ...view, left: 4 }));
  assert.ok(isPan(view, { ...view, top: 0, width: 10 }));
  assert.ok(!isPan(null, view));
  assert.ok(!isPan(view, { ...view, height: 8 }));
  assert.ok(!isPan(view, { top: 0, left: 0, height: 20, width: 15 }));
});
