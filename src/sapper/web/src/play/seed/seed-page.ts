// A board by its seed: the same seed and rules make the same board.

import type { Parts } from "../../types.ts";

import { linkTo } from "../../ui/address.ts";
import { button, el, page, section } from "../../ui/dom.ts";
import { head } from "../../board/widgets.ts";
import { action, message } from "../../ui/words.ts";

const LONGEST = 200; // characters

export class SeedPage {
  name = "enter-seed";
  _input: HTMLInputElement;
  _said: HTMLParagraphElement;
  element: HTMLDivElement;

  constructor({ choices, close }: Pick<Parts, "choices" | "close">) {
    this._input = el("input", { class: "field", name: "seed", maxlength: String(LONGEST), autocomplete: "off" });
    this._said = el("p", { class: "muted small", role: "status" });
    const error = el("p", { class: "error small", role: "alert", id: "seed-error" });
    const submit = (event: Event) => {
      event.preventDefault();
      const seed = this._input.value.trim();
      error.textContent = seed ? "" : message("seed.empty");
      this._input.toggleAttribute("aria-invalid", !seed);
      if (seed) choices.seed(seed);
      else this._input.focus();
    };
    this._input.setAttribute("aria-describedby", error.id);
    this.element = page(
      section(
        head(action("enter-seed").name, close),
        el("p", { class: "muted" }, message("seed.about")),
        el(
          "form",
          { class: "group", onsubmit: submit, novalidate: true },
          el("label", { class: "line stacked" }, el("span", {}, message("seed.label")), this._input),
          error,
          el("button", { type: "submit", class: "btn primary big" }, message("custom.play")),
        ),
        button(message("links.copy-board"), () => this._copyLink(choices.seedRules), { iconName: "share" }),
        this._said,
        el("p", { class: "muted small" }, message("seed.not-ranked")),
      ),
    );
  }

  /** Give the board of the seed away as a link. */
  async _copyLink(rules: string) {
    const seed = this._input.value.trim();
    if (!seed) {
      this._said.textContent = message("seed.empty");
      return;
    }
    const [{ boardFragment }, { shareLink }] = await Promise.all([import("./links.ts"), import("./share.ts")]);
    const done = await shareLink(linkTo(`/${boardFragment({ rules, seed, first: "" })}`), "Sapper");
    if (done === "copied") this._said.textContent = message("analysis.copied");
    else if (done === "not-copied") this._said.textContent = message("analysis.not-copied");
  }

  focus() {
    this._input.focus();
  }
}
