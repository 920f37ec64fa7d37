// The best times: the fastest wins of every configuration with names, by level, board, rules and device.

import type { Best } from "../protocol.ts";
import type { Field } from "./filters.ts";
import type { Parts } from "../types.ts";

import { readLists } from "../play/best-times.ts";
import { el, fill } from "../ui/dom.ts";
import { FilterBar, USUAL, timesQuery } from "./filters.ts";
import { timesTable, watchLink } from "../play/times-table.ts";
import { action, capitalized, message, pieces, time } from "../ui/words.ts";

const FIELDS: Field[] = ["whose", "layout", "ruleset", "device"];
const filters = { ...USUAL }; // as they were left

export class BestTimesPage {
  name = "times";
  _turn = 0;
  _lists: HTMLDivElement;
  element: HTMLDivElement;

  constructor({ settings, open }: Pick<Parts, "settings" | "open">) {
    this._lists = el("div", { class: "times-lists", "aria-busy": "true" });
    const bar = new FilterBar(filters, Object.keys(settings.schema.rulesets), () => this._load(), FIELDS);
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
    const answer = await fetch(`/api/best-times?${timesQuery(filters)}`).catch(() => null);
    const found: Best[] | null = answer?.ok ? await answer.json() : null;
    if (turn !== this._turn) return; // another filter was chosen meanwhile
    this._lists.setAttribute("aria-busy", "false");
    if (!found) fill(this._lists, el("p", { class: "error" }, message("page.not-loaded")));
    else if (!found.length) fill(this._lists, nothing());
    else
      fill(
        this._lists,
        readLists(found).map((list) => card(list)),
      );
  }
}

/** There is no win at all, or none that passes the filters. */
function nothing() {
  const isFiltered = FIELDS.some((field) => filters[field]) || Boolean(filters.level);
  if (isFiltered) return el("p", { class: "muted" }, message("times.no-match"));
  return el(
    "div",
    { class: "card" },
    el("b", {}, message("times.empty-title")),
    el("p", { class: "muted" }, message("times.empty")),
  );
}

function card({ title, entries, others }: ReturnType<typeof readLists>[number]) {
  const unranked = others.flatMap((entry, at) => [at ? ", " : "", watchLink(entry, time(entry.time))]);
  return el(
    "section",
    { class: "card times" },
    el("h2", {}, capitalized(title)),
    entries.length ? timesTable(entries) : el("p", { class: "muted small" }, message("times.no-ranked")),
    others.length
      ? el("p", { class: "muted tiny" }, pieces("times.not-ranked", { times: el("span", {}, unranked) }))
      : null,
  );
}
