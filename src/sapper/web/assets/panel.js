// @ts-check
// The panel beside the board: a page that was opened by hand, or the one that fits the game.

/** @import { Page } from "./types.js" */

import { el, fill } from "./dom.js";
import { message } from "./words.js";

export class Panel {
  /**
   * @param {HTMLElement} element
   * @param {() => Page | null} usual the page that fits when none was opened
   * @param {() => void} dismiss
   */
  constructor(element, usual, dismiss) {
    this.element = element;
    element.setAttribute("aria-label", message("page.panel"));
    element.tabIndex = -1;
    this._usual = usual;
    const attributes = { type: "button", class: "grab", "aria-label": message("page.close"), onclick: dismiss };
    this._grab = el("button", attributes); // only phones show it
    /** @type {Page | null} */
    this._page = null;
    /** @type {Page | null} */
    this._shown = null;
  }

  /**
   * Show a page, with the focus in it; null goes back to the one that fits.
   * @param {Page | null} page
   */
  open(page) {
    if (page === this._page) return;
    this._page = page;
    this.update();
    if (page?.focus) page.focus();
    else if (page) this.element.focus({ preventScroll: true });
  }

  /** Whether nothing but the figures of a game in play is shown: no news, and nothing that was opened. */
  get isCalm() {
    return !this._page && (!this._shown || this._shown.name === "game");
  }

  /**
   * Let the page that is open have a key; return whether it took it.
   * @param {string} typed
   */
  key(typed) {
    return this._page?.key?.(typed) ?? false;
  }

  /** The player has a new name: the end of a game shows it. */
  named() {
    this._shown?.named?.();
  }

  tick() {
    this._shown?.tick?.();
  }

  update() {
    const page = this._page ?? this._usual();
    if (this._shown !== page) {
      this._shown = page;
      fill(this.element, this._grab, page?.element);
      this.element.scrollTop = 0;
    }
    page?.update?.();
  }
}
