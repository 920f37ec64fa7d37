import assert from "node:assert/strict";
import { test } from "node:test";
import { boardMessage, use } from "../page.mjs";

const { canAsk, isBegun, isPlayable, isVisible, isWorthAsking, newState, parseSize, wantsRulers, withoutLayout } =
  await use("state.ts");
const { Game } = await use("board/model.ts");

const playing = { isVisible: true, isOver: false, status: "playing" };
const state = (more) => ({ ...newState(), game: playing, ...more });

test("a game in play takes moves", () => {
  assert.ok(isVisible(state()) && canAsk(state()) && isPlayable(state()));
});

for (const [why, more] of Object.entries({
  "without a game": { game: null },
  "in a pause": { game: { ...playing, isVisible: false } },
  "after the end": { game: { ...playing, isOver: true } },
  "while a board is generated": { generating: { n: 1 } },
  "without a connection": { isOffline: true },
  "behind another screen": { screen: "settings" },
})) {
  test(`no moves ${why}`, () => assert.ok(!isPlayable(state(more))));
}

test("a page beside the board does not stop the game", () => {
  assert.ok(isPlayable(state({ page: "help" })));
});

test("a game has begun between its first move and its end", () => {
  assert.ok(isBegun(state()));
  assert.ok(!isBegun(state({ game: { ...playing, status: "ready" } })));
  assert.ok(!isBegun(state({ game: { ...playing, isOver: true } })));
  assert.ok(!isBegun(state({ game: null })));
});

test("rulers come with whatever names squares", () => {
  assert.ok(!wantsRulers(state()));
  for (const more of [{ hint: {} }, { bestMove: {} }, { isShowingOdds: true }, { isCursorShown: true }]) {
    assert.ok(wantsRulers(state(more)));
  }
  assert.ok(wantsRulers(state({ game: { ...playing, isOver: true } })));
  assert.ok(wantsRulers(state(), "always"));
});

test("sizes", () => {
  assert.deepEqual(parseSize("30x16/99"), { width: 30, height: 16, mines: 99 });
  for (const text of ["", "30x16", "30 x 16 / 99", "expert", "30x16/99 "]) assert.equal(parseSize(text), null);
});

test("rules without a layout", () => {
  assert.equal(withoutLayout("modern 8x8/10 layout=no-guess-pairs questions=on"), "modern 8x8/10 questions=on");
  assert.equal(withoutLayout("modern 8x8/10"), "modern 8x8/10");
});

test("a game is worth asking about after a time, once a tenth is open, and in a pause as before it", () => {
  const ask = (game, seconds = 30) => isWorthAsking({ ...newState(), game }, seconds);
  const little = new Game(boardMessage([".".repeat(20), `1${".".repeat(19)}`]));
  assert.ok(!ask(little));
  const much = new Game(boardMessage(["1F.", "..."]));
  assert.ok(ask(much) && !ask(much, 0));
  for (const game of [little, much])
    game.apply({ game: "game", seq: 1, kind: "pause", status: "paused", at: 10 }, true);
  assert.ok(ask(much) && !ask(little), "what was open still counts");
  const arrived = new Game(boardMessage(["..."], { status: "paused" }));
  assert.ok(ask(arrived), "nobody knows how much of it is open");
  assert.ok(ask(new Game(boardMessage([".".repeat(20)], { at: 31_000 }))));
});
