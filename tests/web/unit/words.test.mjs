import assert from "node:assert/strict";
import { test } from "node:test";
import { schema, use } from "./page.mjs";

const { COMPLETION, GRADES, RULESETS, gradeNumber, gradeOf, layoutRule, percent, seconds } = await use("words.js");

test("every grade and every ruleset has words", () => {
  assert.deepEqual(
    GRADES.map(([value]) => value),
    schema.settings.game["no-guess"].choices,
  );
  assert.deepEqual(Object.keys(RULESETS), Object.keys(schema.rulesets));
  assert.ok(COMPLETION.some(([value]) => value === schema.choices.completion));
});

test("a grade is a layout and back", () => {
  for (const [grade] of GRADES) {
    const rule = layoutRule(grade);
    assert.equal(gradeOf(rule ? rule.replace("layout=", "") : "random"), grade);
  }
  assert.deepEqual(["off", "single", "full"].map(gradeNumber), [0, 1, 5]);
});

test("times are cut off, never rounded up", () => {
  assert.equal(seconds(1999), "1.99");
  assert.equal(seconds(1999, 0), "1");
  assert.equal(seconds(-5), "0.00");
});

test("shares", () => {
  assert.equal(percent(0.125), "13\u2009%");
  assert.equal(percent(0.125, 1), "12.5\u2009%");
});
