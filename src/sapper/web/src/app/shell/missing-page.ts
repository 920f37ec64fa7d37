// What is shown at an address where there is nothing: a sentence and a way on.

import type { Parts } from "../../types.ts";

import { pathNow } from "../../ui/address.ts";
import { button, el, icon } from "../../ui/dom.ts";
import { placeOf } from "./screens.ts";
import { message } from "../../ui/words.ts";

export class MissingPage {
  name = "missing";
  element: HTMLDivElement;

  constructor({ open }: Pick<Parts, "open">) {
    const isGame = placeOf(pathNow()).name === "board";
    const why = isGame ? message("missing.game") : message("missing.address");
    this.element = el(
      "div",
      { class: "cover offline-card" },
      icon("target"),
      el("h1", {}, message("missing.title")),
      el("p", { class: "muted" }, why),
      button(message("missing.home"), () => open("home"), { kind: "primary" }),
    );
  }
}
