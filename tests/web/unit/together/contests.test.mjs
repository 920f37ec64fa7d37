import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../page.mjs";

const { endings, inOrder, ordinal, placeOf, racersOf, reached, spread, standing } = await use("play/race-order.ts");
const { cellSize, ghostBoard } = await use("board/ghost-cells.ts");
const { arenaTable, arenaWords, resultWords: arenaResult } = await use("together/modes/arena-table.ts");
const { openedSeals } = await use("together/modes/arena-seals.ts");
const { ratingsText } = await use("play/people.ts");
const { sha256 } = await use("ui/sha256.ts");
const { matchWords } = await use("together/modes/result.ts");
const { noteWords, RACE_RESULT } = await use("together/modes/race-result.ts");
const { clock } = await use("together/modes/clock.ts");
const { resultWords: duelResult, score, timeLeft, toWin, tug } = await use("together/modes/duel-score.ts");

const racer = (seat, name, share, more = {}) => ({
  seat,
  name,
  colour: seat,
  isYou: false,
  status: "playing",
  share,
  at: 0,
  ...more,
});
const said = (racers) => standing(racers).join("");
const GRACE = racer(1, "Grace", 0.74);
const LINUS = racer(2, "Linus", 0.41);
const MIO = racer(3, "Mio", 0.25);
const you = (share, more) => racer(0, "Ada", share, { isYou: true, ...more });

test("whoever opened the board comes first, by time; then how much is open decides; who gave up is last", () => {
  const slow = racer(4, "Slow", 1, { status: "won", at: 90_000 });
  const fast = racer(5, "Fast", 1, { status: "won", at: 70_000 });
  const hit = racer(6, "Hit", 0.5, { status: "lost", at: 20_000 });
  const gone = racer(7, "Gone", 0.9, { status: "abandoned", at: 20_000 });
  const racers = [gone, MIO, slow, hit, GRACE, fast];
  assert.deepEqual(
    inOrder(racers).map(({ name }) => name),
    ["Fast", "Slow", "Grace", "Hit", "Mio", "Gone"],
  );
  assert.equal(placeOf(racers, fast), 1);
  assert.equal(placeOf(racers, MIO), 5);
});

test("equal racers share a place and stay in the order of their seats", () => {
  const racers = [racer(3, "C", 0.5), racer(1, "A", 0.5), racer(2, "B", 0.6)];
  assert.deepEqual(
    inOrder(racers).map(({ name }) => name),
    ["B", "A", "C"],
  );
  assert.deepEqual(
    racers.map((one) => placeOf(racers, one)),
    [2, 2, 1],
  );
  const gone = [racer(1, "A", 0.9, { status: "abandoned" }), racer(2, "B", 0.1, { status: "abandoned" })];
  assert.equal(placeOf(gone, gone[1]), 1);
});

test("the marks of racers on a line are apart, in their order, and stay on it", () => {
  const close = (/** @type {number[]} */ ...values) => values.map((value) => Math.round(value * 100) / 100);
  assert.deepEqual(close(...spread([0, 0, 0.5], 0.1)), [0, 0.1, 0.5]);
  assert.deepEqual(close(...spread([0.95, 1, 1], 0.1)), [0.8, 0.9, 1]);
  assert.deepEqual(spread([], 0.1), []);
  assert.deepEqual(spread([0.3], 0.1), [0.3]);
});

test("nobody is level with a racer who is out", () => {
  const out = racer(2, "Ann", 0.41, { status: "lost" });
  assert.equal(said([you(0.41), out]), "You have opened as much as Ann, who is out.");
});

test("where the player stands, in words", () => {
  assert.equal(said([you(0.55), GRACE, LINUS, MIO]), "You are 2nd, 19\u2009% behind Grace.");
  assert.equal(said([you(0.1), GRACE, LINUS, MIO]), "You are 4th, 64\u2009% behind Grace.");
  assert.equal(said([you(0.8), GRACE, LINUS]), "You lead, 6\u2009% ahead of Grace.");
  assert.equal(said([you(0.41), LINUS]), "You are level with Linus.");
  assert.equal(said([you(0.4102), racer(2, "Linus", 0.41)]), "You are level with Linus."); // as far as it is shown
  assert.equal(said([you(0)]), "Nobody races against you.");
  const first = you(1, { status: "won", at: 71_430 });
  assert.equal(said([first, GRACE]), "You opened the board in 71.43 s. You are 1st.");
  assert.equal(said([you(0.3, { status: "lost" }), GRACE]), "You hit a mine, 30\u2009% open. The others play on.");
});

test("the gap is that of the shares as they are shown", () => {
  assert.equal(said([you(0.555), racer(1, "Grace", 0.744)]), "You are 2nd, 18\u2009% behind Grace.");
});

test("those who watch are told who leads", () => {
  assert.equal(said([GRACE, LINUS]), "Grace leads, 33\u2009% ahead of Linus.");
  assert.equal(said([racer(1, "Grace", 0), racer(2, "Linus", 0)]), "Grace and Linus are level.");
  assert.equal(
    said([racer(1, "Grace", 1, { status: "won", at: 71_000 }), LINUS]),
    "Grace opened the board in 71.00 s.",
  );
  assert.equal(said([]), "");
});

test("places as people say them", () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22].map(ordinal), [
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
  ]);
});

test("a line ends with what was reached", () => {
  assert.equal(reached(GRACE), "74\u2009%");
  assert.equal(reached({ ...GRACE, isAway: true }), "away, 74\u2009%");
  assert.equal(reached(racer(1, "G", 1, { status: "won", at: 61_239 })), "done, 61.23 s");
  assert.equal(reached(racer(1, "G", 0.2, { status: "lost" })), "hit a mine, 20\u2009%");
});

test("an ending of somebody else is said once, the player's own is not", () => {
  const racers = [you(1, { status: "won" }), racer(1, "Grace", 0.5, { status: "lost" }), LINUS];
  const before = new Map(racers.map(({ seat }) => [seat, "playing"]));
  assert.deepEqual(endings(before, racers), ["Grace hit a mine, 50\u2009% open."]);
  assert.deepEqual(endings(new Map(racers.map(({ seat, status }) => [seat, status])), racers), []);
});

test("the bits of a ghost are cells row by row, the highest first", () => {
  const cells = Buffer.from([0b10100000, 0b01000000]).toString("base64");
  const board = ghostBoard({ width: 5, height: 2, cells });
  const open = Array.from({ length: 10 }, (_, index) => board.isOpen(index));
  assert.deepEqual(
    open.flatMap((isOpen, index) => (isOpen ? [index] : [])),
    [0, 2, 9],
  );
  assert.equal(ghostBoard({ width: 5, height: 4, cells }).isOpen(19), false); // a message that is too short
});

test("cells of a picture are whole pixels", () => {
  assert.equal(cellSize(30, 332, 1), 11);
  assert.equal(cellSize(30, 332, 2), 22);
  assert.equal(cellSize(1000, 332, 1), 1);
  assert.equal(cellSize(8, 332, 2), 28); // small boards stay small pictures
});

test("more than half of the mines win, and the bar is full in its middle then", () => {
  assert.equal(toWin(51), 26);
  assert.equal(toWin(40), 21);
  assert.deepEqual(tug([26, 0], 51), [0.5, 0]);
  assert.deepEqual(tug([13, 26], 51), [0.25, 0.5]);
});

test("the score in words", () => {
  assert.equal(score(17, 14, 51).join(""), "You lead by 3. 9 more mines win the game.");
  assert.equal(score(14, 17, 51).join(""), "You are 3 behind. 12 more mines win the game.");
  assert.equal(score(25, 25, 51).join(""), "You are level. 1 more mine wins the game.");
});

test("only the clock of whoever is to move runs, and none below zero", () => {
  const turn = { seat: 1, clocks: { 1: 90_000, 4: 60_000 }, is_running: true };
  assert.equal(timeLeft(turn, 1, 1500), 88_500);
  assert.equal(timeLeft(turn, 4, 1500), 60_000);
  assert.equal(timeLeft(turn, 1, 100_000), 0);
  assert.equal(timeLeft({ ...turn, is_running: false }, 1, 1500), 90_000);
  assert.equal(timeLeft({ seat: 1, clocks: { 1: 90_000 } }, 1, 1000), 89_000); // what is left out is true
});

test("a clock counts every second that has begun", () => {
  assert.equal(clock(102_000), "1:42");
  assert.equal(clock(101_001), "1:42");
  assert.equal(clock(59_000), "0:59");
  assert.equal(clock(1), "0:01");
  assert.equal(clock(0), "0:00");
  assert.equal(clock(-5), "0:00");
});

test("the racers are those who play, and the player's own game is ahead of the reports", () => {
  const seats = [
    { seat: 0, name: "Ada", colour: 3, plays: true, is_here: true },
    { seat: 1, name: "Grace", colour: 1, plays: true },
    { seat: 2, name: "Late", colour: 2, is_here: true },
  ];
  const progress = {
    0: { seat: 0, status: "playing", share: 0.2 },
    1: { seat: 1, status: "lost", share: 0.4, at: 900 },
  };
  const game = { status: "playing", share: 0.3, elapsed: 1000 };
  const [ada, grace, ...others] = racersOf({ seats, seat: 0, progress }, game);
  assert.deepEqual(others, []);
  assert.deepEqual([ada.share, ada.at, ada.isYou, ada.isAway, ada.colour], [0.3, 1000, true, false, 3]);
  assert.deepEqual([grace.share, grace.status, grace.isYou, grace.isAway], [0.4, "lost", false, true]);
  assert.equal(racersOf({ seats, seat: 2, progress }, game)[0].share, 0.2); // somebody who watches has no game there
});

test("the table of an arena: by solved boards, equal ones share a place", () => {
  const seats = ["Ada", "Grace", "Mio"].map((name, seat) => ({ seat, name, colour: seat, plays: true }));
  const progress = { 0: { solved: 3, board: 4 }, 1: { solved: 7, board: 7 }, 2: { solved: 3 } };
  const rows = arenaTable({ seats, seat: 0, progress });
  assert.deepEqual(
    rows.map(({ name, place }) => [name, place]),
    [
      ["Grace", 1],
      ["Ada", 2],
      ["Mio", 2],
    ],
  );
  assert.equal(arenaWords(rows), "You are 2nd.");
  const late = arenaTable({ seats, seat: 1, progress: { ...progress, 1: { solved: 9, is_late: true } } });
  assert.deepEqual(
    late.map(({ name, place }) => [name, place]),
    [
      ["Ada", 1],
      ["Mio", 1],
      ["Grace", 0],
    ],
  );
  assert.equal(arenaWords(late), "You came late: you play without a place.");
  assert.equal(arenaWords(arenaTable({ seats, seat: 1, progress })), "You lead.");
  assert.equal(arenaWords(arenaTable({ seats, seat: null, progress })), "Grace leads.");
  assert.equal(arenaWords(arenaTable({ seats, seat: 0, progress: {} })), "You are 1st."); // nobody has solved one yet
});

const people = [
  { seat: 0, name: "Ada", colour: 0, plays: true, wins: 2 },
  { seat: 1, name: "Grace", colour: 1, plays: true, wins: 1 },
];
const ended = (result, more = {}) => ({
  seats: people,
  seat: 0,
  matchWinner: null,
  turn: null,
  terms: { best_of: 1 },
  result,
  ...more,
});

test("who won, in words", () => {
  const own = { seat: 0, place: 1, status: "won", at: 61_230, points: 17 };
  const other = { seat: 1, place: 2, status: "lost", points: 14 };
  const said = (words, result, more) =>
    words(
      ended(result, more),
      result.find(({ place }) => place === 1),
    );
  const race = (...given) => said(RACE_RESULT.words, ...given);
  const duel = (...given) => said(duelResult, ...given);
  assert.equal(race([own, other]), "You won the race.");
  assert.equal(race([own, other], { seat: 1 }), "Ada won the race.");
  assert.equal(race([{ ...own, status: "lost" }, other]), "Nobody opened the board.");
  assert.equal(duel([other, own]), "You won the duel, 17 to 14.");
  assert.equal(duel([own, { ...other, place: 1, points: 17 }]), "A draw, 17 each.");
  const gone = { ...other, status: "abandoned", points: 20 };
  assert.equal(duel([own, gone]), "You won the duel. Grace gave up.");
  const turn = { clocks: { 0: 5000, 1: 0 } };
  assert.equal(duel([own, gone], { turn, seat: 1 }), "Ada won the duel. Grace had no time left.");
  assert.equal(said(arenaResult, [own, other], { seat: 1 }), "Ada won the arena with 17 points.");
});

test("how a match stands", () => {
  const match = (more) => matchWords(ended([], { terms: { best_of: 3 }, ...more }));
  assert.equal(match({}), "Best of 3: Ada 2, Grace 1.");
  assert.equal(match({ matchWinner: 0 }), "You win the match. Best of 3: Ada 2, Grace 1.");
  assert.equal(match({ matchWinner: 0, seat: null }), "Ada wins the match. Best of 3: Ada 2, Grace 1.");
  assert.equal(matchWords(ended([])), "");
});

test("a game without a time says why", () => {
  assert.equal(noteWords({ status: "won" }), "");
  assert.equal(noteWords({ status: "lost" }), "hit a mine");
  assert.equal(noteWords({ status: "abandoned" }), "gave up");
  assert.equal(noteWords({}), "not finished");
});

test("the seals of an arena are opened here, those that were shown before and not those of the file", () => {
  const rules = "modern beginner";
  const sealed = (seed, salt) => sha256(["sapper seal 1", rules, seed, salt, ""].join("\n"));
  const boards = [
    { seal: sealed("one", "aa"), seed: "one", salt: "aa" },
    { seal: sealed("two", "bb"), seed: "two", salt: "bb" },
  ];
  const shown = boards.map(({ seal }) => seal);
  assert.deepEqual(openedSeals({ rules, boards }, shown), [true, true]);
  assert.deepEqual(openedSeals({ rules, boards }, []), [true, true]);
  assert.deepEqual(openedSeals({ rules, boards }, [shown[0], sealed("another", "bb")]), [true, false]);
  assert.deepEqual(openedSeals({ rules, boards }, [shown[0]]), [true, false]);
});

test("ratings of several are shown from the lowest to the highest, with a question mark as long as they are not certain", () => {
  const [weak, strong] = [{ value: 1400 }, { value: 1600, is_sure: true }];
  assert.equal(ratingsText([{ rating: strong }, {}, { rating: weak }]), "1400?–1600");
  assert.equal(ratingsText([{ rating: strong }]), "1600");
  assert.equal(ratingsText([{}, { rating: null }]), "");
});
