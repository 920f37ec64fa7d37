// The puzzles: that of the day, Rush, the player's rating, and what there is by technique and by rating.

import type { Page, Parts } from "../../types.ts";
import type { Technique } from "../../local/learning/techniques.ts";
import type { Choice } from "./puzzle-series.ts";

import { drawBoard } from "../../board/board-picture.ts";
import { DrillPage } from "../drill/drill-page.ts";
import { ShownPosition } from "../drill/shown-position.ts";
import { answersTo, exchange } from "../progress/answers.ts";
import { isSure } from "../progress/ratings.ts";
import { SUBJECT as RUSH, bestOf } from "./rush.ts";
import { PuzzleSeries, signed } from "./puzzle-series.ts";
import {
  type Puzzle,
  type PuzzleRatings,
  SUBJECT,
  byTechnique,
  nextTechnique,
  puzzleOfDay,
  ratingIn,
  readPuzzles,
  standing,
} from "./puzzles.ts";
import { el, loadIcons } from "../../ui/dom.ts";
import { button, html, icon, nothing, render, spacer, styles } from "../../ui/template.ts";
import { capitalized, message, percent, words } from "../../ui/words.ts";

const PICTURE = { width: 176, height: 104, cell: 26 }; // px at most
const DAY = { width: 176, height: 116, cell: 28 };
const WEEK = 7 * 24 * 3600 * 1000; // ms
const BANDS = [0, 1250, 1400, 1550, 1700, 1900, 9999]; // of ratings
const LINE = { width: 240, height: 40 };
const OF_DAY = "day";
const WEAKEST = "weakest";

type PuzzleParts = Pick<Parts, "settings" | "themes" | "open" | "playBoard">;

export async function puzzlesPage(parts: PuzzleParts) {
  const [puzzles] = await Promise.all([readPuzzles(), exchange()]);
  return new PuzzlesPage(parts, puzzles);
}

/**
 * The screen of a sitting; null where there is nothing of this name.
 * @param which a technique, `weakest`, `day`, or ratings such as `1250-1400`
 */
export async function puzzlePage(parts: PuzzleParts, which: string): Promise<Page | null> {
  const [puzzles] = await Promise.all([readPuzzles(), exchange()]);
  const choice = choiceOf(puzzles, which);
  return choice && new DrillPage(parts, "puzzle", new PuzzleSeries(puzzles, choice), () => parts.open("puzzles"));
}

function choiceOf(puzzles: Puzzle[], which: string): Choice | null {
  if (which === OF_DAY) return { only: puzzleOfDay(puzzles, today()) };
  if (which === WEAKEST) return { technique: null };
  const [from, to] = /^\d{1,4}-\d{1,4}$/.test(which) ? which.split("-").map(Number) : [];
  if (BANDS.includes(from) && BANDS.includes(to) && from < to) return { from, to };
  const technique = puzzles.find((puzzle) => puzzle.technique === which)?.technique;
  return technique ? { technique } : null;
}

const today = () => new Date().toISOString().slice(0, 10);

let isByRating = false; // as it was left

export class PuzzlesPage implements Page {
  name = "puzzles";
  element = el("div", { class: "screen learn puzzles-page" });
  _parts: PuzzleParts;
  _puzzles: Puzzle[];
  _groups: Map<Technique, Puzzle[]>;
  _standing: PuzzleRatings;
  _next: Technique;
  _pictures = new Map<string, HTMLCanvasElement>();

  constructor(parts: PuzzleParts, puzzles: Puzzle[]) {
    this._parts = parts;
    this._puzzles = puzzles;
    this._groups = byTechnique(puzzles);
    this._standing = standing(answersTo(SUBJECT), puzzles);
    this._next = nextTechnique(this._standing, this._groups);
    loadIcons("icons-more.svg").catch(() => {}); // the buttons have their words as well
    this.show();
  }

  key(typed: string) {
    if (typed === "enter") this._goOn();
    else if (typed === "r") this._parts.open("rush");
    else if (typed === "escape") this._parts.open("learn");
    else return false;
    return true;
  }

  _goOn() {
    this._parts.open("puzzle", this._next);
  }

  paint() {
    for (const [board, canvas] of this._pictures) this._draw(board, canvas);
  }

  show() {
    const { open } = this._parts;
    const tab = (label: string, isOn: boolean, byRating: boolean) => html`
      <button type="button" class=${isOn ? "on" : ""} aria-pressed=${String(isOn)} @click=${() => this._turn(byRating)}>${label}</button>`;
    render(
      html`
        <div class="learn-head">
          <div><h1>${message("learn-page.puzzles")}</h1><p class="muted lead">${message("learn-page.puzzles-text")}</p></div>
          ${spacer}
          <div class="segments quiet" role="group" aria-label=${message("learn-page.puzzles")}>
            ${tab(message("learn-page.by-technique"), !isByRating, false)}${tab(message("learn-page.by-rating"), isByRating, true)}
          </div>
        </div>
        <div class="puzzles-top">${this._ofDay()}${this._rush()}${this._rating()}</div>
        <div class="learn-cards">${isByRating ? this._bands() : this._techniques()}</div>
        <div class="learn-foot">
          <p class="muted small">${message("learn-page.rating-note")}</p>${spacer}
          ${button(
            message("learn-page.go-on", { technique: words("techniques", this._next).name }),
            () => this._goOn(),
            {
              iconName: "target",
              kind: "primary big",
              key: "Enter",
            },
          )}
          ${button(message("learn-page.trainer"), () => open("trainer"), { iconName: "replay" })}
        </div>`,
      this.element,
    );
  }

  _turn(byRating: boolean) {
    isByRating = byRating;
    this.show();
  }

  _ofDay() {
    const puzzle = puzzleOfDay(this._puzzles, today());
    const rating = Math.round((this._standing.puzzles.get(puzzle.id) ?? puzzle.rating).value);
    const isSolved = this._standing.solved.has(puzzle.id);
    const about = message("learn-page.rated", { technique: words("techniques", puzzle.technique).name, rating });
    return html`
      <section class="card puzzle-day">
        <span class="thumb">${this._picture(puzzle.board, DAY)}</span>
        <div class="group">
          <h2>${message("learn-page.puzzle-of-day")} ${isSolved ? html`<span class="good">${icon("check")}</span>` : nothing}</h2>
          <p class="muted small">${about}</p>
          ${button(message("learn-page.solve"), () => this._parts.open("puzzle", OF_DAY), { iconName: "play" })}
        </div>
      </section>`;
  }

  _rush() {
    const best = bestOf(answersTo(RUSH));
    const words = [
      message("learn-page.rush-rules"),
      best ? `${capitalized(message("learn-page.best", { count: best }))}.` : "",
    ];
    return html`
      <section class="card">
        <div class="group">
          <p class="muted small">${message("learn-page.rush")}</p>
          <h2>${message("learn-page.rush-text")}</h2>
          <p class="muted small">${words.join(" ")}</p>
          ${button(message("learn-page.start-rush"), () => this._parts.open("rush"), { iconName: "bolt", key: "R" })}
        </div>
      </section>`;
  }

  _rating() {
    const { overall, tried, firstTries, course } = this._standing;
    const since = Date.now() - WEEK;
    const before = course.findLast(({ at }) => at < since)?.value ?? 1500;
    const change = Math.round(overall.value) - Math.round(before);
    return html`
      <section class="card">
        <div class="group">
          <h2 class="muted small">${message("learn-page.your-rating")}</h2>
          <p class="puzzle-rating"><b>${Math.round(overall.value)}${isSure(overall) ? "" : "?"}</b>
            ${tried ? html`<span class=${change < 0 ? "bad small" : "good small"}>${message("learn-page.this-week", { change: signed(change) })}</span>` : nothing}</p>
          ${course.length > 1 ? courseLine(course.map(({ value }) => value)) : nothing}
          ${tried ? html`<p class="muted small">${message("learn-page.solved-first", { count: tried, share: percent(firstTries / tried) })}</p>` : nothing}
        </div>
      </section>`;
  }

  _techniques() {
    return [...this._groups].map(([technique, puzzles]) => {
      const rating = this._standing.techniques.has(technique)
        ? Math.round(ratingIn(this._standing, technique).value)
        : "";
      return this._card(
        technique,
        words("techniques", technique).name,
        String(rating),
        puzzles,
        technique === this._next,
      );
    });
  }

  _bands() {
    return BANDS.slice(1).flatMap((to, at) => {
      const from = BANDS[at];
      const puzzles = this._puzzles.filter(({ rating }) => rating.value >= from && rating.value < to);
      if (!puzzles.length) return [];
      const [least, most] = [0, puzzles.length - 1].map((place) => Math.round(sortedRatings(puzzles)[place]));
      const isOn = this._standing.overall.value >= from && this._standing.overall.value < to;
      return [this._card(`${from}-${to}`, message("learn-page.ratings-from", { least, most }), "", puzzles, isOn)];
    });
  }

  _card(which: string, title: string, rating: string, puzzles: Puzzle[], isOn: boolean) {
    const solved = puzzles.filter(({ id }) => this._standing.solved.has(id)).length;
    const shown = puzzles.find(({ id }) => !this._standing.solved.has(id)) ?? puzzles[0];
    return html`
      <button type="button" class=${isOn ? "card on" : "card"} data-name=${which}
        @click=${() => this._parts.open("puzzle", which)}>
        <span class="thumb">${this._picture(shown.board, PICTURE)}</span>
        <strong>${title}<span>${rating}</span></strong>
        <span class="learn-found">
          <span class="bar"><i ${styles({ width: `${(100 * solved) / puzzles.length}%` })}></i></span>
          <span class="muted tiny">${message("learn-page.found", { count: solved, whole: puzzles.length })}</span>
        </span>
      </button>`;
  }

  _picture(board: string, most: typeof PICTURE) {
    const known = this._pictures.get(board);
    if (known) return known;
    const canvas = el("canvas", { "aria-hidden": "true" });
    this._pictures.set(board, canvas);
    this._draw(board, canvas, most);
    return canvas;
  }

  _draw(board: string, canvas: HTMLCanvasElement, most = PICTURE) {
    const { width, height, values } = new ShownPosition(board);
    const cell = Math.min(most.cell, most.width / width, most.height / height);
    drawBoard(canvas, this._parts.themes.current, { width, cells: values, size: cell });
  }
}

const sortedRatings = (puzzles: Puzzle[]) =>
  puzzles.map(({ rating }) => rating.value).sort((one, other) => one - other);

/** The curve of a rating. */
function courseLine(values: number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => (LINE.width * at) / (values.length - 1);
  const y = (value: number) => 2 + ((LINE.height - 4) * (most - value)) / Math.max(most - least, 1);
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return html`<svg class="course" viewBox=${`0 0 ${LINE.width} ${LINE.height}`} preserveAspectRatio="none" aria-hidden="true">
    <polyline points=${points} vector-effect="non-scaling-stroke"></polyline></svg>`;
}
