// A position with a question, and what becomes of an answer: a proof, or a minefield that refutes it. The same as
// sapper/learn/questions.py.

import type { Engine, Odds } from "../../engine/engine.ts";
import type { Cells, Phrase } from "../../protocol.ts";
import type { Rulesets } from "../rules.ts";

import { FLAG, MINE, WRONG_FLAG, around, isClosed } from "../../board/cell-values.ts";
import { bestMove } from "./best-move.ts";
import { clauseWithPattern, conclusion, explain, type Explanation } from "./explanations.ts";
import { hint, marks, region, withCertainMines } from "./hints.ts";
import { SolverProblem, oddsOf } from "./odds.ts";
import { type Position, chance, phrase, sorted, square } from "./phrasing.ts";
import { Refusal } from "../refusal.ts";
import { readRules } from "../rules.ts";
import { seedOf } from "../seed.ts";
import { openedBy } from "./verdict.ts";

const SAME_RISK = 1e-9;
const FIRST_SEED = "sapper first click";

/** The kinds of questions: any square of a closed board, one that is safe, a mine, a number to chord, the best guess. */
export type Ask = "first" | "safe" | "mine" | "chord" | "guess";

/** An answer of a player: a square with a claim about it, or that nothing is certain. */
export interface Reply {
  reply: "safe" | "mine" | "chord" | "nothing";
  cell: number | null;
}

export interface Question {
  position: Position;
  ask: Ask;
}

/** The verdict on an answer. A wrong one has the mines of a minefield that fits all numbers, and those far from them. */
export interface Judged {
  isRight: boolean;
  phrase: Phrase;
  cells: Cells; // of the proof
  mines: number[] | null;
  far: number[];
  moves?: Moves; // what a first click opened
}

/** Squares, each with what it shows. */
export type Moves = [cell: number, value: number][];

/** The tools that judge a question. */
export interface Judge {
  engine: Engine;
  rulesets: Rulesets;
}

/** The verdict on an answer; throws a Refusal for one that fits no question like this. */
export function judgeAnswer(judge: Judge, question: Question, given: Reply): Judged {
  const { engine } = judge;
  const { position, ask } = question;
  const chances = oddsOf(engine, position);
  const { cell, reply } = given;
  if (cell === null) return ofNothing(position, ask, chances);
  const expected = ask === "mine" || ask === "chord" ? ask : "safe";
  if (reply !== expected) throw new Refusal("no-answer", `question.expects-${expected}`);
  if (reply === "chord") return ofChord(judge, position, cell, chances);
  const at = square(position, cell);
  if (!isClosed(position.cells[cell])) throw new Refusal("no-answer", "question.is-open", { square: at });
  if (reply === "mine" && position.cells[cell] === FLAG)
    throw new Refusal("no-answer", "question.is-flagged", { square: at });
  if (ask === "first")
    return { ...right(phrase("question.first-opened")), moves: firstOpening(engine, position, cell) };
  if (ask === "guess") return ofGuess(engine, position, cell, chances);
  if ((reply === "safe" ? chances.safe : chances.mined).includes(cell)) {
    const why = explain(engine, withCertainMines(position, chances), cell) as Explanation;
    const reason = phrase("reason.sentence", { clause: clauseWithPattern(why) });
    return right(phrase("question.proven", { reason }), marksOf(why));
  }
  const code = reply === "safe" ? "question.can-be-mine" : "question.can-be-safe";
  return wrong(phrase(code, { square: at }), refute(engine, position, given), position);
}

/** The mines of a minefield that fits and contradicts a claim, of another one for another number. */
export function refute(engine: Engine, position: Position, { reply, cell }: Reply, number = 0): number[] | null {
  if (cell === null || (reply !== "safe" && reply !== "mine")) return null;
  const cells = position.cells.slice();
  cells[cell] = reply === "safe" ? MINE : WRONG_FLAG; // the latter is safe to the solver
  const [field] = engine.draw({ ...position, cells }, seedOf(String(number)), 1);
  return field ? [...field.keys()].filter((at) => field[at] & 0x80) : null;
}

/** The mines that no number touches: they only make up the count. */
export const farFrom = (position: Position, mines: number[]) =>
  mines.filter((cell) => around(position, cell).every((near) => position.cells[near] > 8));

/** The stages of the hint: what each says, and what it points out. */
export function hintsOf(engine: Engine, position: Position) {
  const found = hint(engine, position);
  return found.phrases.map((said, at) => ({ phrase: said, cells: marks(position, found, at + 1), risk: found.risk }));
}

/** The reason for a claim of a lesson; null if the cell may be either. */
export function reasonOf(engine: Engine, position: Position, cell: number) {
  const why = explain(engine, withCertainMines(position, oddsOf(engine, position)), cell);
  return why && phrase("reason.sentence", { clause: clauseWithPattern(why) });
}

/** The simplest conclusion, with flags that are proven taken as mines. */
export function simplest(engine: Engine, position: Position) {
  const known = withCertainMines(position, oddsOf(engine, position));
  return { known, why: conclusion(engine, known) };
}

function ofNothing(position: Position, ask: Ask, { safe, mined }: Odds): Judged {
  if ((ask === "safe" || ask === "guess") && !safe.length) return right(phrase("question.nothing"));
  if (ask === "first") return wrong(phrase("question.first-is-safe"));
  if (ask === "chord") return wrong(phrase("question.some-chord"));
  const found = ask === "mine" ? mined : safe;
  if (!found.length) return right(phrase("question.nothing"));
  return wrong(phrase("question.something", { region: region(position, Math.min(...found)) }));
}

/** What a first click opens on a minefield that needs single numbers only. */
function firstOpening(engine: Engine, position: Position, first: number): Moves {
  const { width, height, mines } = position;
  const { minefield } = engine.generate({ width, height, mines, first, grade: "single" }, seedOf(FIRST_SEED));
  if (!minefield) throw new Refusal("no-answer", "alone.failed");
  const opened = new Set([first]);
  for (const cell of opened) if (!minefield[cell]) for (const near of around(position, cell)) opened.add(near);
  return [...opened].map((cell) => [cell, minefield[cell]]);
}

function ofGuess(engine: Engine, position: Position, cell: number, chances: Odds): Judged {
  const mined = new Set(chances.mined);
  const risks = [...chances.chances.entries()].filter(([at, risk]) => !Number.isNaN(risk) && !mined.has(at));
  const lowest = Math.min(...risks.map(([, risk]) => risk));
  const risk = chances.chances[cell];
  const values = { square: square(position, cell), risk: chance(risk) };
  const best = bestMove(engine, position, "best");
  if (cell === best.cell || risk <= lowest + SAME_RISK) return right(phrase("question.best-guess", values));
  const said = phrase("question.riskier", { ...values, lowest: chance(lowest) });
  return wrong(said, refute(engine, position, { reply: "safe", cell }), position);
}

function ofChord({ engine, rulesets }: Judge, position: Position, cell: number, chances: Odds): Judged {
  const { width, height, mines } = position;
  const rules = readRules(`${width}x${height}/${mines}`, rulesets);
  const opened = openedBy(position, { kind: "chord", cell }, rules);
  if (!opened.length) return wrong(phrase("question.chords-nothing", { square: square(position, cell) }));
  const safe = new Set(chances.safe);
  const doubtful = opened.find((near) => !safe.has(near));
  if (doubtful === undefined) {
    const values = { square: square(position, cell), count: opened.length };
    return right(phrase("question.chorded", values), { reason: [cell], safe: opened });
  }
  const said = phrase("question.can-be-mine", { square: square(position, doubtful) });
  return wrong(said, refute(engine, position, { reply: "safe", cell: doubtful }), position);
}

const right = (said: Phrase, cells: Cells = {}): Judged => ({
  isRight: true,
  phrase: said,
  cells,
  mines: null,
  far: [],
});

const wrong = (said: Phrase, mines: number[] | null = null, position: Position | null = null): Judged => ({
  isRight: false,
  phrase: said,
  cells: {},
  mines,
  far: mines && position ? farFrom(position, mines) : [],
});

const marksOf = (why: Explanation): Cells => ({
  reason: sorted(why.numbers),
  [why.safe ? "safe" : "mine"]: sorted(why.cells),
});

/** The reason why a position cannot be judged, as a phrase. */
export const problemOf = (error: unknown): Phrase =>
  error instanceof SolverProblem || error instanceof Refusal ? error.phrase : phrase("alone.failed");
