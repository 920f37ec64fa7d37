// @ts-check
// Single rules as fields of a page: switches, a choice of several, the assists, the lives.

/** @import { Parts } from "./types.js" */

import { el } from "./dom.js";
import { rule } from "./words.js";

const FIRST = ["opening", "cell", "top-left", "any"];
const ASSISTS = ["flag-around", "auto-flag", "auto-open"];
const MOST_LIVES = 99;

export class RuleFields {
  /** @param {Pick<Parts, "settings" | "choices">} parts */
  constructor({ settings, choices }) {
    this._settings = settings;
    this._choices = choices;
    /** @type {(() => void)[]} */
    this._refreshers = [];
  }

  /** Bring every field up to date; one that is being typed in stays as it is. */
  refresh() {
    for (const refresh of this._refreshers) refresh();
  }

  practice() {
    const { title, description } = rule("practice");
    const set = (/** @type {boolean} */ isOn) => this._choices.rule("practice", isOn);
    const isOn = () => Boolean(this._settings.rule("practice"));
    return this._switch({ name: "practice", title, description, isOn, set });
  }

  /** Question marks: they change in the running game. */
  marks() {
    const { title, description } = rule("questions");
    const set = (/** @type {boolean} */ isOn) => this._choices.rule("questions", isOn);
    return this._switch({ name: "questions", title, description, isOn: () => this._choices.marks, set });
  }

  /** What the game does by itself. */
  assists() {
    const { title, description, value: nameOf } = rule("assists");
    const chosen = () => /** @type {string[]} */ (this._settings.rule("assists"));
    const rows = ASSISTS.map((name) => {
      const set = (/** @type {boolean} */ isOn) => {
        const others = chosen().filter((assist) => assist !== name);
        this._choices.rule("assists", isOn ? [...others, name] : others);
      };
      return this._switch({ name, title: nameOf(name), isOn: () => chosen().includes(name), set });
    });
    const about = el("span", {}, title, el("span", { class: "sub" }, description));
    return el("div", { class: "group tight", role: "group", "aria-label": title }, about, rows);
  }

  lives() {
    const { title, description } = rule("lives");
    const bounds = { min: "1", max: String(MOST_LIVES) };
    const input = el("input", { type: "number", class: "field short", name: "lives", ...bounds });
    input.addEventListener("change", () => {
      const given = Math.round(Number(input.value));
      const lives = Number.isFinite(given) ? Math.max(1, Math.min(given, MOST_LIVES)) : 1;
      input.value = String(lives);
      this._choices.rule("lives", lives);
    });
    this._refreshers.push(() => {
      if (input !== document.activeElement) input.value = String(this._settings.rule("lives"));
    });
    return labelled(title, description, input);
  }

  /** What the first click is promised. */
  firstClick() {
    const { title, description, value: nameOf } = rule("first");
    const options = FIRST.map((value) => el("option", { value }, nameOf(value)));
    const input = el("select", { class: "field", name: "first" }, options);
    input.addEventListener("change", () => this._choices.rule("first", input.value));
    this._refreshers.push(() => {
      input.value = String(this._settings.rule("first"));
    });
    return labelled(title, description, input, "stacked");
  }

  /**
   * @param {{
   *   name: string, title: string, description?: string, isOn: () => boolean, set: (isOn: boolean) => void,
   * }} field
   */
  _switch({ name, title, description = "", isOn, set }) {
    const input = el("input", { type: "checkbox", class: "switch", role: "switch", "data-name": name });
    input.addEventListener("change", () => set(input.checked));
    this._refreshers.push(() => {
      input.checked = isOn();
    });
    return labelled(title, description, input);
  }
}

/**
 * @param {string} title
 * @param {string} description
 * @param {HTMLElement} input
 */
const labelled = (title, description, input, kind = "") =>
  el(
    "label",
    { class: `line ${kind}`.trim() },
    el("span", {}, title, description ? el("span", { class: "sub" }, description) : null),
    input,
  );
