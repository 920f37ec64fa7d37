import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { coverOf, offlineText } = await use("app/cover.ts");
const { newState } = await use("state.ts");

const state = (more) => ({ ...newState(), ...more });

test("nothing covers a game in play", () => {
  assert.equal(coverOf(state({ game: { isPaused: false } }), 0), null);
  assert.equal(coverOf(state({}), 0), null);
});

const playing = { isVisible: true, isOver: false };

test("a pause covers it, a board that is generated before that, a lost connection before all", () => {
  const generating = { game: "g", n: 1, elapsed: 1800, share: 0.25 };
  const paused = { isPaused: true };
  assert.equal(coverOf(state({ game: paused }), 0).kind, "paused");
  assert.equal(coverOf(state({ game: paused, generating }), 0).kind, "generating");
  assert.equal(coverOf(state({ game: paused, generating, isOffline: true }), 0).kind, "offline");
});

test("the time until the next try is counted down, and is never negative", () => {
  const offline = state({ isOffline: true, retryAt: 5000 });
  assert.match(coverOf(offline, 1200).text, /Trying again in 4 s\.$/);
  assert.match(coverOf(offline, 5000).text, /Trying again now\.$/);
  assert.match(coverOf(offline, 9000).text, /Trying again now\.$/);
});

test("a lost connection covers no board that is in view", () => {
  assert.equal(coverOf(state({ isOffline: true, game: playing }), 0), null);
  assert.equal(coverOf(state({ isOffline: true, game: { isVisible: false } }), 0).kind, "offline");
});

test("moves are safe only where they are known to be", () => {
  const text = (more) => offlineText(state({ isOffline: true, ...more }));
  assert.equal(text({ game: playing }), "Connection lost. Your moves are safe.");
  assert.match(text({ game: playing, unsaved: 1 }), /^Connection lost\. Your last move is not saved yet\./);
  assert.match(text({ game: playing, unsaved: 3 }), /^Connection lost\. Your last 3 moves are not saved yet\./);
  assert.equal(text({}), "Connection lost.", "nothing is known of a game");
});

test("a server that does not want us back says why", () => {
  assert.match(coverOf(state({ isOffline: true, closeReason: "The server stops." }), 0).text, /The server stops\.$/);
});

test("how long a board takes, in seconds and as a share", () => {
  const generating = { game: "g", n: 1, elapsed: 1899, share: 0.251 };
  assert.equal(coverOf(state({ generating }), 0).text, "1.8 s, 25\u2009% of the time limit");
});
