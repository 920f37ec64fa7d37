// The worker of the server inside the page. It has three roles: the server itself, the search for no-guess boards, and
// the judge of what is learned, which the page asks also where there is a server.

import type { Rulesets } from "./rules.ts";
import type { FromWorker, ToWorker } from "./line.ts";
import type { Wanted } from "./search.ts";

import { loadEngine } from "../engine/engine.ts";
import { answer } from "./answers.ts";
import { type AskedToLearn, answerLearner } from "./advice/learning.ts";
import { HandOver } from "./hand-over.ts";
import { SearchWorker, search } from "./search.ts";
import { LocalServer } from "./server.ts";
import { Store } from "./store.ts";
import { UnstoredGames } from "./unstored.ts";

const scope = globalThis as unknown as {
  name: string;
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage: (message: unknown) => void;
};
const OPEN_WAIT = 5000; // ms
const LOCK_WAIT = 3000; // ms; a browser takes so long at most to end the worker of a page that was closed or loaded again

const makeSearcher = () => new Worker(import.meta.url, { type: "module", name: "search" });

/** Let the page hear of an error that ends this worker: it starts another one. */
const fail = (error: unknown) =>
  setTimeout(() => {
    throw error;
  });

/** Load the kernel; without one that works this worker is of no use. */
async function startEngine() {
  try {
    const engine = await loadEngine();
    engine.onTrap(fail);
    return engine;
  } catch (error) {
    fail(error);
    return new Promise<never>(() => {});
  }
}

/** Answer searches; everything else waits meanwhile. */
async function beSearcher() {
  const engine = startEngine();
  scope.onmessage = async ({ data }: MessageEvent<Wanted>) => search(await engine, data, scope.postMessage.bind(scope));
}

/** Judge answers, and find what there is to learn in games. */
async function beJudge() {
  const engine = startEngine();
  scope.onmessage = async ({ data }: MessageEvent<AskedToLearn>) =>
    scope.postMessage(answerLearner(await engine, data));
}

/** Rooms of which this page holds the lock, so that no other tab plays there, and how each is let go of. */
const locks = new Map<string, () => void>();

function lock(room: string): Promise<boolean> {
  if (locks.has(room) || !navigator.locks) return Promise.resolve(true);
  return new Promise((answered) => {
    const hold = () => {
      const left = new Promise<void>((leave) => locks.set(room, leave));
      answered(true);
      return left;
    };
    const signal = AbortSignal.timeout(LOCK_WAIT);
    navigator.locks.request(`sapper-${room}`, { signal }, hold).catch(() => answered(false));
  });
}

function unlock(room: string) {
  locks.get(room)?.();
  locks.delete(room);
}

const post = (message: FromWorker) => scope.postMessage(message);

/** Open the database; null in a browser that gives none, or that has not answered after a while. */
async function openStore(): Promise<Store | null> {
  const late = new Promise<null>((give) => setTimeout(give, OPEN_WAIT, null));
  try {
    return await Promise.race([Store.open(), late]);
  } catch {
    return null;
  }
}

async function beServer(rulesets: Rulesets) {
  const [engine, database] = await Promise.all([startEngine(), openStore()]);
  const store = database ?? new UnstoredGames();
  const searching = new SearchWorker(makeSearcher);
  const handOver = new HandOver(store, { post, hasDatabase: database !== null });
  const around = {
    engine,
    store,
    searching,
    rulesets,
    send: (message: unknown) => post({ kind: "line", text: JSON.stringify(message) }),
    clock: () => Math.floor(performance.now()),
    today: () => Date.now(),
    lock,
    unlock,
    stored: (failure: unknown) => handOver.stored(failure === null),
    changed: () => handOver.report(),
    every: (ms: number, run: () => void) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
  };
  const server = new LocalServer(around);
  await handOver.report();
  searching.prepare();
  return (message: ToWorker) => {
    if (message.kind === "line") server.receive(JSON.parse(message.text));
    else if (message.kind === "hand-over") handOver.send();
    else if (message.kind === "dismiss") handOver.dismiss(message.number);
    else if (message.kind === "fetch") {
      const { id, path, method, body } = message;
      answer({ path, method, body }, around).then((given) =>
        post({ kind: "answer", id, status: given.status, body: JSON.stringify(given.body) }),
      );
    }
  };
}

if (scope.name === "search") beSearcher();
else if (scope.name === "learn") beJudge();
else {
  let server: ReturnType<typeof beServer> | null = null;
  scope.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind === "start") server ??= beServer(data.rulesets);
    else (await server)?.(data);
  };
}
