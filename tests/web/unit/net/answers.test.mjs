// Answers go to the server and come from it in parts, each once, also where one is given meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";

import { use } from "../page.mjs";

const { addAnswer, allAnswers, exchange } = await use("learn/progress/answers.ts");

const PAGE = 3;
const answer = (item, at) => ({ subject: "puzzle", item, answered_at: at, grade: 3, elapsed: 900 });

/** A server that knows some answers; it says what it was asked. */
function serverWith(known) {
  const asked = [];
  globalThis.fetch = async (_, { body }) => {
    const given = JSON.parse(body);
    asked.push(given);
    for (const one of given.answers) if (!known.some(({ item }) => item === one.item)) known.push(one);
    server.meanwhile?.();
    const skip = given.skip ?? 0;
    const found = known.length === given.known && !skip ? [] : known.slice(skip, skip + PAGE);
    return Response.json({ answers: found, left: found.length ? known.length - skip - found.length : 0 });
  };
  const server = { asked, known, meanwhile: null };
  return server;
}

test("all that a server knows is learned, part after part, and then nothing more is asked for", async () => {
  const server = serverWith(Array.from({ length: 8 }, (_, number) => answer(`there${number}`, number)));
  localStorage.setItem("sapper.answers", "puzzle here 100 3 900\n");
  await exchange();
  assert.deepEqual(
    server.asked.map(({ skip }) => skip ?? 0),
    [0, 3, 6],
  );
  assert.deepEqual(
    allAnswers().map(({ item }) => item),
    [...Array.from({ length: 8 }, (_, number) => `there${number}`), "here"],
  );
  await exchange();
  assert.equal(server.asked.length, 4);
  assert.deepEqual(server.asked[3], { answers: [], known: 9 });
});

test("an answer that is given while others arrive is sent the next time", async () => {
  for (const key of ["sapper.answers", "sapper.answers-sent"]) localStorage.removeItem(key);
  const server = serverWith(Array.from({ length: 4 }, (_, number) => answer(`there${number}`, number)));
  server.meanwhile = () => {
    server.meanwhile = null;
    addAnswer(answer("meanwhile", 50));
  };
  await exchange();
  await exchange();
  assert.ok(server.known.some(({ item }) => item === "meanwhile"));
  assert.equal(allAnswers().length, 5);
});
