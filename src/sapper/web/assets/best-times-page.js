// @ts-check
// Best times on the page: the fastest wins of every configuration, with names.

/** @import { Parts } from "./types.js" */
/** @typedef {{ id: number, name: string, time: number, when: number }} Entry */

import { el, page, section } from "./dom.js";
import { head } from "./parts.js";
import { action, capitalized, locale, message, seconds, time as timeText } from "./words.js";

/**
 * @param {Entry[]} entries
 * @param {number | null | undefined} current the game to point out
 */
export function timesTable(entries, current = null) {
  const rows = entries.map(({ id, name, time, when }, at) =>
    el(
      "tr",
      { class: id === current ? "now" : null },
      el("td", {}, el("b", { class: at ? null : "accent" }, String(at + 1))),
      el(
        "td",
        { class: "who" },
        name || message("name.none"),
        " ",
        el("span", { class: "muted" }, id === current ? message("times.now") : day(when)),
      ),
      el("td", {}, seconds(time)),
    ),
  );
  return el("table", { class: "table" }, el("tbody", {}, rows));
}

/** @param {number} when */
const day = (when) =>
  when ? new Date(when * 1000).toLocaleDateString(locale(), { day: "numeric", month: "short" }) : "";

/** All lists, the level played last first. */
export class BestTimesPage {
  /** @param {Pick<Parts, "times" | "close">} parts */
  constructor({ times, close }) {
    this.name = "times";
    this._lists = el("div", { class: "group" }, el("p", { class: "muted" }, "…"));
    this.element = page(section(head(action("best-times").name, close)), this._lists);
    times.all().then((lists) => this._fill(lists));
  }

  /** @param {{ title: string, entries: Entry[], others: Entry[] }[]} lists */
  _fill(lists) {
    const filled = lists.filter(({ entries, others }) => entries.length + others.length);
    if (!filled.length) {
      this._lists.replaceChildren(
        el("b", {}, message("times.empty-title")),
        el("p", { class: "muted" }, message("times.empty")),
      );
      return;
    }
    this._lists.replaceChildren(
      ...filled.map(({ title, entries, others }) =>
        el(
          "div",
          { class: "group times" },
          el("h2", {}, capitalized(title)),
          entries.length ? timesTable(entries) : el("p", { class: "muted small" }, message("times.no-ranked")),
          others.length
            ? el(
                "p",
                { class: "muted tiny" },
                message("times.not-ranked", { times: others.map(({ time }) => timeText(time)).join(", ") }),
              )
            : null,
        ),
      ),
    );
  }
}
