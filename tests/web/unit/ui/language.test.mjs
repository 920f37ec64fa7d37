import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { allWords, use } from "../page.mjs";

const words = await use("ui/words.ts");
const { message } = words;

const close = (text, direction) => ({ locale: { direction }, messages: { page: { close: text } } });
const FILES = {
  ...Object.fromEntries(
    ["ar", "de", "en"].flatMap((code) =>
      ["advice", "refusal", "page"].map((part) => [`${part}-words.${code}.json`, {}]),
    ),
  ),
  "schema.de.json": { words: close("Schließen", "ltr") },
  "words.de.json": { levels: { expert: "Experte" } },
  "study-words.de.json": { messages: { charts: { wins: "Siege" } } },
  "schema.ar.json": { words: close("أغلق", "rtl") },
  "words.ar.json": {},
  "schema.en.json": { words: close("Close", "ltr") },
  "words.en.json": { levels: { expert: "Expert" } },
};
let language; // another one for each test
let asked = [];
let root;
let manifest;
let answers = () => {};

/** A page in a browser that wants some languages. */
function open({ wanted = ["en"], search = "", chosen = "system" } = {}) {
  root = { lang: "", dir: "", dataset: { languages: "ar de en pt-BR" } };
  manifest = { href: "https://sapper.test/manifest.en.json" };
  globalThis.document = { documentElement: root, cookie: "", querySelector: () => manifest };
  globalThis.location = { search };
  Object.defineProperty(globalThis, "navigator", { value: { languages: wanted }, configurable: true });
  return language.firstLanguage(chosen);
}

let tests = 0;
beforeEach(async (t) => {
  language = await use(`ui/language.ts?${tests++}`);
  asked = [];
  answers = async () => {};
  t.mock.method(globalThis, "fetch", async (url) => {
    const name = String(url).split("/").at(-1);
    asked.push(name);
    await answers(name);
    return { ok: true, json: async () => FILES[name] };
  });
});

afterEach(() => words.useWords(allWords, "en"));

test("the first language wanted that there is, in any country, else English", () => {
  const choose = (...wanted) => language.chooseLanguage(["en", "de", "pt-BR"], wanted);
  assert.equal(choose("de-AT", "en"), "de");
  assert.equal(choose("fr", "pt-br", "en"), "pt-BR");
  assert.equal(choose("pt"), "pt-BR");
  assert.equal(choose("pt-PT"), "pt-BR");
  assert.equal(choose("fr"), "en");
  assert.equal(choose(), "en");
});

test("the address counts more than the settings, and these more than the browser", () => {
  assert.equal(open({ wanted: ["de-CH"] }), "de");
  assert.equal(open({ wanted: ["de"], chosen: "ar" }), "ar");
  assert.equal(open({ wanted: ["de"], chosen: "ar", search: "?language=en" }), "en");
  assert.equal(open({ wanted: ["de"], chosen: "xx", search: "?language=yy" }), "de");
});

test("another language is read, written and marked at once, with the parts that are in use and no others", async () => {
  language.beginWith(open(), FILES["schema.en.json"].words);
  const written = [];
  language.followLanguage(() => written.push(message("page.close")));
  await language.useSetting("de");
  assert.deepEqual(written, ["Close", "Schließen"]);
  assert.deepEqual([root.lang, root.dir, language.language()], ["de", "ltr", "de"]);
  assert.equal(manifest.href, "https://sapper.test/manifest.de.json");
  assert.deepEqual(asked, ["schema.de.json"]);
  assert.match(document.cookie, /^sapper-language=de; /);
  await language.loadWords("advice-words");
  await language.useSetting("ar");
  assert.deepEqual([root.lang, root.dir], ["ar", "rtl"]);
  assert.deepEqual(asked.slice(1).sort(), [
    "advice-words.ar.json",
    "advice-words.de.json",
    "schema.ar.json",
    "words.ar.json",
    "words.de.json",
  ]);
  await language.useSetting("system");
  assert.equal(message("page.close"), "Close");
  assert.match(document.cookie, /max-age=0/);
});

test("words of a folder come with all that they build on, each once", async () => {
  language.beginWith(open({ wanted: ["de"] }), FILES["schema.de.json"].words);
  await Promise.all([language.loadWords("study-words"), language.loadWords("page-words")]);
  assert.deepEqual(
    asked,
    ["words", "advice-words", "refusal-words", "page-words", "study-words"].map((part) => `${part}.de.json`),
  );
  assert.equal(message("charts.wins"), "Siege");
});

test("the language of the address stays until another one is chosen", async () => {
  language.beginWith(open({ search: "?language=de" }), FILES["schema.de.json"].words);
  await language.useSetting("system");
  assert.deepEqual(asked, []);
  assert.equal(language.language(), "de");
});

test("of two languages chosen one after the other the last one counts, whichever comes first", async () => {
  language.beginWith(open(), FILES["schema.en.json"].words);
  const releases = [];
  answers = (name) => name.includes(".de.") && new Promise((done) => releases.push(done));
  const first = language.useSetting("de");
  await language.useSetting("ar");
  for (const release of releases) release();
  await first;
  assert.equal(root.lang, "ar");
});

test("words that were asked for before a change come in the new language", async () => {
  language.beginWith(open(), FILES["schema.en.json"].words);
  const releases = [];
  answers = (name) => name === "words.en.json" && new Promise((done) => releases.push(done));
  const coming = language.loadWords("words");
  answers = () => {};
  await language.useSetting("de");
  for (const release of releases) release();
  await coming;
  assert.equal(words.level("expert"), "Experte");
});

test("words that come in the old language while another one is loaded are loaded in it too", async () => {
  language.beginWith(open({ wanted: ["en"] }), FILES["schema.en.json"].words);
  let release = () => {};
  answers = (name) => (name === "schema.de.json" ? new Promise((done) => (release = done)) : undefined);
  const change = language.useSetting("de");
  await language.loadWords("words");
  assert.equal(words.level("expert"), "Expert");
  release();
  await change;
  assert.equal(words.level("expert"), "Experte");
});
