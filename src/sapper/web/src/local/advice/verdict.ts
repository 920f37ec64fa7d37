// The verdict on a move from the board before it, as sapper/analysis/verdict.py gives it.

import type { Engine, Odds } from "../../engine/engine.ts";
import type { Phrase, Review } from "../../protocol.ts";
import type { Explanation } from "./explanations.ts";
import type { Entry } from "../live-game.ts";
import type { Rules } from "../rules.ts";

import { EXPLODED, FLAG, HIDDEN, QUESTION, WRONG_FLAG, around, isClosed } from "../../board/cell-values.ts";
import { conclusion, explain, sentenceOf } from "./explanations.ts";
import { SolverProblem, oddsOf } from "./odds.ts";
import { type Position, chance, phrase, round, sorted, square } from "./phrasing.ts";
import { gradeOf } from "../rules.ts";

const MARGIN = 0.005; // risks closer than this count as equal

export interface Verdict {
  kind: Review["verdict"];
  cells: number[]; // the closed cells that the move opens, not what an opening adds to them
  survival: number;
  phrase: Phrase;
  safe: number[];
  best: number | null;
  bestRisk: number;
  explanation: Explanation | null;
}

type Move = Pick<Entry, "kind" | "cell">;

/** The verdict on a move; null if the move opens nothing. */
export function judge(engine: Engine, position: Position, move: Move, rules: Rules): Verdict | null {
  const cells = openedBy(position, move, rules);
  if (!cells.length) return null;
  if (isUntouched(position) && isPromised(rules, cells[0]))
    return verdict("certain", cells, 1, phrase("verdict.promised", { square: square(position, cells[0]) }));
  try {
    const found = judged(engine, position, move, cells);
    const isPunished = found.kind === "needless-guess" && rules.choices.guessing === "punished";
    return isPunished ? { ...found, phrase: phrase("verdict.punished", { verdict: found.phrase }) } : found;
  } catch (error) {
    if (!(error instanceof SolverProblem)) throw error;
    return verdict("not-judged", cells, 1, about(position, "not-judged", move));
  }
}

/** Whether nothing was opened yet; flags do not count. */
export const isUntouched = ({ cells }: Pick<Position, "cells">) =>
  cells.every((seen) => seen > 8 && seen !== EXPLODED && seen !== WRONG_FLAG);

/** The true promise of the rules to the first click: an area only where one fits around every square. */
export function promiseOf(rules: Rules) {
  const { width, height, mines, choices } = rules;
  const first = gradeOf(rules) ? "opening" : String(choices.first);
  const fits = width * height - mines >= Math.min(width, 3) * Math.min(height, 3);
  if (first === "opening") return fits ? first : "cell";
  return choices.guessing === "honest" ? first : "cell"; // nothing is certain, so the guess is forced, and safe
}

function isPromised(rules: Rules, cell: number) {
  const first = promiseOf(rules);
  return first === "cell" || first === "opening" || (first === "top-left" && cell === 0);
}

/** The closed cells that a move opens, not what an opening adds to them. */
export function openedBy(position: Position, { kind, cell }: Move, { choices }: Rules): number[] {
  if (cell === undefined) return [];
  const seen = position.cells[cell];
  if (kind === "open") {
    const isProtected = seen === FLAG ? choices["protect-flags"] : seen === QUESTION && choices["protect-questions"];
    return isClosed(seen) && !isProtected ? [cell] : [];
  }
  if (kind !== "chord" || seen > 8) return [];
  const near = around(position, cell);
  const marked = near.filter((one) => [FLAG, EXPLODED].includes(position.cells[one])).length;
  const isAllowed = choices.chord === "at-least" ? marked >= seen : choices.chord === "exact" && marked === seen;
  if (!isAllowed) return [];
  const opens = choices["protect-questions"] ? [HIDDEN] : [HIDDEN, QUESTION];
  return near.filter((one) => opens.includes(position.cells[one]));
}

function judged(engine: Engine, position: Position, move: Move, cells: number[]): Verdict {
  const chances = oddsOf(engine, position);
  const safe = new Set(chances.safe);
  if (cells.every((cell) => safe.has(cell)))
    return verdict("certain", cells, 1, about(position, "certain", move), chances.safe);
  const survival = chanceOfAllSafe(engine, position, cells, chances);
  const claim = survival
    ? about(position, "guess", move, { risk: chance(1 - survival) })
    : about(position, "mine", move);
  const kind = survival ? "needless-guess" : "mistake";
  if (safe.size) {
    const [best, why] = simplestSafe(engine, position, safe, move);
    const code = position.cells[best] === FLAG ? "verdict.flag-was-wrong" : "verdict.was-safe";
    const said = phrase(code, { claim, square: square(position, best), clause: why.clause });
    return verdict(kind, cells, survival, said, chances.safe, best, 0, why);
  }
  const [bestRisk, best] = safest(position, chances);
  if (!survival) {
    const proof = cells.map((cell) => explain(engine, position, cell)).find((found) => found !== null) ?? null;
    const said = proof ? phrase("verdict.proven", { claim, reason: sentenceOf(proof) }) : claim;
    return verdict(kind, cells, survival, said, [], best, bestRisk, proof);
  }
  if (1 - survival <= bestRisk + MARGIN) {
    const hasFlags = position.cells.includes(FLAG);
    return verdict(
      "right-guess",
      cells,
      survival,
      phrase(hasFlags ? "verdict.right-with-flags" : "verdict.right", { claim }),
    );
  }
  if (1 - survival <= 1 - engine.choose(position, "fast", false).safe + MARGIN)
    return verdict("right-guess", cells, survival, phrase("verdict.advised", { claim }));
  const said = phrase("verdict.riskier", { claim, risk: chance(bestRisk), square: square(position, best) });
  return verdict("mistake", cells, survival, said, [], best, bestRisk);
}

function verdict(
  kind: Verdict["kind"],
  cells: number[],
  survival: number,
  said: Phrase,
  safe: number[] = [],
  best: number | null = null,
  bestRisk = 0,
  explanation: Explanation | null = null,
): Verdict {
  return { kind, cells, survival, phrase: said, safe, best, bestRisk, explanation };
}

/** The chance that none of some closed cells is a mine: the share of arrangements that leave all of them free. */
function chanceOfAllSafe(engine: Engine, position: Position, cells: number[], chances: Odds) {
  const mined = new Set(chances.mined);
  if (cells.some((cell) => mined.has(cell))) return 0;
  const safe = new Set(chances.safe);
  const doubtful = cells.filter((cell) => !safe.has(cell));
  if (doubtful.length < 2) return 1 - doubtful.reduce((sum, cell) => sum + chances.chances[cell], 0);
  const seen = position.cells.slice();
  for (const cell of doubtful) seen[cell] = WRONG_FLAG; // to the solver: safe, and its number not known
  try {
    const free = oddsOf(engine, { ...position, cells: seen });
    return Math.min(Math.exp(free.logArrangements - chances.logArrangements), 1);
  } catch (error) {
    if (error instanceof SolverProblem && error.isContradiction) return 0;
    throw error;
  }
}

/** The safe cell that is simplest to see, and why it is safe; a wrong flag next to a chord comes first. */
function simplestSafe(engine: Engine, position: Position, safe: Set<number>, move: Move): [number, Explanation] {
  const near = move.kind === "chord" ? around(position, move.cell as number) : [];
  const isFlag = (cell: number) => position.cells[cell] === FLAG;
  const all = [...safe];
  const choices = [all.filter((cell) => isFlag(cell) && near.includes(cell)), all.filter((cell) => !isFlag(cell)), all];
  const free = new Set(choices.find(({ length }) => length));
  const found = conclusion(engine, position);
  const seen = found?.safe ? found.cells.filter((cell) => free.has(cell)) : [];
  if (found && seen.length) return [Math.min(...seen), found];
  const cell = Math.min(...free);
  return [cell, explain(engine, position, cell) as Explanation];
}

/** The lowest risk of all closed cells, and the first cell that has it; a flag is left out if it can be. */
function safest({ cells }: Position, { chances }: Odds): [risk: number, cell: number] {
  const closed = [...chances.keys()].filter((cell) => !Number.isNaN(chances[cell]));
  const isFlag = (cell: number) => Number(cells[cell] === FLAG);
  closed.sort((one, other) => isFlag(one) - isFlag(other) || chances[one] - chances[other] || one - other);
  return [chances[closed[0]], closed[0]];
}

function about(position: Position, code: string, { kind, cell }: Move, values: Record<string, unknown> = {}) {
  const ofChord = kind === "chord" ? "-chord" : "";
  return phrase(`verdict.${code}${ofChord}`, { square: square(position, cell as number), ...values });
}

/** The verdict as messages have it. */
export function reviewMessage(position: Position, found: Verdict) {
  const { explanation: why, best } = found;
  const cells: Review["cells"] = {};
  if (why) {
    const near = new Set(why.numbers.flatMap((number) => around(position, number)));
    cells.reason = why.numbers;
    cells.scope = sorted([...near].filter((cell) => isClosed(position.cells[cell])));
    cells[why.safe ? "safe" : "mine"] = why.cells;
  }
  return {
    verdict: found.kind,
    avoidable: found.kind === "needless-guess" || found.kind === "mistake",
    text: "",
    phrase: found.phrase,
    risk: round(1 - found.survival, 4),
    opened: found.cells,
    best,
    best_risk: best === null ? null : round(found.bestRisk, 4),
    safe: sorted(found.safe.filter((cell) => position.cells[cell] !== FLAG)),
    cells,
  };
}
