// What the page asks about questions: each by its name, answered by the kernel in a worker.

import type { Engine } from "../../engine/engine.ts";
import type { Phrase } from "../../protocol.ts";
import type { Ask, Reply } from "./questions.ts";
import type { Rulesets } from "../rules.ts";

import { readDiagram } from "./advice.ts";
import { seedOf, toHex } from "../seed.ts";
import { farFrom, hintsOf, judgeAnswer, problemOf, reasonOf, refute } from "./questions.ts";

/** A position as a diagram, and what is asked about it. */
export interface Asked {
  board: string;
  ask: Ask;
}

const answers = {
  /** The verdict on an answer. */
  judge: (engine: Engine, { board, ask, given, rulesets }: Asked & { given: Reply; rulesets: Rulesets }) =>
    judgeAnswer({ engine, rulesets }, { position: readDiagram(board), ask }, given),
  /** Another minefield that refutes an answer. */
  another: (engine: Engine, { board, given, number }: Asked & { given: Reply; number: number }) => {
    const position = readDiagram(board);
    const mines = refute(engine, position, given, number);
    return mines && { mines, far: farFrom(position, mines) };
  },
  hints: (engine: Engine, { board }: Asked) => hintsOf(engine, readDiagram(board)),
  /** The reason for a cell to be safe or a mine. */
  reason: (engine: Engine, { board, cell }: { board: string; cell: number }) =>
    reasonOf(engine, readDiagram(board), cell),
  /** Numbers of 128 bits from the series of a seed, in hexadecimal: `Draws` of sapper/learn/draws.py. */
  draws: (engine: Engine, { seed, count }: { seed: string; count: number }) =>
    Array.from({ length: count }, (_, at) => toHex(engine.derive(seedOf(seed), at))),
};

type Answers = typeof answers;
export type LearnName = keyof Answers;
export type Given<N extends LearnName> = Parameters<Answers[N]>[1];
export type Found<N extends LearnName> = ReturnType<Answers[N]>;

export interface AskedToLearn {
  id: number;
  name: LearnName;
  given: unknown;
}
export type LearnAnswer = { id: number; found: unknown } | { id: number; problem: Phrase };

/** Answer a question; where there is no answer, say why. */
export function answerLearner(engine: Engine, { id, name, given }: AskedToLearn): LearnAnswer {
  try {
    const answer = answers[name] as (engine: Engine, given: unknown) => unknown;
    return { id, found: answer(engine, given) };
  } catch (error) {
    return { id, problem: problemOf(error) };
  }
}
