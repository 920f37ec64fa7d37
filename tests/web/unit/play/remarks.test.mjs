import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { notRankedWords, reasonWords, remarkWords } = await use("play/end/remarks.ts");

test("lists name a remark, and the end says why", () => {
  assert.equal(remarkWords(["hinted", "known board", "same address"]), "hinted, known board, same address");
  assert.equal(reasonWords(["hinted", "too fast"]), "hinted, it was faster than a hand can be");
});

test("a win that is not ranked says why, and no other end does", () => {
  const objections = ["same address"];
  const said = "Not ranked: another player at this address had the same board.";
  assert.equal(notRankedWords({ status: "won", objections }), said);
  assert.equal(notRankedWords({ status: "lost", objections }), "");
  assert.equal(notRankedWords({ status: "won", objections: [] }), "");
  assert.equal(notRankedWords(null), "");
});
