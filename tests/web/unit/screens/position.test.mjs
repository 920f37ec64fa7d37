import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { Position, isAnalysable } = await use("analysis/position.ts");

test("a diagram is read and written", () => {
  const diagram = "4x2/3\n01F.\n?*!x";
  assert.equal(Position.parse(diagram).diagram, diagram);
  assert.equal(Position.parse("4x2/3\n01F."), null);
  assert.equal(Position.parse("4x2/3\n01F.\n..."), null);
});

test("what one drag painted is undone together, and comes back", () => {
  const position = Position.empty(4, 2, 3);
  position.paint(0, 1);
  position.paint(1, 2);
  position.endStroke();
  assert.equal(position.paint(1, 2), false);
  position.endStroke();
  position.paint(2, 3);
  position.endStroke();
  assert.equal(position.diagram, "4x2/3\n123.\n....");
  position.undo();
  assert.equal(position.diagram, "4x2/3\n12..\n....");
  position.undo();
  assert.equal(position.diagram, "4x2/3\n....\n....");
  assert.equal(position.undo(), false);
  position.redo();
  assert.equal(position.diagram, "4x2/3\n12..\n....");
  position.paint(7, 0);
  assert.equal(position.canRedo, false, "another edit ends what could be redone");
});

test("size, mines and clearing are edits that can be undone", () => {
  const position = Position.parse("3x2/2\n1F.\n...");
  position.resize(2, 3, 1);
  assert.equal(position.diagram, "2x3/1\n1F\n..\n..");
  position.clear();
  position.setMines(99);
  assert.equal(position.mines, 5, "one square has no mine");
  for (let step = 0; step < 3; step++) position.undo();
  assert.equal(position.diagram, "3x2/2\n1F.\n...");
  assert.equal(position.minesLeft, 1);
});

test("sizes are bounded", () => {
  assert.ok(isAnalysable({ width: 30, height: 16, mines: 99 }));
  for (const size of [
    { width: 0, height: 5, mines: 0 },
    { width: 256, height: 1, mines: 0 },
    { width: 100, height: 100, mines: 9 },
    { width: 2, height: 2, mines: 4 },
    { width: 2.5, height: 2, mines: 1 },
    { width: Number.NaN, height: 2, mines: 1 },
  ])
    assert.ok(!isAnalysable(size), JSON.stringify(size));
});
