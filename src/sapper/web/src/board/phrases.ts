// Phrases in words: a code of the catalogue and the values of its text, as the server sends them. Python renders them
// in display/phrases.py; a test compares the two.

import type { Phrase } from "../protocol.ts";

import { cellName } from "./cell-values.ts";
import { filled, inLocale, lines, listed, number, percent, seconds, template, words } from "../ui/words.ts";

const LEAST = 0.001; // the smallest chance that is spelled out
const ENDS = /[.?。？]$/;

/** Something that the server says: a phrase, and the same in English. */
export interface Said {
  phrase?: Phrase | null;
  text?: string; // of a hint or a verdict
  why?: string; // of a refusal
  error?: string; // of an answer by HTTP
}

/** Return what the server says in the language of the page; in English where this page has no words for it. */
export function said({ phrase, text, why, error }: Said): string {
  const english = text ?? why ?? error ?? "";
  try {
    return phrase ? render(phrase) : english;
  } catch {
    return english; // the server is newer than the page
  }
}

/** Return a phrase in words. A sentence that begins with a phrase begins with a capital. */
export function render({ code, values = {} }: Phrase): string {
  const text = template(code, plain(values.count));
  const written = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)]));
  const whole = filled(text, written, code).join("");
  const first = ENDS.test(text) ? /^\{(\w+)\}/.exec(text)?.[1] : undefined;
  return first && isMade(values[first]) ? whole.charAt(0).toUpperCase() + whole.slice(1) : whole;
}

/** The number of a count, which may be written in a way of its own. */
const plain = (count: unknown) => (isObject(count) ? Object.values(count)[0] : count) as number | undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value becomes several words: a phrase, or a list of values. */
const isMade = (value: unknown) =>
  Array.isArray(value) || (isObject(value) && ("code" in value || Array.isArray(Object.values(value)[0])));

const isCell = (value: unknown[]): value is [number, number] => value.length === 2 && value.every(Number.isInteger);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return isCell(value) ? cellName(...value) : joined(value.map(valueText));
  if (!isObject(value)) return String(value);
  if ("code" in value) return render(value as unknown as Phrase);
  const [[kind, content]] = Object.entries(value);
  return Array.isArray(content) ? sequence(kind, content.map(valueText)) : FIGURES[kind](content as never);
}

const FIGURES: Record<string, (value: never) => string> = {
  chance,
  estimate,
  spelled,
  number: (value: number) => number(value),
  seconds: (ms: number) => seconds(ms),
  word: (place: string) => wordAt(place),
};

/** Parts of a sentence as a list: A1, B2 and C3. */
function joined(parts: string[]) {
  const last = parts.length > 1 ? parts.pop() : undefined;
  return last === undefined ? listed(parts) : inLocale("list-end", { first: listed(parts), last });
}

/** Parts of a sentence one after another: with `commas`, or with `then` as the steps of a reason. */
const sequence = (kind: string, parts: string[]) =>
  kind === "commas"
    ? listed(parts)
    : parts.reduce((first, next) => filled(template(`reason.${kind}`, undefined), { first, next }).join(""));

/** A small count, as a word where the language has one. */
function spelled(count: number) {
  return lines("reason.counts")[count] ?? String(count);
}

/** A number that is not exact. */
const bound = (kind: "less" | "more", written: string) =>
  inLocale(kind, { number: written }).replace(/(?<=[<>]) /, "\u2009");

function wordAt(place: string) {
  const [section, ...name] = place.split(".");
  return words(section, name.join(".")).name;
}

/** A chance in percent: a decimal only where it is needed, never 0 or 100 for what is not certain. */
export function chance(share: number) {
  if (share > 0 && share < LEAST) return bound("less", percent(LEAST, 1));
  if (share < 1 && share > 1 - LEAST) return bound("more", percent(1 - LEAST, 1));
  return percent(share, (share * 100).toFixed(1).endsWith(".0") ? 0 : 1);
}

/** An estimated chance in whole percent: more digits would claim too much. */
export function estimate(share: number) {
  return share >= 0.005 && share < 0.995 ? percent(share) : chance(share);
}
