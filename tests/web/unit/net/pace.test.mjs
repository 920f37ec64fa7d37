import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { use } from "../page.mjs";

const { Connection } = await use("net/connection.ts");
const RATE = 40;
const BURST = 80; // as in server/limits.py

let now = 0;
performance.now = () => now;
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });

/** Let time pass in small steps. */
function pass(ms) {
  for (let left = ms; left > 0; left -= 5) {
    now += 5;
    mock.timers.tick(5);
  }
}

/** The server's end: it hangs up on a client that sends too much, and plays every request once. */
class Server {
  static OPEN = 1;
  static played = [];
  static delay = 50; // ms for half a round trip
  static sockets = [];
  static stalled = null; // what a line that stands still has not delivered
  readyState = 1;
  tokens = BURST;
  since = now;

  constructor() {
    Server.sockets.push(this);
  }

  send(text) {
    const message = JSON.parse(text);
    if (Server.stalled) Server.stalled.push(() => this.arrive(message));
    else setTimeout(() => this.arrive(message), Server.delay);
  }

  arrive(message) {
    if (this.readyState !== 1) return;
    this.tokens = Math.min(BURST, this.tokens + ((now - this.since) * RATE) / 1000);
    this.since = now;
    if (this.tokens < 1) return this.hangUp({ t: "bye", why: "Too many messages.", retry_in: 5 });
    this.tokens--;
    if (message.t === "hello") this.answer({ t: "welcome", rate: RATE, burst: BURST });
    else if (message.t === "ping") this.answer({ t: "pong", at: message.at });
    else {
      if (!Server.played.includes(message.n)) Server.played.push(message.n);
      this.answer({ t: "delta", n: message.n });
    }
  }

  answer(message) {
    setTimeout(() => this.readyState === 1 && this.onmessage({ data: JSON.stringify(message) }), Server.delay);
  }

  hangUp(bye) {
    Server.hungUp++;
    this.onmessage({ data: JSON.stringify(bye) });
    this.close();
    this.onclose();
  }

  close() {
    this.readyState = 3;
  }
}

beforeEach(() => {
  globalThis.WebSocket = Server;
  Object.assign(Server, { played: [], delay: 50, sockets: [], hungUp: 0, stalled: null });
});

function connect() {
  const connection = new Connection({
    place: () => ({}),
    onMessage: (message) => {
      if (message.t === "welcome") connection.allow(message.rate, message.burst);
      else if (message.t === "delta") connection.settle(message.n);
    },
    onState: () => {},
  });
  connection.open();
  Server.sockets.at(-1).onopen();
  pass(500);
  assert.equal(connection.state, "open");
  return connection;
}

test("a thousand clicks at once all arrive, in order, and the server never hangs up", () => {
  const connection = connect();
  const asked = Array.from({ length: 1000 }, () => connection.ask({ t: "play" }));
  pass(1000);
  assert.ok(Server.played.length >= 60, "the burst is used");
  pass(30_000);
  assert.deepEqual(Server.played, asked);
  assert.equal(connection.pending.size, 0);
  assert.equal(Server.hungUp, 0);
});

test("a line that delivers seconds of messages at once is no reason to hang up", () => {
  const connection = connect();
  const asked = Array.from({ length: 300 }, () => connection.ask({ t: "play" }));
  pass(500);
  Server.stalled = [];
  pass(4000);
  const late = Server.stalled;
  Server.stalled = null;
  for (const deliver of late) deliver();
  pass(20_000);
  assert.deepEqual(Server.played, asked);
  assert.equal(Server.hungUp, 0);
});

test("after a reconnect the rest is sent again, no faster, and nothing is played twice", () => {
  const connection = connect();
  const asked = Array.from({ length: 300 }, () => connection.ask({ t: "play" }));
  pass(1000);
  const line = Server.sockets.at(-1);
  line.close();
  line.onclose();
  pass(1000);
  Server.sockets.at(-1).onopen();
  pass(20_000);
  assert.deepEqual(Server.played, asked);
  assert.equal(connection.pending.size, 0);
  assert.equal(Server.hungUp, 0);
});

test("what has no answer is sent too, after a gap was closed", () => {
  const connection = connect();
  for (let i = 0; i < 100; i++) connection.ask({ t: "play" });
  connection.send({ t: "rename", n: -1 });
  connection.resync();
  pass(10_000);
  assert.equal(Server.played.at(-1), -1);
  assert.equal(Server.played.length, 101);
  assert.equal(Server.hungUp, 0);
});

test("requests of a game that was left are not sent any more", () => {
  const connection = connect();
  for (let i = 0; i < 200; i++) connection.ask({ t: "play" });
  connection.forget();
  const last = connection.ask({ t: "new" });
  pass(5000);
  assert.ok(Server.played.length < 100);
  assert.equal(Server.played.at(-1), last);
});
