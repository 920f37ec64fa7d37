// What follows from a position, and why: the facts of hints, explanations and proofs.

import { GRADES, type Grade, type Size } from "./boards.ts";
import type { KernelModule } from "./module.ts";
import { levelOf, type Position, VERDICTS, type Verdict } from "./solver.ts";
import { Words } from "./words.ts";

/** Cells that are all safe or all mines, and the lowest grade that proves it. */
export interface Conclusion {
  grade: Grade | null; // null where there is no conclusion
  safe: boolean;
  cells: number[];
}

/** A step of an argument: from these numbers and what earlier steps settled. */
export interface Step extends Conclusion {
  numbers: number[];
}

/** A conclusion, the numbers that prove it alone, and how one gets there from them. */
export interface Explanation extends Step {
  mineCount: boolean; // whether the number of mines is needed too
  steps: Step[];
}

export interface Explained {
  verdict: Verdict;
  explanation: Explanation | null;
}

export interface Difficulty {
  verdict: Verdict;
  solved: boolean;
  hardest: Grade | null; // null where the first click opens everything
  stepsByGrade: Partial<Record<Grade, number>>;
}

export interface ProofStep {
  explanation: Explanation;
  opened: number[];
}

export interface Proof extends Difficulty {
  opened: number[]; // by the first click
  steps: ProofStep[];
}

const FULL = GRADES.length;

export function hint(kernel: KernelModule, position: Position): Explained {
  return readExplained(kernel.call("hint", levelOf(position), position.cells).words);
}

export function explain(kernel: KernelModule, position: Position, cell: number): Explained {
  return readExplained(kernel.call("explain", [...levelOf(position), cell], position.cells).words);
}

export function conclude(
  kernel: KernelModule,
  position: Position,
  upTo: Grade = "full",
): { verdict: Verdict; conclusions: Conclusion[] } {
  const values = [...levelOf(position), GRADES.indexOf(upTo) + 1];
  const words = new Words(kernel.call("conclude", values, position.cells).words);
  const verdict = VERDICTS[words.number()];
  return { verdict, conclusions: words.list(() => readConclusion(words)) };
}

/** The solution of a minefield by grades from its first cell. */
export function grade(kernel: KernelModule, { width, height }: Size, minefield: Uint8Array, first: number): Difficulty {
  return readDifficulty(new Words(kernel.call("grade", [width, height, first, FULL], minefield).words));
}

/** The same with the reason of every step. */
export function prove(kernel: KernelModule, { width, height }: Size, minefield: Uint8Array, first: number): Proof {
  const words = new Words(kernel.call("prove", [width, height, first, FULL], minefield).words);
  const difficulty = readDifficulty(words);
  const opened = words.cells();
  const steps = words.list(() => ({ explanation: readExplanation(words), opened: words.cells() }));
  return { ...difficulty, opened, steps };
}

const readGrade = (words: Words): Grade | null => GRADES[words.number() - 1] ?? null;

const readConclusion = (words: Words): Conclusion => ({
  grade: readGrade(words),
  safe: words.flag(),
  cells: words.cells(),
});

const readStep = (words: Words): Step => ({ ...readConclusion(words), numbers: words.cells() });

const readExplanation = (words: Words): Explanation => ({
  ...readStep(words),
  mineCount: words.flag(),
  steps: words.list(() => readStep(words)),
});

function readExplained(found: Uint32Array): Explained {
  const words = new Words(found);
  const verdict = VERDICTS[words.number()];
  const explanation = readExplanation(words);
  return { verdict, explanation: explanation.grade ? explanation : null };
}

function readDifficulty(words: Words): Difficulty {
  const verdict = VERDICTS[words.number()];
  const solved = words.flag();
  const hardest = readGrade(words);
  const stepsByGrade: Partial<Record<Grade, number>> = {};
  for (const rung of [null, ...GRADES]) {
    const count = words.number();
    if (rung && count) stepsByGrade[rung] = count;
  }
  return { verdict, solved, hardest, stepsByGrade };
}
