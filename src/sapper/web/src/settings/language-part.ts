// The languages to choose from: each in its own name, and in that of the language in use.

import type { Parts } from "../types.ts";

import { LanguagePreview } from "./language-preview.ts";
import { el, icon, loaded } from "../ui/dom.ts";
import { SYSTEM, browserLanguage, language, languages, loadLanguage } from "../ui/language.ts";
import { setOn } from "./rows.ts";
import { capitalized, languageName, locale, message, setting } from "../ui/words.ts";

export class LanguagePart {
  _settings;
  _themes;
  _preview = new LanguagePreview();
  _cards: Map<string, HTMLElement>;
  _follow: HTMLInputElement;
  element: HTMLElement;
  followSystem: HTMLElement;

  constructor({ settings, themes }: Pick<Parts, "settings" | "themes">) {
    this._settings = settings;
    this._themes = themes;
    this._cards = new Map(languages().map((code) => [code, this._card(code)]));
    this._follow = el("input", { type: "checkbox", class: "switch", role: "switch", "data-name": "browser-language" });
    this._follow.addEventListener("change", () => this._choose(this._follow.checked ? SYSTEM : language()));
    this.followSystem = el("label", { class: "follow" }, message("settings-page.follow-browser"), this._follow);
    this.element = el(
      "div",
      { class: "language-part" },
      el(
        "div",
        { class: "language-list", role: "group", "aria-label": setting("display", "language").title },
        ...this._cards.values(),
      ),
      this._preview.element,
      el("p", { class: "muted small" }, message("settings-page.language-note")),
    );
    this.paint();
  }

  _card(code: string) {
    const name = new Intl.DisplayNames([locale()], { type: "language" }).of(code) ?? code;
    return el(
      "button",
      { type: "button", "data-name": `language-${code}`, onclick: () => this._choose(code) },
      el("b", { lang: code }, languageName(code)),
      el("span", { class: "sub" }, capitalized(name)),
      icon("check"),
    );
  }

  /** Choose a language once its words are here: a page whose words do not come could not be read. */
  async _choose(code: string) {
    await loaded(loadLanguage(code === SYSTEM ? browserLanguage() : code));
    this._settings.set("display", "language", code === SYSTEM ? null : code);
  }

  paint() {
    this._preview.paint(this._themes.current);
  }

  refresh() {
    for (const [code, node] of this._cards) setOn(node, code === language());
    this._follow.checked = this._settings.get("display", "language") === SYSTEM;
  }
}
