// Theme files: the colours of players, read and written as display/theme_files.py does. docs/themes.md has the format.

import type { Theme } from "../types.ts";

import { COLOURS, SCHEMES, STYLE_MOST, STYLE_WORDS, ownName, store } from "./stored-themes.ts";
import { message } from "../ui/words.ts";

type Tokens = Record<string, any>;

const MARK = "sapper-theme";
const VERSION = 1;
const MOST_CHARACTERS = 64 * 1024;
const LONGEST_NAME = 40;

const LISTS = ["number", "players"];
const OF_A_BASE = ["players"]; // what files may have, and the editor does not change

/** A file that is no theme: its message is a sentence that says why. */
export class ThemeFileError extends Error {}

/** Return a theme with one colour changed. */
export function withColour(theme: Theme, token: string, colour: string): Theme {
  const [name, part] = token.split(".");
  const value = (theme as Tokens)[name];
  if (!part) return { ...theme, [name]: colour };
  if (!Array.isArray(value)) return { ...theme, [name]: { ...value, [part]: colour } };
  return { ...theme, [name]: value.map((own, place) => (place === Number(part) - 1 ? colour : own)) };
}

/** Return the text of a theme file. */
export function writeTheme(theme: Theme) {
  const { name, base, scheme, style, ...others } = theme as Tokens;
  const known = new Set([...Object.values(COLOURS).flat(), ...OF_A_BASE].map((token) => token.split(".")[0]));
  const colours = Object.fromEntries(Object.entries(others).filter(([token]) => known.has(token)));
  return `${JSON.stringify({ [MARK]: VERSION, name, base, scheme, style, ...colours }, null, 2)}\n`;
}

/**
 * Return the theme of a file; throw a ThemeFileError if it is none. What it leaves out is taken from its base.
 * @param themes those of the program
 */
export function readTheme(text: string, themes: Record<string, Theme>) {
  if (text.length > MOST_CHARACTERS) throw new ThemeFileError(message("theme-file.too-long"));
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new ThemeFileError(message("theme-file.not-json"));
  }
  if (!isTable(given) || given[MARK] !== VERSION) throw new ThemeFileError(message("theme-file.not-theme"));
  const { name, scheme } = given;
  const isName = typeof name === "string" && /^\P{C}{1,40}$/u.test(name) && ownName(name) !== "own:";
  if (!isName) throw new ThemeFileError(message("theme-file.no-name"));
  const base = given.base ?? (scheme === "light" ? "light" : "dark");
  mustBeOneOf("base", base, Object.keys(themes));
  const { ansi: _, ...usual } = themes[base] as Tokens;
  return { ...usual, ...tokens(given, usual), base } as Theme;
}

function tokens(given: Tokens, usual: Tokens) {
  const own: Tokens = {};
  for (const [token, value] of Object.entries(given)) {
    if (token === MARK || token === "base") continue;
    if (token === "name") own.name = value;
    else if (token === "scheme") mustBeOneOf(token, (own.scheme = value), SCHEMES);
    else if (token === "style") own.style = { ...usual.style, ...style(value, usual.style) };
    else if (LISTS.includes(token)) own[token] = list(token, value);
    else if (!Object.hasOwn(usual, token)) unknown(token);
    else own[token] = isTable(usual[token]) ? colourTable(token, value, usual[token]) : colour(token, value);
  }
  return own;
}

const isTable = (value: unknown): value is Tokens =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function unknown(token: string): never {
  throw new ThemeFileError(message("theme-file.unknown", { token: token.slice(0, LONGEST_NAME) }));
}

function colour(token: string, value: unknown): string {
  if (typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase();
  throw new ThemeFileError(message("theme-file.must-colour", { token, value: shown(value) }));
}

function list(token: string, value: unknown) {
  if (!Array.isArray(value) || value.length !== 8) throw new ThemeFileError(message("theme-file.must-list", { token }));
  return value.map((own, place) => colour(`${token}.${place + 1}`, own));
}

/** The parts of a token that has several. */
function parts(token: string, value: unknown, usual: Tokens) {
  if (!isTable(value)) throw new ThemeFileError(message("theme-file.must-parts", { token }));
  for (const part of Object.keys(value)) if (!Object.hasOwn(usual, part)) unknown(`${token}.${part}`);
  return Object.entries(value);
}

const colourTable = (token: string, value: unknown, usual: Tokens) => ({
  ...usual,
  ...Object.fromEntries(parts(token, value, usual).map(([part, own]) => [part, colour(`${token}.${part}`, own)])),
});

function style(value: unknown, usual: Tokens) {
  const chosen = parts("style", value, usual);
  for (const [name, own] of chosen) {
    if (name in STYLE_WORDS) mustBeOneOf(`style.${name}`, own, STYLE_WORDS[name]);
    else if (typeof own !== "number" || !(own >= 0 && own <= STYLE_MOST[name])) {
      const values = { token: `style.${name}`, most: STYLE_MOST[name], value: shown(own) };
      throw new ThemeFileError(message("theme-file.must-number", values));
    }
  }
  return Object.fromEntries(chosen);
}

function mustBeOneOf(token: string, value: unknown, allowed: string[]) {
  if (typeof value === "string" && allowed.includes(value)) return;
  const values = { token, allowed: allowed.join(", "), value: shown(value) };
  throw new ThemeFileError(message("theme-file.must-be", values));
}

function shown(value: unknown) {
  const text = JSON.stringify(value) ?? "";
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME)}...`;
}

/** Store the own themes; a browser that stores nothing has them until the page is left. */
export const storeThemes = (own: Record<string, Theme>) =>
  store(Object.values(own).map((theme) => JSON.parse(writeTheme(theme))));
