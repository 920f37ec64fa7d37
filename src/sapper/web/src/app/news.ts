// News over whatever is shown: for a moment, or as long as it is true.

import { find, isNotLoaded } from "../ui/dom.ts";
import { message } from "../ui/words.ts";

const SHOWN_FOR = 5000; // ms

export class News {
  _element: HTMLElement;
  _lasting: string;
  _passing: string;
  _text: Text;
  _aside: HTMLSpanElement;
  _words: HTMLSpanElement;
  _timer = 0;
  onNotLoaded: (path: string) => void; // a part of the page did not come, of an address that was asked for

  constructor() {
    this._element = find("news");
    this._passing = this._lasting = "";
    this._text = new Text();
    this._aside = document.createElement("span");
    this._aside.ariaHidden = "true"; // it changes every second
    this._words = document.createElement("span");
    this._words.append(this._text, this._aside);
    this._element.append(this._words);
    this.onNotLoaded = () => this.showBriefly(message("page.not-loaded"));
    addEventListener("unhandledrejection", (event) => {
      if (!isNotLoaded(event.reason)) return;
      event.preventDefault();
      this.onNotLoaded(event.reason.path ?? "");
    });
  }

  /** Say something for a moment. */
  showBriefly(text: string) {
    this._passing = text;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      this._passing = "";
      this._show();
    }, SHOWN_FOR);
    this._show();
  }

  /**
   * Say something until something else is true; empty for nothing.
   * @param more what changes too often to be read aloud, and what can
   *   be done about it
   */
  set(text: string, { aside = "", button = null }: { aside?: string; button?: HTMLElement | null } = {}) {
    this._aside.textContent = aside && ` ${aside}`;
    if (text === this._lasting) return;
    this._lasting = text;
    if (!button) this._words.nextElementSibling?.remove();
    else if (!button.isConnected) this._element.append(button);
    this._show();
  }

  _show() {
    this._text.data = this._passing || this._lasting;
    this._aside.hidden = Boolean(this._passing);
    this._element.hidden = !this._text.data;
  }
}
