// @ts-check
// News over whatever is shown: for a moment, or as long as it is true.

import { find, isNotLoaded } from "./dom.js";
import { message } from "./words.js";

const SHOWN_FOR = 5000; // ms

export class News {
  constructor() {
    this._element = find("news");
    this._passing = this._lasting = "";
    this._text = new Text();
    this._element.append(this._text);
    this._timer = 0;
    /** @type {(path: string) => void} a part of the page did not come, of an address that was asked for */
    this.onNotLoaded = () => this.showBriefly(message("page.not-loaded"));
    addEventListener("unhandledrejection", (event) => {
      if (!isNotLoaded(event.reason)) return;
      event.preventDefault();
      this.onNotLoaded(event.reason.path ?? "");
    });
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
   * @param {HTMLElement | null} button for what can be done about it
   */
  set(text, button = null) {
    if (text === this._lasting) return;
    this._lasting = text;
    if (!button) this._text.nextElementSibling?.remove();
    else if (!button.isConnected) this._element.append(button);
    this._show();
  }

  _show() {
    this._text.data = this._passing || this._lasting;
    this._element.hidden = !this._text.data;
  }
}
