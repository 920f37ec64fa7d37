// A sitting of questions: one part after another, what was answered, and what is shown of it. The screen draws it.

import type { Judged, Moves, Reply } from "../../local/advice/questions.ts";
import type { Cells, Phrase } from "../../protocol.ts";
import type { ask } from "./judge.ts";
import type { Part, Series, Task } from "./series.ts";

import { Attempt } from "./attempt.ts";
import { NoAnswer } from "./judge.ts";

interface Hints {
  phrase: Phrase;
  cells: Cells;
  risk: number;
}
/** The minefield that refutes an answer. */
interface Refutation {
  given: Reply;
  mines: number[];
  far: number[];
  number: number; // which of them is shown
}
/** A text: a phrase of the judge, or one of the lesson. */
export type Saying = Phrase | string;

const REASON_STAGE = 2; // of the hint, whose third stage is the proof

export class Drill {
  series: Series;
  part: Part | null = null;
  attempt: Attempt | null = null;
  judged: Judged | null = null; // the last answer
  refutation: Refutation | null = null;
  said: Saying[] = [];
  cells: Cells = {}; // that are pointed out
  risk = 0; // of a guess that is pointed out
  firsts = 0; // questions that were answered right at once
  isThinking = false;
  _ask: typeof ask;
  _changed: () => void;
  _now: () => number;
  _rulesets: Parameters<typeof ask<"judge">>[1]["rulesets"];

  constructor(
    series: Series,
    {
      ask: askJudge,
      rulesets,
      changed,
      now = () => performance.now(),
    }: { ask: typeof ask; rulesets: Drill["_rulesets"]; changed: () => void; now?: () => number },
  ) {
    this.series = series;
    this._ask = askJudge;
    this._rulesets = rulesets;
    this._changed = changed;
    this._now = now;
  }

  /** The question that waits for an answer or has one; null while something else is shown. */
  get task(): Task | null {
    return this.part?.kind === "find" ? this.part : null;
  }

  /** What the right answer has led to. */
  get moves(): Moves {
    const { judged, task } = this;
    if (!this.isRight || !judged) return [];
    const proven = new Set([...(judged.cells.safe ?? []), ...(judged.cells.mine ?? [])]);
    return judged.moves ?? task?.moves?.filter(([cell]) => proven.has(cell)) ?? [];
  }

  get isRight() {
    return Boolean(this.attempt?.isOver);
  }

  /** Go on to the next part. */
  async goOn() {
    if (this.isThinking) return;
    const next = this.series.next();
    this.part = next instanceof Promise ? await this._waitFor(next) : next;
    this.attempt = this.task ? new Attempt(this._now(), this.task.usual) : null;
    this._clear();
    const { part } = this;
    if (part?.kind === "show") {
      this.cells = part.cells;
      this._explain(part.board, [...(part.cells.safe ?? []), ...(part.cells.mine ?? [])][0]);
    }
    this._changed();
  }

  async _waitFor(next: Promise<Part | null>) {
    this.isThinking = true;
    try {
      return await next;
    } finally {
      this.isThinking = false;
    }
  }

  /** Try again: take away what refuted the answer. */
  tryAgain() {
    this._clear();
    this._changed();
  }

  /** Answer with a square. A right click, or the key of mines, claims a mine whatever was asked. */
  async choose(cell: number, isMine = false) {
    const { task } = this;
    if (!task || this.isRight || this.isThinking) return;
    const claim = isMine || task.ask === "mine" ? "mine" : task.ask === "chord" ? "chord" : "safe";
    await this._answer({ reply: claim, cell });
  }

  /** Answer that nothing is certain. */
  async nothing() {
    if (this.task && !this.isRight && !this.isThinking) await this._answer({ reply: "nothing", cell: null });
  }

  async hint() {
    const hints = await this._hints();
    if (!hints || !this.attempt) return;
    this.attempt.stages = Math.min(this.attempt.stages + 1, hints.length);
    this._show(hints[this.attempt.stages - 1]);
  }

  /** Show the proof: the attempt then counts as wrong. */
  async proof() {
    const hints = await this._hints();
    if (!hints || !this.attempt) return;
    this.attempt.isProofShown = true;
    this._show(hints[REASON_STAGE]);
  }

  /** Show another minefield that refutes the same answer. */
  async another() {
    const { task, refutation } = this;
    if (!task || !refutation) return;
    const number = refutation.number + 1;
    const found = await this._asked("another", { ...task, given: refutation.given, number });
    if (found && this.refutation === refutation) this.refutation = { ...refutation, ...found, number };
    this._changed();
  }

  async _answer(given: Reply) {
    const { task, attempt } = this;
    if (!task || !attempt) return;
    const at = this._now();
    const judged = await this._asked("judge", { board: task.board, ask: task.ask, given, rulesets: this._rulesets });
    if (this.attempt !== attempt) return; // it was left meanwhile
    if (judged) this._take(judged, given, at);
    this._changed();
  }

  _take(judged: Judged, given: Reply, at: number) {
    const [task, attempt] = [this.task as Task, this.attempt as Attempt];
    this._clear();
    attempt.answer(judged.isRight, at);
    this.judged = judged;
    if (judged.mines) this.refutation = { given, mines: judged.mines, far: judged.far, number: 0 };
    this.said = [judged.phrase, judged.isRight ? task.right : task.wrong];
    if (!judged.isRight) return;
    this.cells = judged.cells;
    if (attempt.isFirst) this.firsts += 1;
    this.said.push(this.series.answered(task, attempt));
  }

  async _hints(): Promise<Hints[] | null> {
    const { task, attempt } = this;
    if (!task || this.isRight) return null;
    const hints = await this._asked("hints", task);
    return this.attempt === attempt && !this.isRight ? hints : null;
  }

  _show({ phrase, cells, risk }: Hints) {
    this._clear();
    this.said = [phrase];
    this.cells = cells;
    this.risk = risk;
    this._changed();
  }

  /** Say why a square of what is shown is certain: nobody has to wait for that. */
  async _explain(board: string, cell: number | undefined) {
    const { part } = this;
    const reason = cell === undefined ? null : await this._answerTo("reason", { board, cell });
    if (!reason || this.part !== part) return;
    this.said = [reason];
    this._changed();
  }

  /** Ask the judge, with no other answer in between. */
  async _asked(...question: Parameters<typeof ask>): Promise<any> {
    this.isThinking = true;
    try {
      return await this._answerTo(...question);
    } finally {
      this.isThinking = false;
    }
  }

  /** Ask the judge; where there is no answer, say why and return null. */
  async _answerTo(...[name, given]: Parameters<typeof ask>): Promise<any> {
    const { part } = this;
    try {
      return await this._ask(name, given);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (this.part !== part) return null;
      this.said = [error.phrase];
      this._changed();
      return null;
    }
  }

  _clear() {
    this.judged = this.refutation = null;
    this.said = [];
    this.risk = 0;
    this.cells = this.task ? { reason: this.task.numbers } : {};
  }
}
