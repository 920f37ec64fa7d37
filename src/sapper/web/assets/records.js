// Best times on the page: the fastest wins of every configuration, with names.

import { el, page, seconds, section } from "./dom.js";
import { head } from "./parts.js";
import { titleCase } from "./settings.js";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

export function timesTable(entries, current = null) {
  const rows = entries.map(({ id, name, time, when }, at) =>
    el(
      "tr",
      { class: id === current ? "now" : null },
      el("td", {}, el("b", { class: at ? null : "acc" }, String(at + 1))),
      el(
        "td",
        { class: "who" },
        name || "no name",
        " ",
        el("span", { class: "mut" }, id === current ? "now" : day(when)),
      ),
      el("td", {}, seconds(time)),
    ),
  );
  return el("table", { class: "table" }, el("tbody", {}, rows));
}

const day = (when) => (when ? DAY.format(new Date(when * 1000)) : "");

/** All lists, the level played last first. */
export class TimesPage {
  constructor(app) {
    this.name = "times";
    this._lists = el("div", { class: "sec" }, el("p", { class: "mut" }, "…"));
    this.element = page(section(head(app, "Best times")), this._lists);
    app.times.all().then((lists) => this._fill(app, lists));
  }

  _fill(app, lists) {
    const filled = lists.filter(({ entries, others }) => entries.length + others.length);
    if (!filled.length) {
      this._lists.replaceChildren(
        el("b", {}, "Nothing to count yet"),
        el("p", { class: "mut" }, "Finish one game and it shows up here."),
      );
      return;
    }
    this._lists.replaceChildren(
      ...filled.map(({ title, entries, others }) =>
        el(
          "div",
          { class: "sec times" },
          el("h2", {}, title ? titleCase(title) : ""),
          entries.length ? timesTable(entries) : el("p", { class: "mut small" }, "No ranked win yet."),
          others.length
            ? el("p", { class: "mut tiny" }, `Not ranked: ${others.map(({ time }) => `${seconds(time)} s`).join(", ")}`)
            : null,
        ),
      ),
    );
  }
}
