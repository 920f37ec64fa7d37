// @ts-check
// What stands in place of a board that could not be loaded yet: the server is gone, and when it is tried again.

/** @import { Cover } from "./cover.js" */

import { button, el, icon } from "./dom.js";

/**
 * A button that tries again. No key that presses it means anything to what is behind it.
 * @param {string} label
 * @param {() => void} run
 */
export function tryNow(label, run) {
  const node = button(label, run);
  node.addEventListener("keydown", (event) => event.stopPropagation());
  return node;
}

export class OfflineCard {
  /** @param {() => void} tryNow */
  constructor(tryNow) {
    this._tryNow = tryNow;
    this._text = el("p", { class: "muted" });
    /** @type {HTMLElement | null} */
    this._element = null;
  }

  /**
   * Show it on the stage with the words of a cover, or take it away.
   * @param {HTMLElement} stage
   * @param {Cover | null} cover
   */
  show(stage, cover) {
    if (!cover) {
      this._element?.remove();
      return;
    }
    this._element ??= this._make(cover);
    this._text.textContent = cover.text;
    if (this._element.parentElement !== stage) stage.append(this._element);
  }

  /** @param {Cover} cover */
  _make(cover) {
    const again = tryNow(cover.button, this._tryNow);
    return el(
      "div",
      { class: "cover offline-card", role: "status" },
      icon(cover.icon),
      el("b", {}, cover.title),
      this._text,
      again,
    );
  }
}
