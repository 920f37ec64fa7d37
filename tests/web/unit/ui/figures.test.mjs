import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { capitalized, percent, seconds, size, time } = await use("ui/words.ts");

test("times are cut off, never rounded up", () => {
  assert.equal(seconds(1999), "1.99");
  assert.equal(seconds(1999, 0), "1");
  assert.equal(seconds(-5), "0.00");
  assert.equal(time(1999, 1), "1.9 s");
});

test("times are as far apart as they are written", async () => {
  const { gap } = await use("play/end/parts.ts");
  assert.deepEqual([gap(710, 919), gap(20_000, 19_999), gap(715, 719)], ["0.20 s", "0.01 s", "0.004 s"]);
});

test("shares", () => {
  assert.equal(percent(0.125), "13\u2009%");
  assert.equal(percent(0.125, 1), "12.5\u2009%");
});

test("sizes and sentences", () => {
  assert.equal(size({ width: 30, height: 16 }), "30×16");
  assert.equal(capitalized("the server stops"), "The server stops");
  assert.equal(capitalized(""), "");
});
