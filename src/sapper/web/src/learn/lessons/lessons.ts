// The lessons in the language of the page, and how far the player is in each.

import type { Ask, Moves } from "../../local/advice/questions.ts";
import type { Attempt } from "../drill/attempt.ts";
import type { Part, Series, Task, Whole } from "../drill/series.ts";

import { lessonStages } from "./lesson-stages.ts";
import { addAnswer, answersTo } from "../progress/answers.ts";
import { fetchAsset } from "../../ui/dom.ts";
import { language } from "../../ui/language.ts";
import { message } from "../../ui/words.ts";

const SUBJECT = "lesson";
export const FIRST = "two-minutes"; // offered to a player who has won nothing yet

interface Stage {
  kind: "show" | "find" | "play";
  text?: string[];
  board?: string;
  ask?: Ask;
  technique?: string;
  usual?: number;
  numbers?: number[];
  safe?: number[];
  mines?: number[];
  moves?: Moves;
  right?: string;
  wrong?: string;
  whole?: Whole;
}

export interface Lesson {
  name: string;
  title: string;
  technique: string | null;
  minutes: number;
  summary: string;
  stages: Stage[];
  ending: string[];
}

const coming: Map<string, Promise<Lesson[]>> = new Map();

/** The lessons in their order. */
export function readLessons(): Promise<Lesson[]> {
  const code = language();
  const lessons = coming.get(code) ?? fetchAsset(`lessons.${code}.json`).then((answer) => answer.json());
  coming.set(code, lessons);
  lessons.catch(() => coming.delete(code)); // the next one tries again
  return lessons;
}

export const questionsOf = ({ stages }: Lesson) => stages.filter(({ kind }) => kind === "find");

/** The number of answered questions of a lesson, by their items. */
export function foundIn(lesson: Lesson, items: Set<string>) {
  return questionsOf(lesson).filter((_, at) => items.has(itemOf(lesson, at))).length;
}

/** The items of all questions that were answered. */
export const answeredItems = () => new Set(answersTo(SUBJECT).map(({ item }) => item));

const itemOf = ({ name }: Lesson, at: number) => `${name}/${at + 1}`;

/** A lesson, stage by stage. */
export class LessonSeries implements Series {
  lesson: Lesson;
  iconName = "book";
  done = 0;
  results: boolean[] = [];
  _at = 0; // of the next stage
  _asked = 0;
  _now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(lesson: Lesson, now: () => number = Date.now) {
    this.lesson = lesson;
    this._now = now;
  }

  get title() {
    return this.lesson.title;
  }

  get count() {
    return questionsOf(this.lesson).length;
  }

  get aside() {
    return message("learn-page.found", { count: this.done, whole: this.count });
  }

  next(): Part | null {
    const stage = this.lesson.stages[this._at++];
    if (!stage) return null;
    const { kind, text = [], board = "", numbers = [], safe = [], mines = [], moves = [], whole } = stage;
    if (kind === "play") return { kind, text, whole: whole as Whole };
    if (kind === "show") return { kind, board, text, moves, cells: { reason: numbers, safe, mine: mines } };
    const { ask = "safe", technique = null, usual, right = "", wrong = "" } = stage;
    const item = itemOf(this.lesson, this._asked++);
    return { kind, board, ask, item, text, technique, usual, numbers, right, wrong, moves };
  }

  answered({ item }: Task, { grade, elapsed, isFirst }: Attempt) {
    this.done += 1;
    this.results.push(isFirst);
    addAnswer({ subject: SUBJECT, item, answered_at: this._now(), grade, elapsed: Math.round(elapsed) });
    return "";
  }

  /** The kinds of stages one after another, each with how many of its questions are over. */
  stages() {
    return lessonStages(this.lesson, this._at - 1);
  }

  ending() {
    return [...this.lesson.ending, message("learn.lesson-done")];
  }
}
