// The settings page: every change applies at once.

import { el, kbd } from "./dom.js";
import { drawCell } from "./paint.js";
import { titleCase } from "./settings.js";

const SAMPLE = [
  [9, 4, 10, 3, 10, 1],
  [9, 2, 2, 3, 2, 1],
  [9, 1, 1, 10, 1, 1],
  [9, 2, 3, 2, 3, 2],
];
const MOUSE = {
  "chord-both-buttons": "Chord with both buttons",
  "chord-middle": "Chord with the middle button",
  "chord-left-on-number": "Chord with a click on a number",
  "chord-right-on-number": "Chord with the right button on a number",
  "chord-double-click": "Chord with a double click",
  "chord-shift-left": "Chord with Shift and left",
};
const NAMES = { contrast: "High contrast", "colour-blind": "Colour-blind" };

export class OptionsPage {
  constructor(app) {
    this.app = app;
    this.name = "settings";
    this.element = el("div", { class: "doc" });
    this._build();
  }

  _build() {
    const part = (title, ...children) => el("section", { class: "part" }, el("h2", {}, title), ...children);
    this.element.replaceChildren(
      el("h1", {}, "Settings"),
      part(
        "Theme",
        this._themes(),
        el(
          "div",
          { class: "opt" },
          this._followSystem(),
          this._switch("display", "animation", "Animation"),
          this._switch("display", "flash", "Flash at the end"),
          this._choice("display", "reduced-motion", "Reduced motion"),
        ),
      ),
      part("Mouse", this._mouse()),
      part(
        "Play",
        el(
          "div",
          { class: "opt" },
          this._name(),
          this._choice("game", "after-win", "After a win"),
          this._choice("game", "after-loss", "After a loss"),
          this._number("game", "confirm-new-after", "Ask before a new game after … seconds, 0 never"),
        ),
      ),
      part("Keyboard", el("div", { class: "opt" }, this._choice("keys", "profile", "Profile")), this._keys()),
    );
    this.paint();
  }

  _set(section, name, value) {
    this.app.settings.set(section, name, value);
    this._build();
  }

  _themes() {
    const { themes } = this.app;
    this._samples = [];
    return el(
      "div",
      { class: "th" },
      themes.names.map((name) => {
        const canvas = el("canvas", { "aria-hidden": "true" });
        const box = el("div", { class: "bx" }, canvas);
        box.style.background = themes.all[name].frame;
        this._samples.push({ canvas, theme: themes.all[name] });
        const isOn = themes.name === name;
        return el(
          "button",
          {
            type: "button",
            class: isOn ? "on" : "",
            "aria-pressed": String(isOn),
            "data-name": name,
            onclick: () => this._set("display", "theme", name),
          },
          box,
          NAMES[name] ?? titleCase(name),
        );
      }),
    );
  }

  paint() {
    const ratio = globalThis.devicePixelRatio || 1;
    const d = Math.round(22 * ratio);
    for (const { canvas, theme } of this._samples) {
      canvas.width = 5 * d;
      canvas.height = 4 * d;
      canvas.style.width = `${canvas.width / ratio}px`;
      const c = canvas.getContext("2d");
      SAMPLE.forEach((row, y) => row.slice(0, 5).forEach((seen, x) => drawCell(c, theme, seen, x * d, y * d, d)));
    }
  }

  _row(label, control) {
    return el("label", {}, el("span", { class: "name" }, label), control);
  }

  _followSystem() {
    const { settings, themes } = this.app;
    const follows = settings.get("display", "theme") === "system";
    const change = (event) => this._set("display", "theme", event.target.checked ? "system" : themes.name);
    return this._row(
      "Follow the system (light, dark, contrast)",
      el("input", { type: "checkbox", class: "switch", role: "switch", checked: follows, onchange: change }),
    );
  }

  _switch(section, name, label, value = this.app.settings.get(section, name)) {
    const change = (event) => this._set(section, name, event.target.checked);
    return this._row(
      label,
      el("input", {
        type: "checkbox",
        class: "switch",
        role: "switch",
        checked: value,
        onchange: change,
        "data-name": name,
      }),
    );
  }

  _choice(section, name, label, value = this.app.settings.get(section, name)) {
    const { choices } = this.app.settings.option(section, name);
    const buttons = choices.map((word) =>
      el(
        "button",
        {
          type: "button",
          class: word === value ? "on" : "",
          "aria-pressed": String(word === value),
          "data-name": `${name}-${word}`,
          onclick: () => this._set(section, name, word),
        },
        titleCase(word.replaceAll("-", " ")),
      ),
    );
    return el("div", {}, el("span", { class: "name" }, label), el("span", { class: "seg" }, buttons));
  }

  _number(section, name, label, value = this.app.settings.get(section, name)) {
    const { least, most } = this.app.settings.option(section, name);
    const change = (event) => {
      const given = Math.round(Number(event.target.value));
      this._set(section, name, Number.isFinite(given) ? Math.max(least, Math.min(given, most)) : null);
    };
    return this._row(
      label,
      el("input", {
        type: "number",
        class: "field",
        min: String(least),
        max: String(most),
        value: String(value),
        onchange: change,
        "data-name": name,
      }),
    );
  }

  /** What the ruleset in use sets otherwise is shown as it is in force. */
  _mouse() {
    const controls = this.app.settings.controls(this.app.settings.ruleset);
    return el(
      "div",
      { class: "opt" },
      Object.entries(MOUSE).map(([name, label]) => this._switch("controls", name, label, controls[name])),
      this._choice("controls", "reveal", "Open on", controls.reveal),
      this._choice("controls", "flag", "Flag on", controls.flag),
      this._choice("controls", "right-drag", "Right drag", controls["right-drag"]),
      this._number("controls", "double-click-ms", "Double click within … ms", controls["double-click-ms"]),
    );
  }

  _name() {
    const { app } = this;
    const change = (event) => app.rename(event.target.value.trim());
    return this._row(
      "Your name, as best times show it",
      el("input", { class: "field", value: app.name, maxlength: "40", onchange: change }),
    );
  }

  _keys() {
    const { keyMap } = this.app;
    return el(
      "div",
      { class: "kk" },
      Object.keys(keyMap.bindings)
        .filter((name) => name !== "statistics")
        .map((name) =>
          el("div", {}, el("span", {}, titleCase(name.replaceAll("-", " "))), keyMap.labels(name).map(kbd)),
        ),
    );
  }
}
