// A game with the solver, which begins at once: three strengths, on the board and in the mode of the new room.

import type { Terms } from "../../protocol.ts";
import type { Strength } from "../solver-words.ts";
import type { Parts } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { html, icon, render } from "../../ui/template.ts";
import { STRENGTHS, strengthWords } from "../solver-words.ts";
import { levelText, readRules } from "../wording.ts";
import { DEFAULT_MODE, MODES } from "../../modes.ts";
import { modeOf } from "../../state.ts";
import { message, mode as modeWords } from "../../ui/words.ts";

const ICONS: Record<Strength, string> = { slow: "shield", steady: "target", fast: "bolt" };

/** The terms of a room for a player and the solver, made of those of a new room: it plays no list of boards. */
export function solverTerms(chosen: Terms): Terms {
  const { hasBoards, name } = modeOf({ mode: chosen.mode ?? DEFAULT_MODE });
  return { ...chosen, mode: hasBoards ? contest() : name, seats: 2, is_public: false, entry: "open" };
}

/** The mode that stands for one that the solver does not play: the first in which a player has a board alone. */
const contest = () => Object.values(MODES).find(({ isSecret }) => isSecret)?.name ?? DEFAULT_MODE;

export class SolverCard {
  _parts: Parts;
  _terms: () => Terms;
  element = el("section", { class: "card solver-card" });

  constructor(parts: Parts, terms: () => Terms) {
    this._parts = parts;
    this._terms = terms;
    this.update();
  }

  update() {
    const { settings } = this._parts;
    const terms = solverTerms(this._terms());
    const { level, ruleset } = readRules(terms.rules ?? "", settings);
    const what = `${modeWords(modeOf({ mode: terms.mode ?? DEFAULT_MODE }).name).name} · ${levelText(level, ruleset, settings)}`;
    render(
      html`
        <div class="top">
          <h2>${message("opponents.title")}</h2>
          <span class="muted small">${what}, ${message("opponents.at-once")}</span>
        </div>
        <div class="strengths">${STRENGTHS.map((strength) => this._row(strength))}</div>
        <p class="muted small">${message("opponents.marked")}</p>`,
      this.element,
    );
  }

  _row(strength: Strength) {
    const { name, text } = strengthWords(strength);
    const play = () => this._parts.enterParty((party) => party.hostSolver(solverTerms(this._terms()), strength));
    return html`
      <button type="button" class="strength" data-strength=${strength} @click=${play}>
        ${icon(ICONS[strength])}
        <span class="about"><b>${name}</b><small class="muted">${text}</small></span>
        <span class="go">${message("opponents.play")}</span>
      </button>`;
  }
}
