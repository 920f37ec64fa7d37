// @ts-check
// The boards of an arena: sealed before the start, opened at the end, and a file that proves the table.

/** @import { PartyParts, PartyState } from "./types.js" */

import { el, fill, icon, section } from "./dom.js";
import { message } from "./words.js";

const SHOWN = 8; // characters of a seal

export class ArenaSeals {
  /** @param {Pick<PartyParts, "state">} parts */
  constructor(parts) {
    this._state = parts.state;
    this._text = el("p", { class: "small muted" });
    this._list = el("ol", { class: "seals" });
    this._file = el("div", { class: "row" });
    const details = el("details", {}, el("summary", {}, message("arena.seals")), this._text, this._list);
    this.element = section(this._file, details);
    this._shown = "";
  }

  update() {
    const { party } = this._state;
    this.element.hidden = !party?.seals.length;
    if (!party || this.element.hidden) return;
    const isOver = party.stage !== "playing" && party.result.length > 0;
    const shown = JSON.stringify([party.id, party.round, party.seals, isOver]);
    if (shown === this._shown) return;
    this._shown = shown;
    this._text.textContent = isOver ? message("arena.seeds-text") : message("arena.seals-text");
    fill(
      this._list,
      party.seals.map((seal) => el("li", {}, el("code", {}, seal.slice(0, SHOWN).toUpperCase()))),
    );
    fill(this._file, isOver ? saveLink(party) : null);
  }
}

/** @param {Pick<PartyState, "id" | "round">} party */
function saveLink({ id, round }) {
  const href = `/api/arenas/${id}/${round}`;
  return el(
    "a",
    { class: "btn", href, download: `arena-${id.slice(0, 8)}-${round}.json` },
    icon("save"),
    message("arena.save"),
  );
}
