// The way from the page to the server inside it, which runs in a worker: something like a WebSocket, and answers to
// what is otherwise asked for over HTTP.

import type { Phrase } from "../protocol.ts";
import type { Rulesets } from "./rules.ts";

import { numberOf } from "./names.ts";

/** Messages between the page and the worker. */
export type ToWorker =
  | { kind: "start"; rulesets: Rulesets }
  | { kind: "open" }
  | { kind: "line"; text: string }
  | { kind: "fetch"; id: number; path: string; method: string; body: string | Uint8Array }
  | { kind: "hand-over" }
  | { kind: "dismiss"; number: number };
export type FromWorker =
  | { kind: "line"; text: string }
  | { kind: "answer"; id: number; status: number; body: string }
  | { kind: "news"; news: LocalNews };

/** A finished game that waits for a server. */
export interface Waiting {
  number: number; // as it is listed
  rules: string;
  daily: string | null; // the day whose board it is
  status: string;
  at: number;
  refused: Phrase | null; // why the server did not take it
}
export interface LocalNews {
  hasDatabase: boolean; // whether this browser can store games at all
  isSaved: boolean; // whether the last action is on the disk
  waiting: Waiting[];
  bytes: number;
  inPlay: number; // games that can be gone on with
}

/** As much of a WebSocket as the connection uses. */
export interface Line {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

const WORKER = "local-worker.js";
const OPEN = 1;
const CLOSED = 3;
const UNAVAILABLE = 503;

export class LocalServerLine {
  _rulesets: Rulesets;
  _worker: Worker | null = null;
  _line: Line | null = null;
  _asked: Map<number, (answer: Response) => void> = new Map();
  _count = 0;
  onNews: (news: LocalNews) => void = () => {};

  constructor(rulesets: Rulesets) {
    this._rulesets = rulesets;
  }

  _start() {
    const worker = new Worker(new URL(WORKER, import.meta.url), { type: "module", name: "server" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this._receive(data);
    worker.onerror = () => this._failed(worker);
    worker.postMessage({ kind: "start", rulesets: this._rulesets } satisfies ToWorker);
    return worker;
  }

  /** The worker cannot go on: the next line, or question, is for another one, which finds every game in the store. */
  _failed(worker: Worker) {
    worker.terminate();
    if (worker !== this._worker) return;
    this._worker = null;
    for (const answer of this._asked.values()) answer(new Response("{}", { status: UNAVAILABLE }));
    this._asked.clear();
    this._line?.onclose?.();
  }

  /** A new line, which takes the place of the one before. */
  open(): Line {
    const line: Line = {
      readyState: OPEN,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => line === this._line && this._post({ kind: "line", text }),
      close: () => {
        line.readyState = CLOSED;
        if (line === this._line) this._line = null;
      },
    };
    this._line = line;
    this._post({ kind: "open" });
    queueMicrotask(() => line === this._line && line.onopen?.());
    return line;
  }

  /** Answer a request as a server would. */
  async fetch(path: string, options: RequestInit = {}): Promise<Response> {
    const { body } = options;
    const given = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : String(body ?? "");
    options.signal?.throwIfAborted();
    return new Promise((answered, failed) => {
      const id = ++this._count;
      this._asked.set(id, answered);
      options.signal?.addEventListener("abort", () => {
        if (this._asked.delete(id)) failed(options.signal?.reason);
      });
      this._post({ kind: "fetch", id, path, method: options.method ?? "GET", body: given });
    });
  }

  /** The server is there again: send it the games that wait. */
  handOver() {
    this._post({ kind: "hand-over" });
  }

  /** The player has seen that the server did not take a game. */
  dismiss(listed: number) {
    this._post({ kind: "dismiss", number: numberOf(listed) });
  }

  _post(message: ToWorker) {
    this._worker ??= this._start();
    this._worker.postMessage(message);
  }

  _receive(message: FromWorker) {
    if (message.kind === "line") this._line?.onmessage?.({ data: message.text });
    else if (message.kind === "news") this.onNews(message.news);
    else {
      const { id, status, body } = message;
      this._asked.get(id)?.(new Response(body, { status, headers: { "content-type": "application/json" } }));
      this._asked.delete(id);
    }
  }
}

let server: LocalServerLine | null = null;

/** The one server of this page, started when it is first needed. */
export function localServer(rulesets: Rulesets) {
  server ??= new LocalServerLine(rulesets);
  return server;
}
