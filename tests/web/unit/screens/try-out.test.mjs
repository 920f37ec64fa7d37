import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { TryBoard } = await use("settings/try-board.ts");
const { SOUNDS, soundOf } = await use("play/sounds.ts");

const move = (kind, name) => ({ kind, row: Number(name[1]) - 1, col: name.charCodeAt(0) - 65 });

test("every action is named, and undone", () => {
  const board = new TryBoard();
  assert.equal(board.play(move("chord", "C3")), "Chord C3: needs 2 flags around it and has 1.");
  assert.ok(!board.canUndo);
  assert.equal(board.play(move("flag", "B4")), "Flag B4.");
  assert.equal(board.play(move("chord", "C3")), "Chord C3: opens 3 squares.");
  assert.equal(board.play(move("chord", "C3")), "Chord C3: nothing to open.");
  assert.equal(board.play(move("open", "E2")), "Open E2.");
  assert.equal(board.play(move("open", "F1")), "Open F1: opens 7 squares.");
  assert.equal(board.play(move("open", "F1")), "Open F1: nothing to open.");
  assert.equal(board.play(move("question", "A1")), "Question mark at A1.");
  assert.equal(board.play(move("clear", "A1")), "Clear A1.");
  assert.equal(board.play(move("open", "A1")), "Open A1: a mine. Undo it and go on.");
  assert.ok(board.isOver);
  board.undo();
  assert.ok(!board.isOver);
  while (board.canUndo) board.undo();
  assert.deepEqual([board.opened, board.flags, board.minesLeft], [4, 1, 3]);
});

test("a chord on a wrong flag opens a mine", () => {
  const board = new TryBoard();
  board.play(move("flag", "A2"));
  board.play(move("chord", "B3"));
  assert.ok(board.isOver);
  board.restart();
  assert.ok(!board.isOver && !board.canUndo);
});

test("each change has its sound, and a call to others one of its own", () => {
  const opened = (count) => Array.from({ length: count }, (_, index) => ({ index, from: 9, to: 1 }));
  assert.equal(soundOf({ status: "playing" }, opened(1)), "open");
  assert.equal(soundOf({ status: "playing" }, opened(5)), "opening");
  assert.equal(soundOf({ status: "won" }, opened(1)), "won");
  assert.equal(soundOf({ status: "lost" }, [{ index: 0, from: 9, to: 13 }]), "lost");
  assert.equal(soundOf({ status: "playing" }, [{ index: 0, from: 9, to: 10 }]), null);
  assert.equal(soundOf({ status: "won" }, []), null);
  assert.deepEqual(Object.keys(SOUNDS), ["open", "opening", "flag", "won", "lost", "call"]);
  for (const notes of Object.values(SOUNDS)) assert.ok(notes.every(({ at, length }) => at + length < 0.7));
});
