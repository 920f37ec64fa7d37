// The rounds that the player took part in lately: each leads to its replay.

import type { ListedRound } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { readRounds } from "../../net/replays.ts";
import { avatar } from "../../play/people.ts";
import { ordinal } from "../../play/race-order.ts";
import { addressOf } from "../../ui/address.ts";
import { el } from "../../ui/dom.ts";
import { html, icon, nothing, render, repeat } from "../../ui/template.ts";
import { modeOf } from "../../state.ts";
import { MODE_PAGES } from "../modes/index.ts";
import { boardText, readRules } from "../wording.ts";
import { listed, locale, message, mode } from "../../ui/words.ts";

const SHOWN = 6;
const MOST_PEOPLE = 5;

export class LastRounds {
  _parts: Pick<Parts, "open" | "settings" | "themes">;
  _rounds: ListedRound[] = [];
  _stop = new AbortController();
  element = el("section", { class: "card last-rounds", hidden: true });

  constructor(parts: Pick<Parts, "open" | "settings" | "themes">) {
    this._parts = parts;
    this._load();
  }

  left() {
    this._stop.abort();
  }

  async _load() {
    this._rounds = await readRounds(SHOWN, this._stop.signal).catch(() => []); // an older server has no list
    this.paint();
  }

  paint() {
    this.element.hidden = !this._rounds.length;
    const rows = repeat(
      this._rounds,
      ({ id }) => id,
      (round) => this._row(round),
    );
    render(html`<h2>${message("round.yours")}</h2><ul>${rows}</ul>`, this.element);
  }

  _row(round: ListedRound) {
    const { settings, themes, open } = this._parts;
    const { name, winsBy } = modeOf(round);
    const own = round.seats.find((seat) => seat.is_own);
    const place = winsBy !== "team" && own?.place ? ordinal(own.place) : "";
    const when = new Date(round.ended_at).toLocaleDateString(locale(), { day: "numeric", month: "short" });
    const go = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      open("round", round.id);
    };
    return html`<li><a href=${addressOf(`/round/${round.id}`)} @click=${go}>
      ${icon(MODE_PAGES[name].icon)}
      <span class="about"><b>${mode(name).name}</b><span class="muted small">${listed([boardText(readRules(round.rules, settings), settings), when])}</span></span>
      <span class="avatars" role="img" aria-label=${listed(round.seats.map((seat) => seat.name))}>
        ${round.seats.slice(0, MOST_PEOPLE).map((seat) => avatar(themes, seat))}</span>
      <b class="place">${place || nothing}</b>${icon("next")}</a></li>`;
  }
}
