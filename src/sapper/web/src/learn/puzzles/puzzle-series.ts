// A sitting of puzzles: one near the player's rating after another, or a single one.

import type { Technique } from "../../local/learning/techniques.ts";
import type { Attempt } from "../drill/attempt.ts";
import type { Part, Series, Task } from "../drill/series.ts";

import { addAnswer, answersTo } from "../progress/answers.ts";
import {
  type Puzzle,
  type PuzzleRatings,
  SUBJECT,
  byTechnique,
  nextPuzzle,
  nextTechnique,
  standing,
} from "./puzzles.ts";
import { message } from "../../ui/words.ts";

const SHOWN = 12; // results in the bar

/** Which puzzles are asked: those of a technique or of the weakest, those of any technique by their rating, or one. */
export type Choice = { technique: Technique | null } | { from: number; to: number } | { only: Puzzle };

export class PuzzleSeries implements Series {
  iconName = "target";
  done = 0;
  results: boolean[] = [];
  _puzzles: Puzzle[];
  _choice: Choice;
  _asked = new Set<string>();
  _now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(puzzles: Puzzle[], choice: Choice, now: () => number = Date.now) {
    this._puzzles = puzzles;
    this._choice = choice;
    this._now = now;
  }

  get title() {
    return "only" in this._choice ? message("learn-page.puzzle-of-day") : message("learn-page.puzzles");
  }

  get count() {
    return "only" in this._choice ? 1 : Math.max(SHOWN, this.results.length + 1);
  }

  get aside() {
    return message("learn-page.rating", { rating: String(Math.round(this._standing().overall.value)) });
  }

  _standing(): PuzzleRatings {
    return standing(answersTo(SUBJECT), this._puzzles);
  }

  next(): Part | null {
    const puzzle = this._next();
    if (!puzzle) return null;
    this._asked.add(puzzle.id);
    const { id: item, board, ask, technique, usual } = puzzle;
    return { kind: "find", board, ask, item, text: [], technique, usual, numbers: [], right: "", wrong: "" };
  }

  _next(): Puzzle | undefined {
    const choice = this._choice;
    const left = this._puzzles.filter(({ id }) => !this._asked.has(id));
    if ("only" in choice) return left.find(({ id }) => id === choice.only.id);
    const found = this._standing();
    if ("from" in choice) {
      const some = left.filter(({ rating }) => rating.value >= choice.from && rating.value < choice.to);
      return nextPuzzle(found, some, () => found.overall);
    }
    const groups = byTechnique(left);
    if (!groups.size) return undefined;
    return nextPuzzle(found, groups.get(choice.technique ?? nextTechnique(found, groups)) ?? []);
  }

  about({ item }: Task) {
    const puzzle = this._puzzles.find(({ id }) => id === item) as Puzzle;
    const rating = this._standing().puzzles.get(item) ?? puzzle.rating;
    return message("puzzles.heading", { rating: Math.round(rating.value) });
  }

  answered({ item }: Task, { grade, elapsed, isFirst }: Attempt) {
    const before = Math.round(this._standing().overall.value);
    this.done += 1;
    this.results.push(isFirst);
    addAnswer({ subject: SUBJECT, item, answered_at: this._now(), grade, elapsed: Math.round(elapsed) });
    const after = Math.round(this._standing().overall.value);
    return message("puzzles.rated", { rating: after, change: signed(after - before) });
  }

  ending() {
    const first = this.results.filter(Boolean).length;
    return [message("learn.session-done", { count: this.done, first })];
  }
}

/** A change with its sign. */
export const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);
