// @ts-check
// The settings as a file: saved, read again, or all of them back to the defaults.

/** @import { Parts } from "./types.js" */

import { button, el } from "./dom.js";
import { SettingsFileError, readSettings, writeSettings } from "./settings-file.js";
import { fileButton, saveFile } from "./text-files.js";
import { message } from "./words.js";

const FILE = "settings.toml";

export class SettingsData {
  /** @param {Pick<Parts, "settings" | "themes">} parts */
  constructor({ settings, themes }) {
    this._settings = settings;
    this._themes = themes;
    this._note = el("p", { class: "note", role: "status" });
    const save = () => saveFile(FILE, writeSettings(settings.chosen));
    const take = (/** @type {string} */ file, /** @type {string} */ text) => this._import(file, text);
    this.element = el(
      "div",
      { class: "settings-data" },
      el("p", { class: "muted" }, message("settings-page.data-text")),
      el(
        "div",
        { class: "row" },
        button(message("settings-page.export"), save, { iconName: "save" }),
        fileButton(message("settings-page.import"), { accept: ".toml,text/plain", name: "settings-file", take }),
        button(message("settings-page.reset-all"), () => this._reset(), { kind: "quiet" }),
      ),
      this._note,
    );
  }

  /**
   * @param {string} file
   * @param {string} text
   */
  _import(file, text) {
    try {
      const chosen = readSettings(text, this._settings.schema);
      this._settings.replace(chosen);
      const theme = String(chosen.display?.theme ?? "");
      const isMissing = theme.startsWith("own:") && !(theme in this._themes.own);
      this._note.textContent = isMissing
        ? message("settings-page.theme-missing", { file })
        : message("settings-page.imported", { file });
    } catch (error) {
      if (!(error instanceof SettingsFileError)) throw error;
      const { line, message: why } = error;
      this._note.textContent = message("settings-page.not-imported", { file, line, why });
    }
  }

  _reset() {
    this._settings.replace({});
    this._note.textContent = message("settings-page.was-reset");
  }
}
