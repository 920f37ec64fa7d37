// Everything there is to learn: the lessons, with how far the player is in each.

import type { Page, Parts } from "../types.ts";
import type { Lesson } from "./lessons/lessons.ts";

import { drawBoard } from "../board/board-picture.ts";
import { FIRST, answeredItems, foundIn, questionsOf, readLessons } from "./lessons/lessons.ts";
import { ShownPosition } from "./drill/shown-position.ts";
import { el } from "../ui/dom.ts";
import { html, icon, nothing, render, styles } from "../ui/template.ts";
import { message } from "../ui/words.ts";

const PICTURE = { width: 132, height: 84, cell: 18 }; // px at most

type LearnParts = Pick<Parts, "themes" | "open">;

export const learnPage = async (parts: LearnParts) => new LearnPage(parts, await readLessons());

export class LearnPage implements Page {
  name = "learn";
  element = el("div", { class: "screen learn" });
  _parts: LearnParts;
  _lessons: Lesson[];
  _pictures: Map<string, HTMLCanvasElement>;

  constructor(parts: LearnParts, lessons: Lesson[]) {
    this._parts = parts;
    this._lessons = lessons;
    this._pictures = new Map(lessons.map(({ name }) => [name, el("canvas", { "aria-hidden": "true" })]));
    this.show();
    this.paint();
  }

  show() {
    const items = answeredItems();
    render(
      html`
        <h1>${message("page.learn")}</h1>
        <section>
          <h2>${message("learn-page.lessons")}</h2>
          <div class="learn-cards">${this._lessons.map((lesson) => this._lesson(lesson, foundIn(lesson, items)))}</div>
        </section>`,
      this.element,
    );
  }

  paint() {
    for (const lesson of this._lessons) {
      const canvas = this._pictures.get(lesson.name);
      const board = lesson.stages.find((stage) => stage.board)?.board;
      if (!canvas || !board) continue;
      const { width, height, values } = new ShownPosition(board);
      const size = Math.min(PICTURE.cell, PICTURE.width / width, PICTURE.height / height);
      drawBoard(canvas, this._parts.themes.current, { width, cells: values, size });
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
