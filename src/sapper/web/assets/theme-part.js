// @ts-check
// Themes among the settings: those of the program and of the player, a file from elsewhere, and the editor.

/** @import { Parts, Theme } from "./types.js" */

import { button, el } from "./dom.js";
import { fileButton } from "./text-files.js";
import { ThemeCards } from "./theme-cards.js";
import { ThemeEditor } from "./theme-editor.js";
import { ownName } from "./stored-themes.js";
import { ThemeFileError, readTheme, storeThemes } from "./theme-file.js";
import { message } from "./words.js";

export class ThemePart {
  /** @param {Pick<Parts, "settings" | "themes">} parts */
  constructor({ settings, themes }) {
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
    const take = (/** @type {string} */ file, /** @type {string} */ text) => this._import(file, text);
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

  /**
   * Store a theme and use it; another name replaces the old one.
   * @param {Theme} theme
   * @param {string} before
   */
  _save(theme, before) {
    const { [before]: _, ...others } = this._themes.own;
    this._store({ ...others, [ownName(theme.name)]: theme });
    this._editor.close();
    this._use(ownName(theme.name));
    this._note.textContent = message("theme-editor.saved", { theme: theme.name });
  }

  /** @param {string} name */
  _remove(name) {
    const { [name]: removed, ...others } = this._themes.own;
    this._editor.close();
    this._store(others);
    if (this._settings.get("display", "theme") === name) this._use(removed.base ?? "system");
    this._note.textContent = message("theme-editor.deleted", { theme: removed.name });
    this._new.focus();
  }

  /**
   * @param {string} file
   * @param {string} text
   */
  _import(file, text) {
    try {
      this._save(readTheme(text, this._themes.all), "");
    } catch (error) {
      if (!(error instanceof ThemeFileError)) throw error;
      this._note.textContent = `${file}: ${error.message}`;
    }
  }

  /** @param {Record<string, Theme>} own */
  _store(own) {
    this._themes.own = own;
    storeThemes(own);
    this._cards.rebuild();
  }

  /** @param {string} name */
  _use(name) {
    this._settings.set("display", "theme", name);
  }
}
