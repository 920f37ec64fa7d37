// The months of a player's daily boards: a day has three bars in fixed order, one a level.

import { el } from "../ui/dom.ts";
import { html, icon, nothing, render, spacer } from "../ui/template.ts";
import { dateOf, daysOf, monthAfter } from "../net/daily.ts";
import { level as levelName, locale, message, status as statusName, listed } from "../ui/words.ts";

const format = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...how });

export class Calendar {
  _levels: string[];
  _show: (day: string) => void;
  _today = "";
  _day = "";
  _month = "";
  _days: Record<string, string[]> = {};
  element = el("section", { class: "card calendar" });

  /** @param options `show` is called with a day that was chosen */
  constructor({ levels, show }: { levels: string[]; show: (day: string) => void }) {
    this._levels = levels;
    this._show = show;
  }

  open({ day, today, days }: { day: string; today: string; days: Record<string, string[]> }) {
    this._today = today;
    this._days = days;
    this._day = day;
    this._turn(day.slice(0, 7));
  }

  _turn(month: string) {
    this._month = month;
    const isLast = month >= this._today.slice(0, 7);
    const heads = daysOf("2026-06").slice(0, 7); // a month that begins on a Monday
    render(
      html`
        <div class="head">
          ${this._turner("back", message("daily.earlier-month"), -1)}
          <h2 aria-live="polite">${format({ month: "long", year: "numeric" }).format(dateOf(`${month}-01`))}</h2>
          ${this._turner("next", message("daily.later-month"), 1, isLast)}${spacer}
          <span class="muted tiny">${message("daily.bars", { levels: listed(this._levels.map(levelName)) })}</span>
        </div>
        <div class="days">
          ${heads.map((day) => html`<span class="weekday" aria-hidden="true">${weekday(day)}</span>`)}
          ${daysOf(month).map((day) => (day ? this._cell(day) : html`<span></span>`))}
        </div>`,
      this.element,
    );
  }

  _turner(image: string, label: string, count: number, isOff = false) {
    const turn = () => this._turn(monthAfter(this._month, count));
    return html`
      <button type="button" class="tool" title=${label} aria-label=${label} ?disabled=${isOff} @click=${turn}>
        ${icon(image)}
      </button>`;
  }

  _cell(day: string) {
    const ended = this._days[day] ?? [];
    const date = format({ day: "numeric", month: "long" }).format(dateOf(day));
    const boards = this._levels.map((level, at) => `${levelName(level)} ${ended[at] ? statusName(ended[at]) : "–"}`);
    const isOn = day === this._day;
    const label = ended.some(Boolean)
      ? message("daily.day-label", { date, boards: listed(boards) })
      : message("daily.day-none", { date });
    return html`
      <button
        type="button"
        class=${isOn ? "day on" : "day"}
        title=${label}
        aria-label=${label}
        aria-current=${isOn ? "date" : nothing}
        ?disabled=${day > this._today}
        @click=${() => this._show(day)}
      >${Number(day.slice(8))}<span class="bars">${this._levels.map((_, at) => html`<i class=${ended[at] || nothing}></i>`)}</span></button>`;
  }
}

const weekday = (day: string) => format({ weekday: "short" }).format(dateOf(day)).slice(0, 2);
