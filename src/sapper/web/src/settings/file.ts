// The settings file: the settings.toml of the terminal, written and read by the page too. Of TOML it reads what such a
// file has: sections, and names with a text, a number, true, false or a list of texts.

import type { KeyConflict } from "../input/key-rules.ts";
import type { Chosen, Option, Schema, Value } from "../types.ts";

import { keyConflict, spellKey } from "../input/key-rules.ts";
import { isAllowed } from "../input/settings.ts";
import { message } from "../ui/words.ts";

interface Entry {
  section: string;
  name: string;
  value: Value | string[];
  line: number;
}

const MOST_CHARACTERS = 64 * 1024;
const NAME = /^[\w-]+$/;
const LONGEST_SHOWN = 40;

/** A file that cannot be used: the number of the line, and a sentence that says why. */
export class SettingsFileError extends Error {
  line: number;

  constructor(line: number, why: string) {
    super(why);
    this.line = line;
  }
}

/** Return the text of a settings file. */
export function writeSettings(chosen: Chosen) {
  const tables = Object.entries(chosen).filter(([, values]) => Object.keys(values).length);
  const texts = tables.map(([section, values]) => {
    const lines = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    return [`[${section}]`, ...lines].join("\n");
  });
  return `${texts.join("\n\n")}\n`;
}

/**
 * Return what a settings file chooses; throw a SettingsFileError that names the line if anything in it is wrong.
 * A value that only the terminal has is left out.
 */
export function readSettings(text: string, schema: Schema): Chosen {
  if (text.length > MOST_CHARACTERS) throw new SettingsFileError(1, message("settings-page.too-long"));
  const chosen: Chosen = {};
  const lines: Map<string, number> = new Map();
  for (const { section, name, value, line } of new Reader(text, Object.keys(schema.settings)).entries()) {
    if (lines.has(`${section}.${name}`)) throw new SettingsFileError(line, message("settings-page.twice", { name }));
    lines.set(`${section}.${name}`, line);
    const checked = check(schema, section, name, value, line);
    if (checked !== null) (chosen[section] ??= {})[name] = checked;
  }
  const conflict = keyConflict(chosen, schema);
  if (conflict) {
    const line = lines.get(`keys.${conflict.action}`) ?? lines.get("keys.profile") ?? 1;
    throw new SettingsFileError(line, conflictWords(conflict));
  }
  return chosen;
}

function conflictWords({ action, key, other, owner }: KeyConflict) {
  if (!other || !owner) return message("settings-page.key-conflict-counts", { key, action });
  return message("settings-page.key-conflict", { key, action, other, owner });
}

/** Return a value as the settings have it, null for one that is for another front end. */
function check(schema: Schema, section: string, name: string, value: Value | string[], line: number) {
  const isKeys = section === "keys" && Object.hasOwn(schema.keys.default, name);
  const option = Object.hasOwn(schema.settings[section], name) ? schema.settings[section][name] : null;
  if (!isKeys && !option) throw new SettingsFileError(line, message("settings-page.no-setting", { name }));
  const checked = isKeys ? keyList(value, line) : value;
  if (option?.elsewhere?.includes(String(value))) return null;
  if (isAllowed(schema, section, name, checked)) return checked;
  const allowed = isKeys ? message("settings-page.allowed-keys") : allowedWords(option);
  const values = { name: `${section}.${name}`, allowed, value: shown(value) };
  throw new SettingsFileError(line, message("settings-page.must-be", values));
}

/** Keys in their one spelling. */
function keyList(value: Value | string[], line: number) {
  const keys = typeof value === "string" ? [value] : value;
  if (!Array.isArray(keys)) return value;
  const spelled = keys.map((key) => {
    const found = spellKey(key);
    if (!found) throw new SettingsFileError(line, message("settings-page.no-such-key", { key: shown(key) }));
    return found;
  });
  return [...new Set(spelled)];
}

function allowedWords(option: Option | null) {
  if (option?.choices) return [...option.choices, ...(option.elsewhere ?? [])].join(", ");
  if (typeof option?.default === "boolean") return message("settings-page.allowed-switch");
  if (typeof option?.default !== "number") return message("settings-page.allowed-text");
  return message("settings-page.allowed-number", { least: option.least ?? 0, most: option.most ?? 0 });
}

function shown(value: unknown) {
  const text = JSON.stringify(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`;
}

/** Reads the lines of a file. */
class Reader {
  _text: string;
  _sections: string[];
  _at = 0;
  _section = "";

  /** @param sections that there are */
  constructor(text: string, sections: string[]) {
    this._text = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
    this._sections = sections;
  }

  *entries(): Generator<Entry> {
    for (this._skip(true); this._at < this._text.length; this._skip(true)) {
      const { _line: line } = this;
      if (this._text[this._at] === "[") this._header();
      else yield { ...this._setting(), line };
      this._endOfLine();
    }
  }

  get _line() {
    return this._text.slice(0, this._at).split("\n").length;
  }

  _fail(why: "not-toml" | "no-end"): never {
    const words = why === "no-end" ? message("settings-page.no-end") : message("settings-page.not-toml");
    throw new SettingsFileError(this._line, words);
  }

  /** Pass spaces and comments. */
  _skip(alsoLines: boolean) {
    const blank = alsoLines ? /(?:[ \t\n]|#[^\n]*)*/y : /[ \t]*(?:#[^\n]*)?/y;
    this._take(blank);
  }

  /**
   * Take what a pattern finds here; null if it finds nothing.
   * @param pattern sticky
   */
  _take(pattern: RegExp) {
    pattern.lastIndex = this._at;
    const found = pattern.exec(this._text);
    if (found) this._at = pattern.lastIndex;
    return found;
  }

  _endOfLine() {
    this._skip(false);
    if (this._at < this._text.length && this._text[this._at] !== "\n") this._fail("not-toml");
  }

  _header() {
    const name = this._take(/\[[ \t]*([^\]\n]*?)[ \t]*\]/y)?.[1] ?? this._fail("not-toml");
    const names = this._sections.join(", ");
    if (!this._sections.includes(name)) {
      throw new SettingsFileError(this._line, message("settings-page.no-section", { name, names }));
    }
    this._section = name;
  }

  _setting() {
    const found = this._take(/("?)([\w-]+)\1[ \t]*=[ \t]*/y);
    const name = found?.[2] ?? "";
    if (!NAME.test(name) || !this._section) this._fail("not-toml");
    return { section: this._section, name, value: this._value() };
  }

  _value(): Value | string[] {
    const start = this._text[this._at];
    if (start === "[") return this._list();
    if (start === '"' || start === "'") return this._string();
    const word = this._take(/[+-]?[\w.]+/y)?.[0] ?? this._fail("not-toml");
    if (word === "true" || word === "false") return word === "true";
    if (!/^[+-]?(0|[1-9](_?\d)*)$/.test(word)) this._fail("not-toml");
    return Number(word.replaceAll("_", ""));
  }

  _string() {
    const literal = this._take(/'([^'\n]*)'/y);
    if (literal) return literal[1];
    const quoted = this._take(/"(?:[^"\\\n]|\\.)*"/y)?.[0] ?? this._fail("no-end");
    const plain = quoted.replace(/\\U([0-9a-fA-F]{8})/g, (_, code) => String.fromCodePoint(parseInt(code, 16)));
    try {
      return String(JSON.parse(plain.replace(/\\e/g, "\\u001b")));
    } catch {
      return this._fail("not-toml");
    }
  }

  _list() {
    const values: string[] = [];
    this._at++;
    for (this._skip(true); this._text[this._at] !== "]"; this._skip(true)) {
      if (this._at >= this._text.length) this._fail("no-end");
      if (!/["']/.test(this._text[this._at])) this._fail("not-toml");
      values.push(this._string());
      this._skip(true);
      if (this._text[this._at] === ",") this._at++;
      else if (this._text[this._at] !== "]") this._fail(this._at < this._text.length ? "not-toml" : "no-end");
    }
    this._at++;
    return values;
  }
}
