// Pieces that several pages of the panel are made of.

import type { Game } from "./model.ts";
import type { Cells } from "../protocol.ts";
import type { Marks, Theme } from "../types.ts";

import { el, icon, spacer } from "../ui/dom.ts";
import { drawSample } from "./mark-painter.ts";
import { message, words } from "../ui/words.ts";

/** The head of a page that was opened by hand: its name, and how to close it. */
export function head(title: string, close: () => void) {
  const words = { title: message("page.close-key"), "aria-label": message("page.close") };
  const attributes = { type: "button", class: "tool", ...words, onclick: close };
  return el("div", { class: "head" }, el("h2", {}, title), spacer(), el("button", attributes, icon("close")));
}

/** The name of a pattern of numbers; empty if there is none. */
export const patternName = (pattern: string | null | undefined) =>
  pattern ? words("patterns", pattern.replaceAll(" ", "-")).name : "";

/** A sentence in which names of squares carry the same mark as on the board. */
export function sentence(game: Pick<Game, "name">, text: string, cells: Cells = {}) {
  const kinds: Map<string, string> = new Map();
  for (const kind of ["reason", "safe", "mine"] as const) {
    for (const index of cells[kind] ?? []) kinds.set(game.name(index), kind);
  }
  const parts = text.split(/\b([A-Z]{1,3}\d{1,4})\b/);
  const marked = parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const kind = kinds.get(part);
    return kind ? el("span", { class: `cell-name ${kind}` }, part) : el("b", {}, part);
  });
  return el("p", { class: "sentence" }, marked);
}

export function legend(theme: Theme, rows: (readonly [seen: number, marks: Marks, text: string])[]) {
  const lines = rows.map(([seen, marks, text]) => {
    const canvas = el("canvas", { "aria-hidden": "true" });
    drawSample(canvas, theme, seen, marks);
    return el("div", {}, canvas, text);
  });
  return el("div", { class: "legend" }, lines);
}
