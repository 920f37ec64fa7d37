// What stands in place of a board that could not be loaded yet: the server is gone, and when it is tried again.

import type { Cover } from "../cover.ts";

import { IS_STATIC } from "../../ui/address.ts";
import { message } from "../../ui/words.ts";
import { button, el, icon } from "../../ui/dom.ts";

/** A button that tries again. No key that presses it means anything to what is behind it. */
export function tryNow(label: string, run: () => void) {
  const node = button(label, run);
  node.addEventListener("keydown", (event) => event.stopPropagation());
  return node;
}

export class OfflineCard {
  _tryNow: () => void;
  _playAlone: () => void;
  _title: HTMLElement;
  _text: HTMLParagraphElement;
  _element: HTMLElement | null = null;

  constructor(tryNow: () => void, playAlone: () => void) {
    this._tryNow = tryNow;
    this._playAlone = playAlone;
    this._title = el("b");
    this._text = el("p", { class: "muted" });
  }

  /** Other words: it is made again when it is shown. */
  forget() {
    this._element?.remove();
    this._element = null;
  }

  /** Show it on the stage with the words of a cover, or take it away. */
  show(stage: HTMLElement, cover: Cover | null) {
    if (!cover) {
      this._element?.remove();
      return;
    }
    this._element ??= this._make(cover);
    this._title.textContent = cover.title;
    this._text.textContent = cover.text;
    if (this._element.parentElement !== stage) stage.append(this._element);
  }

  _make(cover: Cover) {
    const again = tryNow(cover.button, this._tryNow);
    return el(
      "div",
      { class: "cover offline-card", role: "status" },
      icon(cover.icon),
      this._title,
      this._text,
      again,
      IS_STATIC ? null : tryNow(message("local.play"), this._playAlone),
    );
  }
}
