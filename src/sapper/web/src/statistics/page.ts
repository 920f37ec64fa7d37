// The statistics: filters as chips, figures as cards, charts, and the games themselves.

import type { Charts, Finished, Luck, Win } from "../protocol.ts";
import type { Parts } from "../types.ts";

import { addressOf } from "../ui/address.ts";
import { fetchApi, isAskedLocally } from "../net/api.ts";
import { ChartCards } from "./chart-cards.ts";
import { button, el, fill, icon, stat } from "../ui/dom.ts";
import { GamesTable } from "./games-table.ts";
import { OwnGames, fileName, reason } from "./backup-and-delete.ts";
import { luckCard, luckChart } from "./luck.ts";
import { ScatterChart } from "./scatter-chart.ts";
import { LEVELS } from "../input/settings.ts";
import { day, orNone, progressChart, speedOf, survivalChart, timesChart, yearChart } from "./all-charts.ts";
import { EVERYTHING, FilterBar, USUAL, queryOf } from "./filters.ts";
import { action, level, message, percent, seconds, number } from "../ui/words.ts";

type StatisticsParts = Pick<Parts, "settings" | "times" | "run">;

const NONE = "–";
const BUSY = new Set([429, 503]); // answers after which the same is asked again later
const BEST = 5; // wins in the list of the fastest
const filters = { ...USUAL }; // as they were left
let isChosen = false; // whether the level was ever chosen

export class StatisticsPage {
  name = "statistics";
  _run: (name: string) => void;
  _levels: Record<string, string>;
  _turn = 0;
  _cards: ChartCards;
  _bar: FilterBar;
  _results: HTMLDivElement;
  _luck = el("div", { class: "luck-cards", "aria-busy": "true" });
  _csv: HTMLAnchorElement;
  _json: HTMLAnchorElement;
  _own: OwnGames;
  _table: GamesTable;
  _export: HTMLDetailsElement;
  element: HTMLDivElement;

  constructor({ settings, times, run }: StatisticsParts) {
    this._run = run;
    this._levels = settings.schema.levels;
    this._cards = new ChartCards();
    this._bar = new FilterBar(filters, Object.keys(settings.schema.rulesets), () => this._changed());
    this._results = el(
      "div",
      { class: "results", "aria-busy": "true" },
      el("p", { class: "muted" }, message("charts.counting")),
    );
    this._csv = download(message("charts.csv"));
    this._json = download(message("charts.json"));
    this._own = new OwnGames(() => {
      times.forget(); // a deleted game is gone from the best times too
      this._load();
    });
    this._table = new GamesTable({
      levels: this._levels,
      watch: followLink,
      remove: (game) => this._own.deleteOne(game),
    });
    this._export = el(
      "details",
      { class: "export" },
      el("summary", { class: "btn" }, icon("save"), el("span", {}, message("charts.export"))),
      el("div", { class: "menu" }, this._csv, this._json),
    );
    this.element = el(
      "div",
      { class: "statistics" },
      el(
        "div",
        { class: "statistics-head" },
        el("h1", { class: "in-bar" }, action("statistics").name),
        this._bar.element,
        this._export,
      ),
      this._results,
      this._own.element,
    );
    this.element.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("a.best")) followLink(event);
    });
    this._begin();
  }

  /** Begin with the level that was played last. */
  async _begin() {
    if (!isChosen) {
      const answer = await fetchApi(`/api/games?${queryOf(EVERYTHING, 0)}&order=newest&limit=1`).catch(() => null);
      const newest: Finished[] = answer?.ok ? await answer.json() : [];
      const name = LEVELS.find((one) => this._levels[one] === newest[0]?.level);
      filters.level = newest.length ? (name ?? "custom") : "";
      isChosen = true;
      this._bar.refresh();
    }
    await this._load();
  }

  _changed() {
    isChosen = true;
    this._load();
  }

  async _load() {
    const turn = ++this._turn;
    const query = queryOf(filters, Math.floor(Date.now() / 1000));
    this._results.setAttribute("aria-busy", "true");
    const offset = -new Date().getTimezoneOffset();
    const answer = await fetchApi(`/api/statistics/charts?${query}&offset=${offset}`).catch(() => null);
    const data: Charts | null = answer?.ok ? await answer.json() : null;
    const error = data ? "" : await reason(answer);
    const isOwn = filters.whose === USUAL.whose;
    const isAny = !data || data.games + data.abandoned > 0 || !isOwn || (await this._hasGames());
    const hasFiles = (await this._bar.players).length > 0;
    if (turn !== this._turn) return;
    this._results.setAttribute("aria-busy", "false");
    this._cards.clear();
    const count = data ? data.games + data.abandoned : 0;
    for (const [link, address, ending] of [
      [this._csv, "/api/games/csv", "csv"],
      [this._json, "/api/statistics", "json"],
    ] as const) {
      link.setAttribute("href", `${address}?${query}`);
      link.setAttribute("download", fileName("statistics", ending));
    }
    this._own.show(query, count, isAny);
    this._own.element.hidden = !isOwn;
    this._export.hidden = !count || !isOwn || isAskedLocally(); // these files are made by a server
    this._bar.element.hidden = !isAny && !hasFiles;
    if (!data) fill(this._results, el("p", { class: "error" }, error));
    else if (!isAny) fill(this._results, this._empty());
    else if (!count) fill(this._results, this._noMatch());
    else {
      fill(this._results, this._figures(data), this._charts(data), this._table.element);
      this._lookAtLuck(query, turn);
      await this._table.show(query, count, isOwn);
    }
  }

  /** Show skill and luck, and ask again as long as games are left to look at. */
  async _lookAtLuck(query: URLSearchParams, turn: number) {
    const place = this._luck;
    fill(place);
    for (;;) {
      const answer = await fetchApi(`/api/statistics/luck?${query}`).catch(() => null);
      if (turn !== this._turn || !this.element.isConnected) return;
      if (answer && BUSY.has(answer.status)) {
        await new Promise((go) => setTimeout(go, 1000 * Number(answer.headers.get("retry-after") ?? 1)));
        continue;
      }
      const data: Luck | null = answer?.ok ? await answer.json() : null;
      if (!data || turn !== this._turn) return;
      const chart = luckChart(data);
      if (data.all) fill(place, luckCard(data, this._levels), chart && this._cards.make(chart));
      place.setAttribute("aria-busy", String(data.left > 0));
      if (!data.left) return;
    }
  }

  /** Whether the player has any game at all. */
  async _hasGames() {
    const answer = await fetchApi(`/api/games?${queryOf(EVERYTHING, 0)}&limit=1`).catch(() => null);
    return !answer?.ok || (await answer.json()).length > 0;
  }

  _empty() {
    return el(
      "div",
      { class: "card empty" },
      icon("chart"),
      el("h2", {}, message("charts.empty-title")),
      el("p", { class: "muted" }, message("charts.empty")),
      button(message("charts.play", { level: level("beginner") }), () => this._run("beginner"), { kind: "primary" }),
    );
  }

  _noMatch() {
    const showAll = () => {
      Object.assign(filters, USUAL, { plain: "" });
      this._bar.refresh();
      this._load();
    };
    return el(
      "div",
      { class: "card empty" },
      el("p", {}, message("charts.no-match")),
      button(message("charts.show-all"), showAll),
    );
  }

  _figures({ best, median, rate, interval, streak, longest_streak, bbbv_per_second, efficiency }: Charts) {
    const range =
      interval === null
        ? message("statistics.win-rate")
        : message("statistics.win-range", { low: number(interval[0] * 100), high: percent(interval[1]) });
    return el(
      "div",
      { class: "figure-cards" },
      card("best", orNone(best), message("statistics.best")),
      card("median", orNone(median), message("statistics.median")),
      card("rate", rate === null ? NONE : percent(rate, 1), range),
      card("streak", String(streak), message("statistics.streak", { longest: longest_streak })),
      card("speed", bbbv_per_second === null ? NONE : number(bbbv_per_second, 2), message("figures.3bv-speed")),
      card("efficiency", efficiency === null ? NONE : percent(efficiency), message("figures.efficiency")),
    );
  }

  _charts(data: Charts) {
    const { _cards: cards } = this;
    const more = el("button", { type: "button", class: "btn more", "aria-expanded": "false" }, message("charts.more"));
    const watch = (game: number) => go(`/replay/${game}`);
    const charts = el(
      "div",
      { class: "charts" },
      data.wins
        ? cards.make(progressChart(data))
        : el("section", { class: "card chart-card progress" }, el("p", { class: "muted" }, message("charts.no-wins"))),
      data.wins ? this._fastest(data.fastest) : null,
      more,
      data.wins ? [cards.make(new ScatterChart(data, watch)), cards.make(timesChart(data))] : [],
      data.games ? cards.make(survivalChart(data)) : null,
      cards.make(yearChart(data)),
      moreFigures(data),
      this._luck,
    );
    more.addEventListener("click", () => {
      const isOpen = charts.classList.toggle("all");
      more.setAttribute("aria-expanded", String(isOpen));
      more.textContent = isOpen ? message("charts.less") : message("charts.more");
    });
    return charts;
  }

  _fastest(wins: Win[]) {
    const columns = [
      message("columns.place"),
      message("columns.time"),
      message("figures.3bv-speed"),
      message("columns.efficiency"),
      message("columns.when"),
    ];
    const rows = wins.slice(0, BEST).map((win, at) =>
      el(
        "tr",
        { "data-game": String(win.id) },
        el("td", {}, String(at + 1)),
        el("td", { class: at ? null : "strong" }, seconds(win.elapsed)),
        el("td", { class: "second" }, speedOf(win)),
        el("td", { class: "second" }, win.clicks ? percent(win.bbbv / win.clicks) : NONE),
        el("td", { class: "muted" }, day(win.ended_at)),
        el(
          "td",
          { class: "acts" },
          el(
            "a",
            {
              class: "tool",
              href: addressOf(`/replay/${win.id}`),
              title: message("charts.watch"),
              "aria-label": message("charts.watch"),
              onclick: followLink,
            },
            icon("replay"),
          ),
        ),
      ),
    );
    return el(
      "section",
      { class: "card chart-card fastest" },
      el("div", { class: "chart-head" }, el("h2", {}, message("charts.fastest"))),
      el(
        "table",
        { class: "table" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            columns.map((name, at) => el("th", { scope: "col", class: at === 2 || at === 3 ? "second" : null }, name)),
            el("td"),
          ),
        ),
        el("tbody", {}, rows),
      ),
    );
  }
}

function card(name: string, value: string, label: string) {
  const node = stat(value, label);
  node.dataset.figure = name;
  return el("div", { class: "card" }, node);
}

function moreFigures({
  games,
  wins,
  mean,
  best_bbbv_per_second: speed,
  longest_losing_streak: losses,
  abandoned,
  played,
}: Charts) {
  const minutes = Math.floor(played / 60_000);
  const time = message("count.time-hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  const rows: [name: string, value: string, label: string][] = [
    ["games", String(games), message("statistics.games")],
    ["wins", String(wins), message("statistics.win-rate")],
    ["abandoned", String(abandoned), message("statistics.given-up")],
    ["mean", orNone(mean), message("statistics.mean")],
    ["best-speed", speed === null ? NONE : number(speed, 2), message("charts.best-speed")],
    ["losses", String(losses), message("charts.losing-streak")],
    ["played", time, message("statistics.played")],
  ];
  return el(
    "section",
    { class: "card chart-card more-figures" },
    el("div", { class: "chart-head" }, el("h2", {}, message("charts.figures"))),
    el(
      "dl",
      {},
      rows.map(([name, value, label]) => el("div", {}, el("dt", {}, label), el("dd", { "data-figure": name }, value))),
    ),
  );
}

const download = (words: string) => el("a", { class: "list-item btn" }, words);

/** Go to another screen of the page. */
function go(path: string) {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

/** Follow a link to another screen without loading the page again; with a key held the browser does what it does. */
function followLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(String(link.getAttribute("href")));
}
