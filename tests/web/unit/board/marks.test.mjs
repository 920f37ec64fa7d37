import assert from "node:assert/strict";
import { test } from "node:test";
import { notingContext, schema, use } from "../page.mjs";

const { drawMarks } = await use("board/mark-painter.ts");

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

test("the mine that was hit has no ticks of the last move over it", async () => {
  const { paintOver } = await use("board/board-cell.ts");
  const { EXPLODED } = await use("board/cell-values.ts");
  const drawn = (seen) => {
    const { context: c, calls } = notingContext();
    const look = { marks: new Map(), last: 3, warned: -1, cursor: -1, drawMarks };
    const emphasis = { draw: () => {} };
    paintOver({ c, model: { seen: () => seen }, theme, size: 32, look, emphasis }, 3, 0, 0);
    return calls.length;
  };
  assert.ok(drawn(2));
  assert.equal(drawn(EXPLODED), 0);
});

test("dots fill a good part of a square and do not touch, and fewer dots are larger", async () => {
  const { numberPainter } = await use("board/number-style.ts");
  const dots = (number) => {
    const { context, calls } = notingContext();
    numberPainter("dots")(context, theme, 0, 0, 24, number);
    return calls.filter(([name]) => name === "arc");
  };
  for (let number = 1; number <= 8; number++) {
    const found = dots(number);
    assert.equal(found.length, number);
    for (const [index, [, x, y, radius]] of found.entries()) {
      assert.ok(radius >= 2.7, `the dots of a ${number} have ${radius} px`);
      for (const [, otherX, otherY] of found.slice(index + 1)) {
        assert.ok(Math.hypot(x - otherX, y - otherY) > 2 * radius, `the dots of a ${number} touch`);
      }
    }
  }
  const radii = [1, 2, 3].map((number) => dots(number)[0][3]);
  assert.deepEqual(
    radii,
    [...radii].sort((one, other) => other - one),
  );
});
