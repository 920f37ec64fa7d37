// @ts-check
// Help in the panel: how to play, every key, and what this is.

/** @import { KeyMap } from "./keys.js" */
/** @import { Parts } from "./types.js" */

import { el, kbd, page, section } from "./dom.js";
import { head } from "./parts.js";
import { NOT_ON_THE_PAGE, spaced, titleCase } from "./words.js";

const ADVICE = [
  "A number tells how many mines its eight neighbours hold.",
  "A 1 with one closed neighbour: that neighbour is a mine.",
  "A number with all its flags: open the rest around it.",
  "Do not guess while a square is certain. A hint shows where.",
];
const MOUSE =
  "Left opens where it comes up. Right flags. Both, middle, Shift and left, a double click, or a click on a number " +
  "open around it; what your rules allow is in the settings. The wheel pans, with Ctrl it zooms; Ctrl and drag pans too.";
/** @type {Record<string, string>} */
const WORDS = {
  open: "open, chord on a number",
  mark: "flag, next mark",
  chord: "open around",
  "right-button": "right button",
  commands: "all commands",
};

/**
 * Every action that has a command on this page, with its keys.
 * @param {KeyMap} keyMap
 * @param {(name: string) => string} words
 */
export const keyRows = (keyMap, words) =>
  Object.keys(keyMap.bindings)
    .filter((name) => !NOT_ON_THE_PAGE.has(name))
    .map((name) => el("div", {}, el("span", {}, words(name)), keyMap.labels(name).map(kbd)));

export class HelpPage {
  /** @param {Pick<Parts, "settings" | "close">} parts */
  constructor({ settings, close }) {
    this.name = "help";
    const { keyMap } = settings;
    const advice = ADVICE.map((text) => el("li", {}, text));
    this.element = page(
      section(head("How to play", close), el("ul", { class: "group" }, advice)),
      section(el("h2", {}, "Mouse"), el("p", { class: "muted small" }, MOUSE)),
      section(
        el("h2", {}, `Keys, ${keyMap.profile} profile`),
        el(
          "div",
          { class: "key-list" },
          keyRows(keyMap, (name) => WORDS[name] ?? spaced(name)),
        ),
      ),
    );
  }
}

export class AboutPage {
  /** @param {Pick<Parts, "state" | "close">} parts */
  constructor({ state, close }) {
    this.name = "about";
    this.element = page(
      section(
        head("About", close),
        el("h1", {}, "Sapper"),
        el("p", { class: "muted" }, state.program ? titleCase(state.program) : "Minesweeper as it should be."),
        el("p", { class: "sentence" }, "Play it, prove it, study it. No account, no sound, no ads."),
        el("p", { class: "muted small" }, "By the Sapper developers. Free software under the MIT licence."),
      ),
    );
  }
}
