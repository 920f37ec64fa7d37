import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { use } from "../page.mjs";
import { Socket } from "../socket.mjs";

const { Connection } = await use("net/connection.ts");

test("the address names the room, for balancers", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const addresses = [];
  globalThis.WebSocket = class {
    /** @param {string} address */
    constructor(address) {
      addresses.push(address);
    }
    close() {}
  };
  globalThis.location ??= { protocol: "http:", host: "here" };
  /** @type {string | null} */
  let room = null;
  const connection = new Connection({ room: () => room, place: () => ({}), onMessage: () => {}, onState: () => {} });
  connection.open();
  room = "a-b_c=&d";
  connection.open();
  assert.deepEqual(addresses, [`ws://${location.host}/play`, `ws://${location.host}/play?room=a-b_c%3D%26d`]);
});

test("pauses between tries double, with jitter, up to ten seconds", () => {
  /** @type {number[]} */
  const waits = [];
  const sockets = [];
  globalThis.WebSocket = class {
    constructor() {
      sockets.push(this);
    }
    close() {}
  };
  globalThis.location ??= { protocol: "http:", host: "here" };
  const timers = mock.method(globalThis, "setTimeout", (_, wait) => waits.push(wait));
  const random = mock.method(Math, "random", () => 0.5);
  const connection = new Connection({ place: () => ({}), onMessage: () => {}, onState: () => {} });
  const pause = () => {
    connection.open();
    sockets.at(-1).onclose();
    return waits.at(-1);
  };
  const pauses = Array.from({ length: 8 }, pause);
  assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  random.mock.mockImplementation(() => 0);
  assert.equal(pause(), 5000);
  timers.mock.restore();
  random.mock.restore();
});

test("a server that takes the line and says nothing counts as gone", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  globalThis.WebSocket = Socket;
  const states = [];
  const connection = new Connection({ place: () => ({}), onMessage: () => {}, onState: (state) => states.push(state) });
  connection.open();
  Socket.last.onopen();
  context.mock.timers.tick(9999);
  assert.deepEqual(states, ["connecting"]);
  context.mock.timers.tick(1);
  assert.deepEqual(states, ["connecting", "waiting"]);
});
