// The panel beside the board: a page that was opened by hand, or the one that fits the game.

import type { Page } from "../../types.ts";

import { el, fill } from "../../ui/dom.ts";
import { followLanguage } from "../../ui/language.ts";
import { message } from "../../ui/words.ts";

export class Panel {
  element: HTMLElement;
  _default: () => Page | null;
  _grab: HTMLButtonElement;
  _page: Page | null = null;
  _shown: Page | null = null;

  /** @param defaultPage the page that fits when none was opened */
  constructor(element: HTMLElement, defaultPage: () => Page | null, dismiss: () => void) {
    this.element = element;
    element.tabIndex = -1;
    this._default = defaultPage;
    this._grab = el("button", { type: "button", class: "grab", onclick: dismiss }); // only phones show it
    followLanguage(() => {
      element.setAttribute("aria-label", message("page.panel"));
      this._grab.setAttribute("aria-label", message("page.close"));
    });
  }

  /** Show a page, with the focus in it; null goes back to the one that fits. */
  open(page: Page | null) {
    if (page === this._page) return;
    this._page = page;
    this.update();
    if (page?.focus) page.focus();
    else if (page) this.element.focus({ preventScroll: true });
  }

  /** Whether nothing but the figures of a game in play is shown: no news, and nothing that was opened. */
  get isDefaultPage() {
    return !this._page && (!this._shown || this._shown.name === "game");
  }

  /** Let the page that is shown have a key; return whether it took it. */
  key(typed: string) {
    return this._shown?.key?.(typed) ?? false;
  }

  /** The player has a new name: the end of a game shows it. */
  named() {
    this._shown?.named?.();
  }

  tick() {
    this._shown?.tick?.();
  }

  update() {
    const page = this._page ?? this._default();
    if (this._shown !== page) {
      this._shown = page;
      fill(this.element, this._grab, page?.element);
      this.element.scrollTop = 0;
    }
    page?.update?.();
  }
}
