// What is shown at an address where there is nothing: a sentence and a way on.

import type { Parts } from "../../types.ts";

import { pathNow } from "../../ui/address.ts";
import { button, el, icon } from "../../ui/dom.ts";
import { placeOf } from "./screens.ts";
import { message } from "../../ui/words.ts";

export class MissingPage {
  name = "missing";
  element: HTMLDivElement;
  _state;
  _title = el("h1", {}, message("missing.title"));
  _why: HTMLElement;

  constructor({ state, open }: Pick<Parts, "state" | "open">) {
    this._state = state;
    const isGame = placeOf(pathNow()).name === "board";
    const why = isGame ? message("missing.game") : message("missing.address");
    this._why = el("p", { class: "muted" }, why);
    this.element = el(
      "div",
      { class: "cover offline-card" },
      icon("target"),
      this._title,
      this._why,
      button(message("missing.home"), () => open("home"), { kind: "primary" }),
    );
    this.update();
  }

  /** The reason may come after the game has not been found. */
  update() {
    this._why.hidden = this._state.isElsewhere;
    if (this._state.isElsewhere) this._title.textContent = message("alone.other-tab");
  }
}
