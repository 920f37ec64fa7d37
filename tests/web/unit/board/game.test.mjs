import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { boardMessage, use } from "../page.mjs";

const { Game } = await use("board/model.ts");

beforeEach(() => sessionStorage.removeItem("sapper.seal"));

const delta = (more) => ({
  t: "delta",
  game: "game",
  seq: 1,
  at: 10,
  kind: "flag",
  status: "playing",
  mines_left: 0,
  lives: 1,
  ...more,
});

test("a board is what its symbols say", () => {
  const game = new Game(boardMessage(["1F.", "0?."]));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((index) => game.seen(index)),
    [1, 10, 9, 0, 11],
  );
  assert.equal(game.diagram(), "1F.\n0?.");
  assert.equal(game.opened, 2);
  assert.equal(game.name(5), "C2");
});

test("a single symbol stands for the whole board", () => {
  const game = new Game(boardMessage(["...", "..."], { cells: "." }));
  assert.equal(game.diagram(), "...\n...");
});

test("a mark shows at once, and goes when it is refused", () => {
  const game = new Game(boardMessage(["1.."]));
  game.guess(7, "flag", 2);
  assert.deepEqual([game.seen(2), game.minesLeft], [10, 0]);
  assert.deepEqual(game.settle(7), { index: 2, value: 10 });
  assert.deepEqual([game.seen(2), game.minesLeft], [9, 1]);
  assert.equal(game.settle(7), null);
});

test("an opening is shown only when it came", () => {
  const game = new Game(boardMessage(["1.."]));
  game.guess(7, "open", 2);
  assert.equal(game.seen(2), 9);
});

test("a delta that confirms a mark changes nothing that is seen", () => {
  const game = new Game(boardMessage(["1.."]));
  game.guess(7, "flag", 2);
  assert.deepEqual(game.apply(delta({ n: 7, cells: [2, 10] }), true), [{ index: 2, from: 10, to: 10 }]);
  assert.deepEqual([game.seq, game.seen(2), game.minesLeft], [1, 10, 0]);
});

test("an open cell has no mark, whoever opened it", () => {
  const game = new Game(boardMessage(["1.."]));
  game.guess(7, "flag", 2);
  game.apply(delta({ kind: "open", cells: [2, 1] }), false);
  assert.equal(game.seen(2), 1);
});

test("a delta that came twice is nothing, one after a gap is refused", () => {
  const game = new Game(boardMessage(["1.."], { seq: 4 }));
  assert.deepEqual(game.apply(delta({ seq: 4 }), false), []);
  assert.equal(game.apply(delta({ seq: 6 }), false), null);
  assert.equal(game.seq, 4);
});

test("in a pause no cell is in the page", () => {
  const game = new Game(boardMessage(["1F."]));
  assert.deepEqual(game.apply(delta({ kind: "pause", status: "paused" }), true), []);
  assert.ok(!game.isVisible && game.isPaused);
  assert.deepEqual([game.seen(0), game.diagram(), game.opened], [9, "", 1]);
});

test("marks on their way are shown again on a board that came again", () => {
  const game = new Game(boardMessage(["1.."]));
  const move = { t: "play", game: "game", n: 3, kind: "flag", cell: 1 };
  game.restoreGuesses(
    new Map([
      [3, move],
      [4, { ...move, n: 4, cell: 2, game: "another" }],
    ]),
  );
  assert.deepEqual([game.seen(1), game.seen(2)], [10, 9]);
});

test("openings and lone numbers are the 3BV that is solved", () => {
  assert.equal(new Game(boardMessage(["001..", "112..", "...11", "..1.."])).solved(), 4);
  assert.equal(new Game(boardMessage(["000"])).solved(), 1);
});

test("neighbours stay on the board", () => {
  const game = new Game(boardMessage(["...", "...", "..."]));
  assert.deepEqual(game.around(0), [1, 3, 4]);
  assert.deepEqual(game.around(4), [0, 1, 2, 3, 5, 6, 7, 8]);
});

test("a large board comes in parts; what never came looks closed", () => {
  const rows = Array.from({ length: 2 }, () => ".".repeat(100));
  const game = new Game(boardMessage(rows, { chunked: true, cells: null }));
  assert.equal(game.chunkCount, 0);
  game.putChunk({ chunk: 1, cells: `${"1".repeat(36)}${"0".repeat(36)}` });
  assert.deepEqual([game.seen(0), game.seen(64), game.seen(164), game.chunkCount], [9, 1, 0, 1]);
  assert.deepEqual(
    game.parts().map(({ left, top }) => [left, top]),
    [[64, 0]],
  );
  game.apply(delta({ chunks: [1], cells: [] }), false);
  assert.equal(game.chunkCount, 0);
});

test("the seal first shown stays", () => {
  const first = new Game(boardMessage(["1.."], { digest: "a".repeat(64) }));
  const later = new Game(boardMessage(["1.."], { digest: "b".repeat(64) }));
  assert.equal(later.digest, first.digest);
});

test("a mine that ends the game is not counted as flagged, and one that costs a life is", () => {
  const lost = new Game(boardMessage(["1F!"], { mines: 3, status: "lost", lives: 0, mines_left: 2 }));
  assert.deepEqual([lost.flags, lost.minesLeft], [1, 2]);
  const choices = { ruleset: "modern", layout: "random", lives: 3, practice: false };
  const hit = new Game(boardMessage(["1F!"], { mines: 3, lives: 2, mines_left: 1, choices }));
  assert.deepEqual([hit.flags, hit.minesLeft], [1, 1]);
});

test("what wins follows the game", () => {
  const game = new Game(boardMessage(["1.."]));
  game.apply(delta({ kind: "completion-mark", completion: "mark" }), true);
  assert.equal(game.choices.completion, "mark");
});

test("a map shows a whole board, with its open cells in runs", () => {
  const game = new Game(boardMessage(["11..", ".001", "...."]));
  assert.deepEqual(game.parts(), [
    { left: 0, top: 0, width: 4, height: 3, share: 0 },
    { left: 0, top: 0, width: 2, height: 1, share: 1 },
    { left: 1, top: 1, width: 3, height: 1, share: 1 },
  ]);
  const open = new Game(boardMessage(["11", "11"]));
  assert.deepEqual(
    open.parts().map(({ top, width }) => [top, width]),
    [
      [0, 2],
      [0, 2],
      [1, 2],
    ],
  );
});

test("what an open or a chord would open is awaited until the answer", () => {
  const game = new Game(boardMessage(["1F.", "..?"]));
  game.guess(1, "open", 2);
  game.guess(2, "chord", 0);
  assert.deepEqual(game.awaited.toSorted(), [2, 3, 4]);
  game.settle(2);
  assert.deepEqual(game.awaited, [2]);
  game.apply(delta({ cells: [2, 1] }), false);
  assert.deepEqual(game.awaited, [], "an open cell is not pressed");
  game.guess(3, "chord", 2);
  assert.deepEqual(game.awaited.toSorted(), [4, 5]);
  game.guess(4, "open", 1);
  assert.equal(game.awaited.includes(1), false, "a flag stays up");
});

test("the time stands still without a line, and the server sets it", () => {
  const game = new Game(boardMessage(["1.."], { at: 5000 }));
  game.stopClock();
  const stopped = game.elapsed;
  assert.ok(stopped >= 5000);
  assert.equal(game.elapsed, stopped);
  game.setTime(9000);
  assert.ok(game.elapsed >= 9000);
  game.stopClock();
  game.startClock();
  assert.ok(game.elapsed >= 9000);
});

test("a win shows a flag on every mine, and none is left", () => {
  const game = new Game(boardMessage(["1.", "11"], { status: "won" }));
  assert.equal(game.seen(1), 9);
  game.showMines([1]);
  assert.deepEqual([game.seen(1), game.seen(0), game.minesLeft], [10, 1, 0]);
  game.status = "playing"; // undone
  assert.equal(game.seen(1), 9);
});

test("clicks are moves: neither pauses nor hints, and an undo takes none back", () => {
  const game = new Game(boardMessage(["1..", "..."], { seq: 21, clicks: 1, hints: 2 }));
  assert.equal(game.clicks, 1);
  let seq = 21;
  for (const kind of ["flag", "undo", "redo", "hint", "pause", "resume", "open", "completion-mark"]) {
    game.apply(
      { t: "delta", game: "game", seq: ++seq, at: 0, kind, status: "playing", mines_left: 1, lives: 1 },
      false,
    );
  }
  assert.equal(game.clicks, 3);
});
