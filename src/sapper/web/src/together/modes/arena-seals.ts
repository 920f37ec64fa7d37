// The boards of an arena: sealed before the start, opened at the end, and a file that proves the table.

import type { PartyParts, PartyState } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { html, icon, nothing, render } from "../../ui/template.ts";
import { ask } from "../../net/replays.ts";
import { opens } from "../../play/seed/seal.ts";
import { message } from "../../ui/words.ts";

interface ArenaFile {
  rules: string;
  boards: { seal: string; seed: string; salt: string }[];
}

const SHOWN = 8; // characters of a seal

/**
 * Whether each board of the file opens the seal that was shown before: worked out here, not believed. A player who came
 * later has seen no seals, and checks those of the file.
 * @param seals that were shown
 */
export const openedSeals = ({ rules, boards }: ArenaFile, seals: readonly string[]) =>
  boards.map(({ seal, seed, salt }, at) => opens(seals.length ? (seals[at] ?? "") : seal, rules, seed, salt));

const addressOf = ({ id, round }: Pick<PartyState, "id" | "round">) => `/api/arenas/${id}/${round}`;

export class ArenaSeals {
  _state;
  element = el("section", { class: "group" });
  _seals: readonly string[] = []; // as they were shown while the arena ran
  _round = "";
  _file: ArenaFile | null = null; // read when the seals are looked at after the end
  _isOpen = false;

  constructor(parts: Pick<PartyParts, "state">) {
    this._state = parts.state;
  }

  get _isOver() {
    const { party } = this._state;
    return Boolean(party && party.stage !== "playing" && party.result.length);
  }

  update() {
    const { party } = this._state;
    if (!party) return;
    const round = addressOf(party);
    if (round !== this._round) {
      this._seals = [];
      this._file = null;
    }
    this._round = round;
    if (party.seals.length) this._seals = party.seals;
    this.element.hidden = !this._seals.length && !this._isOver;
    this._readFile();
    render(this._view(party), this.element);
  }

  _view(party: PartyState) {
    const toggled = ({ target }: Event) => {
      this._isOpen = (target as HTMLDetailsElement).open;
      this._readFile();
    };
    return html`
      <div class="row">${this._isOver ? saveLink(party) : nothing}</div>
      <details @toggle=${toggled}>
        <summary>${message("arena.seals")}</summary>
        <p class="small muted">${this._isOver ? message("arena.seeds-text") : message("arena.seals-text")}</p>
        <ol class="seals">${this._file ? this._opened(this._file) : this._seals.map((seal) => html`<li>${sealCode(seal)}</li>`)}</ol>
      </details>`;
  }

  _opened(file: ArenaFile) {
    const isOpened = openedSeals(file, this._seals);
    return file.boards.map(
      ({ seal, seed }, at) => html`
        <li class=${isOpened[at] ? "opened" : "bad"}>
          ${sealCode(this._seals[at] ?? seal)}${isOpened[at] ? icon("check") : null}<code class="muted">${seed}</code>
          ${isOpened[at] ? null : html`<span>${message("arena.opens-not")}</span>`}
        </li>`,
    );
  }

  /** Read the seeds for a player who looks at the seals after the end. */
  async _readFile() {
    const { party } = this._state;
    if (!party || !this._isOver || !this._isOpen || this._file) return;
    const round = this._round;
    const file: ArenaFile | null = await ask(round).catch(() => null);
    if (!file || round !== this._round) return;
    this._file = file;
    this.update();
  }
}

const sealCode = (seal: string) => html`<code title=${seal}>${seal.slice(0, SHOWN).toUpperCase()}</code>`;

function saveLink(party: Pick<PartyState, "id" | "round">) {
  const file = `sapper-arena-${party.round}.json`;
  return html`<a class="btn" href=${addressOf(party)} download=${file}>${icon("save")}${message("arena.save")}</a>`;
}
