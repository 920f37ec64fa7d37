// @ts-check
// Replays from files: chosen, or dropped anywhere on a screen. One that cannot be read gets its sentence.

/** @import { BrokenReplay } from "./protocol.js" */

import { el, find } from "./dom.js";
import { importFile, readPlayable } from "./replay-data.js";
import { message } from "./words.js";

/** Every ending that a file of a replay may have. */
export const ENDINGS = ".replay,.txt,.sapper,.rawvf,.avf,.rmv,.evf,.mvf";

const TITLE = "sapper replay ";

/** @type {Map<string, string[]>} what was noted about imported games, by their numbers */
const noted = new Map();

/**
 * What was noted when a game was imported: once.
 * @param {string} id
 */
export function takeNotes(id) {
  const notes = noted.get(id) ?? [];
  noted.delete(id);
  return notes;
}

/**
 * Import a file and open its replay; where that fails, say why over the screen.
 * @param {HTMLElement} screen
 * @param {File} file
 * @param {(name: string, id: string) => void} open
 */
export async function openFile(screen, file, open) {
  show(screen, message("viewer.reading", { name: file.name }), "");
  try {
    const { id, notes } = await importFile(file);
    noted.set(String(id), notes ?? []);
    screen.querySelector(".file-news")?.remove();
    open("replay", String(id));
  } catch (error) {
    broken = (await isText(file)) ? await readPlayable(file).catch(() => null) : null;
    if (broken?.steps.steps.length) open("replay", FILE);
    else show(screen, message("viewer.broken"), /** @type {Error} */ (error).message);
  }
}

/**
 * Whether a file begins as our text form does.
 * @param {File} file
 */
const isText = async (file) => (await file.slice(0, TITLE.length).text()) === TITLE;

/** The id of a replay that is in the page only. */
export const FILE = "file";

/** @type {BrokenReplay | null} */
let broken = null;

/** A replay that does not add up, as far as it can be played. */
export const brokenReplay = () => broken;

/**
 * @param {HTMLElement} screen
 * @param {string} title
 * @param {string} text
 */
function show(screen, title, text) {
  screen.querySelector(".file-news")?.remove();
  screen.prepend(
    el(
      "div",
      { class: "file-news", role: text ? "alert" : "status" },
      el("b", {}, title),
      text ? el("p", {}, text) : null,
    ),
  );
  if (text) find("stage").scrollTo({ top: 0 });
}

/**
 * Let files be dropped anywhere while a screen is in view; return a function that ends it.
 * @param {HTMLElement} screen
 * @param {(name: string, id: string) => void} open
 */
export function listenToDrops(screen, open) {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  /** @param {boolean} isOver */
  const mark = (isOver) => screen.classList.toggle("dropping", isOver);
  addEventListener(
    "dragover",
    (event) => {
      if (![...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === "file")) return;
      event.preventDefault();
      mark(true);
    },
    options,
  );
  addEventListener("dragleave", (event) => event.relatedTarget || mark(false), options);
  addEventListener(
    "drop",
    (event) => {
      const file = event.dataTransfer?.files[0];
      mark(false);
      if (!file) return;
      event.preventDefault();
      openFile(screen, file, open);
    },
    options,
  );
  return () => stop.abort();
}
