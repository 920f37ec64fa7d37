// Faces that players make: for a moment over the board, in the colour of the player.

import type { BoardView } from "../board/board-view.ts";
import type { PartyState } from "../types.ts";

import { avatar } from "../play/people.ts";
import { el } from "../ui/dom.ts";
import { html, icon, render, repeat } from "../ui/template.ts";
import { seatOf } from "./state.ts";
import { emoteOf } from "./wording.ts";
import { message } from "../ui/words.ts";

const SHOWN_FOR = 3500; // ms
const MOST = 4; // at once

interface Shown {
  key: number;
  seat: number | null;
  phrase: number;
}

export class EmoteLayer {
  _themes: { players: string[] };
  _shown: Shown[] = [];
  _next = 0;
  element = el("div", { class: "emotes", "aria-hidden": "true" }); // the chat has it for those who listen

  constructor(view: BoardView, themes: { players: string[] }) {
    this._themes = themes;
    view.canvas.parentElement?.append(this.element);
  }

  /** Show a face for a moment; a newer one of the same player takes its place. */
  show(party: PartyState, seat: number | null, phrase: number) {
    const shown = { key: this._next++, seat, phrase };
    this._shown = [...this._shown.filter((one) => one.seat !== seat), shown].slice(-MOST);
    this._render(party);
    setTimeout(() => {
      this._shown = this._shown.filter((one) => one !== shown);
      this._render(party);
    }, SHOWN_FOR);
  }

  remove() {
    this._shown = [];
    render(null, this.element);
  }

  _render(party: PartyState) {
    render(
      repeat(
        this._shown,
        ({ key }) => key,
        ({ seat, phrase }) => {
          const who = seatOf(party, seat);
          const face = emoteOf(phrase);
          const name = who?.name || message("together.watch");
          return html`<span class="emote">${who ? avatar(this._themes, who) : null}${face ? icon(face.image) : null}<b dir="auto">${name}</b></span>`;
        },
      ),
      this.element,
    );
  }
}
