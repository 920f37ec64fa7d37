import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryStore } from "../engine.mjs";
import { use } from "../page.mjs";

const { HandOver } = await use("local/hand-over.ts");

/** A store with finished games, and a server that answers as it is told. */
async function finished(count, answers) {
  const store = new MemoryStore();
  const end = { status: "won", at: 9, endedAt: 5, name: "", log: [], figures: {}, sentAs: null, refused: "" };
  for (let at = 0; at < count; at++)
    await store.begin({ rules: "modern 8x8/10 v1", seed: new Uint8Array(16), createdAt: at, end: { ...end } });
  const [waits, sent] = [[], []];
  const ask = async (_path, { body }) => {
    sent.push(JSON.parse(body));
    const status = answers.shift() ?? 200;
    if (!status) throw new TypeError("no network");
    return new Response(JSON.stringify({ id: 70 + sent.length, phrase: { code: "alone.broken" } }), { status });
  };
  let run = null;
  const later = (next, ms) => {
    waits.push(ms);
    run = next;
  };
  const handOver = new HandOver(store, { post: () => {}, ask, later });
  const goOn = async () => {
    run();
    while (handOver._isSending) await new Promise(setImmediate);
  };
  const news = [];
  handOver._around.post = (message) => news.push(message.news);
  return { store, handOver, sent, waits, goOn, news, sentAs: () => store.games.map(({ end: { sentAs } }) => sentAs) };
}

test("what a server does not take for now is sent later, and nothing twice", async () => {
  const { handOver, sent, waits, goOn, sentAs } = await finished(2, [429, 503, 507, 0]);
  await handOver.send();
  for (let at = 0; at < 4; at++) {
    assert.deepEqual(sentAs(), [null, null]);
    await goOn();
  }
  assert.deepEqual(sentAs(), [75, 76]);
  assert.equal(sent.length, 6);
  assert.ok(
    waits.every((ms, at) => !at || ms === 2 * waits[at - 1]),
    String(waits),
  );
  assert.equal(waits.length, 4);
});

test("two calls leave one waiting", async () => {
  const { handOver, waits } = await finished(1, [503, 503]);
  await handOver.send();
  await handOver.send();
  assert.equal(waits.length, 1);
});

test("a refused game is not sent again", async () => {
  const { store, handOver, sent, waits, sentAs } = await finished(2, [422]);
  await handOver.send();
  await handOver.send();
  assert.deepEqual([sent.length, waits.length, sentAs()[1]], [2, 0, 72]);
  assert.deepEqual(JSON.parse(store.games[0].end.refused), { code: "alone.broken" });
});

test("what waits is read once, and each game is measured once", async () => {
  const { store, handOver, news } = await finished(30, []);
  let reads = 0;
  const unsettled = store.unsettled.bind(store);
  store.unsettled = () => ++reads && unsettled();
  store.all = () => assert.fail("all games are read");
  await handOver.report();
  const [{ bytes }] = news;
  assert.ok(bytes > 30 * 100);
  reads = 0;
  await handOver.send();
  assert.ok(reads <= 2, `${reads} reads`);
  assert.deepEqual(
    news.map(({ waiting }) => waiting.length),
    Array.from({ length: 31 }, (_, sent) => 30 - sent),
  );
  assert.equal(news.at(-1).bytes, 0);
});

test("a refused game stays in view until the player removes it, and in the store", async () => {
  const { store, handOver, news } = await finished(2, [422]);
  await handOver.send();
  assert.deepEqual(
    news.at(-1).waiting.map(({ refused }) => refused?.code),
    ["alone.broken"],
  );
  await handOver.dismiss(store.games[0].number);
  assert.deepEqual(news.at(-1).waiting, []);
  assert.equal(store.games.length, 2);
  await handOver.send();
  assert.equal(store.games[0].end.sentAs, null);
});

test("a game that cannot be marked as sent is sent again", async () => {
  const { store, handOver, sent, waits, goOn, sentAs } = await finished(1, []);
  store.isFull = true;
  await handOver.send();
  assert.deepEqual([sent.length, waits.length, sentAs()[0]], [1, 1, null]);
  store.isFull = false;
  await goOn();
  assert.deepEqual([sent.length, sentAs()[0]], [2, 72]);
});
