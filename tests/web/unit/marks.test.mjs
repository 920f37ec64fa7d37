import assert from "node:assert/strict";
import { test } from "node:test";
import { notingContext, schema, use } from "./page.mjs";

const { drawMarks } = await use("marks.js");

const theme = schema.themes.light;
const draw = (marks, size = 32) => {
  const { context, calls } = notingContext();
  drawMarks(context, theme, 0, 0, size, marks);
  return calls;
};
const texts = (calls) => calls.filter(([name]) => name === "fillText").map(([, text]) => text);
const colours = (calls) =>
  calls.filter(([name]) => /^set (fill|stroke)Style$/.test(name)).map(([, colour]) => colour.slice(0, 7));

test("no marks draw nothing", () => {
  assert.deepEqual(draw({}), []);
});

test("odds are whole percent, and only certainty is 0 or 100", () => {
  const shown = [0, 0.004, 0.333, 0.996, 1].map((odds) => texts(draw({ odds }))[0]);
  assert.deepEqual(shown, ["0", "<1", "33", ">99", "100"]);
});

test("small cells have colours but no figures", () => {
  assert.deepEqual(texts(draw({ odds: 0.3 }, 16)), []);
});

test("low odds look safe, high ones like a mine, others warn", () => {
  assert.equal(colours(draw({ odds: 0.11 }))[0], theme.hint.safe);
  assert.equal(colours(draw({ odds: 0.3 }))[0], theme.warn);
  assert.equal(colours(draw({ odds: 0.51 }))[0], theme.hint.mine);
});

test("each mark has a shape of its own", () => {
  const kinds = ["region", "reason", "scope", "safe", "mine", "dot"];
  const shapes = kinds.map((kind) =>
    draw({ [kind]: true })
      .map(([name]) => name)
      .join(" "),
  );
  assert.equal(new Set(shapes).size, kinds.length);
});
