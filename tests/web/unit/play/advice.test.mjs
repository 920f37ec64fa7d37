import assert from "node:assert/strict";
import { test } from "node:test";
import { boardMessage, use } from "../page.mjs";

const { Advice, rectangle, sortOdds } = await use("play/advice/advice.ts");
const { moveWords, oddsWords } = await use("play/advice/pages.ts");
const { chance } = await use("board/phrases.ts");
const { helpUnranks, newState } = await use("state.ts");
const { Game } = await use("board/model.ts");

test("odds beside numbers are for the board, the others are one figure", () => {
  const game = new Game(boardMessage(["1..F", "...."], { game: "odds" }));
  const cells = [1, 2, 3, 4, 5, 6, 7];
  const odds = sortOdds(game, { cells, chances: [0.2, 0.1, 0.5, 0.3, 0.9, 0.1, 0.1], safe: [4], mine: [5] });
  assert.deepEqual(odds.near, [
    { index: 1, chance: 0.2 },
    { index: 4, chance: 0 },
    { index: 5, chance: 1 },
  ]);
  assert.deepEqual(odds.off, { index: 7, chance: 0.1 });
  assert.deepEqual([odds.lowest, odds.safe, odds.best[0].index], [0, 1, 4]);
});

test("a flag is the player's decision: its odds are not shown", () => {
  const game = new Game(boardMessage(["1F."], { game: "flags" }));
  const odds = sortOdds(game, { cells: [1, 2], chances: [0.5, 0.5], safe: [], mine: [] });
  assert.deepEqual(odds.near, []);
  assert.deepEqual(odds.best, [{ index: 2, chance: 0.5 }]);
});

test("the cells of a region", () => {
  assert.deepEqual(rectangle(1, 8, 5), [1, 2, 3, 6, 7, 8]);
});

test("a flag that cannot be right, and one with the lowest risk, are named in words and not suggested", () => {
  const game = new Game(boardMessage(["1F.", "..."], { game: "wrong" }));
  const wrong = sortOdds(game, { cells: [1, 2], chances: [0, 0.5], safe: [1], mine: [] });
  assert.deepEqual([wrong.wrong, wrong.best.map(({ index }) => index)], [[1], [2]]);
  assert.ok(oddsWords(game, wrong).startsWith("The flag at B1 is wrong: no mine can be there."));
  const low = sortOdds(game, { cells: [1, 2], chances: [0.1, 0.5], safe: [], mine: [] });
  assert.deepEqual(low.flagged, { index: 1, chance: 0.1 });
  assert.match(oddsWords(game, low), /B1 has a lower risk, 10\u2009%, but it has a flag\.$/);
});

test("a chance has a decimal only where it needs one", () => {
  const shown = [0.125, 0.5, 1 / 3, 0, 1, 0.00001, 0.99999].map(chance);
  assert.deepEqual(
    shown.map((text) => text.replaceAll("\u2009", "")),
    ["12.5%", "50%", "33.3%", "0%", "100%", "<0.1%", ">99.9%"],
  );
});

test("a best move claims no chance to win where there is none", () => {
  const game = new Game(boardMessage(["...", "..."], { game: "move" }));
  const move = { cell: 0, safe: 1, win: null, why: "it is certainly safe", remark: "" };
  assert.equal(moveWords(game, move), "A1, safe: it is certainly safe.");
  assert.match(moveWords(game, { ...move, win: 0.5 }), /about 50\u2009% to win/);
  assert.match(moveWords(game, { ...move, remark: "B1 would be better." }), /safe\. B1 would be better\.$/);
});

test("help costs the ranking only in a game that is still ranked", () => {
  const of = (more, choices = {}) => {
    const message = boardMessage(["1.."], { game: "rank", ...more });
    return { game: new Game({ ...message, choices: { ...message.choices, ...choices } }) };
  };
  assert.ok(helpUnranks(of({}), "hint"));
  assert.ok(!helpUnranks(of({ known_board: true }), "hint"));
  assert.ok(!helpUnranks(of({ hints: 1 }), "hint"));
  assert.ok(!helpUnranks(of({}, { practice: true }), "hint"));
  assert.ok(!helpUnranks(of({}, { assists: ["auto-flag"] }), "hint"));
  assert.ok(!helpUnranks(of({ status: "ready" }, { first: "cell" }), "odds"));
  assert.ok(helpUnranks(of({ status: "ready" }, { first: "cell" }), "move"));
  assert.ok(!helpUnranks(of({ status: "ready" }, { first: "opening" }), "move"));
});

/** An Advice over a board, with what it played and said. */
function advising(rows, settings = {}) {
  const [played, said, asked] = [[], [], []];
  const game = new Game(boardMessage(rows, { game: "advising", seq: 4 }));
  const state = { ...newState(), game };
  const advice = new Advice({
    parts: {
      state,
      settings: { get: (_, name) => settings[name] ?? "allow" },
      session: { play: (move) => played.push(move), assist: (topic, more) => asked.push([topic, more]) },
      close: () => {},
    },
    setMarks: () => {},
    reveal: () => {},
    putCursor: () => {},
    say: (text) => said.push(text),
    confirm: (title) => asked.push(["confirm", title]),
    changed: () => {},
  });
  return { advice, state, played, said, asked };
}

const lastStage = (more) => ({ t: "hint", game: "advising", seq: 4, n: 1, stage: 4, text: "", cells: {}, ...more });

test("the last stage plays its move, but never opens a flag and never an old position", () => {
  const { advice, played } = advising(["1F.", "..."]);
  advice.answered(lastStage({ kind: "open", cell: 1 }));
  advice.answered(lastStage({ kind: "open", cell: 2, seq: 3 }));
  assert.deepEqual(played, []);
  advice.answered(lastStage({ kind: "clear", cell: 1 }));
  advice.answered(lastStage({ kind: "open", cell: 2 }));
  assert.deepEqual(played, [
    { kind: "clear", row: 0, col: 1 },
    { kind: "open", row: 0, col: 2 },
  ]);
});

test("help is asked about, given or refused as the settings say", () => {
  const ask = advising(["1..", "..."], { help: "ask" });
  ask.advice.give("hint");
  assert.deepEqual(ask.asked, [["confirm", "hint"]]);
  const allow = advising(["1..", "..."]);
  allow.advice.give("certain");
  assert.deepEqual(allow.asked, [["hint", { stage: 0 }]]);
  const off = advising(["1..", "..."], { help: "off" });
  off.advice.give("odds");
  assert.deepEqual(off.asked, []);
  assert.match(off.said[0], /^Help is switched off/);
});
