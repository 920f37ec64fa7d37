// What the modules of the page find in a browser, as far as their tests need it, and boards to test with.

import { readFileSync, readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const WEB = new URL("../../../src/sapper/web/", import.meta.url);
export const PACKAGE = new URL("../", WEB);
export const SOURCES = new URL("src/", WEB);
const read = (name) => JSON.parse(readFileSync(new URL(`built/${name}`, WEB), "utf-8"));
export const schema = read("schema.en.json");

// lit-html is where scripts/node says: imports, unlike require, do not look there by themselves
const parentURL = pathToFileURL(`${process.env.NODE_PATH}/package.json`).href;
registerHooks({
  resolve: (name, context, next) => next(name, name.startsWith("lit-html") ? { ...context, parentURL } : context),
});

/** Import a module of the page. */
export const use = (name) => import(new URL(name, SOURCES));

const { merged, useWords } = await use("ui/words.ts");
const PARTS = readdirSync(new URL("built/", WEB))
  .filter((name) => /words\.en\.json$/.test(name))
  .map((name) => name.split(".")[0]);
export const allWordsOf = (language) =>
  [read(`schema.${language}.json`).words, ...PARTS.map((part) => read(`${part}.${language}.json`))].reduce(merged);
export const allWords = allWordsOf("en");
useWords(allWords, "en");

class Storage {
  #items = new Map();

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    this.#items.set(key, String(value));
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}

globalThis.localStorage = new Storage();
globalThis.sessionStorage = new Storage();
globalThis.addEventListener ??= () => {};
globalThis.location = { protocol: "http:", host: "localhost", pathname: "/" };
globalThis.Path2D = class {};

/** A `board` message of rows of symbols, such as ["1F.", "..."]. */
export function boardMessage(rows, more = {}) {
  const [width, height] = [rows[0].length, rows.length];
  const mines = more.mines ?? 1;
  return {
    t: "board",
    room: "room",
    game: "game",
    seq: 0,
    at: 0,
    status: "playing",
    rules: `modern ${width}x${height}/${mines}`,
    width,
    height,
    mines,
    mines_left: mines - rows.join("").split("F").length + 1,
    lives: 1,
    digest: "0".repeat(64),
    choices: { ruleset: "modern", layout: "random", lives: 1, practice: false },
    cells: rows.join(""),
    ...more,
  };
}

/** A board that gestures read. */
export function gestureBoard(rows, mines = 1) {
  const values = rows.map((row) => [...row].map((symbol) => "012345678.F?*!x".indexOf(symbol)));
  const count = (test) => values.flat().filter(test).length;
  return {
    width: rows[0].length,
    height: rows.length,
    mines,
    flags: count((seen) => seen === 10),
    opened: count((seen) => seen <= 8),
    minesLeft: mines - count((seen) => seen === 10),
    at: ([row, col]) => values[row][col],
  };
}

/** A canvas context that notes what is called on it. */
export function notingContext() {
  const calls = [];
  const context = new Proxy(
    {},
    {
      get: (target, name) => target[name] ?? ((...given) => calls.push([name, ...given])),
      set: (target, name, value) => {
        target[name] = value;
        calls.push([`set ${String(name)}`, value]);
        return true;
      },
    },
  );
  return { context, calls };
}
