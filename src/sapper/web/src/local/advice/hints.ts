// Hints with their reasons, in stages, as sapper/analysis/hints.py, hint_words.py and hint_marks.py make them.

import type { Engine, Odds } from "../../engine/engine.ts";
import type { Cells, Phrase } from "../../protocol.ts";
import type { Explanation } from "./explanations.ts";

import { FLAG, HIDDEN, MINE, QUESTION, around } from "../../board/cell-values.ts";
import { type Move, bestMove, remarkOf } from "./best-move.ts";
import { clauseWithPattern, conclusion, explain } from "./explanations.ts";
import { SolverProblem, oddsOf } from "./odds.ts";
import { type Position, chance, commas, estimate, numberAt, phrase, sorted, square, word } from "./phrasing.ts";

const MOST_NAMED = 6; // flags that are named one by one
const NEARLY = 1e-12;
export const [REASON, CONCLUSION, MOVE] = [2, 3, 4]; // the stages after the region

export interface Hint {
  action: "open" | "flag" | "clear";
  cell: number;
  explanation: Explanation | null;
  phrases: [Phrase, Phrase, Phrase, Phrase];
  risk: number;
  isAssuming: boolean; // it holds if some flags are right, and not otherwise
}

/** The simplest certain conclusion with its reason, or else the best guess. */
export function hint(engine: Engine, position: Position, chances: Odds = oddsOf(engine, position)): Hint {
  const flags = flagsOf(position);
  const [safe, mined] = [new Set(chances.safe), new Set(chances.mined)];
  const known = withCertainMines(position, chances);
  const wrong = flags.find((cell) => safe.has(cell));
  const certain = { risk: 0, isAssuming: false };
  if (wrong !== undefined) {
    const explanation = explain(engine, known, wrong) as Explanation;
    return { action: "clear", cell: wrong, explanation, phrases: wrongFlag(position, wrong, explanation), ...certain };
  }
  const found = conclusion(engine, known);
  if (found && (found.safe || flags.length || !mayBeSafe(chances, mined).length)) {
    const cell = Math.min(...found.cells);
    const action = found.safe ? "open" : "flag";
    return { action, cell, explanation: found, phrases: proven(position, cell, found), ...certain };
  }
  const doubtful = flags.filter((cell) => !mined.has(cell));
  return assuming(engine, position, chances, doubtful) ?? guess(engine, position, chances, flags);
}

/** The marks of a stage; each stage adds to the one before it. */
export function marks(position: Position, found: Hint, stage: number): Cells {
  const { cells } = position;
  const why = found.explanation;
  const shown: Cells = { region: regionOf(position, found.cell) };
  if (stage < REASON || !why) {
    if (stage >= CONCLUSION)
      Object.assign(shown, found.action === "clear" ? { wrong: [found.cell] } : { guess: [found.cell] });
    return shown;
  }
  shown.reason = sorted(why.numbers);
  const near = new Set(why.numbers.flatMap((number) => around(position, number)));
  let scope = [...near].filter((cell) => cells[cell] === HIDDEN || cells[cell] === QUESTION);
  if (stage >= CONCLUSION) {
    const settled = new Set([found.cell]);
    if (found.action === "clear") shown.wrong = [found.cell];
    else if (found.isAssuming) shown.guess = [found.cell];
    else {
      const of = (isSafe: boolean) =>
        new Set(why.steps.filter(({ safe }) => safe === isSafe).flatMap((step) => step.cells));
      const [safe, mine] = [of(true), of(false)];
      shown.safe = sorted(safe);
      shown.mine = sorted(mine);
      settled.clear();
      for (const cell of [...safe, ...mine]) settled.add(cell);
    }
    scope = scope.filter((cell) => !settled.has(cell));
  }
  shown.scope = sorted(scope);
  return shown;
}

// -- What kind of hint there is

/** The conclusion if all flags are right, null if there is none. */
function assuming(engine: Engine, position: Position, chances: Odds, doubtful: number[]): Hint | null {
  if (!doubtful.length) return null;
  let found: Explanation | null = null;
  try {
    found = conclusion(engine, withMines(position, flagsOf(position)));
  } catch (error) {
    if (!(error instanceof SolverProblem)) throw error;
  }
  if (!found?.safe) return null;
  const near = new Set(found.numbers.flatMap((number) => around(position, number)));
  const assumed = found.mineCount ? doubtful : doubtful.filter((cell) => near.has(cell));
  const cell = Math.min(...found.cells);
  const risk = chances.chances[cell];
  const phrases = ifFlagsAreRight(position, cell, found, assumed, risk);
  return { action: "open", cell, explanation: found, phrases, risk, isAssuming: assumed.length > 0 };
}

function guess(engine: Engine, position: Position, chances: Odds, flags: number[]): Hint {
  const closed = mayBeSafe(chances, new Set(chances.mined));
  if (!closed.length) throw new SolverProblem(phrase("solver.all-open"));
  const byRisk = (one: [number, number], other: [number, number]) => one[0] - other[0] || one[1] - other[1];
  const isFlag = new Set(flags);
  const free = closed.filter(([, cell]) => !isFlag.has(cell)).sort(byRisk);
  const other = { explanation: null, isAssuming: false };
  if (!free.length) {
    const [risk, cell] = closed.sort(byRisk)[0];
    return { action: "clear", cell, phrases: allFlagged(position, cell, risk), risk, ...other };
  }
  const move = bestMove(engine, position, "fast");
  const risk = 1 - move.safe;
  return { action: "open", cell: move.cell, phrases: guessed(position, risk, free.slice(0, 2), move), risk, ...other };
}

const flagsOf = ({ cells }: Position) => [...cells.keys()].filter((cell) => cells[cell] === FLAG);

/** The position with those flags shown as mines that must be right. */
export function withCertainMines(position: Position, { mined }: Odds): Position {
  const certain = new Set(mined);
  return withMines(
    position,
    flagsOf(position).filter((cell) => certain.has(cell)),
  );
}

/** The position with some of its flags shown as mines. */
function withMines(position: Position, mines: number[]): Position {
  const cells = position.cells.slice();
  for (const cell of mines) cells[cell] = MINE;
  return { ...position, cells };
}

/** The closed cells that are no certain mines, each with its risk. */
function mayBeSafe({ chances }: Odds, mined: Set<number>): [risk: number, cell: number][] {
  const found: [number, number][] = [];
  for (const [cell, risk] of chances.entries()) if (!Number.isNaN(risk) && !mined.has(cell)) found.push([risk, cell]);
  return found;
}

// -- Its stages in phrases

type Stages = Hint["phrases"];

function proven(position: Position, cell: number, why: Explanation): Stages {
  return [
    phrase(why.safe ? "hints.safe-in" : "hints.mine-in", { region: region(position, cell) }),
    lookAt(position, why),
    phrase("reason.sentence", { clause: clauseWithPattern(why) }),
    phrase(why.safe ? "hints.open" : "hints.flag", { square: square(position, cell) }),
  ];
}

function wrongFlag(position: Position, cell: number, why: Explanation): Stages {
  const at = square(position, cell);
  return [
    phrase("hints.wrong-in", { region: region(position, cell) }),
    lookAt(position, why),
    phrase("hints.wrong", { square: at, clause: clauseWithPattern(why) }),
    phrase("hints.remove", { square: at }),
  ];
}

function ifFlagsAreRight(position: Position, cell: number, why: Explanation, assumed: number[], risk: number): Stages {
  const count = assumed.length;
  const clause = clauseWithPattern(why);
  const squares = assumed.map((flag) => square(position, flag));
  const conclusionOf =
    count > MOST_NAMED
      ? phrase("hints.assuming-all", { clause })
      : phrase("hints.assuming", { count, squares, clause });
  return [
    phrase("hints.assuming-in", { region: region(position, cell) }),
    lookAt(position, why),
    conclusionOf,
    phrase("hints.trust", { count, square: square(position, cell), risk: chance(risk) }),
  ];
}

function guessed(position: Position, risk: number, risks: [number, number][], move: Move): Stages {
  const { cell, win } = move;
  const lowest = risks[0][0];
  const others = risks.filter(([, other]) => other !== cell).map(([other]) => other);
  const values = { square: square(position, cell), risk: chance(risk) };
  let which = phrase("hints.lowest-is", { risk: chance(lowest) });
  let choice = phrase("hints.lowest", values);
  if (risk > lowest + NEARLY) {
    which = phrase("hints.better-is", { lowest: chance(lowest), risk: chance(risk) });
    choice = phrase("hints.prospects", { ...values, lowest: chance(lowest) });
  } else if (others.length) choice = phrase("hints.lowest-of", { ...values, next: chance(others[0]) });
  if (win !== null) choice = phrase("hints.with-win", { choice, win: estimate(win) });
  const text = phrase("hints.guess", { choice });
  const remark = remarkOf(position, move);
  return [
    phrase("hints.guess-in", { region: region(position, cell) }),
    which,
    remark ? phrase("hints.with-remark", { text, remark }) : text,
    phrase("hints.open-risky", values),
  ];
}

function allFlagged(position: Position, cell: number, risk: number): Stages {
  const at = square(position, cell);
  return [
    phrase("hints.flags-in", { region: region(position, cell) }),
    phrase("hints.all-flagged"),
    phrase("hints.least-likely", { square: at, risk: chance(risk) }),
    phrase("hints.remove", { square: at }),
  ];
}

function lookAt(position: Position, { numbers, mineCount }: Explanation) {
  const named = sorted(numbers).map((cell) => numberAt(position, cell));
  if (named.length && !mineCount) return phrase("hints.look-at", { numbers: commas(named) });
  return phrase("hints.look-at", { numbers: [...named, phrase("reason.mine-count")] });
}

// -- Where to look: a ninth of the board

const part = (place: number, length: number) => (length === 2 ? 2 * place : Math.floor((place * 3) / length));

/** The first and the last cell of the ninth of the board that a cell is in. */
function regionOf({ width, height }: Position, cell: number): number[] {
  const third = (place: number, length: number) => {
    if (length <= 2) return [place, place];
    const at = part(place, length);
    return [Math.ceil((at * length) / 3), Math.ceil(((at + 1) * length) / 3) - 1];
  };
  const [top, bottom] = third(Math.floor(cell / width), height);
  const [left, right] = third(cell % width, width);
  return [top * width + left, bottom * width + right];
}

/** The name of the ninth of the board that a cell is in. */
export function region({ width, height }: Position, cell: number) {
  const row = ["upper", "middle", "lower"][part(Math.floor(cell / width), height)];
  const col = ["left", "middle", "right"][part(cell % width, width)];
  return word("regions", row === "middle" && col === "middle" ? "middle" : `${row}-${col}`);
}
