// @ts-check
// The door of a room: who waits there, how newcomers come in, and what those see who wait.

/** @import { Knock, Terms } from "./protocol.js" */
/** @import { PartyParts, PartyState } from "./types.js" */

import { button, el, fill, find, icon } from "./dom.js";
import { isLooking, isOwner } from "./party.js";
import { entryWord } from "./party-words.js";
import { segments } from "./room-fields.js";
import { message } from "./words.js";

const ENTRIES = /** @type {const} */ (["open", "ask", "locked"]);

/** What the owner decides: those who want to come in, and what is true of newcomers. */
export class Door {
  /** @param {PartyParts} parts */
  constructor(parts) {
    this._parts = parts;
    this._knocks = el("div", { class: "knocks" });
    this._entry = el("div", { class: "entry" });
    this._drawn = "";
  }

  /**
   * Bring it up to date, around what else an element shows.
   * @param {HTMLElement} place
   */
  update(place) {
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

  /** @param {PartyState} party */
  _draw({ knocks, terms }) {
    const label = message("together.entry");
    const focused = document.activeElement;
    const had = focused instanceof HTMLElement && this._entry.contains(focused) ? focused.dataset.name : undefined;
    /** @param {string} entry */
    const choose = (entry) => this._parts.party.choose({ entry: /** @type {Required<Terms>["entry"]} */ (entry) });
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
    if (had) /** @type {HTMLElement | null} */ (this._entry.querySelector(`[data-name="${had}"]`))?.focus();
  }

  /** @param {Knock} knock */
  _knock({ player, name }) {
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
  /** @param {() => void} leave */
  constructor(leave) {
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

  /** @param {PartyState | null} party null where the page shows something else */
  show(party) {
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
