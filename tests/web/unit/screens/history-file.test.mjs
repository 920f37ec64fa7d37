import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { partsOf, replaysIn, restoreFile } = await use("statistics/history-file.ts");
const { EVERYTHING, USUAL, queryOf, timesQuery } = await use("statistics/filters.ts");
const HEAD = '{"format": "sapper-backup", "version": 1, "games": 2}';

test("a backup is recognised by its first line", () => {
  assert.deepEqual(replaysIn(`${HEAD}\r\nYQ==\r\n\nYg==\n`), ["YQ==", "Yg=="]);
  for (const text of ["", "a letter", "{}", "null", '{"format": "other", "version": 1}']) {
    assert.throws(() => replaysIn(text), /not a backup/, text);
  }
  assert.throws(() => replaysIn('{"format": "sapper-backup", "version": 2}'), /newer Sapper/);
});

test("parts are small, in order, and lose nothing", () => {
  const lines = Array.from({ length: 1000 }, (_, at) => "x".repeat(at % 7 ? 900 : 90_000));
  const parts = partsOf(lines);
  assert.deepEqual(parts.flat(), lines);
  for (const part of parts) {
    assert.ok(part.length >= 1 && part.length <= 200);
    assert.ok(part.length === 1 || part.join("\n").length <= 200_000);
  }
  assert.deepEqual(partsOf([]), []);
  assert.equal(partsOf(["x".repeat(400_000)]).length, 1, "one that is too long is sent alone, and refused");
});

test("what was restored counts, also when the server stops answering", async () => {
  const lines = Array.from({ length: 450 }, () => "YQ==");
  const seen = [];
  let requests = 0;
  globalThis.fetch = async (_, { body }) => {
    requests += 1;
    const count = body.split("\n").length;
    if (requests === 3) return Response.json({ error: "Go on later." }, { status: 429 });
    return Response.json({ restored: count - 1, known: 1, refused: [] });
  };
  const file = new File([[HEAD, ...lines].join("\n")], "games.txt");
  const outcome = await restoreFile(file, (done, count) => seen.push([done, count]));
  assert.deepEqual(outcome, { restored: 398, known: 2, refused: [], stopped: "Go on later." });
  assert.deepEqual(seen, [
    [0, 450],
    [200, 450],
    [400, 450],
  ]);
});

test("a part waits for a server that has no time for it", async () => {
  let requests = 0;
  globalThis.fetch = async () => {
    requests += 1;
    if (requests < 3) return Response.json({ error: "Busy." }, { status: 503, headers: { "retry-after": "0" } });
    return Response.json({ restored: 1, known: 0, refused: [] });
  };
  const outcome = await restoreFile(new File([`${HEAD}\nYQ==`], "games.txt"), () => {});
  assert.deepEqual(outcome, { restored: 1, known: 0, refused: [], stopped: "" });
});

test("a query asks for own games only, by every filter", () => {
  assert.equal(String(queryOf(USUAL, 0)), "mine=1&source=all&device=people&plain=1");
  assert.equal(String(queryOf(EVERYTHING, 0)), "mine=1&source=all&device=all&together=all");
  const filters = {
    ...USUAL,
    level: "expert",
    layout: "no-guess",
    ruleset: "amiga",
    device: "touch",
    days: "7",
    plain: "",
  };
  assert.equal(
    String(queryOf(filters, 1_000_000)),
    "mine=1&source=all&device=touch&level=expert&layout=no-guess&ruleset=amiga&since=395200",
  );
});

test("games of files are asked for by the name of their player", () => {
  assert.equal(String(queryOf({ ...USUAL, whose: "files" }, 0)), "source=imported&device=people&plain=1");
  const named = queryOf({ ...USUAL, whose: "=Ann = me" }, 0);
  assert.deepEqual([named.get("player"), named.get("source"), named.get("mine")], ["Ann = me", "imported", null]);
});

test("best times are asked for by level, board, rules, device and player", () => {
  assert.equal(String(timesQuery(USUAL)), "limit=10&mine=1&source=all");
  const chosen = { ...USUAL, level: "expert", layout: "random", ruleset: "amiga", device: "touch", whose: "everyone" };
  assert.equal(String(timesQuery(chosen)), "limit=10&level=expert&layout=random&ruleset=amiga&device=touch");
});
