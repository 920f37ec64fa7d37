// The boards of an arena: sealed before the start, opened at the end, and a file that proves the table.

import type { PartyParts, PartyState } from "../../types.ts";

import { el, fill, icon, section } from "../../ui/dom.ts";
import { ask } from "../../net/replays.ts";
import { opens } from "../../play/seal.ts";
import { message } from "../../ui/words.ts";

interface ArenaFile {
  rules: string;
  boards: { seal: string; seed: string; salt: string }[];
}

const SHOWN = 8; // characters of a seal

/**
 * Whether each board of the file opens the seal that was shown before: worked out here, not believed. Whoever came
 * later has seen no seals, and checks those of the file.
 * @param seals that were shown
 */
export const openedSeals = ({ rules, boards }: ArenaFile, seals: readonly string[]) =>
  boards.map(({ seal, seed, salt }, at) => opens(seals.length ? (seals[at] ?? "") : seal, rules, seed, salt));

const addressOf = ({ id, round }: Pick<PartyState, "id" | "round">) => `/api/arenas/${id}/${round}`;

export class ArenaSeals {
  _state;
  _text: HTMLParagraphElement;
  _list: HTMLOListElement;
  _file: HTMLDivElement;
  _details: HTMLDetailsElement;
  element: HTMLElement;
  _shown = "";
  _seals: readonly string[] = []; // as they were shown while the arena ran
  _round = -1;

  constructor(parts: Pick<PartyParts, "state">) {
    this._state = parts.state;
    this._text = el("p", { class: "small muted" });
    this._list = el("ol", { class: "seals" });
    this._file = el("div", { class: "row" });
    this._details = el("details", {}, el("summary", {}, message("arena.seals")), this._text, this._list);
    this._details.addEventListener("toggle", () => this._open());
    this.element = section(this._file, this._details);
  }

  get _isOver() {
    const { party } = this._state;
    return Boolean(party && party.stage !== "playing" && party.result.length);
  }

  update() {
    const { party } = this._state;
    if (!party) return;
    if (party.round !== this._round) this._seals = [];
    this._round = party.round;
    if (party.seals.length) this._seals = party.seals;
    this.element.hidden = !this._seals.length && !this._isOver;
    const shown = JSON.stringify([party.id, party.round, this._seals, this._isOver]);
    if (shown === this._shown) return;
    this._shown = shown;
    this._text.textContent = this._isOver ? message("arena.seeds-text") : message("arena.seals-text");
    fill(
      this._list,
      this._seals.map((seal) => el("li", {}, sealCode(seal))),
    );
    fill(this._file, this._isOver ? saveLink(party) : null);
    this._open();
  }

  /** Show the seeds to somebody who looks at the seals after the end. */
  async _open() {
    const { party } = this._state;
    if (!party || !this._isOver || !this._details.open) return;
    const shown = this._shown;
    const file: ArenaFile | null = await ask(addressOf(party)).catch(() => null);
    if (!file || shown !== this._shown) return;
    const isOpened = openedSeals(file, this._seals);
    fill(
      this._list,
      file.boards.map(({ seal, seed }, at) =>
        el(
          "li",
          { class: isOpened[at] ? "opened" : "bad" },
          sealCode(this._seals[at] ?? seal),
          isOpened[at] ? icon("check") : null,
          el("code", { class: "muted" }, seed),
          isOpened[at] ? null : el("span", {}, message("arena.opens-not")),
        ),
      ),
    );
  }
}

const sealCode = (seal: string) => el("code", { title: seal }, seal.slice(0, SHOWN).toUpperCase());

function saveLink(party: Pick<PartyState, "id" | "round">) {
  const file = `sapper-arena-${party.round}.json`;
  return el("a", { class: "btn", href: addressOf(party), download: file }, icon("save"), message("arena.save"));
}
