import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { use } from "../page.mjs";

const { opens } = await use("play/seed/seal.ts");
const { sha256 } = await use("ui/sha256.ts");

const digest = (text) => createHash("sha256").update(text).digest("hex");

test("the digest of texts around the length of a block", () => {
  for (let length = 0; length <= 130; length++) assert.equal(sha256("é".repeat(length)), digest("é".repeat(length)));
});

test("a seal opens with its own seed and salt only", () => {
  const seal = digest("sapper seal 1\nmodern 8x8/10\nseed\nsalt\n");
  assert.ok(opens(seal, "modern 8x8/10", "seed", "salt"));
  assert.ok(!opens(seal, "modern 8x8/10", "seed", "pepper"));
});
