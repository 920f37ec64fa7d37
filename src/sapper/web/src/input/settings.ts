// What the player chose, stored by the browser. The schema says which settings there are and what they may be.

import type { Chosen, Controls, LevelSize, Option, Schema, Value } from "../types.ts";

import { KeyMap } from "./keys.ts";
import { parseSize } from "../state.ts";
import { SYSTEM } from "../ui/language.ts";
import { level as levelWord } from "../ui/words.ts";

const KEY = "sapper.settings";

/** The levels that have a card and a key of their own. */
export const LEVELS = ["beginner", "intermediate", "expert"];

/** The scheme of taps before the player has chosen one. */
export const USUAL_SCHEME = "switch";

export class Settings {
  schema: Schema;
  onChange: (section: string, name: string) => void = () => {};
  _chosen: Chosen;
  changes = 0; // how often something changed: what shows settings compares it
  _keyMap: KeyMap | null = null;

  constructor(schema: Schema) {
    this.schema = schema;
    this._chosen = read(schema);
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return; // another tab changed something
      this._take(read(schema), "storage", "");
    });
  }

  option(section: string, name: string) {
    return this.schema.settings[section][name];
  }

  /** @returns the option says of which type it is */
  get(section: string, name: string): any {
    const chosen = this._chosen[section]?.[name];
    if (chosen !== undefined) return chosen;
    // the old games lay their boards at random
    if (section === "game" && name === "no-guess") return this.schema.rulesets[this.ruleset]?.["no-guess"] ?? "off";
    return this.option(section, name)?.default;
  }

  given(section: string) {
    return { ...this._chosen[section] };
  }

  /** Set a value; null goes back to the default. */
  set(section: string, name: string, value: Value | null) {
    const values = this.given(section);
    if (value === null) delete values[name];
    else values[name] = value;
    this._store({ ...this._chosen, [section]: values }, section, name);
  }

  /** Everything that was chosen, by sections. */
  get chosen() {
    return Object.fromEntries(Object.entries(this._chosen).map(([section, values]) => [section, { ...values }]));
  }

  /** Choose everything at once; what is left out goes back to its default. */
  replace(chosen: Chosen) {
    this._store(chosen, "storage", "");
  }

  /** Go back to the defaults of some settings. */
  reset(section: string, names: string[]) {
    const left = Object.entries(this.given(section)).filter(([name]) => !names.includes(name));
    this._store({ ...this._chosen, [section]: Object.fromEntries(left) }, "storage", "");
  }

  _store(chosen: Chosen, section: string, name: string) {
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // a browser that stores nothing still plays
    }
    this._take(chosen, section, name);
  }

  _take(chosen: Chosen, section: string, name: string) {
    this._chosen = chosen;
    this._keyMap = null;
    this.changes++;
    this.onChange(section, name);
  }

  /** The controls of a ruleset, with the player's own choices on top. */
  controls(ruleset: string): Controls {
    const usual = Object.entries(this.schema.settings.controls).map(([name, option]) => [name, option.default]);
    return { ...Object.fromEntries(usual), ...this.schema.rulesets[ruleset]?.controls, ...this.given("controls") };
  }

  /**
   * The controls of a room, in whose rounds players are not asked how a tap works: until it is chosen, a finger has the switch.
   */
  roomControls(ruleset: string): Controls {
    return { ...this.controls(ruleset), touch: String(this.given("controls").touch ?? USUAL_SCHEME) };
  }

  get keyMap() {
    if (!this._keyMap) {
      const profile = this.get("keys", "profile");
      this._keyMap = new KeyMap(profile, { ...profileKeys(this.schema, profile), ...ownKeys(this._chosen) });
    }
    return this._keyMap;
  }

  // -- The next game

  get ruleset(): string {
    return this.get("game", "ruleset");
  }

  /** A rule of the next game: the player's choice, or what the ruleset has. */
  rule(name: string) {
    const own = this._ownRules()[name];
    const usual = this._usualRule(name);
    if (own === undefined) return usual;
    if (typeof usual === "boolean") return own === "on";
    if (typeof usual === "number") return Number(own);
    return Array.isArray(usual) ? own.split(",") : own;
  }

  /** Choose a rule; what the ruleset has anyway is not stored. */
  setRule(name: string, value: Value | string[]) {
    const own = this._ownRules();
    delete own[name];
    if (String(value) !== String(this._usualRule(name))) {
      own[name] = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
    }
    const words = Object.entries(own).map(([rule, text]) => `${rule}=${text}`);
    this.set("game", "rules", words.length ? words.join(" ") : null);
  }

  _usualRule(name: string, ruleset = this.ruleset) {
    return this.schema.rulesets[ruleset]?.choices[name] ?? this.schema.choices[name];
  }

  /** Whether the player chose a rule that the ruleset has otherwise. */
  isOwn(name: string) {
    return Object.hasOwn(this._ownRules(), name);
  }

  /** The rules of a game with or without question marks. */
  withMarks(rules: string, isOn: boolean) {
    const words = rules.split(" ").filter((word) => !word.startsWith("questions="));
    if (isOn !== this._usualRule("questions", words[0])) words.push(`questions=${isOn ? "on" : "off"}`);
    return words.join(" ");
  }

  /** Another ruleset decides its own details again. */
  setRuleset(name: string) {
    this.set("game", "rules", null);
    this.set("game", "ruleset", name);
  }

  _ownRules(): Record<string, string> {
    const words = this.get("game", "rules").split(" ").filter(Boolean);
    return Object.fromEntries(words.map((word: string) => word.split("=")));
  }

  /** The rules of the next game as the server reads them. */
  get rules() {
    return this.rulesOf(this.get("game", "level"));
  }

  /** The rules of a new game of a level. */
  rulesOf(level: string) {
    const layout = layoutRule(this.get("game", "no-guess"));
    return [this.ruleset, level, layout, this.get("game", "rules")].filter(Boolean).join(" ");
  }

  /** The size that was typed last, whatever was played since. */
  get customSize() {
    const own = parseSize(this.get("game", "level")) ?? parseSize(this.get("game", "custom"));
    return own ?? this.levelSize(this.get("game", "level"));
  }

  /** The size of a level by its name, in a ruleset. */
  levelSize(level: string, ruleset = this.ruleset): LevelSize {
    const text = this.schema.rulesets[ruleset].levels[level] ?? this.schema.levels[level] ?? level;
    return parseSize(text) ?? { width: 0, height: 0, mines: 0 };
  }

  /** The name of a size, if it has one. */
  levelName({ width, height, mines }: LevelSize, ruleset = this.ruleset) {
    const known = { ...this.schema.levels, ...this.schema.rulesets[ruleset]?.levels };
    const found = Object.entries(known).find(([, size]) => size === `${width}x${height}/${mines}`);
    return levelWord(found ? found[0].split("-")[0] : "custom");
  }
}

/** Return the rule that asks for a grade; empty for random boards, which every ruleset has. */
export const layoutRule = (grade: string) =>
  grade === "off" ? "" : grade === "full" ? "layout=no-guess" : `layout=no-guess-${grade}`;

function read(schema: Schema) {
  try {
    return validated(JSON.parse(localStorage.getItem(KEY) ?? "{}"), schema);
  } catch {
    return {};
  }
}

/** Return the language that was chosen, before there is a schema that says what may be chosen. */
export function storedLanguage(): string {
  try {
    return String(JSON.parse(localStorage.getItem(KEY) ?? "{}").display?.language ?? SYSTEM);
  } catch {
    return SYSTEM;
  }
}

export const profileKeys = ({ keys }: Schema, profile: string) => ({ ...keys.default, ...keys[profile] });

export function ownKeys(chosen: Chosen): Record<string, string[]> {
  const { profile: _, ...own } = (chosen.keys ?? {}) as Record<string, any>;
  return own;
}

/** Return the stored values that the schema allows; anything else falls back to its default. */
export function validated(stored: unknown, schema: Schema) {
  const valid: Chosen = {};
  for (const [section, values] of entries(stored)) {
    for (const [name, value] of entries(values)) {
      if (isAllowed(schema, section, name, value)) (valid[section] ??= {})[name] = value;
    }
  }
  return valid;
}

const entries = (value: unknown): [string, any][] =>
  value && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];

export function isAllowed(schema: Schema, section: string, name: string, value: unknown) {
  const options = Object.hasOwn(schema.settings, section) ? schema.settings[section] : {};
  const option = Object.hasOwn(options, name) ? options[name] : null;
  if (section === "keys" && !option) return isKeyList(schema, name, value);
  if (!option || !fits(option, value)) return false;
  if (section !== "game" || typeof value !== "string") return true;
  if (name === "ruleset") return Object.hasOwn(schema.rulesets, value);
  if (name === "level") return Object.hasOwn(schema.levels, value) || parseSize(value) !== null;
  if (name === "custom") return value === "" || parseSize(value) !== null;
  if (name === "rules") return value.split(" ").every((word) => isRule(schema, word));
  return true;
}

function fits(option: Option, value: unknown) {
  if (typeof value !== typeof option.default) return false;
  if (option.own && isOwn(String(value))) return true;
  if (option.choices) return option.choices.includes(String(value));
  if (typeof value !== "number") return true;
  return Number.isInteger(value) && value >= (option.least ?? value) && value <= (option.most ?? value);
}

/** Whether a value names something of the player's own, such as own:my-forest. */
const isOwn = (value: string) => /^own:[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u.test(value) && value === value.toLowerCase();

/** The player's own keys of an action. */
const isKeyList = (schema: Schema, name: string, value: unknown) =>
  Object.hasOwn(schema.keys.default, name) && Array.isArray(value) && value.every((key) => typeof key === "string");

function isRule(schema: Schema, word: string) {
  const [name, value, ...rest] = word.split("=");
  return word === "" || (Object.hasOwn(schema.choices, name) && Boolean(value) && !rest.length);
}
