// @ts-check
// Help in the panel: how to play, every key, and what this is.

/** @import { KeyMap } from "./keys.js" */
/** @import { Parts } from "./types.js" */

import { el, kbd, page, section } from "./dom.js";
import { head } from "./parts.js";
import { action, capitalized, lines, message, setting } from "./words.js";

/**
 * Every action with its keys.
 * @param {KeyMap} keyMap
 */
export const keyRows = (keyMap) =>
  Object.keys(keyMap.bindings).map((name) =>
    el("div", {}, el("span", {}, action(name).name), keyMap.labels(name).map(kbd)),
  );

export class HelpPage {
  /** @param {Pick<Parts, "settings" | "close">} parts */
  constructor({ settings, close }) {
    this.name = "help";
    const { keyMap } = settings;
    const profile = setting("keys", "profile").value(keyMap.profile);
    const advice = lines("help.advice").map((text) => el("li", {}, text));
    const mouse = lines("help.mouse").map((text) => el("p", { class: "muted small" }, text));
    this.element = page(
      section(head(message("help.how-to-play"), close), el("ul", { class: "group" }, advice)),
      section(el("h2", {}, message("titles.mouse")), mouse),
      section(
        el("h2", {}, message("titles.profile-keys", { profile })),
        el("div", { class: "key-list" }, keyRows(keyMap)),
      ),
    );
  }
}

export class AboutPage {
  /** @param {Pick<Parts, "state" | "close">} parts */
  constructor({ state, close }) {
    this.name = "about";
    this._state = state;
    this._program = el("p", { class: "muted" });
    this.element = page(
      section(
        head(action("about").name, close),
        el("h1", {}, "Sapper"),
        this._program,
        el("p", { class: "sentence" }, message("help.slogan")),
        el("p", { class: "muted small" }, `${message("help.developers")} ${message("help.licence")}`),
      ),
    );
    this.update();
  }

  /** The server says which version it is. */
  update() {
    this._program.textContent = capitalized(this._state.program);
  }
}
