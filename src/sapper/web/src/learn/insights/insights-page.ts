// Insights by technique: how often each came up, how long it took, how often it was missed; each leads to the trainer.

import type { Insights, TechniqueInsight } from "../../protocol.ts";
import type { Technique } from "../../local/learning/techniques.ts";
import type { Page, Parts } from "../../types.ts";
import type { Lesson } from "../lessons/lessons.ts";

import { drawBoard } from "../../board/board-picture.ts";
import { ShownPosition } from "../drill/shown-position.ts";
import { readLessons } from "../lessons/lessons.ts";
import { type Puzzle, readPuzzles } from "../puzzles/puzzles.ts";
import { LEVELS } from "../../input/settings.ts";
import { fetchApi } from "../../net/api.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { button, html, nothing, render, spacer, styles } from "../../ui/template.ts";
import { level, listed, message, number, percent, seconds, withSeconds, words } from "../../ui/words.ts";

const PICTURE = { width: 76, height: 54, cell: 12 }; // px at most
const LEAST = 5; // times that a technique must have come up for a finding
const DAY = 86_400;
const BAD = [0.15, 0.35]; // shares that are missed, from which they are pointed out
const MOST_ASKED = 60; // times in a row

interface Filters {
  level: string;
  layout: string;
  device: string;
  days: string;
}

type InsightParts = Pick<Parts, "themes" | "open">;

const filters: Filters = { level: "", layout: "", device: "", days: "" }; // as they were left

export async function insightsPage(parts: InsightParts) {
  const [puzzles, lessons] = await Promise.all([readPuzzles(), readLessons()]);
  return new InsightsPage(parts, puzzles, lessons);
}

export class InsightsPage implements Page {
  name = "insights";
  element = el("div", { class: "screen learn insights" });
  found: Insights | null = null;
  _parts: InsightParts;
  _puzzles: Puzzle[];
  _lessons: Lesson[];
  _error = "";
  _turn = 0;
  _pictures = new Map<string, HTMLCanvasElement>();

  constructor(parts: InsightParts, puzzles: Puzzle[], lessons: Lesson[]) {
    this._parts = parts;
    this._puzzles = puzzles;
    this._lessons = lessons;
    this.show();
    this._read();
  }

  /** Ask until all games were looked at; what is known meanwhile is shown. */
  async _read() {
    const turn = ++this._turn;
    for (let asked = 0; asked < MOST_ASKED; asked++) {
      const answer = await fetchApi(`/api/insights?${queryOf(filters, Math.floor(Date.now() / 1000))}`).catch(
        () => null,
      );
      if (turn !== this._turn) return;
      if (!answer?.ok) {
        this._error = message("alone.failed");
        this.show();
        return;
      }
      this.found = await answer.json();
      this._error = "";
      this.show();
      if (!this.found?.left) break;
    }
    if (this._weakest) announce(this._finding(this._weakest));
  }

  left() {
    this._turn += 1;
  }

  key(typed: string) {
    if (typed === "t" && this._weakest) this._train(this._weakest.technique);
    else if (typed === "escape") this._parts.open("learn");
    else return false;
    return true;
  }

  _train(technique: string) {
    this._parts.open("train", technique);
  }

  /** The technique that is missed most often, among those that came up often enough. */
  get _weakest(): TechniqueInsight | null {
    const often = (this.found?.techniques ?? []).filter(({ seen, missed }) => seen >= LEAST && missed);
    const share = ({ missed, seen }: TechniqueInsight) => missed / seen;
    return often.reduce<TechniqueInsight | null>(
      (most, one) =>
        !most || share(one) > share(most) || (share(one) === share(most) && one.seen > most.seen) ? one : most,
      null,
    );
  }

  // -- What is shown

  show() {
    const { found } = this;
    render(
      html`
        <div class="learn-head">
          <div>
            <h1>${message("learn-page.insights")}</h1>
            <p class="muted lead">${message("learn-page.insights-text")}</p>
          </div>
          ${this._filters()}${spacer}
          ${found?.left ? html`<span class="muted small" role="status">${message("learn-page.looking", { count: found.left })}</span>` : nothing}
        </div>
        ${this._weakest ? this._headline(this._weakest) : nothing}
        ${this._error ? html`<p class="error">${this._error}</p>` : nothing}
        ${found && !found.techniques.length && !found.left ? html`<p class="sentence">${message("insights.none")}</p>` : nothing}
        ${found?.techniques.length ? this._table(found) : nothing}`,
      this.element,
    );
  }

  _filters() {
    const levels: [string, string][] = [...LEVELS, "custom"].map((name) => [name, level(name)]);
    const choose = (name: keyof Filters, value: string) => {
      filters[name] = value;
      this.show();
      this._read();
    };
    const select = (name: keyof Filters, label: string, choices: [string, string][]) => html`
      <label class=${filters[name] ? "chip on" : "chip"}>
        <select aria-label=${label} data-field=${name}
          @change=${({ target }: Event) => choose(name, (target as HTMLSelectElement).value)}>
          ${choices.map(([value, text]) => html`<option value=${value} ?selected=${filters[name] === value}>${text}</option>`)}
        </select>
      </label>`;
    return html`
      <div class="filters">
        <div class="segments" role="group" aria-label=${message("columns.level")}>
          ${[...levels, ["", message("statistics.all-levels")] as const].map(
            ([value, text]) => html`
              <button type="button" class=${filters.level === value ? "on" : ""} aria-pressed=${String(filters.level === value)}
                data-level=${value} @click=${() => choose("level", value)}>${text}</button>`,
          )}
        </div>
        ${select("days", message("charts.period"), [
          ["", message("statistics.all-time")],
          ["365", message("statistics.last-year")],
          ["30", message("statistics.last-month")],
          ["7", message("statistics.last-week")],
        ])}
        ${select("layout", message("charts.board"), [
          ["", words("modes", "all").name],
          ["no-guess", words("modes", "no-guess").name],
          ["random", words("modes", "random").name],
        ])}
        ${select("device", message("charts.device"), [
          ["", message("charts.all-devices")],
          ["mouse", words("devices", "mouse").name],
          ["key", words("devices", "key").name],
          ["touch", words("devices", "touch").name],
        ])}
      </div>`;
  }

  _finding({ technique, waited, missed, seen }: TechniqueInsight) {
    const time = withSeconds(seconds(waited, 1));
    return message("insights.finding", { technique: nameOf(technique), time, share: percent(missed / seen) });
  }

  _headline(one: TechniqueInsight) {
    const count = new Set(one.keys).size;
    return html`
      <section class="card insight-first">
        <div><h2>${this._finding(one)}</h2><p class="muted">${message("learn-page.waiting", { count })}</p></div>
        ${spacer}
        ${button(
          message("learn-page.train-technique", { technique: nameOf(one.technique) }),
          () => this._train(one.technique),
          {
            iconName: "target",
            kind: "primary big",
            key: "T",
          },
        )}
      </section>`;
  }

  _table({ games, techniques }: Insights) {
    const longest = Math.max(...techniques.map(({ waited }) => waited), 1);
    const head = (name: string) => html`<th scope="col">${name}</th>`;
    return html`
      <div class="card insight-table">
        <table>
          <thead><tr><td></td>${[
            message("insights.technique"),
            message("insights.seen"),
            message("insights.median"),
            message("insights.missed"),
            message("insights.to-train"),
          ].map(head)}</tr></thead>
          <tbody>${techniques.map((one) => this._row(one, longest))}</tbody>
        </table>
      </div>
      <p class="muted small">${message("learn-page.counted", { count: games })}</p>`;
  }

  _row({ technique, seen, waited, missed, keys }: TechniqueInsight, longest: number) {
    const share = missed / seen;
    const about = this._lessons.find((lesson) => lesson.technique === technique)?.summary ?? "";
    const kind = share < BAD[0] ? "good" : share < BAD[1] ? "fair" : "poor";
    const count = new Set(keys).size;
    const bar = (part: number, name: string) =>
      html`<span class=${`bar ${name}`}><i ${styles({ width: `${100 * part}%` })}></i></span>`;
    return html`
      <tr data-technique=${technique}>
        <td class="insight-picture">${this._picture(technique as Technique)}</td>
        <th scope="row"><b>${nameOf(technique)}</b><span class="muted small">${about}</span></th>
        <td>${number(seen)}</td>
        <td><span class="insight-bar">${bar(waited / longest, "time")}<b>${withSeconds(seconds(waited, 1))}</b></span></td>
        <td><span class="insight-bar">${bar(share, kind)}<b>${percent(share)}</b></span></td>
        <td>${
          count
            ? html`<button type="button" class=${kind === "good" ? "btn quiet" : "btn"} aria-label=${listed([nameOf(technique), message("learn-page.train", { count })])}
                @click=${() => this._train(technique)}>${message("learn-page.train", { count })}</button>`
            : nothing
        }</td>
      </tr>`;
  }

  _picture(technique: Technique) {
    const known = this._pictures.get(technique);
    if (known) return known;
    const canvas = el("canvas", { "aria-hidden": "true" });
    this._pictures.set(technique, canvas);
    this._draw(technique, canvas);
    return canvas;
  }

  _draw(technique: string, canvas: HTMLCanvasElement) {
    const puzzle = this._puzzles.find((one) => one.technique === technique);
    if (!puzzle) return;
    const { width, height, values } = new ShownPosition(puzzle.board);
    const cell = Math.min(PICTURE.cell, PICTURE.width / width, PICTURE.height / height);
    drawBoard(canvas, this._parts.themes.current, { width, cells: values, size: cell });
  }

  paint() {
    for (const [technique, canvas] of this._pictures) this._draw(technique, canvas);
  }
}

const nameOf = (technique: string) => words("techniques", technique).name;

function queryOf({ days, ...others }: Filters, now: number) {
  const since = days ? String(now - Number(days) * DAY) : "";
  return new URLSearchParams(Object.entries({ ...others, since }).filter(([, value]) => value));
}
