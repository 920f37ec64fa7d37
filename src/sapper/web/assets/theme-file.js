// @ts-check
// Theme files: the colours of players, read and written as display/theme_files.py does. docs/themes.md has the format.

/** @import { Theme } from "./types.js" */
/** @typedef {Record<string, any>} Tokens */

import { COLOURS, SCHEMES, STYLE_MOST, STYLE_WORDS, ownName, store } from "./stored-themes.js";
import { message } from "./words.js";

const MARK = "sapper-theme";
const VERSION = 1;
const MOST_CHARACTERS = 64 * 1024;
const LONGEST_NAME = 40;

const LISTS = ["number", "players"];
const OF_A_BASE = ["players"]; // what files may have, and the editor does not change

/** A file that is no theme: its message is a sentence that says why. */
export class ThemeFileError extends Error {}

/**
 * Return a theme with one colour changed.
 * @param {Theme} theme
 * @param {string} token
 * @param {string} colour
 * @returns {Theme}
 */
export function withColour(theme, token, colour) {
  const [name, part] = token.split(".");
  const value = /** @type {Tokens} */ (theme)[name];
  if (!part) return { ...theme, [name]: colour };
  if (!Array.isArray(value)) return { ...theme, [name]: { ...value, [part]: colour } };
  return { ...theme, [name]: value.map((own, place) => (place === Number(part) - 1 ? colour : own)) };
}

/**
 * Return the text of a theme file.
 * @param {Theme} theme
 */
export function writeTheme(theme) {
  const { name, base, scheme, style, ...others } = /** @type {Tokens} */ (theme);
  const known = new Set([...Object.values(COLOURS).flat(), ...OF_A_BASE].map((token) => token.split(".")[0]));
  const colours = Object.fromEntries(Object.entries(others).filter(([token]) => known.has(token)));
  return `${JSON.stringify({ [MARK]: VERSION, name, base, scheme, style, ...colours }, null, 2)}\n`;
}

/**
 * Return the theme of a file; throw a ThemeFileError if it is none. What it leaves out is taken from its base.
 * @param {string} text
 * @param {Record<string, Theme>} themes those of the program
 */
export function readTheme(text, themes) {
  if (text.length > MOST_CHARACTERS) throw new ThemeFileError(message("theme-file.too-long"));
  /** @type {unknown} */
  let given;
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
  const { ansi: _, ...usual } = /** @type {Tokens} */ (themes[base]);
  return /** @type {Theme} */ ({ ...usual, ...tokens(given, usual), base });
}

/**
 * @param {Tokens} given
 * @param {Tokens} usual
 */
function tokens(given, usual) {
  /** @type {Tokens} */
  const own = {};
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

/**
 * @param {unknown} value
 * @returns {value is Tokens}
 */
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {string} token
 * @returns {never}
 */
function unknown(token) {
  throw new ThemeFileError(message("theme-file.unknown", { token: token.slice(0, LONGEST_NAME) }));
}

/**
 * @param {string} token
 * @param {unknown} value
 * @returns {string}
 */
function colour(token, value) {
  if (typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase();
  throw new ThemeFileError(message("theme-file.must-colour", { token, value: shown(value) }));
}

/**
 * @param {string} token
 * @param {unknown} value
 */
function list(token, value) {
  if (!Array.isArray(value) || value.length !== 8) throw new ThemeFileError(message("theme-file.must-list", { token }));
  return value.map((own, place) => colour(`${token}.${place + 1}`, own));
}

/**
 * The parts of a token that has several.
 * @param {string} token
 * @param {unknown} value
 * @param {Tokens} usual
 */
function parts(token, value, usual) {
  if (!isTable(value)) throw new ThemeFileError(message("theme-file.must-parts", { token }));
  for (const part of Object.keys(value)) if (!Object.hasOwn(usual, part)) unknown(`${token}.${part}`);
  return Object.entries(value);
}

/**
 * @param {string} token
 * @param {unknown} value
 * @param {Tokens} usual
 */
const colourTable = (token, value, usual) => ({
  ...usual,
  ...Object.fromEntries(parts(token, value, usual).map(([part, own]) => [part, colour(`${token}.${part}`, own)])),
});

/**
 * @param {unknown} value
 * @param {Tokens} usual
 */
function style(value, usual) {
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

/**
 * @param {string} token
 * @param {unknown} value
 * @param {string[]} allowed
 */
function mustBeOneOf(token, value, allowed) {
  if (typeof value === "string" && allowed.includes(value)) return;
  const values = { token, allowed: allowed.join(", "), value: shown(value) };
  throw new ThemeFileError(message("theme-file.must-be", values));
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value) ?? "";
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME)}...`;
}

/**
 * Store the own themes; a browser that stores nothing has them until the page is left.
 * @param {Record<string, Theme>} own
 */
export const storeThemes = (own) => store(Object.values(own).map((theme) => JSON.parse(writeTheme(theme))));
