// @ts-check
// Words and figures as players read them. Words come from the catalogue; one that it does not have throws an error.

/** @import { Entries, LinesKey, Messages, Values } from "./catalogue.js" */
/** @typedef {{ name: string, description: string }} Words */
/** @typedef {{ title: string, description: string, value: (value: unknown) => string }} OptionWords */

const ENGLISH = "en";
/** @type {Record<string, string>} */
const LOCALES = { en: "en-GB" }; // how dates are written, where the language alone does not say it

/** @type {Entries} */
let catalogue = {};
let language = ENGLISH;
let plurals = new Intl.PluralRules(ENGLISH);

/**
 * Take the catalogue of a language; everything is read from it from now on.
 * @param {Entries} entries
 * @param {string} code of the language
 */
export function useWords(entries, code) {
  catalogue = entries;
  language = code;
  plurals = new Intl.PluralRules(code);
}

/** Return the language that the reader of the page wants most, among those that index.html lists; mark the page with it. */
export function pageLanguage(root = document.documentElement) {
  root.lang = chooseLanguage((root.dataset.languages ?? ENGLISH).split(" "), navigator.languages);
  return root.lang;
}

/** @type {Promise<void> | null} */
let loading = null;

/** Load all words of the page, once: the schema has those of the start page. */
export const loadAllWords = () => (loading ??= readWords());

async function readWords() {
  try {
    const answer = await fetch(new URL(`words.${language}.json`, import.meta.url));
    if (!answer.ok) throw new TypeError(`fetch of the words: ${answer.status}`);
    useWords(await answer.json(), language);
  } catch (error) {
    loading = null; // the next one tries again
    throw error;
  }
}

/**
 * Return the first language wanted that is available, by its code or by the part before the hyphen; else English.
 * @param {readonly string[]} available
 * @param {readonly string[]} wanted
 */
export function chooseLanguage(available, wanted) {
  for (const code of wanted) {
    const found = [code, code.split("-")[0]].find((name) => available.includes(name));
    if (found) return found;
  }
  return ENGLISH;
}

/** Return the locale for dates. */
export const locale = () => LOCALES[language] ?? language;

/**
 * Return a message with its values filled in; a `count` chooses the plural form.
 * @template {keyof Messages} K
 * @param {K} key
 * @param {Values<K>} values
 * @returns {string}
 */
export const message = (key, ...values) => pieces(key, /** @type {any} */ (values[0] ?? {})).join("");

/**
 * Return a message as a list of texts and values: a value may be an element.
 * @template {keyof Messages} K
 * @param {K} key
 * @param {{ [name in keyof Messages[K]]: Node | string | null }} values
 * @returns {(Node | string | null)[]}
 */
export function pieces(key, values) {
  /** @type {Record<string, any>} */
  const given = values;
  const texts = textOf(key, given.count).split(/\{([a-z]+)\}/);
  return texts.map((text, at) => {
    if (at % 2 === 0) return text;
    if (!Object.hasOwn(given, text)) throw new Error(`${key} needs the value ${text}`);
    return given[text];
  });
}

/**
 * Return a text of several lines or paragraphs.
 * @param {LinesKey} key
 * @returns {string[]}
 */
export const lines = (key) => find("messages", ...key.split("."));

/**
 * Return the words of a thing by the section it is in.
 * @param {string} section
 * @param {string} name
 * @returns {Words}
 */
export function words(section, name) {
  const entry = find(section, name);
  return typeof entry === "string" ? { name: entry, description: "" } : entry;
}

/**
 * Return the words of an action of the key map, or of a command without a key of its own.
 * @param {string} name
 * @returns {{ name: string, short: string }}
 */
export function action(name) {
  const entry = find(Object.hasOwn(catalogue.actions ?? {}, name) ? "actions" : "commands", name);
  return { name: entry.name, short: entry.short ?? entry.name.toLowerCase() };
}

/**
 * Return the words of a setting and of its values.
 * @param {string} section
 * @param {string} name
 */
export const setting = (section, name) => option("settings", section, name);

/**
 * Return the words of a rule and of its values.
 * @param {string} name
 */
export const rule = (name) => option("rules", name);

/**
 * Return other words by which a command may be looked for; empty if there are none.
 * @param {string} name
 */
export const synonyms = (name) => catalogue.synonyms?.[name] ?? "";

/** @param {string} name */
export const grade = (name) => words("grades", name);

/** @param {string} name */
export const ruleset = (name) => words("rulesets", name);

/** @param {string} name */
export const level = (name) => words("levels", name).name;

/** @param {string} name */
export const status = (name) => words("statuses", name).name;

/** @param {string} name */
export const theme = (name) => words("themes", name).name;

/**
 * @param {...string} path
 * @returns {OptionWords}
 */
function option(...path) {
  const { title, description, values } = find(...path);
  /** @param {unknown} value */
  const nameOf = (value) => {
    if (values === undefined) return String(value); // a number or a typed text is its own name
    const key = value === true ? "on" : value === false ? "off" : String(value);
    return typeof values === "string" ? words(values, key).name : find(...path, "values", key);
  };
  return { title, description, value: nameOf };
}

/**
 * @param {string} key
 * @param {number | undefined} count
 * @returns {string}
 */
function textOf(key, count) {
  const entry = find("messages", ...key.split("."));
  if (typeof entry === "string") return entry;
  if (Array.isArray(entry) || count === undefined) throw new Error(`${key} has lines, or needs the value count`);
  return entry[plurals.select(count)] ?? entry.other;
}

/**
 * @param {...string} path
 * @returns {any}
 */
function find(...path) {
  /** @type {any} */
  let entry = catalogue;
  for (const part of path) {
    if (typeof entry !== "object" || !Object.hasOwn(entry, part)) throw new Error(`no words for ${path.join(".")}`);
    entry = entry[part];
  }
  return entry;
}

// -- Figures

/**
 * Whole seconds and hundredths, truncated, never rounded.
 * @param {number} ms
 * @param {number} digits
 */
export function seconds(ms, digits = 2) {
  const unit = 10 ** (3 - digits);
  const parts = Math.floor(Math.max(0, ms) / unit);
  return (parts / 10 ** digits).toFixed(digits);
}

/**
 * A time with its unit.
 * @param {number} ms
 * @param {number} digits
 */
export const time = (ms, digits = 2) => `${seconds(ms, digits)} s`;

/**
 * A share in percent, with a thin space before the sign.
 * @param {number} share
 * @param {number} digits
 */
export const percent = (share, digits = 0) => `${(share * 100).toFixed(digits)}\u2009%`;

/**
 * The size of a board.
 * @param {{ width: number, height: number }} board
 */
export const size = ({ width, height }) => `${width}×${height}`;

/** @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
