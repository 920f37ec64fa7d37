// The months of a player's daily boards: a day has three bars in fixed order, one a level.

import { el, fill, icon } from "../ui/dom.ts";
import { dateOf, daysOf, monthAfter } from "../net/daily.ts";
import { level as levelName, locale, message, status as statusName } from "../ui/words.ts";

const format = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...how });

export class Calendar {
  _levels: string[];
  _show: (day: string) => void;
  _today: string;
  _day: string;
  _month: string;
  _days: Record<string, string[]> = {};
  _title: HTMLHeadingElement;
  _grid: HTMLDivElement;
  _later: HTMLButtonElement;
  element: HTMLElement;

  /** @param options `show` is called with a day that was chosen */
  constructor({ levels, show }: { levels: string[]; show: (day: string) => void }) {
    this._levels = levels;
    this._show = show;
    this._month = this._today = this._day = "";
    this._title = el("h2", { "aria-live": "polite" });
    this._grid = el("div", { class: "days" });
    this._later = this._turner("next", message("daily.later-month"), 1);
    const names = levels.map(levelName).join(", ");
    this.element = el(
      "section",
      { class: "card calendar" },
      el(
        "div",
        { class: "head" },
        this._turner("back", message("daily.earlier-month"), -1),
        this._title,
        this._later,
        el("span", { class: "spacer" }),
        el("span", { class: "muted tiny" }, message("daily.bars", { levels: names })),
      ),
      this._grid,
    );
  }

  fill({ day, today, days }: { day: string; today: string; days: Record<string, string[]> }) {
    this._today = today;
    this._days = days;
    this._day = day;
    this._turn(day.slice(0, 7));
  }

  _turner(image: string, label: string, count: number) {
    const click = () => this._turn(monthAfter(this._month, count));
    return el(
      "button",
      { type: "button", class: "tool", title: label, "aria-label": label, onclick: click },
      icon(image),
    );
  }

  _turn(month: string) {
    this._month = month;
    this._later.disabled = month >= this._today.slice(0, 7);
    this._title.textContent = format({ month: "long", year: "numeric" }).format(dateOf(`${month}-01`));
    const heads = daysOf("2026-06").slice(0, 7); // a month that begins on a Monday
    fill(
      this._grid,
      heads.map((day) => el("span", { class: "weekday", "aria-hidden": "true" }, weekday(day))),
      daysOf(month).map((day) => (day ? this._cell(day) : el("span", {}))),
    );
  }

  _cell(day: string) {
    const ended = this._days[day] ?? [];
    const date = format({ day: "numeric", month: "long" }).format(dateOf(day));
    const boards = this._levels.map((level, at) => `${levelName(level)} ${ended[at] ? statusName(ended[at]) : "–"}`);
    const isPlayed = ended.some(Boolean);
    const label = isPlayed
      ? message("daily.day-label", { date, boards: boards.join(", ") })
      : message("daily.day-none", { date });
    const bars = this._levels.map((_, at) => el("i", { class: ended[at] || null }));
    return el(
      "button",
      {
        type: "button",
        class: `day${day === this._day ? " on" : ""}`,
        title: label,
        "aria-label": label,
        "aria-current": day === this._day ? "date" : null,
        disabled: day > this._today,
        onclick: () => this._show(day),
      },
      String(Number(day.slice(8))),
      el("span", { class: "bars" }, bars),
    );
  }
}

const weekday = (day: string) => format({ weekday: "short" }).format(dateOf(day)).slice(0, 2);
