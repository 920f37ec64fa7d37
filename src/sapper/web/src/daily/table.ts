// The table of a daily board: the fastest of the day, and the player's own line in it.

import type { DailyLevel, DailyLine } from "../protocol.ts";

import { el } from "../ui/dom.ts";
import { html, render, spacer, stat } from "../ui/template.ts";
import { level as levelName, message, percent, seconds, number, withSeconds } from "../ui/words.ts";

const SHOWN = 12; // lines besides the player's own

export class DayTable {
  _end = ""; // how long the day lasts
  _name = "";
  _chosen = "";
  _levels: DailyLevel[] = [];
  element = el("aside", { class: "day-table" });

  constructor() {
    this._show();
  }

  /** @param words how long the day lasts */
  setEnd(words: string) {
    this._end = words;
    this._show();
  }

  /** @param name of the player, empty without one */
  fill(levels: DailyLevel[], chosen: string, name: string) {
    this._levels = levels;
    this._name = name;
    this._chosen = chosen;
    this._show();
  }

  _show() {
    const level = this._levels.find(({ level: name }) => name === this._chosen);
    render(
      html`
        <div class="head">
          <h2>${message("daily.table")}</h2>
          ${spacer}<span class="muted tiny" role="timer">${this._end}</span>
        </div>
        <div class="segments quiet">${this._levels.map((one) => this._choice(one))}</div>
        <div class="group">${level && [table(level, this._name), figures(level)]}</div>
        <p class="muted tiny foot">${message("daily.checked")}</p>`,
      this.element,
    );
  }

  _choice({ level }: DailyLevel) {
    const isOn = level === this._chosen;
    const choose = () => {
      this._chosen = level;
      this._show();
    };
    return html`<button type="button" class=${isOn ? "on" : ""} aria-pressed=${isOn} @click=${choose}>${levelName(level)}</button>`;
  }
}

/** @param name of the player */
function table(level: DailyLevel, name: string) {
  const heads = columns().map((title, at) => html`<th scope="col" class=${at === 1 ? "who" : ""}>${title}</th>`);
  const shown = level.table.slice(0, SHOWN);
  const own = shown.some(({ you }) => you) ? null : ownLine(level, name);
  const more = level.ranked - shown.length - (own && level.own?.place ? 1 : 0);
  return html`
    <table class="table"><thead><tr>${heads}</tr></thead><tbody>${shown.map(line)}${own}</tbody></table>
    ${shown.length ? null : html`<p class="muted small">${message("daily.nobody")}</p>`}
    ${more > 0 ? html`<p class="muted tiny">${message("daily.more", { count: more })}</p>` : null}`;
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
  const who = game ? html`<a href=${`/replay/${game}`} title=${words} aria-label=${words}>${shown}</a>` : shown;
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

function row(place: string, who: unknown, name: string, time: string, speed: string, isOwn: boolean) {
  const initial = html`<span class="initial" aria-hidden="true">${[...(name || "?")][0].toUpperCase()}</span>`;
  const you = isOwn && name ? html`<span class="muted"> ${message("daily.you")}</span>` : null;
  return html`
    <tr class=${isOwn ? "now" : ""}>
      <td class="muted">${place}</td>
      <td class="who"><span>${initial}${who}${you}</span></td>
      <td><b>${time}</b></td>
      <td class="muted">${speed}</td>
    </tr>`;
}

/** @param bbbv null until the day is over: it says how hard the board is */
const pace = (bbbv: number | null, time: number) => (time && bbbv !== null ? number(bbbv / (time / 1000), 2) : "");

function figures({ played, solved, median }: DailyLevel) {
  if (!played) return null;
  const middle =
    median === null
      ? stat("–", message("daily.median"))
      : stat(seconds(median, 0), message("daily.median"), withSeconds(""));
  return html`
    <div class="stats">
      ${stat(String(played), message("daily.played"))}
      ${stat(percent(solved / played), message("daily.share-solved"))}
      ${middle}
    </div>`;
}
