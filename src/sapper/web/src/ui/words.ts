// Words and figures as players read them. Words come from the catalogue; one that it does not have throws an error.

import type { Entries, LinesKey, Messages, Values } from "./catalogue.ts";

interface Words {
  name: string;
  description: string;
}
export interface OptionWords {
  title: string;
  description: string;
  value: (value: unknown) => string;
}

const ENGLISH = "en";
const LOCALES: Record<string, string> = { en: "en-GB" }; // how dates are written, where the language alone does not say it
const CAPITALIZES_NOUNS = ["de"]; // languages in which a name inside a line is written as on its own

let catalogue: Entries = {};
let language = ENGLISH;
let plurals = new Intl.PluralRules(ENGLISH);

/**
 * Take the catalogue of a language; everything is read from it from now on.
 * @param code of the language
 */
export function useWords(entries: Entries, code: string) {
  catalogue = entries;
  language = code;
  plurals = new Intl.PluralRules(code);
}

/** Two parts of a catalogue as one. */
export function merged(one: Entries, other: Entries): Entries {
  const entries = Object.entries(other).map(([name, entry]) => {
    const isPart = typeof entry === "object" && typeof one[name] === "object";
    return [name, isPart ? merged(one[name], entry) : entry];
  });
  return { ...one, ...Object.fromEntries(entries) };
}

/** Return the locale for dates. */
export const locale = () => LOCALES[language] ?? language;

/** Return the direction of writing. */
export const direction = (): "ltr" | "rtl" => find("locale", "direction");

/** Return a message with its values filled in; a `count` chooses the plural form. */
export const message = <K extends keyof Messages>(key: K, ...values: Values<K>): string =>
  pieces(key, (values[0] ?? {}) as any).join("");

/** Return a message as a list of texts and values: a value may be an element or a template. */
export function pieces<K extends keyof Messages>(
  key: K,
  values: { [name in keyof Messages[K]]: Node | string | null },
): (Node | string | null)[];
export function pieces<K extends keyof Messages>(key: K, values: { [name in keyof Messages[K]]: unknown }): unknown[];
export function pieces(key: string, values: Record<string, unknown>) {
  return filled(template(key, values.count as number | undefined), values, key);
}

/** Return a text of the catalogue with its values filled in, as a list of texts and values. */
export function filled(text: string, values: Record<string, any>, name = text): (Node | string | null)[] {
  return text.split(/\{([a-z]+)\}/).map((part, at) => {
    if (at % 2 === 0) return part;
    if (!Object.hasOwn(values, part)) throw new Error(`${name} needs the value ${part}`);
    return values[part];
  });
}

/** Return a text of several lines or paragraphs. */
export const lines = (key: LinesKey): string[] => find("messages", ...key.split("."));

/** Return the words of a thing by the section it is in. */
export function words(section: string, name: string): Words {
  const entry = find(section, name);
  return typeof entry === "string" ? { name: entry, description: "" } : entry;
}

/** Return the name of a language in the language itself. */
export const languageName = (code: string): string => catalogue.languages?.[code] ?? code;

/** Return the words of an action of the key map, or of a command without a key of its own. */
export function action(name: string): { name: string; short: string } {
  const entry = find(Object.hasOwn(catalogue.actions ?? {}, name) ? "actions" : "commands", name);
  const isWrittenAlike = CAPITALIZES_NOUNS.includes(language);
  return { name: entry.name, short: entry.short ?? (isWrittenAlike ? entry.name : entry.name.toLowerCase()) };
}

/** Return the words of a setting and of its values. */
export const setting = (section: string, name: string) => option("settings", section, name);

/** Return the words of a rule and of its values. */
export const rule = (name: string) => option("rules", name);

/** Return other words by which a command may be looked for; empty if there are none. */
export const synonyms = (name: string) => catalogue.synonyms?.[name] ?? "";

export const grade = (name: string) => words("grades", name);

export const ruleset = (name: string) => words("rulesets", name);

export const level = (name: string) => words("levels", name).name;

export const status = (name: string) => words("statuses", name).name;

/** Return the words of a way to play together. */
export const mode = (name: string): Words & { standing: string } => find("together", name);

export const theme = (name: string) => words("themes", name).name;

function option(...path: string[]): OptionWords {
  const { title, description, values } = find(...path);
  const nameOf = (value: unknown) => {
    if (values === undefined) return String(value); // a number or a typed text is its own name
    const key = value === true ? "on" : value === false ? "off" : String(value);
    return typeof values === "string" ? words(values, key).name : find(...path, "values", key);
  };
  return { title, description, value: nameOf };
}

/** Return the text of a message with its placeholders; a count chooses its plural form. */
export function template(key: string, count: number | undefined): string {
  const entry = find("messages", ...key.split("."));
  if (typeof entry === "string") return entry;
  if (Array.isArray(entry) || count === undefined) throw new Error(`${key} has lines, or needs the value count`);
  return entry[plurals.select(count)] ?? entry.other;
}

function find(...path: string[]): any {
  let entry: any = catalogue;
  for (const part of path) {
    if (typeof entry !== "object" || !Object.hasOwn(entry, part)) throw new Error(`no words for ${path.join(".")}`);
    entry = entry[part];
  }
  return entry;
}

// -- Figures

/** A number with its thousands apart, rounded to some decimals, as the language writes it. */
export function number(value: number, digits: number = 0) {
  const [whole, decimals] = value.toFixed(digits).split(".");
  const isLong = Math.abs(value) >= Number(ofLocale("group-from"));
  const grouped = isLong ? whole.replace(/\B(?=(\d{3})+$)/g, ofLocale("group")) : whole;
  return decimals ? `${grouped}${ofLocale("decimal")}${decimals}` : grouped;
}

/** Whole seconds and hundredths, truncated, never rounded. */
export function seconds(ms: number, digits: number = 2) {
  const unit = 10 ** (3 - digits);
  const parts = Math.floor(Math.max(0, ms) / unit);
  return (parts / 10 ** digits).toFixed(digits).replace(".", ofLocale("decimal"));
}

/** A number of seconds as it is written, with its unit. */
export const withSeconds = (written: string | number) => inLocale("seconds", { number: String(written) });

/** A time with its unit. */
export const time = (ms: number, digits: number = 2) => withSeconds(seconds(ms, digits));

/** A share in percent, with a thin space before the sign where the language has one. */
export const percent = (share: number, digits: number = 0) =>
  inLocale("percent", { number: number(share * 100, digits) }).replace(" ", "\u2009");

/** Parts next to each other: A1, B2, C3. */
export const listed = (parts: readonly string[]) =>
  parts.filter(Boolean).reduce((first, next) => (first ? inLocale("list", { first, next }) : next), "");

/** Return how the language writes something, such as the decimal sign. */
export const ofLocale = (name: string): string => find("locale", name);

/** Return something written as the language does it. */
export const inLocale = (name: string, values: Record<string, string>) => filled(ofLocale(name), values).join("");

/** The size of a board. */
export const size = ({ width, height }: { width: number; height: number }) => `${width}×${height}`;

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
