// Why cells are safe or mines, in phrases: what sapper/analysis/explanations.py says of the facts of the kernel.

import type { Engine, Explanation as Facts, Step } from "../../engine/engine.ts";
import type { Phrase } from "../../protocol.ts";

import { EXPLODED, MINE, WRONG_FLAG, around } from "../../board/cell-values.ts";
import { check } from "./odds.ts";
import { type Position, numberAt, phrase, series, sorted, spelled, square, word } from "./phrasing.ts";

const MOST_SPELLED = 4; // plain steps in a row that are spelled out

/** The reason for some cells to be safe or mines: a minimal set of numbers that proves it, and the steps from them. */
export interface Explanation extends Facts {
  pattern: string | null;
  clause: Phrase;
}

/** The reason for a closed cell to be safe or a mine; null if it may be either. */
export function explain(engine: Engine, position: Position, cell: number): Explanation | null {
  const { verdict, explanation } = engine.explain(position, cell);
  check(engine, position, verdict);
  return explanation && explained(position, explanation);
}

/** The simplest conclusion: safe cells if there are any, else new mines; null if nothing is certain. */
export function conclusion(engine: Engine, position: Position): Explanation | null {
  const { verdict, explanation } = engine.hint(position);
  check(engine, position, verdict);
  return explanation && explained(position, explanation);
}

export function explained(position: Position, found: Facts): Explanation {
  const words = new Words(position, found);
  return { ...found, pattern: words.pattern(), clause: words.clause() };
}

export const sentenceOf = ({ clause }: Explanation) => phrase("reason.sentence", { clause });

/** The steps as a part of a sentence, with the name of their pattern if it has one. */
export const clauseWithPattern = ({ clause, pattern }: Explanation) =>
  pattern === null
    ? clause
    : phrase("reason.with-pattern", { clause, pattern: word("patterns", pattern.replaceAll(" ", "-")) });

/** The name of the pattern of one of the steps, null if it has none. */
export const patternOf = (position: Position, why: Facts, place: number) =>
  new Words(position, { ...why, steps: why.steps.slice(0, place + 1) }).pattern();

class Words {
  _position: Position;
  _steps: Step[];
  _isCounted: boolean;
  _mines: Set<number>;
  _safe: Set<number>;

  constructor(position: Position, { steps, numbers, mineCount }: Facts) {
    this._position = position;
    this._steps = steps;
    this._isCounted = mineCount;
    const near = new Set(numbers.flatMap((number) => around(position, number)));
    const seen = (cell: number) => position.cells[cell];
    this._mines = new Set([...near].filter((cell) => seen(cell) === MINE || seen(cell) === EXPLODED));
    this._safe = new Set([...near].filter((cell) => seen(cell) === WRONG_FLAG));
  }

  _known(number: number, mines: Set<number>) {
    return around(this._position, number).filter((cell) => mines.has(cell)).length;
  }

  _named(numbers: Iterable<number>) {
    return sorted(numbers).map((number) => numberAt(this._position, number));
  }

  _squares(cells: Iterable<number>) {
    return sorted(cells).map((cell) => square(this._position, cell));
  }

  _unknown(number: number, settled: Set<number>) {
    return around(this._position, number).filter((cell) => this._position.cells[cell] > 8 && !settled.has(cell));
  }

  /** The name of the pattern of the last step, where it has one. */
  pattern(): string | null {
    const { cells } = this._position;
    const before = this._steps.slice(0, -1);
    const last = this._steps[this._steps.length - 1];
    if (last.grade === "count") return "mine count";
    if (last.grade === "full") return "case split";
    if (last.grade === "single" || !last.numbers.length) return null;
    const mines = new Set([...this._mines, ...before.filter(({ safe }) => !safe).flatMap((step) => step.cells)]);
    const numbers = sorted(last.numbers);
    const needs = numbers.map((number) => cells[number] - this._known(number, mines));
    if (needs.some((need, at) => need !== cells[numbers[at]])) return "reduction";
    const [[top, left], [bottom, right]] = this._squares([numbers[0], numbers[numbers.length - 1]]);
    const isLine = top === bottom || left === right;
    const isRow = isLine && Math.max(bottom - top, right - left) === numbers.length - 1;
    const [forwards, backwards] = [needs, needs.toReversed()];
    const text = (isBefore(backwards, forwards) ? backwards : forwards).join("-");
    if (isRow && ["1-1", "1-2", "1-2-1", "1-2-2-1"].includes(text)) return text;
    return text === "1-1" || text === "1-2" ? "hole" : null;
  }

  /** The whole explanation, step by step, as a part of a sentence. */
  clause(): Phrase {
    const before = this._steps.slice(0, -1);
    const last = this._steps[this._steps.length - 1];
    const clauses: Phrase[] = [];
    const [mines, safe] = [new Set(this._mines), new Set(this._safe)];
    for (const { isPlain, steps } of groups(before)) {
      if (isPlain && steps.length > MOST_SPELLED) {
        const numbers = new Set(steps.flatMap((step) => step.numbers));
        clauses.push(phrase("reason.show-mines", { numbers: this._named(numbers) }));
        for (const step of steps) for (const cell of step.cells) mines.add(cell);
        continue;
      }
      for (const step of steps) {
        clauses.push(this._clause(step, mines, safe));
        for (const cell of step.cells) (step.safe ? safe : mines).add(cell);
      }
    }
    clauses.push(this._clause(last, mines, safe));
    return clauses.length === 1 ? clauses[0] : phrase("reason.steps", { steps: series("then", clauses) });
  }

  _clause(step: Step, mines: Set<number>, safe: Set<number>): Phrase {
    const squares = this._squares(step.cells);
    const count = squares.length;
    const so = phrase(step.safe ? "reason.so-safe" : "reason.so-mines", { count, squares });
    if (step.grade === "single") return this._single(step, mines, so);
    const numbers = this._named(step.numbers);
    if (step.grade === "pairs") {
      const code = step.safe ? "reason.any-way-safe" : "reason.any-way-mines";
      return this._pair(step, mines, safe, so) ?? phrase(code, { count, numbers, squares });
    }
    if (step.grade === "chains") return phrase(step.safe ? "reason.chain-safe" : "reason.chain-mines", { numbers, so });
    if (step.grade === "count") return this._counted(step, numbers, so);
    if (!numbers.length) return phrase("reason.count-decides", { so });
    return phrase(this._isCounted ? "reason.all-agree-counted" : "reason.all-agree", { numbers, so });
  }

  _single(step: Step, mines: Set<number>, so: Phrase): Phrase {
    const [number] = step.numbers;
    const known = this._known(number, mines);
    const named = numberAt(this._position, number);
    const squares = this._squares(step.cells);
    const count = spelled(squares.length);
    if (!step.safe) return phrase(known ? "reason.needs-more" : "reason.needs", { count, number: named, so });
    const touches = known
      ? phrase("reason.touches", { count: spelled(known), number: named })
      : phrase("reason.touches-none", { number: named });
    return phrase("reason.single-safe", { touches, others: phrase("reason.others-safe", { count, squares }) });
  }

  /** Which of two numbers decides the other. */
  _pair(step: Step, mines: Set<number>, safe: Set<number>, so: Phrase): Phrase | null {
    if (step.numbers.length !== 2) return null;
    const { cells } = this._position;
    const settled = new Set([...mines, ...safe]);
    for (const [giver, taker] of [step.numbers, step.numbers.toReversed()]) {
      const [given, taken] = [giver, taker].map((number) => this._unknown(number, settled));
      const needGiver = cells[giver] - this._known(giver, mines);
      const needTaker = cells[taker] - this._known(taker, mines);
      const own = taken.filter((cell) => !given.includes(cell));
      const isOwn = step.cells.every((cell) => own.includes(cell));
      const named = { giver: numberAt(this._position, giver), taker: numberAt(this._position, taker) };
      if (step.safe && isOwn && needGiver - given.filter((cell) => !taken.includes(cell)).length === needTaker) {
        const values = { count: spelled(needTaker), square: square(this._position, taker), so, ...named };
        return phrase("reason.pair-safe", values);
      }
      const most = Math.min(needGiver, given.filter((cell) => taken.includes(cell)).length);
      if (!step.safe && isOwn && needTaker - most === own.length) {
        const needs = phrase("reason.taker-needs", { count: spelled(needTaker) });
        return phrase("reason.pair-mines", { count: spelled(most), needs, so, ...named });
      }
    }
    return null;
  }

  _counted(step: Step, numbers: Phrase[], so: Phrase): Phrase {
    const count = spelled(this._position.mines);
    if (!numbers.length) return phrase(step.safe ? "reason.all-found" : "reason.all-needed", { count, so });
    const code = numbers.length === 1 ? "reason.one-has-all" : "reason.several-have-all";
    return phrase(step.safe ? code : "reason.too-few", { count, numbers, so });
  }
}

/** Whether a list comes before another of the same length. */
function isBefore(one: number[], other: number[]) {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && one[at] < other[at];
}

/** Steps in a row that are plain, or are not: one number and its mines each. */
function groups(steps: Step[]) {
  const found: { isPlain: boolean; steps: Step[] }[] = [];
  for (const step of steps) {
    const isPlain = step.grade === "single" && !step.safe;
    const last = found.at(-1);
    if (last?.isPlain === isPlain) last.steps.push(step);
    else found.push({ isPlain, steps: [step] });
  }
  return found;
}
