// What the seal promises, and after the end everything that is needed to check it elsewhere.

import type { Over } from "../protocol.ts";
import type { Parts } from "../types.ts";

import { el, fill, icon, page, section } from "../ui/dom.ts";
import { head } from "../board/widgets.ts";
import { checkCommand, opens, replayFile } from "./seal.ts";
import { action, message } from "../ui/words.ts";

/** A text to copy, below what it is. */
const entry = (label: string, text: string, name: string) => [
  el("p", { class: "muted tiny" }, label),
  el("p", { class: "mono tiny copied", "data-name": name }, text),
];

export class SealPage {
  name = "seal";
  _state;
  _body: HTMLDivElement;
  _shown = "";
  element: HTMLDivElement;

  constructor({ state, close }: Pick<Parts, "state" | "close">) {
    this._state = state;
    this._body = el("div", { class: "seal" });
    this.element = page(section(head(action("seal").name, close), this._body));
    this.update();
  }

  update() {
    const { game, over } = this._state;
    const shown = JSON.stringify([game?.digest, over?.game, over?.seed, over?.finished_id]);
    if (!game || shown === this._shown) return;
    this._shown = shown;
    const isOpened = over?.game === game.id && over.seed && over.salt;
    fill(
      this._body,
      el("p", { class: "sentence" }, message("seal.promise")),
      el("p", { class: "muted" }, message("seal.explanation")),
      entry(message("seal.seal"), game.digest, "digest"),
      isOpened ? this._opened(over) : el("p", { class: "muted" }, message("seal.not-yet")),
    );
  }

  _opened({ seed, salt, finished_id: id }: Over) {
    const { game } = this._state;
    if (!game || !seed || !salt) return [];
    const isTrue = opens(game.digest, game.rules, seed, salt);
    const values = { seed, seal: game.digest.slice(0, 4).toUpperCase() };
    return [
      ...entry(message("seal.seed"), seed, "seed"),
      ...entry(message("seal.salt"), salt, "salt"),
      isTrue
        ? el("p", { class: "muted" }, message("seal.opens", values))
        : el("p", { class: "bad" }, message("seal.does-not-open", values)),
      ...(id ? this._check(id, salt) : []),
    ];
  }

  _check(id: number, salt: string) {
    const file = replayFile(id);
    return [
      ...entry(message("seal.check"), checkCommand(file, this._state.game?.digest ?? "", salt), "command"),
      el(
        "div",
        { class: "two-columns" },
        el("a", { class: "btn", href: `/api/games/${id}/replay`, download: file }, icon("save"), message("end.save")),
        el("a", { class: "btn", href: `/api/games/${id}`, download: `sapper-${id}.json` }, message("seal.save")),
      ),
    ];
  }
}
