import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { use } from "../page.mjs";

const { LinkError, MOST_CELLS, boardFragment, momentFragment, positionFragment, readFragment } =
  await use("play/seed/links.ts");
const { Position } = await use("analysis/position.ts");
const golden = JSON.parse(readFileSync(new URL("../../../data/links.json", import.meta.url), "utf8"));

for (const { what, fragment, position, board, moment } of golden.links) {
  test(`an old link still means ${what}`, () => {
    const link = readFragment(fragment);
    if (position) assert.equal(new Position(link.position).diagram, position);
    else if (board) assert.deepEqual(link, { kind: "board", board });
    else assert.deepEqual(link, { kind: "moment", moment });
  });

  test(`the link of ${what} is the same as ever`, () => {
    const made = position
      ? positionFragment(Position.parse(position))
      : board
        ? boardFragment(board)
        : momentFragment(moment);
    assert.equal(made, fragment);
  });
}

for (const fragment of golden.broken) {
  test(`${fragment} is broken`, () => {
    assert.throws(
      () => readFragment(fragment),
      (error) => error instanceof LinkError && !error.isNewer,
    );
  });
}

for (const fragment of golden.newer) {
  test(`${fragment} is of a newer page`, () => {
    assert.throws(
      () => readFragment(fragment),
      (error) => error instanceof LinkError && error.isNewer,
    );
  });
}

for (const fragment of golden.none)
  test(`${fragment || "nothing"} is no link`, () => assert.equal(readFragment(fragment), null));

/** A fixed sequence that looks random. */
function* noise(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 16;
  }
}

test("every position comes back from its link, and an expert board fits into 400 letters", () => {
  const numbers = noise(7);
  const next = (most) => numbers.next().value % most;
  for (let round = 0; round < 200; round++) {
    const isExpert = round % 4 === 0;
    const [width, height] = isExpert ? [30, 16] : [1 + next(40), 1 + next(40)];
    const values = new Uint8Array(width * height);
    for (let at = 0, value = 0; at < values.length; at++) {
      if (round % 2 || next(9) === 0) value = next(15);
      values[at] = value;
    }
    const position = { width, height, mines: next(width * height), values };
    const fragment = positionFragment(position);
    assert.deepEqual(readFragment(fragment), { kind: "position", position });
    if (isExpert) assert.ok(fragment.length < 400, String(fragment.length));
  }
});

test("the largest position fits into a link that is read again", () => {
  const values = Uint8Array.from({ length: MOST_CELLS }, (_, at) => at % 13);
  const position = { width: 64, height: MOST_CELLS / 64, mines: 99, values };
  assert.deepEqual(readFragment(positionFragment(position)).position, position);
});
