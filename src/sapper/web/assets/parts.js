// @ts-check
// Pieces that several pages of the panel are made of.

/** @import { Game } from "./game.js" */
/** @import { Cells } from "./protocol.js" */
/** @import { Marks, Theme } from "./types.js" */

import { el, icon, spacer } from "./dom.js";
import { drawSample } from "./marks.js";
import { message } from "./words.js";

/**
 * The head of a page that was opened by hand: its name, and how to close it.
 * @param {string} title
 * @param {() => void} close
 */
export function head(title, close) {
  const words = { title: message("page.close-key"), "aria-label": message("page.close") };
  const attributes = { type: "button", class: "tool", ...words, onclick: close };
  return el("div", { class: "head" }, el("h2", {}, title), spacer(), el("button", attributes, icon("close")));
}

/**
 * A sentence in which names of squares carry the same mark as on the board.
 * @param {Pick<Game, "name">} game
 * @param {string} text
 * @param {Cells} cells
 */
export function sentence(game, text, cells = {}) {
  /** @type {Map<string, string>} */
  const kinds = new Map();
  for (const kind of /** @type {const} */ (["reason", "safe", "mine"])) {
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

/**
 * @param {Theme} theme
 * @param {(readonly [seen: number, marks: Marks, text: string])[]} rows
 */
export function legend(theme, rows) {
  const lines = rows.map(([seen, marks, text]) => {
    const canvas = el("canvas", { "aria-hidden": "true" });
    drawSample(canvas, theme, seen, marks);
    return el("div", {}, canvas, text);
  });
  return el("div", { class: "legend" }, lines);
}
