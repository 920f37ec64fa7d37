// Help in the panel: how to play, every key, and what this is.

import { el, kbd, page, section } from "./dom.js";
import { head } from "./parts.js";
import { titleCase } from "./settings.js";

const ADVICE = [
  "A number tells how many mines its eight neighbours hold.",
  "A 1 with one closed neighbour: that neighbour is a mine.",
  "A number with all its flags: open the rest around it.",
  "Do not guess while a square is certain. A hint shows where.",
];
const WORDS = {
  open: "open, chord on a number",
  mark: "flag, next mark",
  chord: "open around",
  "right-button": "right button",
  commands: "all commands",
};
const UNUSED = new Set(["statistics"]);

export class HelpPage {
  constructor(app) {
    this.name = "help";
    const { bindings } = app.keyMap;
    const rows = Object.keys(bindings)
      .filter((name) => !UNUSED.has(name))
      .map((name) =>
        el("div", {}, el("span", {}, WORDS[name] ?? name.replaceAll("-", " ")), app.keyMap.labels(name).map(kbd)),
      );
    this.element = page(
      section(
        head(app, "How to play"),
        el(
          "ul",
          { class: "sec" },
          ADVICE.map((text) => el("li", {}, text)),
        ),
      ),
      section(
        el("h2", {}, "Mouse"),
        el(
          "p",
          { class: "mut small" },
          "Left opens where it comes up. Right flags. Both, middle, Shift and left, a double click, or a click on a number open around it; what your rules allow is in the settings. The wheel pans, with Ctrl it zooms; Ctrl and drag pans too.",
        ),
      ),
      section(el("h2", {}, `Keys, ${app.keyMap.profile} profile`), el("div", { class: "kk" }, rows)),
    );
  }
}

export class AboutPage {
  constructor(app) {
    this.name = "about";
    this.element = page(
      section(
        head(app, "About"),
        el("h1", {}, "Sapper"),
        el("p", { class: "mut" }, app.program ? titleCase(app.program) : "Minesweeper as it should be."),
        el("p", { class: "say" }, "Play it, prove it, study it. No account, no sound, no ads."),
        el("p", { class: "mut small" }, "By the Sapper developers. Free software under the MIT licence."),
      ),
    );
  }
}
