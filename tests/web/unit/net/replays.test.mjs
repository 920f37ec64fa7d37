import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { readGame, readRound } = await use("net/replays.ts");

test("a game or a round without an id is refused, and the list is not asked for", async (t) => {
  const asked = t.mock.method(globalThis, "fetch", async () => Response.json([]));
  await assert.rejects(readGame(""), { message: "There is no such finished game." });
  await assert.rejects(readRound(""), { message: "There is no such round, or it is not over." });
  assert.equal(asked.mock.callCount(), 0);
});
