// @ts-check
// Which games are counted: a level, and chips for the board, the rules, the device, the company, the period and help.

/** @typedef {"level" | "layout" | "ruleset" | "device" | "together" | "days" | "plain"} Field */
/** @typedef {Record<Field, string>} Filters "" stands for all */

import { el, icon } from "./dom.js";
import { LEVELS } from "./settings.js";
import { level, message, ruleset, words } from "./words.js";

const DAY = 86_400;

/** @type {Filters} */
export const USUAL = { level: "", layout: "", ruleset: "", device: "", together: "", days: "", plain: "1" };
/** What is shown, a bot's games and those with others beside it. @type {Filters} */
export const EVERYTHING = { ...USUAL, plain: "", device: "all", together: "all" };

/**
 * The query that asks for the player's own games that pass the filters; what others played is never counted.
 * @param {Filters} filters
 * @param {number} now in seconds since 1970
 */
export function queryOf({ level, layout, ruleset, device, together, days, plain }, now) {
  const query = new URLSearchParams({ mine: "1", source: "all", device: device || "people" });
  const since = days ? String(now - Number(days) * DAY) : "";
  for (const [name, value] of Object.entries({ level, layout, ruleset, together, since, plain })) {
    if (value) query.set(name, value);
  }
  return query;
}

/** @returns {{ field: Field, label: string, image: string, choices: [value: string, name: string][] }[]} */
const chips = (/** @type {string[]} */ rulesets) => [
  {
    field: "layout",
    label: message("charts.board"),
    image: "shield",
    choices: [
      ["", words("modes", "all").name],
      ["no-guess", words("modes", "no-guess").name],
      ["random", words("modes", "random").name],
    ],
  },
  {
    field: "ruleset",
    label: message("charts.rules"),
    image: "book",
    choices: [
      ["", message("charts.all-rules")],
      ...rulesets.map((name) => /** @type {[string, string]} */ ([name, ruleset(name).name])),
    ],
  },
  {
    field: "device",
    label: message("charts.device"),
    image: "mouse",
    choices: [
      ["", message("charts.all-devices")],
      ["mouse", words("devices", "mouse").name],
      ["key", words("devices", "key").name],
      ["touch", words("devices", "touch").name],
    ],
  },
  {
    field: "together",
    label: message("statistics.together"),
    image: "people",
    choices: [
      ["", message("statistics.alone")],
      ["yes", message("statistics.together")],
      ["coop", message("together.coop")],
      ["race", message("together.race")],
      ["duel", message("together.duel")],
      ["arena", message("together.arena")],
    ],
  },
  {
    field: "days",
    label: message("charts.period"),
    image: "clock",
    choices: [
      ["", message("statistics.all-time")],
      ["365", message("statistics.last-year")],
      ["30", message("statistics.last-month")],
      ["7", message("statistics.last-week")],
    ],
  },
  {
    field: "plain",
    label: message("charts.help"),
    image: "hint",
    choices: [
      ["1", message("statistics.without-help")],
      ["", message("statistics.with-help")],
    ],
  },
];

export class FilterBar {
  /**
   * @param {Filters} filters changed in place
   * @param {string[]} rulesets
   * @param {() => void} changed
   */
  constructor(filters, rulesets, changed) {
    this.filters = filters;
    this._changed = changed;
    /** @type {(() => void)[]} */
    this._refreshers = [];
    this.element = el(
      "div",
      { class: "filters" },
      this._levels(),
      chips(rulesets).map((chip) => this._chip(chip)),
    );
    this.refresh();
  }

  refresh() {
    for (const refresh of this._refreshers) refresh();
    const chosen = this.element.querySelector(".on");
    requestAnimationFrame(() => chosen?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  }

  /**
   * @param {Field} field
   * @param {string} value
   */
  _set(field, value) {
    this.filters[field] = value;
    this.refresh();
    this._changed();
  }

  _levels() {
    /** @type {[string, string][]} */
    const names = [...LEVELS, "custom"].map((name) => [name, level(name)]);
    const buttons = /** @type {[string, string][]} */ ([...names, ["", message("statistics.all-levels")]]).map(
      ([value, name]) => {
        const node = el(
          "button",
          { type: "button", "data-level": value, onclick: () => this._set("level", value) },
          name,
        );
        this._refreshers.push(() => {
          const isOn = this.filters.level === value;
          node.classList.toggle("on", isOn);
          node.setAttribute("aria-pressed", String(isOn));
        });
        return node;
      },
    );
    return el("div", { class: "segments", role: "group", "aria-label": message("columns.level") }, buttons);
  }

  /** @param {ReturnType<typeof chips>[number]} chip */
  _chip({ field, label, image, choices }) {
    const select = el(
      "select",
      {
        "aria-label": label,
        "data-field": field,
        onchange: (/** @type {Event} */ { target }) =>
          this._set(field, /** @type {HTMLSelectElement} */ (target).value),
      },
      choices.map(([value, name]) => el("option", { value }, name)),
    );
    const node = el("label", { class: "chip" }, icon(image), select);
    this._refreshers.push(() => {
      select.value = this.filters[field];
      node.classList.toggle("on", this.filters[field] !== USUAL[field]);
    });
    return node;
  }
}
