import assert from "node:assert/strict";
import { test } from "node:test";
import { boardMessage, use } from "../page.mjs";

const { Game } = await use("board/model.ts");
const { MisclickGuard, PATIENCE, isMineByFlags } = await use("input/misclick-guard.ts");

const game = (...rows) => new Game(boardMessage(rows, { mines: 3 }));
/** The cells of a board that are mines by the player's flags, by their names. */
const mines = (board) =>
  Array.from({ length: board.width * board.height }, (_, index) => index)
    .filter((index) => isMineByFlags(board, index))
    .map((index) => board.name(index));

test("a number that needs all its closed squares makes them mines", () => {
  assert.deepEqual(mines(game("1.", "11")), ["B1"]);
  assert.deepEqual(mines(game("2..", "221")), ["B1", "C1"]);
});

test("a number that needs fewer says nothing", () => {
  assert.deepEqual(mines(game("1..", "...")), []);
  assert.deepEqual(mines(game("...", "...")), []);
});

test("flags are taken as the player set them, also wrong ones", () => {
  assert.deepEqual(mines(game("2F.", "221")), ["C1"]);
  assert.deepEqual(mines(game("1F.", "1F0")), []);
});

test("a number with all its flags makes no mine of the rest, nor do too many flags", () => {
  assert.deepEqual(mines(game("1F", "..")), []);
  assert.deepEqual(mines(game("1FF", "...")), []);
});

test("question marks count as closed, mines that were hit as flags, and an open square is never asked about", () => {
  assert.deepEqual(mines(game("1?", "11")), ["B1"]);
  assert.deepEqual(mines(game("2!", "2.")), ["B2"]);
  assert.equal(isMineByFlags(game("1.", "11"), 0), false);
});

test("a second open of the same square within two seconds is meant", () => {
  const board = game("2..", "221");
  const guard = new MisclickGuard();
  assert.equal(guard.asks(board, 1, 0), true);
  assert.equal(guard.asks(board, 1, PATIENCE), false);
  assert.equal(guard.asks(board, 1, PATIENCE), true, "and that was used up");
  assert.equal(guard.asks(board, 1, 2 * PATIENCE + 1), true, "too late");
});

test("another square between the two starts over", () => {
  const board = game("2..", "221");
  const guard = new MisclickGuard();
  guard.asks(board, 1, 0);
  assert.equal(guard.asks(board, 2, 100), true);
  assert.equal(guard.asks(board, 1, 200), true);
  assert.equal(new MisclickGuard().asks(game("1..", "..."), 1, 0), false);
});
