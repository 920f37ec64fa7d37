// How many people there are now, read again and again while the page is in view.

import { el } from "../../ui/dom.ts";
import { message } from "../../ui/words.ts";

const ADDRESS = "/api/people";
const EVERY = 5000; // ms

export class People {
  here = el("span", { class: "people-here" });
  looking = el("span", { class: "muted small looking" });
  _timer: number;

  constructor() {
    this._timer = setInterval(() => document.visibilityState === "visible" && this._load(), EVERY);
    this._load();
  }

  left() {
    clearInterval(this._timer);
  }

  /** An older server does not say it: then nothing is shown. */
  async _load() {
    const answer = await fetch(ADDRESS).catch(() => null);
    const people = answer?.ok ? await answer.json().catch(() => null) : null;
    const { here = 0, looking = 0 } = people ?? {};
    this.here.textContent = here ? `${message("opponents.here", { count: here })}. ` : "";
    this.looking.textContent = looking ? message("opponents.looking", { count: looking }) : "";
  }
}
