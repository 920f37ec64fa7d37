import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { boardMessage, use } from "../page.mjs";
import { Socket } from "../socket.mjs";

const { Choices } = await use("play/new-game/choices.ts");
const { RemoteSession } = await use("net/session.ts");
const { newState } = await use("state.ts");

mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
const settings = { get: () => 10, set: () => {}, rules: "modern beginner", withMarks: (rules) => rules };
const board = boardMessage(["1..", "..."], { status: "playing", at: 60_000 });

beforeEach(() => {
  globalThis.WebSocket = Socket;
  sessionStorage.setItem("sapper.room", "room");
});

/** A page that was loaded without the server, in a tab that has a room. */
function offline() {
  const state = newState();
  const session = new RemoteSession(state, { name: () => null, view: () => null });
  const asked = [];
  const choices = new Choices({
    state,
    session,
    settings,
    confirm: (giveUp) => asked.push(giveUp),
    rearm: () => {},
    showBriefly: () => {},
    changed: () => {},
  });
  session.resume();
  session.connect();
  return { state, session, choices, asked, line: Socket.last };
}

const welcome = (room) => ({ t: "welcome", you: "me", time: 0, name: "Ada", room });
const kinds = (line) => line.sent.map(({ t }) => t);

test("a start before the game of the room is known gives up nothing without asking", () => {
  const { choices, asked, line } = offline();
  choices.newGame("modern beginner");
  line.onopen();
  line.say(welcome("room"));
  line.say({ t: "pong", at: 1 }); // a room that has to be loaded answers later
  line.say(board);
  assert.ok(!kinds(line).includes("new"));
  assert.equal(asked.length, 1, "as it would be asked online");
  asked[0]();
  assert.equal(line.sent.at(-1).t, "new");
  assert.equal(line.sent.at(-1).game, "game", "the one that is given up is named");
});

test("a start begins once it is known that the room is gone or its game is over", () => {
  for (const news of [[welcome(undefined)], [welcome("room"), { ...board, status: "lost" }]]) {
    sessionStorage.setItem("sapper.room", "room");
    const { choices, asked, line } = offline();
    choices.newGame("modern beginner");
    line.onopen();
    for (const message of news) line.say(message);
    line.say({ t: "pong", at: 1 });
    assert.equal(kinds(line).filter((kind) => kind === "new").length, 1);
    assert.deepEqual(asked, []);
  }
});

test("a start that waits is dropped when something else is begun", () => {
  const { session, choices, line } = offline();
  choices.newGame("modern beginner");
  session.newDaily("expert");
  line.onopen();
  line.say(welcome(undefined));
  line.say({ t: "pong", at: 1 });
  const started = line.sent.filter(({ t }) => t === "new");
  assert.deepEqual(
    started.map(({ daily }) => daily),
    ["expert"],
  );
});
