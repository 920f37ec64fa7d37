// @ts-check
// The screen "daily".

/** @import { Parts } from "./types.js" */

import { el } from "./dom.js";
import { message } from "./words.js";

export class DailyPage {
  /** @param {Pick<Parts, "state">} parts */
  constructor({ state }) {
    this.name = "daily";
    this._state = state;
    this.element = el("div", { class: "screen daily" }, el("h1", {}, message("page.daily")));
  }
}
