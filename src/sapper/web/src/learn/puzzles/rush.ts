// Rush: as many puzzles as possible in three minutes, or until three are wrong. The same as sapper/learn/rush.py.

import type { LearnAnswer } from "../../protocol.ts";
import type { Puzzle } from "./puzzles.ts";

export const SUBJECT = "rush";
export const LENGTH = 180_000; // ms
export const LIVES = 3;
const STEPS = 40; // of difficulty: one puzzle of each, then the hardest

/** The puzzles of a run: one of each step of difficulty, then those of the harder half, each once. */
export function order(puzzles: Puzzle[], below: (bound: number) => number): Puzzle[] {
  const first = stepsOf(puzzles).map((step) => step[below(step.length)]);
  const known = new Set(first);
  const left = sorted(puzzles)
    .slice(Math.floor(puzzles.length / 2))
    .filter((puzzle) => !known.has(puzzle));
  const rest: Puzzle[] = [];
  while (left.length) rest.push(...left.splice(below(left.length), 1));
  return [...first, ...rest];
}

const sorted = (puzzles: Puzzle[]) =>
  puzzles.toSorted((one, other) => one.rating.value - other.rating.value || (one.id < other.id ? -1 : 1));

function stepsOf(puzzles: Puzzle[]) {
  const ordered = sorted(puzzles);
  const place = (step: number) => Math.floor((ordered.length * step) / STEPS);
  const steps = Array.from({ length: STEPS }, (_, step) => ordered.slice(place(step), place(step + 1)));
  return steps.filter(({ length }) => length);
}

/** A run. Times are milliseconds of any clock that only runs forward. */
export class Rush {
  results: boolean[] = [];
  endedAt: number | null = null;
  beganAt: number;
  puzzles: Puzzle[];

  /** @param puzzles in the order in which they are asked */
  constructor(puzzles: Puzzle[], now: number) {
    this.puzzles = puzzles;
    this.beganAt = now;
  }

  get solved() {
    return this.results.filter(Boolean).length;
  }

  get lives() {
    return LIVES - (this.results.length - this.solved);
  }

  get isOver() {
    return this.endedAt !== null;
  }

  get puzzle() {
    return this.puzzles[Math.min(this.results.length, this.puzzles.length - 1)];
  }

  /** The milliseconds that are left. */
  left(now: number) {
    return Math.max(this.beganAt + LENGTH - (this.endedAt ?? now), 0);
  }

  /** End the run if its time is over; return whether it goes on. */
  look(now: number) {
    if (!this.isOver && !this.left(now)) this.endedAt = this.beganAt + LENGTH;
    return !this.isOver;
  }

  /** Count an answer; one after the end of the time counts no more. */
  answer(isRight: boolean, now: number) {
    if (!this.look(now)) return;
    this.results.push(isRight);
    if (!this.lives || this.results.length === this.puzzles.length) this.endedAt = now;
  }

  /** End the run before its time. */
  stop(now: number) {
    if (this.look(now)) this.endedAt = now;
  }
}

/** The most puzzles that were solved in a stored run. */
export const bestOf = (answers: LearnAnswer[]) => Math.max(0, ...answers.map(({ grade }) => grade));
