// The path: twelve steps by the logic that their boards are proven to need, with the stars of each.

import type { PathProgress } from "../../protocol.ts";
import type { Page, Parts } from "../../types.ts";
import type { Lesson } from "../lessons/lessons.ts";

import { drawBoard } from "../../board/board-picture.ts";
import { EFFICIENCY, STEPS, type Step } from "../../local/learning/steps.ts";
import { questionsOf, readLessons } from "../lessons/lessons.ts";
import { ShownPosition } from "../drill/shown-position.ts";
import { el, loadIcons } from "../../ui/dom.ts";
import { button, html, icon, nothing, render, spacer } from "../../ui/template.ts";
import { nextStep, picture, playStep, readPath, readSolved, sizeOf, STARS } from "./path.ts";
import { starRow, starWords } from "./stars.ts";
import { grade, message, percent, size, time, withSeconds } from "../../ui/words.ts";

const COLUMNS = [
  ["single", 0, 3],
  ["pairs", 3, 6],
  ["chains", 6, 9],
  ["full", 9, 12],
] as const;
const CARD = { width: 176, height: 112, cell: 22 }; // px at most, of a picture
const EXAMPLE = { width: 232, height: 150, cell: 34 };

type PathParts = Pick<Parts, "themes" | "open" | "playBoard">;

export async function pathPage(parts: PathParts) {
  const [progress, solved, lessons] = await Promise.all([readPath(), readSolved(), readLessons()]);
  return new PathPage(parts, { progress, solved, lessons });
}

interface Known {
  progress: PathProgress[];
  solved: string[];
  lessons: Lesson[];
}

export class PathPage implements Page {
  name = "path";
  element = el("div", { class: "path-page" });
  chosen: Step;
  _parts: PathParts;
  _known: Known;
  _pictures: HTMLCanvasElement[] = STEPS.map(() => el("canvas", { "aria-hidden": "true" }));
  _example = el("canvas", { "aria-hidden": "true" });

  constructor(parts: PathParts, known: Known) {
    this._parts = parts;
    this._known = known;
    this.chosen = nextStep(known.progress);
    loadIcons("icons-more.svg").catch(() => {}); // the stars have their words as well
    this.show();
    this.paint();
  }

  get _progress() {
    return this._known.progress[this.chosen.number - 1];
  }

  get _lesson() {
    return this._known.lessons.find(({ name }) => name === this.chosen.lesson);
  }

  _choose(step: Step) {
    this.chosen = step;
    this.show();
    this.paint();
  }

  _play() {
    playStep(this._parts, this.chosen, this._progress);
  }

  _learn() {
    this._parts.open("lesson", this.chosen.lesson);
  }

  key(typed: string) {
    const moves: Record<string, number> = { down: 1, up: -1, right: 3, left: -3, j: 1, k: -1 };
    if (typed === "enter") this._play();
    else if (typed === "l") this._learn();
    else if (typed in moves) this._move(moves[typed]);
    else return false;
    return true;
  }

  _move(by: number) {
    const at = Math.min(Math.max(this.chosen.number - 1 + by, 0), STEPS.length - 1);
    this._choose(STEPS[at]);
    this.element.querySelector<HTMLElement>(`[data-step="${at + 1}"]`)?.focus();
  }

  // -- What is shown

  show() {
    const { progress } = this._known;
    const earned = progress.reduce((sum, { stars }) => sum + stars.length, 0);
    render(
      html`
        <div class="path-steps">
          <div class="learn-head">
            <div>
              <h1>${message("learn-page.path")}</h1>
              <p class="muted lead">${message("learn-page.steps")}</p>
            </div>
            ${spacer}
            <p class="muted small path-earned">${icon("star", "icon earned")}
              ${message("learn-page.stars", { count: earned, whole: STEPS.length * STARS.length })}:
              ${message("learn-page.stars-for")}</p>
          </div>
          <div class="path-columns">${COLUMNS.map(([name, from, to]) => this._column(name, STEPS.slice(from, to)))}</div>
        </div>
        <aside class="path-side" aria-label=${message("page.panel")}><div class="learn-groups">${this._panel()}</div></aside>`,
      this.element,
    );
  }

  _column(name: string, steps: Step[]) {
    const grades = name === "full" ? ["count", "full"] : [name];
    return html`
      <section class="path-column">
        <h2>${grades.map((one) => grade(one).name).join(", ")}</h2>
        <p class="muted small">${grade(grades[0]).description}</p>
        ${steps.map((step) => this._card(step))}
      </section>`;
  }

  _card(step: Step) {
    const { best, stars, won } = this._known.progress[step.number - 1];
    const isNext = step === nextStep(this._known.progress);
    const isOn = step === this.chosen;
    const board = sizeOf(step);
    const about =
      best === null ? (isNext ? message("path.next") : message("count.mines", { count: board.mines })) : time(best);
    return html`
      <button type="button" class=${isOn ? "card path-card on" : "card path-card"} data-step=${step.number}
        aria-current=${isNext ? "step" : nothing} aria-pressed=${String(isOn)}
        @click=${() => (isOn ? this._play() : this._choose(step))}>
        <span class="thumb"><span class="path-number">${step.number}</span>${this._pictures[step.number - 1]}</span>
        <span class="path-about">
          <span><strong>${size(board)}</strong><span class="muted small">${about}</span></span>
          ${won.length || isNext || isOn ? starRow(stars) : nothing}
        </span>
      </button>`;
  }

  _panel() {
    const { chosen } = this;
    const { stars } = this._progress;
    const board = sizeOf(chosen);
    const lesson = this._lesson;
    const wanted = {
      time: message("learn-page.under", { time: withSeconds(chosen.pace / 1000) }),
      "no-help": message("learn-page.none-asked"),
      efficiency: message("learn-page.or-more", { share: percent(EFFICIENCY) }),
    };
    const row = (star: (typeof STARS)[number]) => html`
      <div class="path-wanted">
        ${stars.includes(star) ? icon("star", "icon earned") : icon("star-outline")}
        <span>${starWords(star)}</span>${spacer}<b>${wanted[star]}</b>
      </div>`;
    return html`
      <section class="group">
        <p class="muted small">${message("learn-page.step", { number: chosen.number, whole: STEPS.length })}</p>
        <h2 class="path-title">${message("new.level-size", { size: size(board), count: board.mines })}</h2>
        <p class="muted">${message("learn-page.proven", { grade: grade(chosen.grade).name })}</p>
      </section>
      <section class="group">
        ${STARS.map(row)}
        ${button(message("page.play"), () => this._play(), { iconName: "play", kind: "primary big", key: "Enter" })}
      </section>
      ${
        lesson
          ? html`
            <section class="group">
              <div class="row"><h3 class="small muted">${message("learn-page.new-technique")}</h3>${spacer}
                <span class="chip">${lesson.title}</span></div>
              <div class="thumb example">${this._example}</div>
              <p class="sentence">${lesson.summary}</p>
              ${button(message("learn-page.lesson", { count: lesson.minutes }), () => this._learn(), { iconName: "book", key: "L" })}
            </section>`
          : nothing
      }
      ${spacer}
      <p class="muted small path-free">${message("learn-page.any-order")}</p>`;
  }

  paint() {
    const { themes } = this._parts;
    const { progress, solved } = this._known;
    const next = nextStep(progress);
    for (const [at, step] of STEPS.entries()) {
      const kind = progress[at].won.length ? "solved" : step === next ? "begun" : "closed";
      const { width, height } = sizeOf(step);
      const cell = Math.min(CARD.cell, CARD.width / width, CARD.height / height);
      drawBoard(this._pictures[at], themes.current, { width, cells: picture(step, solved[at], kind), size: cell });
    }
    const board = this._lesson && exampleOf(this._lesson);
    if (!board) return;
    const { width, height, values } = new ShownPosition(board);
    const cell = Math.min(EXAMPLE.cell, EXAMPLE.width / width, EXAMPLE.height / height);
    drawBoard(this._example, themes.current, { width, cells: values, size: cell });
  }
}

const exampleOf = (lesson: Lesson) => questionsOf(lesson)[0]?.board ?? lesson.stages.find(({ board }) => board)?.board;
