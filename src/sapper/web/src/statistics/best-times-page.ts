// The best times: the fastest wins of every configuration with names, by level, board, rules and device.

import type { Best } from "../protocol.ts";
import type { Field } from "./filters.ts";
import type { Parts } from "../types.ts";
import type { Settings } from "../input/settings.ts";

import { fetchApi } from "../net/api.ts";
import { readLists } from "../play/end/best-times.ts";
import { el } from "../ui/dom.ts";
import { html, render } from "../ui/template.ts";
import { configurationTitle } from "./configuration.ts";
import { EVERYONE, FilterBar, USUAL, timesQuery } from "./filters.ts";
import { timesTable, watchLink } from "../play/end/times-table.ts";
import { action, message, pieces, time } from "../ui/words.ts";

const FIELDS: Field[] = ["whose", "layout", "ruleset", "device"];
const filters = { ...USUAL }; // as they were left

export class BestTimesPage {
  name = "times";
  _turn = 0;
  _settings: Settings;
  _lists: HTMLDivElement;
  element: HTMLDivElement;

  constructor({ settings, open }: Pick<Parts, "settings" | "open">) {
    this._settings = settings;
    this._lists = el("div", { class: "times-lists", "aria-busy": "true" });
    const bar = new FilterBar(filters, Object.keys(settings.schema.rulesets), () => this._load(), FIELDS, true);
    this.element = el(
      "div",
      { class: "statistics" },
      el(
        "div",
        { class: "statistics-head" },
        el("h1", { class: "in-bar", tabindex: "-1" }, action("best-times").name),
        bar.element,
      ),
      this._lists,
    );
    this.element.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a.watch") : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open("replay", link.getAttribute("href")?.split("/").pop() ?? "");
    });
    this._load();
  }

  async _load() {
    const turn = ++this._turn;
    this._lists.setAttribute("aria-busy", "true");
    const answer = await fetchApi(`/api/best-times?${timesQuery(filters)}`).catch(() => null);
    const found: Best[] | null = answer?.ok ? await answer.json() : null;
    if (turn !== this._turn) return; // another filter was chosen meanwhile
    this._lists.setAttribute("aria-busy", "false");
    render(lists(found, this._settings), this._lists);
  }
}

const isOfFiles = () => filters.whose !== USUAL.whose && filters.whose !== EVERYONE;

function lists(found: Best[] | null, settings: Settings) {
  if (!found) return html`<p class="error">${message("page.not-loaded")}</p>`;
  if (found.length) return readLists(found).map((list) => card(list, settings));
  const isFiltered = FIELDS.some((field) => filters[field]) || Boolean(filters.level);
  return isFiltered
    ? html`<p class="muted">${message("times.no-match")}</p>`
    : html`<div class="card"><b>${message("times.empty-title")}</b><p class="muted">${message("times.empty")}</p></div>`;
}

/** A list of wins. Those from files are ranked with each other alone, all of them. */
function card({ rules, entries, others }: ReturnType<typeof readLists>[number], settings: Settings) {
  if (isOfFiles()) {
    const all = [...entries, ...others].sort((one, other) => one.time - other.time);
    return html`
      <section class="card times"><h2>${configurationTitle(settings, rules)}</h2>${timesTable(all)}</section>`;
  }
  const unranked = others.map((entry, at) => [at ? ", " : "", watchLink(entry, time(entry.time))]);
  return html`
    <section class="card times">
      <h2>${configurationTitle(settings, rules)}</h2>
      ${entries.length ? timesTable(entries) : html`<p class="muted small">${message("times.no-ranked")}</p>`}
      ${others.length ? html`<p class="muted tiny">${pieces("times.not-ranked", { times: html`<span>${unranked}</span>` })}</p>` : null}
    </section>`;
}
