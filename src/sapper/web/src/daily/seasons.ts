// The tables of this week and of this season of the daily boards: a reason to come back tomorrow.

import type { Season, SeasonLine, Seasons } from "../protocol.ts";

import { dateOf } from "../net/daily.ts";
import { ask } from "../net/replays.ts";
import { el } from "../ui/dom.ts";
import { html, icon, nothing, render, spacer } from "../ui/template.ts";
import { locale, message } from "../ui/words.ts";

const SHOWN = 8; // lines besides the player's own

export class SeasonCard {
  _seasons: Seasons | null = null;
  _isMonth = false;
  element = el("section", { class: "card season-card", hidden: true });

  /** An older server has no seasons: then nothing is shown. */
  async read() {
    this._seasons = await ask("/api/seasons").catch(() => null);
    this.show();
  }

  show() {
    this.element.hidden = !this._seasons;
    if (!this._seasons) return;
    const { week, month } = this._seasons;
    const season = this._isMonth ? month : week;
    render(
      html`
        <div class="row">
          <h2>${this._isMonth ? seasonName(month) : message("daily.week")}</h2>
          ${spacer}<span class="muted tiny">${message("daily.days-left", { count: season.days_left })}</span>
        </div>
        <div class="segments quiet" role="group" aria-label=${message("daily.seasons")}>
          ${this._choice(message("daily.week"), false)}${this._choice(message("daily.season"), true)}
        </div>
        ${season.lines.length ? table(season) : html`<p class="muted small">${message("daily.nobody")}</p>`}
        ${season.winner ? html`<p class="small before">${icon("trophy")}${this._isMonth ? message("daily.last-season", { name: season.winner }) : message("daily.last-week", { name: season.winner })}</p>` : nothing}
        <p class="muted tiny foot">${message("daily.points-text")}</p>`,
      this.element,
    );
  }

  _choice(words: string, isMonth: boolean) {
    const isOn = this._isMonth === isMonth;
    const choose = () => {
      this._isMonth = isMonth;
      this.show();
    };
    return html`<button type="button" class=${isOn ? "on" : ""} aria-pressed=${isOn} @click=${choose}>${words}</button>`;
  }
}

/** A season is a month, and has its name. */
const seasonName = ({ first }: Season) =>
  dateOf(first).toLocaleDateString(locale(), { timeZone: "UTC", month: "long", year: "numeric" });

/** The first lines, and the player's own wherever it is. */
export const shownLines = (lines: readonly SeasonLine[]) => lines.filter(({ you }, at) => at < SHOWN || you);

const table = ({ lines, players }: Season) => html`
  <table class="table">
    <thead><tr>
      <th scope="col">${message("daily.column-place")}</th>
      <th scope="col" class="who">${message("daily.column-name")}</th>
      <th scope="col">${message("daily.column-boards")}</th>
      <th scope="col">${message("daily.column-points")}</th>
    </tr></thead>
    <tbody>${shownLines(lines).map(row)}</tbody>
  </table>
  ${players > SHOWN ? html`<p class="muted tiny">${message("daily.of-all", { count: players })}</p>` : nothing}`;

const row = ({ place, name, boards, points, wins, you }: SeasonLine) => html`
  <tr class=${you ? "now" : ""}>
    <td class="muted">${place}</td>
    <td class="who"><span><span class="initial" aria-hidden="true">${[...(name || "?")][0].toUpperCase()}</span>${name || message("name.none")}${
      you ? html`<span class="muted"> ${message("daily.you")}</span>` : nothing
    }</span></td>
    <td class="muted">${boards}</td>
    <td title=${message("daily.firsts", { count: wins })}><b>${points}</b></td>
  </tr>`;
