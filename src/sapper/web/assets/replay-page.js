// @ts-check
// The screen "replay".

/** @import { Parts } from "./types.js" */

import { el } from "./dom.js";
import { message } from "./words.js";

export class ReplayPage {
  /**
   * @param {Pick<Parts, "state">} parts
   * @param {string} id
   */
  constructor({ state }, id) {
    this.id = id;
    this.name = "replay";
    this._state = state;
    this.element = el("div", { class: "screen replay" }, el("h1", {}, message("page.replay")));
  }
}
