// Replays from files: chosen, or dropped anywhere on a screen. One that cannot be read gets its sentence.

import type { BrokenReplay } from "../protocol.ts";

import { said } from "../board/phrases.ts";
import { el, find } from "../ui/dom.ts";
import { importFile, readPlayable } from "../net/replays.ts";
import { message } from "../ui/words.ts";

/** Every ending that a file of a replay may have. */
export const ENDINGS = ".replay,.txt,.sapper,.rawvf,.avf,.rmv,.evf,.mvf";

const TITLE = "sapper replay ";

/** The notes on imported games, by their numbers. */
const noted: Map<string, string[]> = new Map();

/** The notes made when a game was imported: once. */
export function takeNotes(id: string) {
  const notes = noted.get(id) ?? [];
  noted.delete(id);
  return notes;
}

/** Import a file and open its replay; where that fails, say why over the screen. */
export async function openFile(screen: HTMLElement, file: File, open: (name: string, id: string) => void) {
  show(screen, message("viewer.reading", { name: file.name }), "");
  try {
    const { id, notes = [], phrases } = await importFile(file);
    noted.set(String(id), phrases?.map((phrase, at) => said({ phrase, text: notes[at] })) ?? notes);
    screen.querySelector(".file-news")?.remove();
    open("replay", String(id));
  } catch (error) {
    broken = (await isText(file)) ? await readPlayable(file).catch(() => null) : null;
    if (broken?.steps.steps.length) open("replay", FILE);
    else show(screen, message("viewer.broken"), (error as Error).message);
  }
}

/** Whether a file begins as our text form does. */
const isText = async (file: File) => (await file.slice(0, TITLE.length).text()) === TITLE;

/** The id of a replay that is in the page only. */
export const FILE = "file";

let broken: BrokenReplay | null = null;

/** A replay that does not add up, as far as it can be played. */
export const brokenReplay = () => broken;

function show(screen: HTMLElement, title: string, text: string) {
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

/** Let files be dropped anywhere while a screen is in view; return a function that ends it. */
export function listenToDrops(screen: HTMLElement, open: (name: string, id: string) => void) {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const mark = (isOver: boolean) => screen.classList.toggle("dropping", isOver);
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
