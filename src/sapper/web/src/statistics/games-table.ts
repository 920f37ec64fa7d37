// The games that are counted, page by page, each with its replay.

import type { Finished } from "../protocol.ts";

import { el, fill, icon } from "../ui/dom.ts";
import { day } from "./all-charts.ts";
import { remarkWords } from "../play/remarks.ts";
import { capitalized, level as levelName, message, percent, seconds, status, words } from "../ui/words.ts";

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
  _count = 0;
  _offset = 0;
  _order = "newest";
  _turn = 0;
  _body: HTMLTableSectionElement;
  _place: HTMLSpanElement;
  _back: HTMLButtonElement;
  _next: HTMLButtonElement;
  _heads: Map<string, HTMLElement> = new Map();
  element: HTMLElement;

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
    this._body = el("tbody");
    this._place = el("span", { class: "muted small", role: "status" });
    this._back = this._pager("back", message("charts.previous"), -ROWS);
    this._next = this._pager("next", message("charts.next"), ROWS);
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

  /** Show the first page of other games. */
  show(query: URLSearchParams, count: number) {
    this._query = query;
    this._count = count;
    this._offset = 0;
    return this._load();
  }

  _pager(image: string, label: string, step: number) {
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
    const plain = (name: string, className = "") => el("th", { scope: "col", class: className }, name);
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

  _sorted(name: string, label: string) {
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
    const games: Finished[] = answer?.ok ? await answer.json() : [];
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

  _row(game: Finished) {
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

  _link(id: number) {
    const words = { title: message("charts.watch"), "aria-label": message("charts.watch") };
    return el("a", { class: "tool", href: `/replay/${id}`, ...words, onclick: this._watch }, icon("replay"));
  }

  _bin(id: number) {
    const words = { title: message("charts.delete-one"), "aria-label": message("charts.delete-one") };
    return el("button", { type: "button", class: "tool", ...words, onclick: () => this._remove(id) }, icon("close"));
  }
}
