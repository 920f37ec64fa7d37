// Everything there is to learn: what comes next in the path, the trainer and the puzzles, and the lessons.

import type { Page, Parts } from "../types.ts";
import type { Next } from "./next.ts";
import type { Lesson } from "./lessons/lessons.ts";

import { drawBoard } from "../board/board-picture.ts";
import { STEPS } from "../local/learning/steps.ts";
import { FIRST, answeredItems, foundIn, questionsOf, readLessons } from "./lessons/lessons.ts";
import { readNext } from "./next.ts";
import { nextStep, playStep, sizeOf, STARS } from "./path/path.ts";
import { starRow } from "./path/stars.ts";
import { answersTo } from "./progress/answers.ts";
import { isSure } from "./progress/ratings.ts";
import { SUBJECT as PUZZLE, type Puzzle, readPuzzles, standing } from "./puzzles/puzzles.ts";
import { SUBJECT as RUSH, bestOf } from "./puzzles/rush.ts";
import { ShownPosition } from "./drill/shown-position.ts";
import { el, loadIcons } from "../ui/dom.ts";
import { button, html, icon, nothing, render, spacer, styles } from "../ui/template.ts";
import { message, size } from "../ui/words.ts";

const PICTURE = { width: 132, height: 84, cell: 18 }; // px at most

type LearnParts = Pick<Parts, "themes" | "open" | "playBoard">;

export async function learnPage(parts: LearnParts) {
  const [lessons, puzzles] = await Promise.all([readLessons(), readPuzzles()]);
  return new LearnPage(parts, lessons, puzzles);
}

export class LearnPage implements Page {
  name = "learn";
  element = el("div", { class: "screen learn" });
  next: Next | null = null;
  _parts: LearnParts;
  _lessons: Lesson[];
  _puzzles: Puzzle[];
  _pictures: Map<string, HTMLCanvasElement>;

  constructor(parts: LearnParts, lessons: Lesson[], puzzles: Puzzle[]) {
    this._parts = parts;
    this._lessons = lessons;
    this._puzzles = puzzles;
    this._pictures = new Map(lessons.map(({ name }) => [name, el("canvas", { "aria-hidden": "true" })]));
    loadIcons("icons-more.svg").catch(() => {}); // the cards have their words as well
    this.show();
    this.paint();
    this._read();
  }

  async _read() {
    this.next = await readNext();
    this.show();
  }

  show() {
    const items = answeredItems();
    const isOffered = this.next !== null && !this.next.hasWon;
    render(
      html`
        <div class="learn-head">
          <h1>${message("page.learn")}</h1>${spacer}
          ${button(message("learn-page.insights"), () => this._parts.open("insights"), { iconName: "chart" })}
        </div>
        ${isOffered ? this._offer() : nothing}
        <div class="learn-places">${this._path()}${this._trainer()}${this._puzzleCard()}${this._rush()}</div>
        <section>
          <h2>${message("learn-page.lessons")}</h2>
          <div class="learn-cards">${this._lessons.map((lesson) => this._lesson(lesson, foundIn(lesson, items)))}</div>
        </section>`,
      this.element,
    );
  }

  _offer() {
    return html`
      <section class="card learn-offer">
        <div><h2>${message("learn-page.two-minutes")}</h2><p class="muted">${message("learn-page.two-minutes-text")}</p></div>
        ${spacer}
        ${button(message("learn-page.begin"), () => this._parts.open("lesson", FIRST), { iconName: "play", kind: "primary big" })}
      </section>`;
  }

  /** A card with something to do, and its place behind the title. */
  _place(name: string, title: string, aside: unknown, about: unknown, go: unknown) {
    return html`
      <section class="card learn-place" data-name=${name}>
        <div class="row"><h2><button type="button" class="link" @click=${() => this._parts.open(name)}>${title}</button></h2>${spacer}
          <span class="muted small">${aside}</span></div>
        <p class="muted small">${about}</p>
        ${go}
      </section>`;
  }

  _path() {
    const { next } = this;
    const title = message("learn-page.path");
    if (!next) return this._place("path", title, "", message("learn-page.steps"), nothing);
    const step = nextStep(next.progress);
    const progress = next.progress[step.number - 1];
    const about = html`${message("new.level-size", { size: size(sizeOf(step)), count: sizeOf(step).mines })}.
      ${message("learn-page.new-here", { technique: this._lessons.find(({ name }) => name === step.lesson)?.title ?? "" })} ${starRow(progress.stars)}`;
    const go = button(message("learn-page.next-step"), () => playStep(this._parts, step, progress), {
      iconName: "play",
    });
    const earned = next.progress.reduce((sum, { stars }) => sum + stars.length, 0);
    const aside = message("learn-page.stars", { count: earned, whole: STEPS.length * STARS.length });
    return this._place("path", title, aside, about, go);
  }

  _trainer() {
    const { next } = this;
    const { open } = this._parts;
    const count = next?.due.length ?? 0;
    const label = count ? message("learn-page.train", { count }) : message("learn-page.trainer");
    return this._place(
      "trainer",
      message("learn-page.trainer"),
      next ? message("learn-page.due", { count }) : "",
      message("learn-page.trainer-text"),
      button(label, () => open("trainer"), { iconName: "target", kind: count ? "primary" : "" }),
    );
  }

  _puzzleCard() {
    const { overall, tried } = standing(answersTo(PUZZLE), this._puzzles);
    const rating = `${Math.round(overall.value)}${isSure(overall) ? "" : "?"}`;
    return this._place(
      "puzzles",
      message("learn-page.puzzles"),
      tried ? message("learn-page.rating", { rating }) : "",
      message("learn-page.puzzles-text"),
      button(message("learn-page.puzzles"), () => this._parts.open("puzzles"), { iconName: "target" }),
    );
  }

  _rush() {
    const best = bestOf(answersTo(RUSH));
    return this._place(
      "rush",
      message("learn-page.rush"),
      best ? message("learn-page.best", { count: best }) : "",
      `${message("learn-page.rush-text")}. ${message("learn-page.rush-rules")}`,
      button(message("learn-page.start-rush"), () => this._parts.open("rush"), { iconName: "bolt" }),
    );
  }

  paint() {
    for (const lesson of this._lessons) {
      const canvas = this._pictures.get(lesson.name);
      const board = lesson.stages.find((stage) => stage.board)?.board;
      if (!canvas || !board) continue;
      const { width, height, values } = new ShownPosition(board);
      const cell = Math.min(PICTURE.cell, PICTURE.width / width, PICTURE.height / height);
      drawBoard(canvas, this._parts.themes.current, { width, cells: values, size: cell });
    }
  }

  _lesson(lesson: Lesson, found: number) {
    const whole = questionsOf(lesson).length;
    const { name, title, summary } = lesson;
    const isOn = name === FIRST && !found;
    return html`
      <button type="button" class=${isOn ? "card on" : "card"} data-name=${name} @click=${() => this._parts.open("lesson", name)}>
        <span class="thumb">${this._pictures.get(name)}</span>
        <strong>${title}${found === whole ? html`<span class="good">${icon("check")}</span>` : nothing}</strong>
        <span class="muted small">${summary}</span>
        <span class="learn-found">
          <span class="bar"><i ${styles({ width: `${(100 * found) / whole}%` })}></i></span>
          <span class="muted tiny">${message("learn-page.found", { count: found, whole })}</span>
        </span>
      </button>`;
  }
}
