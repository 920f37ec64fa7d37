import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { boardMessage, schema, use } from "../page.mjs";
import { Socket } from "../socket.mjs";

const { RemoteSession } = await use("net/session.ts");
const { newState } = await use("state.ts");

beforeEach(() => {
  mock.timers.reset(); // lines of the tests before come back no more
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  globalThis.WebSocket = Socket;
  sessionStorage.removeItem("sapper.room");
  sessionStorage.removeItem("sapper.seal");
});

function sit(board = boardMessage(["1..", "..."])) {
  const state = newState();
  const session = new RemoteSession(state, {
    name: () => null,
    view: () => ({ top: 0, left: 0, height: 1, width: 1 }),
    addressed: () => "",
    rulesets: () => schema,
  });
  const events = [];
  for (const name of ["board", "delta", "marked", "refused", "gone", "over", "review", "answer"]) {
    session.on(name, (event) => events.push([name, event]));
  }
  session.connect();
  const line = Socket.last;
  line.onopen();
  line.say({ t: "welcome", you: "me", time: 0, name: "Ada", countdown: 5 });
  line.say({ t: "pong", at: 1 });
  if (board) line.say(board);
  line.sent.length = 0;
  events.length = 0;
  return { state, session, line, events };
}

const flag = { kind: "flag", row: 0, col: 1 };

test("a board fills the state, and its room outlives a reload", () => {
  const { state } = sit();
  assert.deepEqual([state.name, state.countdown, state.room, state.game.id], ["Ada", 5, "room", "game"]);
  const again = new RemoteSession(newState(), { name: () => null, view: () => null, addressed: () => "" });
  again.resume();
  assert.equal(again.state.room, "room");
});

test("a mark shows at once and a delta settles it", () => {
  const { state, session, line, events } = sit();
  session.play(flag, "mouse", [0.256, 1.5]);
  const [move] = line.sent;
  assert.deepEqual(
    { ...move, n: 0 },
    { t: "play", game: "game", kind: "flag", cell: 1, device: "mouse", y: 0.26, x: 1.5, n: 0 },
  );
  assert.deepEqual(events, [["marked", { cell: 1, from: 9 }]]);
  assert.ok(!session.isSettled);
  const { tab } = session.connection;
  line.say({
    t: "delta",
    game: "game",
    seq: 1,
    at: 5,
    kind: "flag",
    status: "playing",
    mines_left: 0,
    lives: 1,
    cell: 1,
    cells: [1, 10],
    tab,
    n: move.n,
  });
  assert.ok(session.isSettled);
  assert.equal(state.game.seen(1), 10);
});

test("several squares are opened without waiting for an answer", () => {
  const { state, session, line } = sit(boardMessage([".....", "....."]));
  for (let col = 0; col < 5; col++) session.play({ kind: "open", row: 0, col });
  assert.deepEqual(
    line.of("play").map(({ cell }) => cell),
    [0, 1, 2, 3, 4],
  );
  const [first, , third] = line.sent;
  const delta = { t: "delta", game: "game", kind: "open", status: "playing", mines_left: 0, lives: 1 };
  const { tab } = session.connection;
  line.say({ ...delta, seq: 1, at: 5, cell: 0, cells: [0, 1], tab, n: first.n });
  line.say({ t: "refused", code: "rules", why: "no", n: line.sent[1].n });
  line.say({ ...delta, seq: 2, at: 6, cell: 2, cells: [2, 1], tab, n: third.n });
  assert.deepEqual([state.game.seen(0), state.game.seen(2)], [1, 1]);
  assert.equal(session.connection.pending.size, 2);
});

test("a refused mark goes away", () => {
  const { state, session, line, events } = sit();
  session.play(flag);
  line.say({ t: "refused", code: "rules", why: "no", n: line.sent[0].n });
  assert.equal(state.game.seen(1), 9);
  const [name, { isAsked, mark }] = events.at(-1);
  assert.deepEqual([name, isAsked, mark], ["refused", true, 1]);
});

test("the number of another tab settles nothing here", () => {
  const { session, line } = sit();
  session.play(flag);
  const { n } = line.sent[0];
  line.say({
    t: "delta",
    game: "game",
    seq: 1,
    at: 5,
    kind: "flag",
    status: "playing",
    mines_left: 1,
    lives: 1,
    cells: [],
    tab: "another",
    n,
  });
  assert.ok(!session.isSettled);
});

test("a gap asks for what was missed", () => {
  const { line, events } = sit();
  line.say({ t: "delta", game: "game", seq: 5, at: 5, kind: "flag", status: "playing", mines_left: 1, lives: 1 });
  assert.deepEqual(line.kinds(), ["hello", "ping"]);
  assert.deepEqual([line.sent[0].game, line.sent[0].seq], ["game", 0]);
  assert.deepEqual(events, []);
});

test("a room that is gone takes its game with it", () => {
  const { state, line, events } = sit();
  line.say({ t: "welcome", you: "me", time: 0 });
  assert.deepEqual([state.room, state.game, sessionStorage.getItem("sapper.room")], [null, null, null]);
  assert.equal(events.at(-1)[0], "gone");
});

test("a board that takes long is noticed, and given up with the next game", () => {
  const board = boardMessage(["..."], { status: "ready", choices: { layout: "no-guess", lives: 1 } });
  const { state, session, line } = sit(board);
  session.play({ kind: "open", row: 0, col: 0 });
  assert.equal(state.generating, null);
  mock.timers.tick(300);
  assert.equal(state.generating.elapsed, 300);
  const { n } = line.sent[0];
  line.say({ t: "generating", game: "game", n, elapsed: 1500, share: 0.2 });
  assert.equal(state.generating.share, 0.2);
  assert.ok(!session.isSettled, "progress is no answer");
  session.newGame("modern beginner");
  assert.deepEqual(line.kinds(), ["play", "cancel", "new"]);
  assert.equal(state.generating, null);
});

test("a line that is gone for a second covers the board, and comes back by itself", () => {
  const { state, session, line } = sit();
  session.play(flag);
  line.onclose();
  assert.ok(!state.isOffline);
  mock.timers.tick(1000);
  assert.ok(state.isOffline);
  mock.timers.tick(2000);
  const next = Socket.last;
  assert.notEqual(next, line);
  next.onopen();
  next.say({ t: "pong", at: 1 });
  assert.ok(!state.isOffline);
  assert.deepEqual(next.kinds(), ["hello", "ping", "play"], "what had no answer is sent again");
});

test("nothing is sent that the state does not allow", () => {
  const { state, session, line } = sit();
  state.screen = "settings";
  session.play(flag);
  session.takeBack("undo");
  assert.deepEqual(line.sent, []);
});

test("the end is news once", () => {
  const { state, line, events } = sit();
  const over = { t: "over", game: "game", seq: 3, status: "lost", at: 9, digest: "" };
  line.say(over);
  line.say(over);
  assert.deepEqual(
    events.map(([name, { isNew }]) => [name, isNew]),
    [
      ["over", true],
      ["over", false],
    ],
  );
  assert.equal(state.over.seq, 3);
});

test("the verdict belongs to the end that it follows", () => {
  const { state, line, events } = sit();
  const review = { t: "review", game: "game", seq: 3, verdict: "mistake", avoidable: true, text: "", cells: {} };
  line.say(review); // the loss was undone meanwhile, or never shown here
  assert.equal(state.review, null);
  line.say({ t: "over", game: "game", seq: 3, status: "lost", at: 9, digest: "" });
  line.say({ ...review, seq: 2 });
  line.say({ ...review, game: "another" });
  assert.equal(state.review, null);
  line.say(review);
  assert.equal(state.review.verdict, "mistake");
  assert.deepEqual(
    events.map(([name]) => name),
    ["over", "review"],
  );
});

test("quick undos name where the game will be, and are no more than there are moves", () => {
  const board = boardMessage(["1..", "..."], { seq: 3, undo: 3 });
  const { session, line } = sit(board);
  for (let i = 0; i < 5; i++) session.takeBack("undo");
  session.takeBack("redo");
  assert.deepEqual(
    line.sent.map(({ kind, seq }) => [kind, seq]),
    [
      ["undo", 3],
      ["undo", 4],
      ["undo", 5],
      ["redo", 6],
    ],
  );
});

test("a request without an answer for a second is waited for, and the line is asked", () => {
  const { state, session, line } = sit();
  session.play(flag);
  mock.timers.tick(999);
  assert.ok(!state.isWaiting);
  mock.timers.tick(1);
  assert.ok(state.isWaiting);
  assert.deepEqual(line.kinds(), ["play", "ping"]);
  mock.timers.tick(6000);
  assert.equal(session.connection.state, "waiting", "a line that does not answer is given up");
  mock.timers.tick(1000);
  assert.ok(state.isOffline && !state.isWaiting);
});

test("an answer ends the waiting, and what is still open is waited for again", () => {
  const { state, session, line } = sit();
  session.play(flag);
  session.play({ ...flag, col: 2 });
  const [first, second] = line.sent.map(({ n }) => n);
  mock.timers.tick(1000);
  line.say({ t: "refused", code: "busy", why: "", n: first });
  assert.ok(!state.isWaiting);
  mock.timers.tick(1000);
  assert.ok(state.isWaiting);
  line.say({ t: "refused", code: "busy", why: "", n: second });
  mock.timers.tick(5000);
  assert.ok(!state.isWaiting);
});

test("a client that missed messages asks once for what it lacks", () => {
  const { session, line } = sit();
  session.play(flag);
  line.say({ t: "resync" });
  line.say({ t: "resync" });
  assert.deepEqual(line.kinds(), ["play", "hello", "ping"]);
  line.say({ t: "pong", at: 1 });
  assert.deepEqual(line.kinds(), ["play", "hello", "ping", "play"]);
  assert.equal(line.sent[0].n, line.sent[3].n);
});

test("the clock goes on from what the server says after a gap", () => {
  const { state, line } = sit();
  line.onclose();
  const stopped = state.game.elapsed;
  assert.equal(state.game.elapsed, stopped);
  mock.timers.tick(2000);
  const next = Socket.last;
  next.onopen();
  next.say({ t: "welcome", you: "me", time: 0, room: "room", at: 65_000 });
  next.say({ t: "pong", at: 1 });
  assert.ok(state.game.elapsed >= 65_000);
});

test("messages and fields of a later version are ignored, and the game goes on", () => {
  const { state, session, line, events } = sit();
  line.say(
    { t: "weather", rain: true },
    { t: "welcome", you: "me", time: 0, name: "Ada", room: "room", moon: "full" },
    { ...boardMessage(["1..", "..."]), moon: "full" },
  );
  session.play(flag, "mouse");
  assert.equal(line.of("play").length, 1);
  assert.equal(state.game.id, "game");
  assert.deepEqual(
    events.filter(([name]) => name === "gone" || name === "refused"),
    [],
  );
});

test("a server that is back in less than a second has its player back", async () => {
  globalThis.Worker = class {
    postMessage() {}
  };
  const { state, session, line } = sit(boardMessage(["..."], { status: "ready" }));
  line.onclose();
  mock.timers.tick(400);
  const next = Socket.last;
  assert.notEqual(next, line);
  next.onopen();
  next.say({ t: "pong", at: 1 });
  mock.timers.tick(5000);
  for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done)); // what would be loaded
  assert.deepEqual([session.alone.isOn, state.isOffline, state.room], [false, false, "room"]);
});
