import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { areaPath, binned, extent, linePath, nearest, roundSpan, roundStep, scale, slopeInside, ticks } =
  await use("statistics/svg-charts.ts");

test("a scale goes from values to pixels, also upside down", () => {
  const y = scale([100, 200], [300, 0]);
  assert.deepEqual([y(100), y(150), y(200), y(250)], [300, 150, 0, -150]);
  assert.equal(scale([5, 5], [0, 10])(5), 5);
});

test("steps are 1, 2 or 5 times a power of ten, and few enough", () => {
  assert.deepEqual([roundStep(10, 10), roundStep(11, 10), roundStep(100, 4), roundStep(0.9, 3)], [1, 2, 50, 0.5]);
  assert.equal(roundStep(0, 5), 1);
  for (let reach = 0.01; reach < 1e7; reach *= 1.7) {
    for (const most of [1, 3, 5, 12]) assert.ok(reach / roundStep(reach, most) <= most + 1e-6, `${reach} ${most}`);
  }
});

test("ticks are round and inside", () => {
  assert.deepEqual(ticks([101, 249], 3), [150, 200]);
  assert.deepEqual(ticks([0, 1], 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks([3, 3], 5), [3]);
  assert.deepEqual(roundSpan([101, 249], 4), [100, 250]);
  assert.deepEqual(roundSpan([7, 7], 4), [6, 8]);
});

test("the extent of values", () => {
  assert.deepEqual(extent([3, 1, 2]), [1, 3]);
  assert.equal(extent([]), null);
});

test("bins have one round width and lose nothing", () => {
  const values = [10, 11, 19, 20, 47, 58];
  const bins = binned(values, (value) => value, 5);
  assert.deepEqual(
    bins.map(({ start, end, items }) => [start, end, items.length]),
    [
      [10, 20, 3],
      [20, 30, 1],
      [30, 40, 0],
      [40, 50, 1],
      [50, 60, 1],
    ],
  );
  assert.deepEqual(binned([], Number, 5), []);
  assert.equal(binned([7, 7, 7], Number, 5).flatMap(({ items }) => items).length, 3);
});

test("gaps interrupt lines and areas", () => {
  assert.equal(linePath([[0, 1], [2, 3.04], null, [4, 5], [6, 7]]), "M0 1L2 3M4 5L6 7");
  assert.equal(areaPath([[0, 1], null, [4, 1], [6, 1]], [[0, 9], null, [4, 9], [6, 9]]), "M0 1L0 9ZM4 1L6 1L6 9L4 9Z");
  assert.equal(linePath([]), "");
});

test("lines of equal speed are cut at the edges of the plane", () => {
  assert.deepEqual(slopeInside(2, [10, 50], [0, 60]), [
    [10, 20],
    [30, 60],
  ]);
  assert.equal(slopeInside(0.1, [10, 50], [20, 60]), null);
});

test("the nearest point is found within reach only", () => {
  const points = [
    [0, 0],
    [10, 0],
    [10, 4],
  ];
  assert.equal(nearest(points, [9, 3], 5), 2);
  assert.equal(nearest(points, [50, 50], 5), -1);
});
