// The table of a daily board: the fastest of the day, and the player's own line in it.

import type { DailyLevel, DailyLine } from "../protocol.ts";

import { el, fill, stat } from "../ui/dom.ts";
import { level as levelName, message, percent, seconds } from "../ui/words.ts";

const SHOWN = 12; // lines beside the player's own

export class DayTable {
  _ends: HTMLSpanElement;
  _choice: HTMLDivElement;
  _rows: HTMLDivElement;
  _name: string;
  _chosen: string;
  _levels: DailyLevel[] = [];
  element: HTMLElement;

  constructor() {
    this._ends = el("span", { class: "muted tiny", role: "timer" });
    this._choice = el("div", { class: "segments quiet" });
    this._rows = el("div", { class: "group" });
    this._chosen = this._name = "";
    this.element = el(
      "aside",
      { class: "day-table" },
      el("div", { class: "head" }, el("h2", {}, message("daily.table")), el("span", { class: "spacer" }), this._ends),
      this._choice,
      this._rows,
      el("p", { class: "muted tiny foot" }, message("daily.checked")),
    );
  }

  /** @param words how long the day lasts */
  setEnd(words: string) {
    this._ends.textContent = words;
  }

  /** @param name of the player, empty without one */
  fill(levels: DailyLevel[], chosen: string, name: string) {
    this._levels = levels;
    this._name = name;
    this._chosen = chosen;
    this._refresh();
  }

  _refresh() {
    const buttons = this._levels.map(({ level }) =>
      el(
        "button",
        {
          type: "button",
          class: level === this._chosen ? "on" : null,
          "aria-pressed": String(level === this._chosen),
          onclick: () => this._choose(level),
        },
        levelName(level),
      ),
    );
    fill(this._choice, buttons);
    const level = this._levels.find(({ level }) => level === this._chosen);
    if (level) fill(this._rows, table(level, this._name), figures(level));
  }

  _choose(level: string) {
    this._chosen = level;
    this._refresh();
    const on: HTMLElement | null = this._choice.querySelector(".on");
    on?.focus();
  }
}

/** @param name of the player */
function table(level: DailyLevel, name: string) {
  const heads = columns().map((name, at) => el("th", { scope: "col", class: at === 1 ? "who" : null }, name));
  const shown = level.table.slice(0, SHOWN);
  const own = shown.some(({ you }) => you) ? null : ownLine(level, name);
  const more = level.ranked - shown.length - (own && level.own?.place ? 1 : 0);
  const rest = more > 0 ? el("p", { class: "muted tiny" }, message("daily.more", { count: more })) : null;
  const empty = shown.length ? null : el("p", { class: "muted small" }, message("daily.nobody"));
  const body = el("tbody", {}, shown.map(line), own);
  return [el("table", { class: "table" }, el("thead", {}, el("tr", {}, heads)), body), empty, rest];
}

const columns = () => [
  message("daily.column-place"),
  message("daily.column-name"),
  message("daily.column-time"),
  message("daily.column-pace"),
];

function line({ place, name, time, bbbv, you, game }: DailyLine) {
  const shown = name || message("name.none");
  const words = message("daily.watch-win", { name: shown });
  const who = game ? el("a", { href: `/replay/${game}`, title: words, "aria-label": words }, shown) : shown;
  return row(String(place), who, name, seconds(time), pace(bbbv, time), you);
}

/** The player's line below the others: their place, or that there is none yet. */
function ownLine({ own }: DailyLevel, name: string) {
  const who = name || message("daily.you");
  const isOver = own !== null && own.status !== "playing";
  const state = own?.status === "won" ? message("daily.not-ranked") : isOver ? "–" : message("daily.not-yet");
  if (!own?.place || own.time === null) return row("?", who, name, state, "", true);
  return row(String(own.place), who, name, seconds(own.time), pace(own.bbbv, own.time), true);
}

function row(place: string, who: HTMLElement | string, name: string, time: string, speed: string, isOwn: boolean) {
  const initial = el("span", { class: "initial", "aria-hidden": "true" }, [...(name || "?")][0].toUpperCase());
  const you = isOwn && name ? el("span", { class: "muted" }, ` ${message("daily.you")}`) : null;
  return el(
    "tr",
    { class: isOwn ? "now" : null },
    el("td", { class: "muted" }, place),
    el("td", { class: "who" }, el("span", {}, initial, who, you)),
    el("td", {}, el("b", {}, time)),
    el("td", { class: "muted" }, speed),
  );
}

/** @param bbbv null until the day is over: it says how hard the board is */
const pace = (bbbv: number | null, time: number) => (time && bbbv !== null ? (bbbv / (time / 1000)).toFixed(2) : "");

function figures({ played, solved, median }: DailyLevel) {
  if (!played) return null;
  const middle =
    median === null ? stat("–", message("daily.median")) : stat(seconds(median, 0), message("daily.median"), " s");
  return el(
    "div",
    { class: "stats" },
    stat(String(played), message("daily.played")),
    stat(percent(solved / played), message("daily.share-solved")),
    middle,
  );
}
