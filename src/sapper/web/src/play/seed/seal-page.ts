// What the seal promises, and after the end everything that is needed to check it elsewhere.

import type { Game } from "../../board/model.ts";
import type { Over } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { canSave } from "../../net/replays.ts";
import { page } from "../../ui/dom.ts";
import { html, icon, nothing, render } from "../../ui/template.ts";
import { head } from "../../board/widgets.ts";
import { checkCommand, opens, replayFile } from "./seal.ts";
import { action, message } from "../../ui/words.ts";

/** A text to copy, below what it is. */
const entry = (label: string, text: string, name: string) =>
  html`<p class="muted tiny">${label}</p><p class="mono tiny copied" data-name=${name}>${text}</p>`;

export class SealPage {
  name = "seal";
  _state;
  _head: HTMLElement;
  element = page();

  constructor({ state, close }: Pick<Parts, "state" | "close">) {
    this._state = state;
    this._head = head(action("seal").name, close);
  }

  update() {
    const { game, over } = this._state;
    if (!game) return;
    const isOpened = over?.game === game.id && over.seed && over.salt;
    render(
      html`
        <section class="group">
          ${this._head}
          <div class="seal">
            <p class="sentence">${message("seal.promise")}</p>
            <p class="muted">${message("seal.explanation")}</p>
            ${entry(message("seal.seal"), game.digest, "digest")}
            ${isOpened ? opened(game, over) : html`<p class="muted">${message("seal.not-yet")}</p>`}
          </div>
        </section>`,
      this.element,
    );
  }
}

function opened({ digest, rules }: Game, { seed, salt, finished_id: id }: Over) {
  if (!seed || !salt) return nothing;
  const values = { seed, seal: digest.slice(0, 4).toUpperCase() };
  return html`
    ${entry(message("seal.seed"), seed, "seed")}${entry(message("seal.salt"), salt, "salt")}
    ${
      opens(digest, rules, seed, salt)
        ? html`<p class="muted">${message("seal.opens", values)}</p>`
        : html`<p class="bad">${message("seal.does-not-open", values)}</p>`
    }
    ${id && canSave(id) ? check(id, digest, salt) : nothing}`;
}

function check(id: number, digest: string, salt: string) {
  const file = replayFile(id);
  return html`
    ${entry(message("seal.check"), checkCommand(file, digest, salt), "command")}
    <div class="two-columns">
      <a class="btn" href=${`/api/games/${id}/replay`} download=${file}>${icon("save")}${message("end.save")}</a>
      <a class="btn" href=${`/api/games/${id}`} download=${`sapper-${id}.json`}>${message("seal.save")}</a>
    </div>`;
}
