// Colours: the shared tokens become CSS variables, and the canvas reads the same object.

import type { Theme } from "../types.ts";

import { fetchAsset, loadStyles } from "../ui/dom.ts";

const NESTED: Record<string, Record<string, string>> = {
  hidden: { face: "hiddenFace", light: "hiddenLight", dark: "hiddenDark" },
  hint: { reason: "hintReason", safe: "hintSafe", mine: "hintMine" },
  cursor: { ring: "ring", gap: "ringGap" },
};
const FORCED = "(forced-colors: active)";
const QUERIES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", FORCED];

export class Themes {
  all: Record<string, Theme>;
  names: string[];
  own: Record<string, Theme> = {};
  onChange = () => {};
  _choice = "system";
  _draft: Theme | null = null; // one that is being edited
  _loading: Promise<{ themes: Record<string, Theme> }> | null = null;
  _forced: Theme | null = null; // in the colours that the system forces on every page

  /**
   * Light and dark are there at once, the others come from the server when they are wanted. The player's own ones are
   * stored in the browser.
   */
  constructor(themes: Record<string, Theme>, names: string[]) {
    this.all = themes;
    this.names = names;
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
    return this._forced ?? this._draft ?? this.find(this.name) ?? this.all.light;
  }

  /** The colours of people who play together; a theme of the player may have none of its own. */
  get players() {
    const { players, scheme } = this.current;
    return players ?? this.all[scheme].players ?? [];
  }

  find(name: string) {
    return this.own[name] ?? this.all[name];
  }

  /** Use a theme by its name; one that does not exist follows the system. */
  async choose(name: string) {
    if (name.startsWith("own:")) await this.loadOwn();
    this._choice = this.names.includes(name) || name in this.own ? name : "system";
    await this._apply();
  }

  /** Show a theme that is not chosen, or no longer. */
  async preview(draft: Theme | null) {
    this._draft = draft;
    await this._apply();
  }

  /** Load the themes of the program and of the player. */
  async loadAll() {
    this._loading ??= Promise.all([fetchAsset("themes.json"), loadStyles("themes.css")]).then(([answer]) =>
      answer.json(),
    );
    this._loading.catch(() => {
      this._loading = null; // the next one tries again
    });
    const [{ themes }] = await Promise.all([this._loading, this.loadOwn()]);
    this.all = themes;
  }

  async loadOwn() {
    this.own = (await import("./stored-themes.ts")).storedThemes();
  }

  async _apply() {
    const isForced = matchMedia(FORCED).matches;
    if (isForced || (!this._draft && !this.find(this.name))) await this.loadAll();
    this._forced = isForced ? (await import("./forced-colours.ts")).systemTheme(this.all.mono) : null;
    const theme = this.current;
    const root = document.documentElement;
    root.dataset.theme = theme.base ?? this.name; // an own theme has the frame of the one that it began with
    if (theme.base) await loadStyles("themes.css");
    root.style.colorScheme = theme.scheme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.setAttribute("content", theme.page);
    for (const [token, value] of Object.entries(theme)) {
      if (typeof value === "string" && value.startsWith("#")) root.style.setProperty(`--${token}`, value);
      const parts = value as Record<string, string>;
      for (const [part, name] of Object.entries(NESTED[token] ?? {})) root.style.setProperty(`--${name}`, parts[part]);
    }
    this.onChange();
  }
}
