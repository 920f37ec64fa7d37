// @ts-check
// The settings page: every change applies at once, and the page stays as it is, with the focus where it was.

/** @import { Parts, Theme, Value } from "./types.js" */

import { context2d, el, fill, icon } from "./dom.js";
import { keyRows } from "./help.js";
import { drawCell } from "./paint.js";
import { action, message, setting, theme, words } from "./words.js";

const SAMPLE = [
  [9, 4, 10, 3, 10],
  [9, 2, 2, 3, 2],
  [9, 1, 1, 10, 1],
  [9, 2, 3, 2, 3],
];
const SAMPLE_CELL = 20; // px
const CHORDS = [
  "chord-both-buttons",
  "chord-middle",
  "chord-left-on-number",
  "chord-right-on-number",
  "chord-double-click",
  "chord-shift-left",
];

export class SettingsPage {
  /** @param {Pick<Parts, "state" | "settings" | "themes" | "rename">} parts */
  constructor({ state, settings, themes, rename }) {
    this.name = "settings";
    this._shownName = "";
    this._state = state;
    this._settings = settings;
    this._themes = themes;
    this._rename = rename;
    /** @type {(() => void)[]} what brings each control up to date */
    this._refreshers = [];
    /** @type {{ canvas: HTMLCanvasElement, theme: Theme }[]} */
    this._samples = [];
    const parts = [
      part(setting("display", "theme").title, "palette", this._themeList(), this._display()),
      part(message("titles.mouse"), "mouse", this._mouse()),
      part(words("sections", "game").name, "home", this._game()),
      part(words("sections", "keys").name, "keyboard", optionList(this._choice("keys", "profile")), this._keyList()),
    ];
    this.element = el(
      "div",
      { class: "settings" },
      el("h1", {}, action("settings").name),
      el("nav", { class: "list", "aria-label": action("settings").name }, parts.map(partLink)),
      el(
        "div",
        { class: "parts" },
        parts.map(({ node }) => node),
      ),
    );
    this._refresh();
    this.paint();
  }

  /**
   * @param {string} section
   * @param {string} name
   * @param {Value | null} value
   */
  _set(section, name, value) {
    this._settings.set(section, name, value);
    this._refresh();
  }

  /** The name may come from the server while the page is open. */
  update() {
    if (this._shownName === this._state.name) return;
    this._shownName = this._state.name;
    this._refresh();
  }

  _refresh() {
    for (const refresh of this._refreshers) refresh();
  }

  /**
   * The value in force: of controls, what the ruleset in use sets otherwise counts.
   * @param {string} section
   * @param {string} name
   * @returns {any}
   */
  _value(section, name) {
    const { _settings: settings } = this;
    return section === "controls" ? settings.controls(settings.ruleset)[name] : settings.get(section, name);
  }

  _display() {
    return optionList(
      this._followSystem(),
      this._switch("display", "animation"),
      this._switch("display", "flash"),
      this._switch("display", "panel"),
      this._choice("display", "reduced-motion"),
      this._choice("display", "number-style"),
      this._switch("display", "dim-finished"),
      this._switch("display", "highlight-neighbours"),
      this._switch("display", "timer"),
    );
  }

  _game() {
    return optionList(
      this._nameField(),
      this._choice("game", "after-win"),
      this._choice("game", "after-loss"),
      this._number("game", "confirm-new-after"),
      this._choice("game", "help"),
    );
  }

  _themeList() {
    const { _themes: themes } = this;
    const buttons = themes.names.map((name) => {
      const canvas = el("canvas", { "aria-hidden": "true" });
      const sample = el("div", { class: "theme-sample" }, canvas);
      sample.style.background = themes.all[name].frame;
      this._samples.push({ canvas, theme: themes.all[name] });
      const choose = () => this._set("display", "theme", name);
      const attributes = { type: "button", "data-name": name, onclick: choose };
      const node = el("button", attributes, sample, theme(name));
      this._refreshers.push(() => setOn(node, this._themeInUse() === name));
      return node;
    });
    return el("div", { class: "theme-list" }, buttons);
  }

  /** A theme that was chosen just now may still be loading. */
  _themeInUse() {
    const chosen = this._settings.get("display", "theme");
    return chosen === "system" ? this._themes.name : chosen;
  }

  paint() {
    const ratio = globalThis.devicePixelRatio || 1;
    const d = Math.round(SAMPLE_CELL * ratio);
    for (const { canvas, theme } of this._samples) {
      canvas.width = SAMPLE[0].length * d;
      canvas.height = SAMPLE.length * d;
      canvas.style.width = `${canvas.width / ratio}px`;
      const c = context2d(canvas);
      for (const [y, row] of SAMPLE.entries()) {
        for (const [x, seen] of row.entries()) drawCell(c, theme, seen, x * d, y * d, d);
      }
    }
    this._refresh();
  }

  _followSystem() {
    const input = el("input", { type: "checkbox", class: "switch", role: "switch" });
    input.addEventListener("change", () => {
      this._set("display", "theme", input.checked ? "system" : this._themes.name);
    });
    this._refreshers.push(() => {
      input.checked = this._settings.get("display", "theme") === "system";
    });
    return row(message("options.follow-system"), input);
  }

  /**
   * @param {string} section
   * @param {string} name
   */
  _switch(section, name) {
    const input = el("input", { type: "checkbox", class: "switch", role: "switch", "data-name": name });
    input.addEventListener("change", () => this._set(section, name, input.checked));
    this._refreshers.push(() => {
      input.checked = this._value(section, name);
    });
    return row(setting(section, name).title, input);
  }

  /**
   * @param {string} section
   * @param {string} name
   */
  _choice(section, name) {
    const option = setting(section, name);
    const buttons = (this._settings.option(section, name).choices ?? []).map((word) => {
      const choose = () => this._set(section, name, word);
      const attributes = { type: "button", "data-name": `${name}-${word}`, onclick: choose };
      const node = el("button", attributes, option.value(word));
      this._refreshers.push(() => setOn(node, this._value(section, name) === word));
      return node;
    });
    return el("div", {}, el("span", { class: "name" }, option.title), el("span", { class: "segments" }, buttons));
  }

  /**
   * @param {string} section
   * @param {string} name
   */
  _number(section, name) {
    const { least = 0, most = 0 } = this._settings.option(section, name);
    const bounds = { min: String(least), max: String(most) };
    const input = el("input", { type: "number", class: "field", ...bounds, "data-name": name });
    input.addEventListener("change", () => {
      const given = Math.round(Number(input.value));
      this._set(section, name, Number.isFinite(given) ? Math.max(least, Math.min(given, most)) : null);
    });
    this._refreshers.push(() => {
      input.value = String(this._value(section, name));
    });
    const { title, description } = setting(section, name);
    return row(title, input, description);
  }

  _mouse() {
    return optionList(
      ...CHORDS.map((name) => this._switch("controls", name)),
      this._choice("controls", "reveal"),
      this._choice("controls", "flag"),
      this._choice("controls", "right-drag"),
      this._number("controls", "double-click-ms"),
    );
  }

  _nameField() {
    const { title, description } = setting("game", "name");
    const input = el("input", { class: "field", maxlength: "40" });
    input.addEventListener("change", () => this._rename(input.value.trim()));
    this._refreshers.push(() => {
      if (input !== document.activeElement) input.value = this._state.name;
    });
    return row(title, input, description);
  }

  _keyList() {
    const list = el("div", { class: "key-list" });
    this._refreshers.push(() => fill(list, keyRows(this._settings.keyMap)));
    return list;
  }
}

/**
 * @param {HTMLElement} node
 * @param {boolean} isOn
 */
function setOn(node, isOn) {
  node.classList.toggle("on", isOn);
  node.setAttribute("aria-pressed", String(isOn));
}

/**
 * @param {string} title
 * @param {string} image
 * @param {...HTMLElement} children
 */
function part(title, image, ...children) {
  const heading = el("h2", { tabindex: "-1" }, title);
  return { title, image, heading, node: el("section", { class: "part" }, heading, ...children) };
}

/**
 * An entry of the list of sections: it leads to its section.
 * @param {ReturnType<typeof part>} section
 */
function partLink({ title, image, heading }) {
  const go = () => {
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  };
  return el("button", { type: "button", class: "list-item", onclick: go }, icon(image), title);
}

/** @param {...HTMLElement} rows */
const optionList = (...rows) => el("div", { class: "option-list" }, ...rows);

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
const row = (label, control, about = "") =>
  el("label", {}, el("span", { class: "name" }, label, about ? el("span", { class: "sub" }, about) : null), control);
