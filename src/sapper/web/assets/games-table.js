// @ts-check
// The games that are counted, page by page, each with its replay.

/** @import { Finished } from "./protocol.js" */

import { el, fill, icon } from "./dom.js";
import { day } from "./statistics-charts.js";
import { remarkWords } from "./remarks.js";
import { capitalized, level as levelName, message, percent, seconds, status, words } from "./words.js";

const ROWS = 20;
/** @type {Record<string, [first: string, second: string]>} the orders of a column: the one it begins with, the other */
const ORDERS = { when: ["newest", "oldest"], time: ["fastest", "slowest"], "3bv": ["most-3bv", "least-3bv"] };
const DOWNWARDS = ["newest", "slowest", "most-3bv"];

export class GamesTable {
  /**
   * @param {{
   *   levels: Record<string, string>,
   *   watch: (event: MouseEvent) => void,
   *   remove: (game: number) => void,
   * }} parts `levels` are the sizes by their names
   */
  constructor({ levels, watch, remove }) {
    this._names = new Map(Object.entries(levels).map(([name, size]) => [size, name]));
    this._watch = watch;
    this._remove = remove;
    this._query = new URLSearchParams();
    this._count = 0;
    this._offset = 0;
    this._order = "newest";
    this._turn = 0;
    this._body = el("tbody");
    this._place = el("span", { class: "muted small", role: "status" });
    this._back = this._pager("back", message("charts.previous"), -ROWS);
    this._next = this._pager("next", message("charts.next"), ROWS);
    /** @type {Map<string, HTMLElement>} */
    this._heads = new Map();
    this.element = el(
      "section",
      { class: "card games" },
      el(
        "div",
        { class: "chart-head" },
        el("h2", {}, message("history.all-games")),
        el("div", { class: "row" }, this._place, this._back, this._next),
      ),
      el("div", { class: "scrolled" }, el("table", { class: "table" }, el("thead", {}, this._head()), this._body)),
    );
  }

  /**
   * Show the first page of other games.
   * @param {URLSearchParams} query
   * @param {number} count
   */
  show(query, count) {
    this._query = query;
    this._count = count;
    this._offset = 0;
    return this._load();
  }

  /**
   * @param {string} image
   * @param {string} label
   * @param {number} step
   */
  _pager(image, label, step) {
    const turn = () => {
      this._offset = Math.max(this._offset + step, 0);
      this._load();
    };
    return el(
      "button",
      { type: "button", class: "tool", title: label, "aria-label": label, onclick: turn },
      icon(image),
    );
  }

  _head() {
    const plain = (/** @type {string} */ name, className = "") => el("th", { scope: "col", class: className }, name);
    return el(
      "tr",
      {},
      this._sorted("when", message("columns.when")),
      plain(message("columns.level"), "second"),
      plain(message("columns.board"), "second"),
      plain(message("columns.result")),
      this._sorted("time", message("columns.time")),
      this._sorted("3bv", message("figures.3bv")),
      plain(message("figures.3bv-speed"), "second"),
      plain(message("columns.efficiency"), "second"),
      plain(message("columns.remarks"), "second"),
      el("td"),
    );
  }

  /**
   * @param {string} name
   * @param {string} label
   */
  _sorted(name, label) {
    const sort = () => {
      const [first, second] = ORDERS[name];
      this._order = this._order === first ? second : first;
      this._offset = 0;
      this._load();
    };
    const title = message("charts.sort", { column: label });
    const head = el("th", { scope: "col" }, el("button", { type: "button", title, onclick: sort }, label));
    this._heads.set(name, head);
    return head;
  }

  async _load() {
    const turn = ++this._turn;
    const query = new URLSearchParams(this._query);
    for (const [name, value] of Object.entries({ order: this._order, limit: ROWS, offset: this._offset })) {
      query.set(name, String(value));
    }
    const answer = await fetch(`/api/games?${query}`).catch(() => null);
    /** @type {Finished[]} */
    const games = answer?.ok ? await answer.json() : [];
    if (turn !== this._turn) return;
    fill(
      this._body,
      games.map((game) => this._row(game)),
    );
    for (const [name, head] of this._heads) {
      const isOn = ORDERS[name].includes(this._order);
      head.setAttribute("aria-sort", !isOn ? "none" : DOWNWARDS.includes(this._order) ? "descending" : "ascending");
    }
    const [first, last] = [this._offset + Math.min(games.length, 1), this._offset + games.length];
    this._place.textContent = message("charts.page-of", { first, last, count: this._count });
    this._back.disabled = !this._offset;
    this._next.disabled = last >= this._count;
  }

  /** @param {Finished} game */
  _row(game) {
    const { id, solved, elapsed, clicks, bbbv } = game;
    const name = this._names.get(game.level);
    const level = name ? levelName(name) : game.level;
    const mode = game.layout.startsWith("no-guess") ? "no-guess" : "random";
    const isWon = game.status === "won";
    return el(
      "tr",
      { "data-game": String(id) },
      el("td", {}, day(game.ended_at), el("span", { class: "sub" }, level)),
      el("td", { class: "second" }, level),
      el("td", { class: "second" }, words("modes", mode).name),
      el("td", { class: isWon ? "good" : "muted" }, status(game.status)),
      el("td", { class: "strong" }, seconds(elapsed)),
      el("td", {}, isWon ? String(bbbv) : `${solved}/${bbbv}`),
      el("td", { class: "second" }, elapsed ? ((solved * 1000) / elapsed).toFixed(2) : "–"),
      el("td", { class: "second" }, clicks ? percent(solved / clicks) : "–"),
      el("td", { class: "second muted" }, capitalized(remarkWords(game.remarks))),
      el("td", { class: "acts" }, this._link(id), this._bin(id)),
    );
  }

  /** @param {number} id */
  _link(id) {
    const words = { title: message("charts.watch"), "aria-label": message("charts.watch") };
    return el("a", { class: "tool", href: `/replay/${id}`, ...words, onclick: this._watch }, icon("replay"));
  }

  /** @param {number} id */
  _bin(id) {
    const words = { title: message("charts.delete-one"), "aria-label": message("charts.delete-one") };
    return el("button", { type: "button", class: "tool", ...words, onclick: () => this._remove(id) }, icon("close"));
  }
}
