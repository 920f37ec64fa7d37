// @ts-check
// Colours: the shared tokens become CSS variables, and the canvas reads the same object.

/** @import { Theme } from "./types.js" */

import { assetUrl, loadStyles } from "./dom.js";

/** @type {Record<string, Record<string, string>>} */
const NESTED = {
  hidden: { face: "hiddenFace", light: "hiddenLight", dark: "hiddenDark" },
  hint: { reason: "hintReason", safe: "hintSafe", mine: "hintMine" },
  cursor: { ring: "ring", gap: "ringGap" },
};
const FORCED = "(forced-colors: active)";
const QUERIES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", FORCED];

export class Themes {
  /**
   * Light and dark are there at once, the others come from the server when they are wanted.
   * @param {Record<string, Theme>} themes
   * @param {string[]} names
   */
  constructor(themes, names) {
    this.all = themes;
    this.names = names;
    this.onChange = () => {};
    this._choice = "system";
    /** @type {Promise<{ themes: Record<string, Theme> }> | null} */
    this._loading = null;
    /** @type {Theme | null} in the colours that the system forces on every page */
    this._forced = null;
    for (const query of QUERIES) matchMedia(query).addEventListener("change", () => this._apply());
  }

  /** The theme in use: the chosen one, or what the system asks for. */
  get name() {
    if (matchMedia(FORCED).matches) return "mono";
    if (this._choice !== "system") return this._choice;
    if (matchMedia(QUERIES[1]).matches) return "contrast";
    return matchMedia(QUERIES[0]).matches ? "dark" : "light";
  }

  get current() {
    return this._forced ?? this.all[this.name] ?? this.all.light;
  }

  /** @param {string} name */
  async choose(name) {
    this._choice = this.names.includes(name) ? name : "system";
    await this._apply();
  }

  async loadAll() {
    this._loading ??= Promise.all([fetch(assetUrl("themes.json")), loadStyles("themes.css")]).then(([answer]) =>
      answer.json(),
    );
    this.all = (await this._loading).themes;
  }

  async _apply() {
    if (!(this.name in this.all)) await this.loadAll();
    const isForced = matchMedia(FORCED).matches;
    this._forced = isForced ? (await import("./forced-colours.js")).systemTheme(this.all.mono) : null;
    const theme = this.current;
    const root = document.documentElement;
    root.dataset.theme = this.name;
    root.style.colorScheme = theme.scheme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", theme.page);
    for (const [token, value] of Object.entries(theme)) {
      if (typeof value === "string" && value.startsWith("#")) root.style.setProperty(`--${token}`, value);
      const parts = /** @type {Record<string, string>} */ (value);
      for (const [part, name] of Object.entries(NESTED[token] ?? {})) root.style.setProperty(`--${name}`, parts[part]);
    }
    this.onChange();
  }
}
