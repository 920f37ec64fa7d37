import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { boardMessage, use } from "../page.mjs";
import { Socket } from "../socket.mjs";

const { PartySession } = await use("together/session.ts");
const { absenceText } = await use("together/wording.ts");
const { RemoteSession } = await use("net/session.ts");
const { isInRound, newState } = await use("state.ts");

mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
const WELCOME = { t: "welcome", you: "me", time: 0, name: "Ada" };
const PARTY = {
  t: "party",
  party: "id",
  seq: 1,
  terms: {},
  stage: "playing",
  owner: 0,
  round: 1,
  seats: [{ seat: 0, name: "Ada", colour: 0, player: "a", is_here: true, plays: true }],
};

beforeEach(() => {
  globalThis.WebSocket = Socket;
  globalThis.matchMedia = () => ({ matches: false });
  globalThis.screen = { width: 1440, height: 900 };
  sessionStorage.removeItem("sapper.room");
});

function sit() {
  const state = newState();
  const session = new RemoteSession(state, { name: () => null, view: () => ({}), addressed: () => "" });
  const heard = [];
  const party = new PartySession(state, session, {
    entered: () => heard.push("entered"),
    changed: ({ t }) => heard.push(t),
    parted: (why) => heard.push(`parted ${why}`),
    closedBoard: (rules) => ({ id: "", rules }),
    boardClosed: ({ rules }) => heard.push(`closed ${rules}`),
    solverSat: () => heard.push("solver"),
  });
  session.connect();
  greet();
  return { state, session, party, heard };
}

function greet() {
  Socket.last.onopen();
  Socket.last.say(WELCOME, { t: "pong", at: 1 });
  return Socket.last;
}

function join() {
  const sitting = sit();
  sitting.party.join("id");
  const line = Socket.last;
  line.say({ t: "entered", n: line.of("join")[0].n, party: "id", seat: 0 }, PARTY, boardMessage(["1..", "..."]));
  line.say({ t: "pong", at: 1 });
  return { ...sitting, line };
}

test("a game of several has no room of its own to come back to", () => {
  const { state, line } = join();
  assert.equal(line.sent.at(-2).party, "id");
  assert.equal(state.room, null);
  assert.equal(sessionStorage.getItem("sapper.room"), null);
  assert.ok(isInRound(state));
});

test("after a reconnect the page joins with what it has, and then sends again what has no answer", () => {
  const { session } = join();
  session.play({ kind: "flag", row: 0, col: 1 });
  session.party.ready();
  Socket.last.onclose();
  session.connect();
  const line = greet();
  assert.deepEqual(
    line.sent.map(({ t }) => t),
    ["hello", "join", "ping", "play", "ready"],
  );
  const [, again, , move] = line.sent;
  assert.deepEqual([again.party, again.game, again.seq], ["id", "game", 0]);
  assert.equal(move.kind, "flag");
  assert.ok(again.n > move.n, "numbers go up within a tab");
});

test("a request to come in that is refused ends it with the reason", () => {
  const { state, party, heard } = sit();
  party.join("gone");
  const [{ n }] = Socket.last.of("join");
  Socket.last.say({ t: "refused", code: "room", why: "This room is closed.", n });
  assert.equal(state.party, null);
  assert.equal(heard.at(-1), "parted This room is closed.");
});

test("another game is another place: the seat is given up first", () => {
  const { session, state, line } = join();
  session.newGame("modern beginner");
  line.say({ t: "pong", at: 1 });
  assert.deepEqual(
    line.sent.slice(-4).map(({ t }) => t),
    ["quit", "hello", "ping", "new"],
  );
  assert.equal(state.party, null);
  line.say({ t: "parted", why: "You left.", n: 0 });
  assert.equal(state.party, null);
});

test("what is said of the room that was left does not end the next one", () => {
  const { party, state, line } = join();
  party.join("other");
  line.say({ t: "parted", why: "You left.", n: 0 });
  assert.equal(state.party.id, "other");
  line.say({ t: "parted", why: "The owner removed you from this room." });
  assert.equal(state.party, null);
});

test("the others see the last place of the pointer, about twelve times a second", () => {
  const { party, line } = join();
  for (let x = 0; x < 50; x++) party.aim(x, 1.004);
  mock.timers.tick(100);
  assert.deepEqual(line.of("aim"), [{ t: "aim", x: 49, y: 1 }]);
  party.aim(3, 3, true);
  mock.timers.tick(0);
  assert.deepEqual(line.of("aim").at(-1), { t: "aim", x: 3, y: 3, mark: true });
});

test("somebody who watches, waits or has no turn cannot move", () => {
  const { state } = join();
  for (const change of [
    { seat: null },
    { stage: "waiting" },
    { startsAt: performance.now() + 1000 },
    { turn: { game: "game", seat: 1 } },
  ]) {
    assert.ok(!isInRound({ ...state, party: { ...state.party, ...change } }), JSON.stringify(change));
  }
  assert.ok(isInRound({ ...state, party: { ...state.party, turn: { game: "game", seat: 0 } } }));
});

test("a player who waits for a quick match is moved to the room where another one waits", () => {
  const { state, line, heard } = join();
  line.say({ t: "entered", party: "other", seat: 1 });
  line.say({ ...PARTY, party: "other", stage: "waiting", round: 0, is_quick: true });
  assert.deepEqual([state.party.id, state.party.seat, state.party.isEntered], ["other", 1, true]);
  assert.deepEqual(heard.slice(-3), ["entered", "entered", "party"]); // the room is shown, then the messages are taken
});

test("after a reconnect the clock shows the time that the server has, also where no move was missed", () => {
  const { state, session } = join();
  state.game.status = "playing";
  state.game.setTime(2000);
  Socket.last.onclose();
  mock.timers.tick(9000);
  session.connect();
  const line = greet();
  line.say({ t: "entered", n: line.of("join")[0].n, party: "id", seat: 0, at: 22_000 }, PARTY);
  assert.ok(Math.abs(state.game.elapsed - 22_000) < 1000);
});

test("whoever was away is told what happened, until the next round", () => {
  const { state } = join();
  const line = Socket.last;
  line.say({ t: "entered", n: 90, party: "id", seat: 0, away: 120, missed: "game" });
  line.say({ ...PARTY, round: 2, stage: "waiting" });
  assert.equal(absenceText(state.party), "You were away for more than 2 minutes, so your game was given up.");
  line.say({ ...PARTY, round: 2, stage: "waiting", seq: 3 });
  assert.ok(absenceText(state.party));
  line.say({ ...PARTY, round: 3 });
  assert.equal(absenceText(state.party), "");
});

test("a room has a closed board before its first game, and after its rules were changed while it waits", () => {
  const { state, party, heard } = sit();
  party.join("id");
  const line = Socket.last;
  const terms = (rules) => ({ ...PARTY.terms, rules });
  const closed = () => heard.filter((one) => one.startsWith("closed "));
  line.say({ t: "entered", n: line.of("join")[0].n, party: "id", seat: 0 });
  assert.equal(state.game, null);
  line.say({ ...PARTY, stage: "waiting", terms: terms("modern beginner") });
  line.say({ ...PARTY, stage: "waiting", terms: terms("modern beginner") });
  assert.deepEqual(closed(), ["closed modern beginner"]);
  line.say({ ...PARTY, stage: "playing", terms: terms("modern beginner") }, boardMessage(["1..", "..."]));
  line.say({ ...PARTY, stage: "playing", terms: terms("modern expert") });
  line.say({ ...PARTY, stage: "waiting", terms: terms("modern expert") });
  assert.equal(state.game.id, "game");
  line.say({ ...PARTY, stage: "waiting", terms: terms("modern 20x20/80") });
  assert.deepEqual(closed(), ["closed modern beginner", "closed modern 20x20/80"]);
  assert.deepEqual(state.game, { id: "", rules: "modern 20x20/80" });
  assert.equal(state.over, null);
});

test("a game that is over when a player comes stays in view", () => {
  const { state, heard } = join();
  Socket.last.say({ ...PARTY, stage: "waiting" });
  assert.equal(state.game.id, "game");
  assert.ok(!heard.includes("closed modern 20x20/80"));
});

test("a room for a game with the solver seats it, and then the player is ready, once", () => {
  const { party, heard } = sit();
  party.hostSolver({ mode: "race" }, "fast");
  const line = greet();
  line.say({ t: "entered", n: line.of("host")[0].n, party: "id", seat: 0 });
  assert.deepEqual(
    line.of("solver").map(({ strength }) => strength),
    ["fast"],
  );
  const solver = { seat: 1, name: "Solver", colour: 1, player: "b", device: "bot", strength: "fast" };
  const waiting = { ...PARTY, stage: "waiting", seats: [...PARTY.seats, solver] };
  line.say(waiting, { ...waiting, seq: waiting.seq + 1 });
  assert.equal(heard.filter((one) => one === "solver").length, 1);
});

test("a person is challenged to the room that was opened for that, once it is entered", () => {
  const asked = [];
  globalThis.fetch = async (path, { body }) => {
    asked.push([path, JSON.parse(body)]);
    return new Response("{}");
  };
  const { party } = sit();
  party.hostChallenge({ mode: "race", rules: "modern expert" }, "bob");
  const line = Socket.last;
  line.say({ t: "pong", at: 1 });
  const [host] = line.of("host");
  assert.deepEqual(host.terms, { mode: "race", rules: "modern expert", seats: 2 });
  assert.deepEqual(asked, []);
  line.say({ t: "entered", n: host.n, party: "id", seat: 0 }, PARTY);
  line.say({ t: "entered", party: "id", seat: 0 });
  assert.deepEqual(asked, [["/api/me/challenge", { player: "bob", party: "id" }]]);
});
