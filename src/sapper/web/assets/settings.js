// What the player chose, kept by the browser. The server's schema says which settings there are and what they may be.

import { KeyMap } from "./keys.js";

const KEY = "sapper.settings";

export class Settings {
  constructor(schema) {
    this.schema = schema;
    this.onChange = () => {};
    this._chosen = read();
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return; // another tab changed something
      this._chosen = read();
      this.onChange("storage", "");
    });
  }

  option(section, name) {
    return this.schema.settings[section][name];
  }

  get(section, name) {
    const chosen = this._chosen[section]?.[name];
    return chosen === undefined ? this.option(section, name)?.default : chosen;
  }

  given(section) {
    return { ...this._chosen[section] };
  }

  /** Set a value; null goes back to the default. */
  set(section, name, value) {
    const values = this.given(section);
    if (value === null) delete values[name];
    else values[name] = value;
    this._chosen = { ...this._chosen, [section]: values };
    try {
      localStorage.setItem(KEY, JSON.stringify(this._chosen));
    } catch {
      // a browser that keeps nothing still plays
    }
    this.onChange(section, name);
  }

  /** The controls of a ruleset, with the player's own choices on top. */
  controls(ruleset) {
    const usual = Object.entries(this.schema.settings.controls).map(([name, option]) => [name, option.default]);
    return { ...Object.fromEntries(usual), ...this.schema.rulesets[ruleset]?.controls, ...this.given("controls") };
  }

  get keyMap() {
    const profile = this.get("keys", "profile");
    const { profile: _, ...own } = this.given("keys");
    return new KeyMap(profile, { ...this.schema.keys[profile], ...own });
  }

  // -- The next game

  get ruleset() {
    return this.get("game", "ruleset");
  }

  /** A rule of the next game: the player's choice, or what the ruleset has. */
  rule(name) {
    const own = this._ownRules()[name];
    const usual = this._usualRule(name);
    return own === undefined ? usual : typeof usual === "boolean" ? own === "on" : own;
  }

  /** Choose a rule; what the ruleset has anyway is not written down. */
  setRule(name, value) {
    const own = this._ownRules();
    delete own[name];
    if (value !== this._usualRule(name)) {
      own[name] = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
    }
    const words = Object.entries(own).map(([rule, text]) => `${rule}=${text}`);
    this.set("game", "rules", words.length ? words.join(" ") : null);
  }

  _usualRule(name) {
    return this.schema.rulesets[this.ruleset].choices[name] ?? this.schema.choices[name];
  }

  /** Another ruleset decides its own details again. */
  setRuleset(name) {
    this.set("game", "rules", null);
    this.set("game", "ruleset", name);
  }

  _ownRules() {
    const words = this.get("game", "rules").split(" ").filter(Boolean);
    return Object.fromEntries(words.map((word) => word.split("=")));
  }

  /** The rules of the next game as the server reads them. */
  get rules() {
    const grade = this.get("game", "no-guess");
    const layout = grade === "off" ? "" : grade === "full" ? "layout=no-guess" : `layout=no-guess-${grade}`;
    return [this.ruleset, this.get("game", "level"), layout, this.get("game", "rules")].filter(Boolean).join(" ");
  }

  /** The size of a level by its name, in a ruleset. */
  levelSize(level, ruleset = this.ruleset) {
    const text = this.schema.rulesets[ruleset].levels?.[level] ?? this.schema.levels[level] ?? level;
    const [, width, height, mines] = /^(\d+)x(\d+)\/(\d+)$/.exec(text) ?? [];
    return { width: Number(width), height: Number(height), mines: Number(mines) };
  }

  /** The name of a size, if it has one. */
  levelName({ width, height, mines }, ruleset = this.ruleset) {
    const known = { ...this.schema.levels, ...this.schema.rulesets[ruleset]?.levels };
    const found = Object.entries(known).find(([, size]) => size === `${width}x${height}/${mines}`);
    return found ? titleCase(found[0].split("-")[0]) : "Custom";
  }
}

export const titleCase = (word) => word.charAt(0).toUpperCase() + word.slice(1);

function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return stored && typeof stored === "object" ? stored : {};
  } catch {
    return {};
  }
}
