// @ts-check
// News over whatever is shown: for a moment, or as long as it is true.

import { LoadError, button, fill, find } from "./dom.js";
import { message } from "./words.js";

const SHOWN_FOR = 5000; // ms

export class News {
  constructor() {
    this._element = find("news");
    this._passing = this._lasting = "";
    /** @type {HTMLElement | null} what can be done about what lasts */
    this._button = null;
    this._text = document.createElement("span");
    this._timer = 0;
    addEventListener("unhandledrejection", (event) => this._notLoaded(event));
  }

  /**
   * Say something for a moment.
   * @param {string} text
   */
  showBriefly(text) {
    this._passing = text;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      this._passing = "";
      this._show();
    }, SHOWN_FOR);
    this._show();
  }

  /**
   * Say something until something else is true, with a button for what can be done about it; empty for nothing.
   * @param {string} text
   * @param {{ label: string, run: () => void } | null} action
   */
  set(text, action = null) {
    if (text === this._lasting) return;
    if (!text) this._button = null;
    else if (action) this._button ??= button(action.label, action.run);
    this._lasting = text;
    this._show();
  }

  _show() {
    const text = this._passing || this._lasting;
    const isNew = this._element.hidden || this._element.childElementCount !== (this._button && !this._passing ? 2 : 1);
    this._text.textContent = text;
    if (isNew) fill(this._element, this._text, this._passing ? null : this._button); // a button that stays has its focus
    this._element.hidden = !text;
  }

  /**
   * A part of the page did not come, because the server cannot be reached.
   * @param {PromiseRejectionEvent} event
   */
  _notLoaded(event) {
    if (!(event.reason instanceof LoadError)) return;
    event.preventDefault();
    this.showBriefly(message("page.not-loaded"));
  }
}
