// Themes among the settings: those of the program and of the player, a file from elsewhere, and the editor.

import type { Parts, Theme } from "../types.ts";

import { button, el } from "../ui/dom.ts";
import { fileButton } from "../ui/text-files.ts";
import { ThemeCards } from "./theme-cards.ts";
import { ThemeEditor } from "./theme-editor.ts";
import { ownName } from "../themes/stored-themes.ts";
import { ThemeFileError, readTheme, storeThemes } from "../themes/file.ts";
import { message } from "../ui/words.ts";

export class ThemePart {
  _settings;
  _themes;
  _cards: ThemeCards;
  _editor: ThemeEditor;
  _note: HTMLParagraphElement;
  _new: HTMLButtonElement;
  element: HTMLDivElement;
  _follow: HTMLInputElement;
  followSystem: HTMLLabelElement;

  constructor({ settings, themes }: Pick<Parts, "settings" | "themes">) {
    this._settings = settings;
    this._themes = themes;
    this._cards = new ThemeCards({ settings, themes }, (name) => this._editor.open(name));
    this._editor = new ThemeEditor(
      { settings, themes },
      {
        save: (theme, before) => this._save(theme, before),
        remove: (name) => this._remove(name),
        close: () => this._close(),
      },
    );
    this._note = el("p", { class: "note", role: "status" });
    this._new = button(message("theme-editor.new"), () => this._begin(), { iconName: "palette" });
    const take = (file: string, text: string) => this._import(file, text);
    const parts = { accept: ".json,application/json", name: "theme-file", take };
    this.element = el(
      "div",
      { class: "theme-part" },
      this._cards.element,
      el("div", { class: "row" }, this._new, fileButton(message("theme-editor.import"), parts)),
      this._note,
      this._editor.element,
    );
    this._follow = el("input", { type: "checkbox", class: "switch", role: "switch", "data-name": "follow-system" });
    this._follow.addEventListener("change", () => {
      settings.set("display", "theme", this._follow.checked ? "system" : themes.name);
    });
    this.followSystem = el("label", {}, el("span", { class: "name" }, message("options.follow-system")), this._follow);
  }

  refresh() {
    this._cards.refresh();
    this._follow.checked = this._settings.get("display", "theme") === "system";
  }

  paint() {
    this._cards.paint();
    this._cards.refresh();
  }

  _begin() {
    this._note.textContent = "";
    this._editor.open(this._themes.name);
  }

  _close() {
    this._editor.close();
    this._new.focus();
  }

  /** Store a theme and use it; another name replaces the old one. */
  _save(theme: Theme, before: string) {
    const { [before]: _, ...others } = this._themes.own;
    this._store({ ...others, [ownName(theme.name)]: theme });
    this._editor.close();
    this._use(ownName(theme.name));
    this._note.textContent = message("theme-editor.saved", { theme: theme.name });
  }

  _remove(name: string) {
    const { [name]: removed, ...others } = this._themes.own;
    this._editor.close();
    this._store(others);
    if (this._settings.get("display", "theme") === name) this._use(removed.base ?? "system");
    this._note.textContent = message("theme-editor.deleted", { theme: removed.name });
    this._new.focus();
  }

  _import(file: string, text: string) {
    try {
      this._save(readTheme(text, this._themes.all), "");
    } catch (error) {
      if (!(error instanceof ThemeFileError)) throw error;
      this._note.textContent = `${file}: ${error.message}`;
    }
  }

  _store(own: Record<string, Theme>) {
    this._themes.own = own;
    storeThemes(own);
    this._cards.rebuild();
  }

  _use(name: string) {
    this._settings.set("display", "theme", name);
  }
}
