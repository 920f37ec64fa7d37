import assert from "node:assert/strict";
import { test } from "node:test";
import { notingContext, use } from "../page.mjs";

globalThis.document ??= {};
let made = 0;
document.createElement = () => {
  made++;
  const { context } = notingContext();
  return { width: 0, height: 0, getContext: () => context };
};
const { Patches } = await use("board/patches.ts");

/** Patches of four cells, and what they painted and copied for a view. */
function shown(patches, view) {
  const { context, calls } = notingContext();
  const painted = [];
  patches.copy(context, view, 0, 0, (_, part) => painted.push(`${part.top} ${part.left}`));
  return { painted, copied: calls.filter(([name]) => name === "drawImage").length };
}

const fresh = () => {
  const patches = new Patches();
  patches.setSize(64); // four along a side
  return patches;
};

test("a patch is painted once and copied from then on", () => {
  const patches = fresh();
  const view = { top: 0, left: 0, height: 6, width: 4 };
  assert.deepEqual(shown(patches, view), { painted: ["0 0", "4 0"], copied: 2 });
  assert.deepEqual(shown(patches, view), { painted: [], copied: 2 });
  assert.deepEqual(shown(patches, { ...view, left: 1 }), { painted: ["0 4", "4 4"], copied: 4 });
});

test("only what shows a changed cell is painted again", () => {
  const patches = fresh();
  const view = { top: 0, left: 0, height: 8, width: 8 };
  shown(patches, view);
  patches.drop({ top: 5, left: 1, height: 1, width: 1 });
  assert.deepEqual(shown(patches, view).painted, ["4 0"]);
  patches.drop({ top: 3, left: 3, height: 2, width: 2 });
  assert.equal(shown(patches, view).painted.length, 4);
  patches.setSize(32);
  assert.deepEqual(shown(patches, view).painted, ["0 0"]);
});

test("a long pan uses the same canvases again", () => {
  const patches = fresh();
  for (let left = 0; left < 4000; left += 3) shown(patches, { top: 0, left, height: 8, width: 8 });
  assert.ok(patches._made.size <= 32);
  made = 0;
  for (let left = 4000; left < 8000; left += 3) shown(patches, { top: 0, left, height: 8, width: 8 });
  assert.equal(made, 0);
});
