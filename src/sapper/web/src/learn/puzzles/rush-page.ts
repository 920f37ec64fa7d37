// Rush: as many puzzles as possible in three minutes, or until three are wrong.

import type { Judged, Reply } from "../../local/advice/questions.ts";
import type { Page, Parts } from "../../types.ts";
import type { Part } from "../drill/series.ts";

import { ask } from "../drill/judge.ts";
import { questionWords } from "../drill/question-words.ts";
import { QuestionBoard } from "../drill/question-board.ts";
import { addAnswer, answersTo } from "../progress/answers.ts";
import { readPuzzles, type Puzzle } from "./puzzles.ts";
import { LENGTH, LIVES, order, Rush, SUBJECT, bestOf } from "./rush.ts";
import { render as phraseText } from "../../board/phrases.ts";
import { sentence } from "../../board/widgets.ts";
import { freshSeed, seedText } from "../../local/seed.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { button, html, icon, nothing, render, spacer, stat } from "../../ui/template.ts";
import { capitalized, message, seconds, withSeconds, words } from "../../ui/words.ts";

const TICK = 100; // ms
const LEAST_SHOWN = 28; // places for results
const WARNED = [60_000, 30_000, 10_000]; // ms left, read aloud

type RushParts = Pick<Parts, "settings" | "themes" | "open">;

/** A run with a new seed. */
export async function rushPage(parts: RushParts) {
  const puzzles = await readPuzzles();
  return new RushPage(parts, await drawn(puzzles, seedText(freshSeed())));
}

/** The puzzles of a run in their order, with the seed that they follow from. */
async function drawn(puzzles: Puzzle[], seed: string) {
  const draws = await ask("draws", { seed, count: puzzles.length });
  let at = 0;
  return { seed, puzzles: order(puzzles, (bound) => Number(BigInt(`0x${draws[at++]}`) % BigInt(bound))) };
}

interface Last {
  judged: Judged;
  puzzle: Puzzle;
  took: number; // ms
}

export class RushPage implements Page {
  name = "rush";
  element = el("div", { class: "drill rush" });
  board: QuestionBoard;
  run: Rush;
  seed: string;
  last: Last | null = null;
  best = bestOf(answersTo(SUBJECT)); // before this run
  isThinking = false;
  _parts: RushParts;
  _askedAt: number;
  _timer: ReturnType<typeof setInterval> | number = 0;
  _warned = 0;
  _now: () => number;

  constructor(
    parts: RushParts,
    { seed, puzzles }: { seed: string; puzzles: Puzzle[] },
    now: () => number = () => performance.now(),
  ) {
    const { settings, themes } = parts;
    this._parts = parts;
    this._now = now;
    this.seed = seed;
    this.run = new Rush(puzzles, now());
    this._askedAt = now();
    const hasMotion = settings.get("display", "animation") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.board = new QuestionBoard((cell, isMine) => this.choose(cell, isMine), { hasMotion: Boolean(hasMotion) });
    this.board.setTheme(themes.current);
    new ResizeObserver(() => this.layout()).observe(this.element);
    this._timer = setInterval(() => this._tick(), TICK);
    this.show();
  }

  // -- The run

  /** Answer with a square; a right click, or the key of mines, claims a mine. */
  async choose(cell: number, isMine = false) {
    const { run } = this;
    if (this._look() || this.isThinking) return;
    const { puzzle } = run;
    const at = this._now();
    this.isThinking = true;
    const given: Reply = { reply: isMine || puzzle.ask === "mine" ? "mine" : "safe", cell };
    const rulesets = this._parts.settings.schema;
    const judged = await ask("judge", { board: puzzle.board, ask: puzzle.ask, given, rulesets }).catch(() => null);
    this.isThinking = false;
    if (!judged) return; // a square that is open already, or the wrong claim
    this._take(judged, puzzle, at);
  }

  skip() {
    if (this.isThinking || this.run.isOver) return;
    this.last = null;
    this._count(false, this._now());
  }

  _take(judged: Judged, puzzle: Puzzle, at: number) {
    this.last = { judged, puzzle, took: at - this._askedAt };
    this._count(judged.isRight, at);
  }

  _count(isRight: boolean, at: number) {
    const { run } = this;
    run.answer(isRight, at);
    this._askedAt = at;
    if (this._look()) return;
    const lives = message("learn-page.lives", { count: run.lives });
    announce([isRight ? "" : lives, this.question].filter(Boolean).join(" "));
    this.show();
  }

  /** End the run where its time or its lives are over; return whether it has ended. */
  _look() {
    const { run } = this;
    if (run.look(this._now())) return false;
    if (!this._timer) return true;
    clearInterval(this._timer);
    this._timer = 0;
    const elapsed = Math.round((run.endedAt ?? 0) - run.beganAt);
    addAnswer({ subject: SUBJECT, item: this.seed, answered_at: Date.now(), grade: run.solved, elapsed });
    announce(this._result);
    this.show();
    return true;
  }

  _tick() {
    if (this._look()) return;
    const left = this.run.left(this._now());
    if (left <= WARNED[this._warned]) announce(withSeconds(WARNED[this._warned++] / 1000));
    this._showTime(left);
  }

  /** End the run: what was solved counts. */
  stop() {
    this.run.stop(this._now());
    this._look();
  }

  /** The screen is left. */
  left() {
    if (this._timer) this.stop();
  }

  get question() {
    return questionWords(this.run.puzzle.ask);
  }

  get _result() {
    return message("puzzles.rush-ends", { count: this.run.solved, best: Math.max(this.best, this.run.solved) });
  }

  key(typed: string) {
    const { board, run } = this;
    const isEntered = typed === "space" || typed === "enter";
    if (run.isOver) {
      if (isEntered) this._parts.open("rush");
      else if (typed === "escape") this._parts.open("puzzles");
      return isEntered || typed === "escape";
    }
    if (board.cursor.key(typed)) return true;
    if (typed === "escape") this.stop();
    else if (typed === "s") this.skip();
    else if (typed === "f" && board.cursor.index >= 0) this.choose(board.cursor.index, true);
    else if (isEntered && board.cursor.index >= 0) this.choose(board.cursor.index);
    else return false;
    return true;
  }

  focus() {
    this.board.canvas.focus({ preventScroll: true });
  }

  paint() {
    this.board.setTheme(this._parts.themes.current);
    this.show();
  }

  // -- What is shown

  show() {
    const { board, run } = this;
    board.show({ part: partOf(run.puzzle), refutation: null, cells: {}, risk: 0, isRight: false, moves: [] });
    board.canvas.setAttribute("aria-label", this.question);
    render(this._template(), this.element);
    this._showTime(run.left(this._now()));
    this.layout();
  }

  _template() {
    const { run, board } = this;
    return html`
      <div class="drill-stage">
        <div class="chips">
          <h1 class="chip">${icon("bolt")}${message("learn-page.rush")}</h1>${spacer}
          <span class="muted small">${run.isOver ? nothing : this.question}</span>
        </div>
        <div class="console" ?hidden=${run.isOver}>
          <div class="rush-figures">
            <span class="rush-time" role="timer">${icon("clock")}<b></b></span>
            <b class="rush-solved">${run.solved}</b>
            <span class="rush-lives" role="img" aria-label=${message("learn-page.lives", { count: run.lives })}>
              ${Array.from({ length: LIVES }, (_, at) => html`<i class=${at < run.lives ? "on" : ""}>${icon("shield")}</i>`)}
            </span>
          </div>
          <div class="bar rush-left"><i></i></div>
          <div class="field-area">${board.canvas}</div>
        </div>
        ${run.isOver ? this._end() : nothing}
      </div>
      <aside class="drill-side" aria-label=${message("page.panel")}>
        <div class="drill-groups">${this._results()}${this._figures()}${this._last()}${spacer}${this._tools()}</div>
      </aside>`;
  }

  _end() {
    const { open } = this._parts;
    return html`
      <div class="rush-end">
        <b class="rush-score">${this.run.solved}</b>
        <p class="sentence">${this._result}</p>
        <div class="row">
          ${button(message("learn-page.run-again"), () => open("rush"), { iconName: "bolt", kind: "primary big", key: "Enter" })}
          ${button(message("learn-page.puzzles"), () => open("puzzles"), { iconName: "target" })}
        </div>
      </div>`;
  }

  _results() {
    const { results } = this.run;
    const count = Math.max(LEAST_SHOWN, Math.ceil((results.length + 1) / 7) * 7);
    const mark = (isRight: boolean | undefined) =>
      isRight === undefined ? nothing : icon(isRight ? "verdict-best" : "verdict-mistake");
    return html`
      <section class="group">
        <h2>${message("learn-page.this-run")}</h2>
        <div class="rush-results" aria-hidden="true">${Array.from({ length: count }, (_, at) => html`<i>${mark(results[at])}</i>`)}</div>
      </section>`;
  }

  _figures() {
    const { run } = this;
    const spent = run.results.length ? (this._askedAt - run.beganAt) / run.results.length : 0;
    return html`
      <section class="group"><div class="stats two">
        ${stat(String(run.solved), message("learn-page.solved"))}
        ${stat(String(Math.round(run.puzzle.rating.value)), message("learn-page.this-puzzle"))}
        ${stat(spent ? seconds(spent, 1) : "–", message("learn-page.a-puzzle"), spent ? withSeconds("") : "")}
        ${stat(String(this.best || "–"), message("learn-page.your-best"))}
      </div></section>`;
  }

  _last() {
    if (!this.last) return nothing;
    const { judged, puzzle, took } = this.last;
    const { position } = this.board;
    const said = phraseText(judged.phrase);
    const technique = words("techniques", puzzle.technique).name;
    return html`
      <section class="group">
        <h2>${message("learn-page.last-one")}</h2>
        ${position ? sentence(position, said) : said}
        <p class="muted small">${technique}, ${withSeconds(seconds(took, 1))}</p>
      </section>`;
  }

  _tools() {
    if (this.run.isOver) return nothing;
    return html`<div class="drill-tools">
      ${button(capitalized(message("learn-page.skip")), () => this.skip(), { iconName: "next", key: "S" })}
      ${button(capitalized(message("learn-page.end")), () => this.stop(), { iconName: "check", key: "Esc" })}
    </div>`;
  }

  /** The time goes on without a new template. */
  _showTime(left: number) {
    const node = this.element.querySelector<HTMLElement>(".rush-time b");
    const bar = this.element.querySelector<HTMLElement>(".rush-left i");
    if (!node || !bar) return;
    const whole = Math.ceil(left / 1000);
    node.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    bar.style.width = `${(100 * left) / LENGTH}%`;
  }

  layout() {
    this.board.fit(this.element);
  }
}

const partOf = ({ board, ask: asked, id, technique, usual }: Puzzle): Part => ({
  kind: "find",
  board,
  ask: asked,
  item: id,
  text: [],
  technique,
  usual,
  numbers: [],
  right: "",
  wrong: "",
});
