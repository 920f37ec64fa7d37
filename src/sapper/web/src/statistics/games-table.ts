// The games that are counted, page by page, each with its replay.

import type { Finished } from "../protocol.ts";

import { addressOf } from "../ui/address.ts";
import { fetchApi } from "../net/api.ts";
import { el } from "../ui/dom.ts";
import { html, icon, render, repeat } from "../ui/template.ts";
import { day } from "./all-charts.ts";
import { remarkWords } from "../play/end/remarks.ts";
import { capitalized, level as levelName, message, percent, seconds, status, words, number } from "../ui/words.ts";

const ROWS = 20;
/** The orders of a column: the one it begins with, the other. */
const ORDERS: Record<string, [first: string, second: string]> = {
  when: ["newest", "oldest"],
  time: ["fastest", "slowest"],
  "3bv": ["most-3bv", "least-3bv"],
};
const DOWNWARDS = ["newest", "slowest", "most-3bv"];

export class GamesTable {
  _names: Map<string, string>;
  _watch: (event: MouseEvent) => void;
  _remove: (game: number) => void;
  _query: URLSearchParams;
  _isOwn = true;
  _count = 0;
  _offset = 0;
  _order = "newest";
  _turn = 0;
  _games: Finished[] = [];
  element = el("section", { class: "card games" });

  /** @param parts `levels` are the sizes by their names */
  constructor({
    levels,
    watch,
    remove,
  }: {
    levels: Record<string, string>;
    watch: (event: MouseEvent) => void;
    remove: (game: number) => void;
  }) {
    this._names = new Map(Object.entries(levels).map(([name, size]) => [size, name]));
    this._watch = watch;
    this._remove = remove;
    this._query = new URLSearchParams();
    this._show();
  }

  /** Show the first page of other games. */
  show(query: URLSearchParams, count: number, isOwn: boolean) {
    this._query = query;
    this._isOwn = isOwn;
    this._count = count;
    this._offset = 0;
    return this._load();
  }

  _show() {
    const [first, last] = [this._offset + Math.min(this._games.length, 1), this._offset + this._games.length];
    const count = this._count;
    render(
      html`
        <div class="chart-head">
          <h2>${message("history.all-games")}</h2>
          <div class="row">
            <span class="muted small" role="status">${this._turn ? message("charts.page-of", { first, last, count }) : ""}</span>
            ${this._pager("back", message("charts.previous"), -ROWS, this._offset > 0)}
            ${this._pager("next", message("charts.next"), ROWS, last < count)}
          </div>
        </div>
        <div class="scrolled">
          <table class="table">
            <thead>${this._head()}</thead>
            <tbody>${repeat(
              this._games,
              ({ id }) => id,
              (game) => this._row(game),
            )}</tbody>
          </table>
        </div>`,
      this.element,
    );
  }

  _pager(image: string, label: string, step: number, isThere: boolean) {
    const turn = () => {
      this._offset = Math.max(this._offset + step, 0);
      this._load();
    };
    return html`<button type="button" class="tool" title=${label} aria-label=${label} ?disabled=${!isThere} @click=${turn}>${icon(image)}</button>`;
  }

  _head() {
    const plain = (name: string, className = "") => html`<th scope="col" class=${className}>${name}</th>`;
    return html`
      <tr>
        ${this._sorted("when", message("columns.when"))}
        ${plain(message("columns.level"), "second")}
        ${plain(message("columns.board"), "second")}
        ${plain(message("columns.result"))}
        ${this._sorted("time", message("columns.time"))}
        ${this._sorted("3bv", message("figures.3bv"))}
        ${plain(message("figures.3bv-speed"), "second")}
        ${plain(message("columns.efficiency"), "second")}
        ${plain(message("columns.remarks"), "second")}
        <td></td>
      </tr>`;
  }

  _sorted(name: string, label: string) {
    const [first, second] = ORDERS[name];
    const sort = () => {
      this._order = this._order === first ? second : first;
      this._offset = 0;
      this._load();
    };
    const isOn = ORDERS[name].includes(this._order);
    const direction = DOWNWARDS.includes(this._order) ? "descending" : "ascending";
    const title = message("charts.sort", { column: label });
    return html`
      <th scope="col" aria-sort=${isOn ? direction : "none"}>
        <button type="button" title=${title} @click=${sort}>${label}</button>
      </th>`;
  }

  async _load() {
    const turn = ++this._turn;
    const query = new URLSearchParams(this._query);
    for (const [name, value] of Object.entries({ order: this._order, limit: ROWS, offset: this._offset })) {
      query.set(name, String(value));
    }
    const answer = await fetchApi(`/api/games?${query}`).catch(() => null);
    const games: Finished[] = answer?.ok ? await answer.json() : [];
    if (turn !== this._turn) return;
    this._games = games;
    this._show();
  }

  _row(game: Finished) {
    const { id, solved, elapsed, clicks, bbbv } = game;
    const name = this._names.get(game.level);
    const level = name ? levelName(name) : game.level;
    const mode = game.layout.startsWith("no-guess") ? "no-guess" : "random";
    const isWon = game.status === "won";
    return html`
      <tr data-game=${id}>
        <td>${day(game.ended_at)}<span class="sub">${level}</span></td>
        <td class="second">${level}</td>
        <td class="second">${words("modes", mode).name}</td>
        <td class=${isWon ? "good" : "muted"}>${status(game.status)}</td>
        <td class="strong">${seconds(elapsed)}</td>
        <td>${isWon ? bbbv : `${solved}/${bbbv}`}</td>
        <td class="second">${elapsed ? number((solved * 1000) / elapsed, 2) : "–"}</td>
        <td class="second">${clicks ? percent(solved / clicks) : "–"}</td>
        <td class="second muted">${capitalized(remarkWords(game.remarks))}</td>
        <td class="acts">${this._link(id)}${this._isOwn ? this._bin(id) : null}</td>
      </tr>`;
  }

  _link(id: number) {
    const label = message("charts.watch");
    return html`<a class="tool" href=${addressOf(`/replay/${id}`)} title=${label} aria-label=${label} @click=${this._watch}>${icon("replay")}</a>`;
  }

  _bin(id: number) {
    const label = message("charts.delete-one");
    return html`<button type="button" class="tool" title=${label} aria-label=${label} @click=${() => this._remove(id)}>${icon("close")}</button>`;
  }
}
