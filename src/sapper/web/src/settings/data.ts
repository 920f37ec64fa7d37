// The settings as a file: saved, read again, or all of them back to the defaults.

import type { Parts } from "../types.ts";

import { button, el } from "../ui/dom.ts";
import { SettingsFileError, readSettings, writeSettings } from "./file.ts";
import { fileButton, saveFile } from "../ui/text-files.ts";
import { message } from "../ui/words.ts";

const FILE = "settings.toml";

export class SettingsData {
  _settings;
  _themes;
  _note: HTMLParagraphElement;
  element: HTMLDivElement;

  constructor({ settings, themes }: Pick<Parts, "settings" | "themes">) {
    this._settings = settings;
    this._themes = themes;
    this._note = el("p", { class: "note", role: "status" });
    const save = () => saveFile(FILE, writeSettings(settings.chosen));
    const take = (file: string, text: string) => this._import(file, text);
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

  _import(file: string, text: string) {
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
