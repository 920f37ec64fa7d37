// How others come into a room: its link to copy or share, and its code to read aloud.

import type { PartyParts, PartyState } from "../types.ts";

import { button, el, icon } from "../ui/dom.ts";
import { partyLink, spacedCode, watchLink } from "./state.ts";
import { partyName } from "./wording.ts";
import { message, pieces } from "../ui/words.ts";

const COPIED_FOR = 2000; // ms

export class Invite {
  _state;
  _link: HTMLInputElement;
  _text: HTMLParagraphElement;
  _code: HTMLElement;
  _codeText: HTMLParagraphElement;
  _copy: HTMLButtonElement;
  _watch: HTMLButtonElement;
  _timer = 0;
  element: HTMLElement;

  constructor({ state }: Pick<PartyParts, "state">) {
    this._state = state;
    this._link = el("input", { class: "field link", readonly: true, "aria-label": message("together.link") });
    this._link.addEventListener("focus", () => this._link.select());
    this._text = el("p", { class: "muted small" });
    this._code = el("b", { class: "code" });
    this._codeText = el("p", { class: "muted small by-code" }, pieces("together.code-text", { code: this._code }));
    this._copy = button(message("together.copy"), () => this.copy(), { iconName: "copy" });
    this._copy.classList.add("copy");
    this._watch = button(message("watching.link"), () => this.copyWatch(), { kind: "quiet" });
    this._watch.classList.add("watch-link");
    const canShare = typeof navigator.share === "function";
    this.element = el(
      "section",
      { class: "card invite", "aria-label": message("together.invite") },
      el("span", { class: "party-badge" }, icon("link")),
      el("div", { class: "words" }, el("h2", {}, message("together.send-link")), this._text, this._codeText),
      this._link,
      el(
        "div",
        { class: "buttons" },
        canShare ? button(message("together.share"), () => this.share(), { iconName: "share" }) : null,
        this._copy,
      ),
      this._watch,
    );
    this.update();
  }

  update() {
    const { party } = this._state;
    if (!party) return;
    const link = partyLink(party.id);
    if (this._link.value !== link) this._link.value = link;
    this._text.textContent = inviteText(party);
    this._watch.hidden = !party.terms.can_watch;
    this._code.textContent = spacedCode(party.code);
    this._codeText.hidden = !party.code;
  }

  /** Copy the link for those who only watch. */
  async copyWatch() {
    const { party } = this._state;
    if (party)
      await navigator.clipboard.writeText(watchLink(party.id)).then(
        () => this._watch.replaceChildren(message("together.copied")),
        () => {},
      );
  }

  /** Copy the link; return whether that was possible. */
  async copy() {
    const { party } = this._state;
    if (!party) return false;
    try {
      await navigator.clipboard.writeText(partyLink(party.id));
    } catch {
      this._link.select(); // the player copies it by hand
      return false;
    }
    this._say(message("together.copied"));
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._say(message("together.copy")), COPIED_FOR);
    return true;
  }

  /** Hand the link to the system, or copy it where that is not possible; return whether it was copied. */
  async share() {
    const { party } = this._state;
    if (!party) return false;
    if (typeof navigator.share !== "function") return this.copy();
    const text = message("together.share-text", { room: partyName(party) });
    await navigator.share({ text, url: partyLink(party.id) }).catch(() => {}); // the player may think better of it
    return false;
  }

  _say(words: string) {
    this._copy.lastChild?.replaceWith(words);
  }
}

/** What happens to those who open the link. */
function inviteText({ terms }: PartyState) {
  if (terms.entry === "ask") return message("together.send-text-ask");
  return terms.entry === "locked" ? message("together.send-text-locked") : message("together.send-text");
}
