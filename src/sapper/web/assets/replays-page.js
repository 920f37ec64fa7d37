// @ts-check
// The screen "replays".

/** @import { Parts } from "./types.js" */

import { el } from "./dom.js";
import { message } from "./words.js";

export class ReplaysPage {
  /** @param {Pick<Parts, "state">} parts */
  constructor({ state }) {
    this.name = "replays";
    this._state = state;
    this.element = el("div", { class: "screen replays" }, el("h1", {}, message("page.replays")));
  }
}
