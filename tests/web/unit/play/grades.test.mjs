import assert from "node:assert/strict";
import { test } from "node:test";
import { schema, use } from "../page.mjs";

const { GRADES, gradeName, gradeNumber, gradeOf } = await use("play/new-game/grades.ts");
const { layoutRule } = await use("input/settings.ts");

test("the ladder has every grade that can be chosen", () => {
  assert.deepEqual(GRADES, schema.settings.game["no-guess"].choices);
  assert.deepEqual(GRADES.map(gradeName), ["Off", "1 Single", "2 Pairs", "3 Chains", "4 Count", "5 Full"]);
});

test("a grade is a layout and back", () => {
  for (const grade of GRADES) {
    const rule = layoutRule(grade);
    assert.equal(gradeOf(rule ? rule.replace("layout=", "") : "random"), grade);
  }
  assert.deepEqual(["off", "single", "full"].map(gradeNumber), [0, 1, 5]);
});
