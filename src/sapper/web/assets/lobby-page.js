// @ts-check
// The lobby: open a room, or find one.

/** @import { Parts } from "./types.js" */

import { el } from "./dom.js";
import { message } from "./words.js";

export class LobbyPage {
  /** @param {Parts} parts */
  constructor(parts) {
    this._parts = parts;
    this.name = "together";
    this.element = el("div", { class: "lobby" }, el("h1", {}, message("page.together")));
  }
}
