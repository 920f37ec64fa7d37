// The language of the page: that of its address, of the settings or of the browser. Only its words are loaded, in parts,
// as they are needed. Another one can be chosen at any time: what has words is written or made again.

import type { Entries } from "./catalogue.ts";

import { direction, merged, useWords } from "./words.ts";

/** The parts of the words; each has what those before it lack. The schema has those of the start page. */
const FIRST = ["words", "advice-words", "refusal-words", "page-words"] as const;
/** The words of some folders, which need all of the others. */
export type WordsPart = (typeof FIRST)[number] | "study-words" | "together-words" | "settings-words";
type Part = "schema" | WordsPart;

export const ENGLISH = "en";
export const SYSTEM = "system";

let current = ENGLISH;
let wanted = ENGLISH;
let setting = SYSTEM; // what the settings say: another one counts more than the address
let catalogue: Entries = {};
const loading = new Map<Part, Promise<void>>();
const followers: (() => void)[] = [];

/** The languages that there are, as index.html lists them. */
export const languages = (root = document.documentElement) => (root.dataset.languages ?? ENGLISH).split(" ");

/** Return the first language wanted that is available, in any country; else English. */
export function chooseLanguage(available: readonly string[], wanted: readonly string[]) {
  const base = (code: string) => code.toLowerCase().split("-")[0];
  for (const code of wanted) {
    const found =
      available.find((name) => name.toLowerCase() === code.toLowerCase()) ??
      available.find((name) => name === base(code)) ??
      available.find((name) => base(name) === base(code));
    if (found) return found;
  }
  return ENGLISH;
}

/** Return the language that the browser wants most of those there are. */
export const browserLanguage = () => chooseLanguage(languages(), navigator.languages);

/** Return the language that the page begins with: that of the address, else the one chosen, else the browser's. */
export function firstLanguage(chosen: string) {
  setting = chosen;
  const own = new URLSearchParams(location.search).get("language");
  return chooseLanguage(languages(), [...(own ? [own] : []), chosen, browserLanguage()]);
}

/** Begin with a language and the words of the start page. */
export function beginWith(code: string, entries: Entries) {
  wanted = code;
  take(code, entries);
}

/** The language of the page. */
export const language = () => current;

/** Do something whenever the language has changed: for what lives as long as the page. */
export const onLanguage = (follow: () => void) => followers.push(follow);

/** Write words now, and again whenever the language has changed: for what lives as long as the page. */
export function followLanguage(write: () => void) {
  onLanguage(write);
  write();
}

/** Use the language that the settings name, if that is another one than before. */
export async function useSetting(chosen: string) {
  if (chosen === setting) return;
  setting = chosen;
  tellServer(chosen);
  await changeTo(chooseLanguage(languages(), [chosen, browserLanguage()]));
}

/** Let the server know the language that is chosen: it names the words that the page will ask for. */
function tellServer(chosen: string) {
  const age = chosen === SYSTEM ? 0 : 31_536_000; // a year in seconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only where the line is encrypted
  document.cookie = `sapper-language=${encodeURIComponent(chosen)}; path=/; max-age=${age}; samesite=lax`;
}

/** Load what is in use in another language, and what comes into use meanwhile. */
export async function loadLanguage(code: string) {
  const found = new Map<Part, Entries>();
  const missing = () => (["schema", ...loading.keys()] as Part[]).filter((part) => !found.has(part));
  for (let parts = missing(); parts.length; parts = missing()) {
    const entries = parts.map(async (part) => [part, await read(part, code)] as const);
    for (const [part, words] of await Promise.all(entries)) found.set(part, words);
  }
  return [...found.values()];
}

/** Write everything in another language. */
async function changeTo(code: string) {
  wanted = code;
  const parts = await loadLanguage(code);
  if (wanted !== code || current === code) return;
  take(code, parts.reduce(merged));
  for (const follow of followers) follow();
}

function take(code: string, entries: Entries) {
  current = code;
  catalogue = entries;
  useWords(entries, code);
  const root = document.documentElement;
  root.lang = code;
  root.dir = direction();
  const manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
  if (manifest) manifest.href = manifest.href.replace(/[\w-]+(?=\.json$)/, code);
}

/** Load a part of the words with those before it, each once. */
export function loadWords(part: WordsPart) {
  const before: WordsPart[] = FIRST.slice(0, FIRST.indexOf(part as (typeof FIRST)[number]) + 1);
  return Promise.all((before.length ? before : [...FIRST, part]).map(loadPart));
}

function loadPart(part: WordsPart) {
  const coming = loading.get(part) ?? add(part);
  loading.set(part, coming);
  coming.catch(() => loading.delete(part)); // the next one tries again
  return coming;
}

async function add(part: Part): Promise<void> {
  const code = current;
  const entries = await read(part, code);
  if (code !== current) return add(part); // the language changed meanwhile
  catalogue = merged(catalogue, entries); // with what has come meanwhile
  useWords(catalogue, code);
}

async function read(part: Part, code: string): Promise<Entries> {
  const answer = await fetch(new URL(`${part}.${code}.json`, import.meta.url));
  if (!answer.ok) throw new TypeError(`fetch of the words: ${answer.status}`);
  const entries = await answer.json();
  return part === "schema" ? entries.words : entries;
}
