// What a sitting is made of: questions, things that are only shown, and boards to play.

import type { Ask, Moves } from "../../local/advice/questions.ts";
import type { Cells } from "../../protocol.ts";
import type { Attempt } from "./attempt.ts";

/** A question: its item among the answers, its technique, and what is said to answers in addition to the proof. */
export interface Task {
  kind: "find";
  board: string;
  ask: Ask;
  item: string;
  text: string[];
  technique: string | null;
  usual?: number; // seconds of a fast player for it
  numbers: number[]; // outlined from the start
  right: string;
  wrong: string;
  moves?: Moves; // what the right answer leads to, where a lesson shows it
}

/** A position with what follows from it. */
export interface Show {
  kind: "show";
  board: string;
  text: string[];
  cells: Cells;
  moves: Moves;
}

/** A whole board, as links have it. */
export interface Whole {
  rules: string;
  seed: string;
  first: string;
}
export interface PlayBoard {
  kind: "play";
  text: string[];
  whole: Whole;
}

export type Part = Task | Show | PlayBoard;

/** Something else that can be done with a question. */
export interface Also {
  label: string;
  iconName: string;
  run: () => void;
}

/** One part after another. */
export interface Series {
  title: string;
  iconName: string;
  aside: string; // beside the title: how far it is
  done: number; // of `count` parts, for the bar
  count: number;
  results: boolean[]; // of the questions that are over: whether the first answer was right
  next(): Part | null | Promise<Part | null>;
  /** Store an attempt that is over; returns what is said after it. */
  answered(task: Task, attempt: Attempt): string;
  ending(): string[];
  about?(task: Task): string; // where the question is from
  also?(task: Task): Also[];
  extras?(task: Task, isOver: boolean): unknown; // more to see, as a template
  stages?(): unknown; // what the series is made of, and how far it is
}
