// Asks the kernel about questions, in a worker of its own that is started with the first of them. Works without a server.

import type { Phrase } from "../../protocol.ts";
import type { Found, Given, LearnAnswer, LearnName } from "../../local/advice/learning.ts";

const WORKER = "local-worker.js";

/** The reason for no answer, for the player. */
export class NoAnswer extends Error {
  phrase: Phrase;

  constructor(why: Phrase) {
    super(why.code);
    this.phrase = why;
  }
}

interface Waiting {
  found: (answer: any) => void;
  failed: (error: Error) => void;
}

let worker: Worker | null = null;
let count = 0;
const waiting: Map<number, Waiting> = new Map();

function start() {
  const made = new Worker(new URL(WORKER, import.meta.url), { type: "module", name: "learn" });
  made.onmessage = ({ data }: MessageEvent<LearnAnswer>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ("problem" in data) one?.failed(new NoAnswer(data.problem));
    else one?.found(data.found);
  };
  made.onerror = () => {
    worker = null; // the next question starts another one
    for (const { failed } of waiting.values()) failed(new TypeError("import of the judge failed"));
    waiting.clear();
  };
  return made;
}

/** Ask something; throws `NoAnswer` with the reason where there is no answer. */
export function ask<N extends LearnName>(name: N, given: Given<N>): Promise<Found<N>> {
  worker ??= start();
  const id = ++count;
  const answer = new Promise<Found<N>>((found, failed) => {
    waiting.set(id, { found, failed });
  });
  worker.postMessage({ id, name, given });
  return answer;
}
