// The odds of a position, and what is said where there are none: what sapper/analysis/odds.py makes of the kernel's facts.

import type { Engine, Odds, Verdict } from "../../engine/engine.ts";
import type { Phrase } from "../../protocol.ts";

import { type Position, commas, numberAt, phrase } from "./phrasing.ts";
import { Refusal } from "../refusal.ts";

const MOST_NAMED = 6; // numbers that contradict each other

/** A position that the solver cannot answer. `clash` are cells that cannot all be true. */
export class SolverProblem extends Refusal {
  clash: number[];
  isContradiction: boolean;
  sentence: Phrase; // on its own

  constructor(found: Phrase, clash: number[] = [], sentence: Phrase | null = null) {
    super("no-answer", found.code, found.values);
    this.clash = clash;
    this.isContradiction = sentence !== null;
    this.sentence = sentence ?? found;
  }
}

/** The odds of a position. */
export function oddsOf(engine: Engine, position: Position): Odds {
  const found = engine.odds(position);
  if (found.verdict === "solved") return found;
  throw found.verdict === "out-of-budget" ? outOfBudget() : contradiction(position, found.contradiction);
}

/** Throw the error that a verdict of the kernel means for a position, if any. */
export function check(engine: Engine, position: Position, verdict: Verdict) {
  if (verdict === "out-of-budget") throw outOfBudget();
  if (verdict === "contradiction") oddsOf(engine, position); // names the numbers
}

const outOfBudget = () => new SolverProblem(phrase("solver.out-of-budget"));

function contradiction(position: Position, clash: number[]) {
  const named = clash.slice(0, MOST_NAMED).map((cell) => numberAt(position, cell));
  const more = Math.max(clash.length - MOST_NAMED, 0);
  const numbers = commas(named);
  let problem = phrase(clash.length === 1 ? "solver.not-true" : "solver.not-all-true", { numbers });
  if (!clash.length) problem = phrase("solver.mines-do-not-fit", { count: position.mines });
  else if (more) problem = phrase("solver.and-more-not-true", { count: more, numbers });
  const rest = more ? [phrase("solver.more-numbers", { count: more })] : [];
  const sentence = named.length
    ? phrase("solver.nothing-fits", { numbers: [...named, ...rest] })
    : phrase("solver.mines-fit-nothing", { count: position.mines });
  return new SolverProblem(phrase("solver.no-minefield", { problem }), clash, sentence);
}
