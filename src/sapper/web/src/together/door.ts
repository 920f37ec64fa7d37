// The door of a room: who waits there, how newcomers come in, and what those see who wait.

import type { Knock, Terms } from "../protocol.ts";
import type { PartyParts, PartyState } from "../types.ts";

import { button, el, fill, find, icon } from "../ui/dom.ts";
import { isLooking, isOwner } from "./state.ts";
import { entryWord } from "./wording.ts";
import { segments } from "./room-fields.ts";
import { message } from "../ui/words.ts";

const ENTRIES = ["open", "ask", "locked"] as const;

/** What the owner decides: those who want to come in, and what is true of newcomers. */
export class Door {
  _parts: PartyParts;
  _knocks: HTMLDivElement;
  _entry: HTMLDivElement;
  _drawn = "";

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._knocks = el("div", { class: "knocks" });
    this._entry = el("div", { class: "entry" });
  }

  /** Bring it up to date, around what else an element shows. */
  update(place: HTMLElement) {
    const { party } = this._parts.state;
    if (!party) return;
    if (place.firstElementChild !== this._knocks) place.prepend(this._knocks);
    if (place.lastElementChild !== this._entry) place.append(this._entry);
    const isYours = isOwner(party) && !isLooking(party);
    this._knocks.hidden = !isYours || !party.knocks.length;
    this._entry.hidden = !isYours;
    const drawn = JSON.stringify([isYours, party.knocks, party.terms.entry]);
    if (drawn !== this._drawn) this._draw(party);
    this._drawn = drawn;
  }

  _draw({ knocks, terms }: PartyState) {
    const label = message("together.entry");
    const focused = document.activeElement;
    const had = focused instanceof HTMLElement && this._entry.contains(focused) ? focused.dataset.name : undefined;
    const choose = (entry: string) => this._parts.party.choose({ entry: entry as Required<Terms>["entry"] });
    fill(
      this._knocks,
      knocks.map((knock) => this._knock(knock)),
    );
    fill(
      this._entry,
      el("h2", {}, label),
      segments(
        label,
        ENTRIES.map((entry) => [entry, entryWord(entry)]),
        terms.entry,
        choose,
      ),
    );
    if (had) (this._entry.querySelector(`[data-name="${had}"]`) as HTMLElement | null)?.focus();
  }

  _knock({ player, name }: Knock) {
    const { party } = this._parts;
    const words = message("together.wants-in", { name });
    return el(
      "div",
      { class: "knock", role: "group", "aria-label": words },
      el("b", {}, words),
      button(message("together.admit"), () => party.admit(player), { kind: "primary" }),
      button(message("together.refuse"), () => party.admit(player, false)),
    );
  }
}

/** What a person sees who waits at the door, in the place of the board. */
export class WaitingCard {
  _text: HTMLParagraphElement;
  _element: HTMLDivElement;

  constructor(leave: () => void) {
    this._text = el("p", { class: "muted" });
    this._element = el(
      "div",
      { class: "cover waiting-card", role: "status" },
      icon("people"),
      el("b", {}, message("together.knocking")),
      this._text,
      button(message("together.stop-waiting"), leave),
    );
  }

  /** @param party null where the page shows something else */
  show(party: PartyState | null) {
    const { knocking = null } = party ?? {};
    if (!knocking) {
      this._element.remove();
      return;
    }
    this._text.textContent = message("together.knocking-text", { name: knocking.owner });
    const stage = find("stage");
    if (this._element.parentElement !== stage) stage.append(this._element);
  }
}
