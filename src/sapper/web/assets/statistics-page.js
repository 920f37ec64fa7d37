// @ts-check
// The screen "statistics".

/** @import { Parts } from "./types.js" */

import { el } from "./dom.js";
import { message } from "./words.js";

export class StatisticsPage {
  /** @param {Pick<Parts, "state">} parts */
  constructor({ state }) {
    this.name = "statistics";
    this._state = state;
    this.element = el("div", { class: "screen statistics" }, el("h1", {}, message("page.statistics")));
  }
}
