// The page of the panel while a draft is drawn: the marks, what follows from them, and what can be done with them.

import type { Draft } from "./draft.ts";
import type { Draft as Followed } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import type { Game } from "../../board/model.ts";
import { said } from "../../board/phrases.ts";
import { sentence } from "../../board/widgets.ts";
import { button, el, fill, icon, loadIcons, page, section, spacer } from "../../ui/dom.ts";
import { action, capitalized, listed, message } from "../../ui/words.ts";

export class DraftPage {
  name = "draft";
  element: HTMLDivElement;
  _parts: Parts;
  _draft: Draft;
  _shown = "";

  constructor(parts: Parts, draft: Draft) {
    loadIcons("icons-more.svg").catch(() => {}); // the head has its words as well
    this._parts = parts;
    this._draft = draft;
    this.element = page();
    this.element.classList.add("advice", "draft");
  }

  update() {
    const { state, settings, themes } = this._parts;
    const { game } = state;
    if (!game) return;
    const { marks, followed } = this._draft;
    const keys = settings.keyMap.label("draft");
    const shown = JSON.stringify([
      game.id,
      [...marks],
      followed,
      state.error,
      keys,
      message("draft.title"),
      themes.current.name,
    ]);
    if (shown === this._shown) return;
    this._shown = shown;
    fill(this.element, this._head(game), followed ? this._steps(game, followed) : null, spacer(), this._foot());
  }

  _head(game: Game) {
    const { state, run, settings } = this._parts;
    const { marks, followed } = this._draft;
    const key = (name: string) => settings.keyMap.label(name);
    const clashes = this._draft.clashes(game).map((index) => game.name(index));
    const plain = clashes.length ? message("draft.clash", { squares: listed(clashes) }) : message("draft.about");
    const buttons = [
      button(capitalized(action("draft-follow").short), () => run("draft-follow"), {
        kind: "primary",
        key: key("draft-follow"),
      }),
      button(capitalized(action("draft-clear").short), () => run("draft-clear"), { key: key("draft-clear") }),
      button(capitalized(action("draft-flags").short), () => run("draft-flags"), { key: key("draft-flags") }),
    ];
    buttons[0].hidden = followed !== null;
    for (const one of buttons) one.disabled = !marks.size;
    buttons[2].hidden = game.choices.flags === "off";
    return section(
      el(
        "div",
        { class: "head" },
        icon("edit"),
        el("h2", {}, message("draft.title")),
        spacer(),
        el("span", { class: "muted small" }, message("draft.marks", { count: marks.size })),
      ),
      followed ? this._result(game, followed) : el("p", { class: clashes.length ? "error" : "muted" }, plain),
      state.error ? el("p", { class: "error small" }, state.error) : null,
      el(
        "div",
        { class: "row" },
        buttons,
        button(message("draft.done"), () => run("draft"), { kind: "quiet", key: "Esc" }),
      ),
    );
  }

  _result(game: Game, followed: Followed) {
    const { clash, refuted, is_mine: isMine } = followed;
    const cells = { reason: clash, ...(typeof refuted === "number" && { [isMine ? "mine" : "safe"]: [refuted] }) };
    const square = typeof refuted === "number" ? game.name(refuted) : "";
    const play = isMine ? message("draft.flag", { square }) : message("odds.open", { square });
    return el(
      "div",
      { class: "draft-result" },
      clash?.length ? el("h3", { class: "bad" }, message("draft.cannot-be")) : null,
      sentence(game, said(followed), cells),
      square ? button(play, () => this._draft.conclude(followed), { kind: "primary" }) : null,
    );
  }

  _steps(game: Game, { steps }: Followed) {
    const lines = steps.map((step, at) => {
      const cells = { reason: step.numbers, [step.safe ? "safe" : "mine"]: step.cells };
      return el("li", {}, el("span", { class: "draft-step" }, String(at + 1)), sentence(game, said(step), cells));
    });
    return lines.length ? section(el("ol", { class: "draft-steps" }, lines)) : null;
  }

  _foot() {
    const { keyMap } = this._parts.settings;
    const keys = [
      ["draft", action("draft").short],
      ["mark", message("draft.if-mine")],
      ["open", message("draft.if-safe")],
      ["draft-follow", action("draft-follow").short],
    ].map(([name, words]) => [el("kbd", {}, keyMap.label(name)), el("span", {}, words)]);
    return el(
      "section",
      { class: "group" },
      el("p", { class: "muted small" }, message("draft.note")),
      el("div", { class: "keys" }, keys),
    );
  }
}
