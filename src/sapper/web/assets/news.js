// @ts-check
// News over whatever is shown: for a moment, or as long as it is true.

import { LoadError, find } from "./dom.js";
import { message } from "./words.js";

const SHOWN_FOR = 5000; // ms

export class News {
  constructor() {
    this._element = find("news");
    this._passing = this._lasting = "";
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
   * Say something until something else is true; empty for nothing.
   * @param {string} text
   */
  set(text) {
    if (text === this._lasting) return;
    this._lasting = text;
    this._show();
  }

  _show() {
    const text = this._passing || this._lasting;
    this._element.textContent = text;
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
