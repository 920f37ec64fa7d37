// @ts-check
// The screen "analysis".

/** @import { Parts } from "./types.js" */

import { el } from "./dom.js";
import { message } from "./words.js";

export class AnalysisPage {
  /** @param {Pick<Parts, "state">} parts */
  constructor({ state }) {
    this.name = "analysis";
    this._state = state;
    this.element = el("div", { class: "screen analysis" }, el("h1", {}, message("page.analysis")));
  }
}
