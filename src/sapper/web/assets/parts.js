// Pieces that several pages of the panel are made of.

import { el, icon } from "./dom.js";
import { drawSample } from "./marks.js";

/** The head of a page that was opened by hand: its name, and how to close it. */
export function head(app, title, { key = "Esc" } = {}) {
  return el(
    "div",
    { class: "head" },
    el("h2", {}, title),
    el("span", { class: "sp" }),
    el(
      "button",
      {
        type: "button",
        class: "tool",
        title: `Close (${key})`,
        "aria-label": "Close",
        onclick: () => app.closePanel(),
      },
      icon("close"),
    ),
  );
}

/** A sentence in which names of squares carry the same mark as on the board. */
export function sentence(app, text, cells = {}) {
  const kinds = new Map();
  for (const [list, kind] of [
    ["reason", "r"],
    ["safe", "s"],
    ["mine", "m"],
  ]) {
    for (const index of cells[list] ?? []) kinds.set(app.game.name(index), kind);
  }
  const parts = text.split(/\b([A-Z]{1,3}\d{1,4})\b/);
  return el(
    "p",
    { class: "say" },
    parts.map((part, at) =>
      at % 2 && kinds.has(part)
        ? el("span", { class: `c ${kinds.get(part)}` }, part)
        : at % 2
          ? el("b", {}, part)
          : part,
    ),
  );
}

export function legend(app, ...rows) {
  return el(
    "div",
    { class: "legend" },
    rows.map(([seen, marks, text]) => {
      const canvas = el("canvas", { "aria-hidden": "true" });
      drawSample(canvas, app.themes.current, seen, marks);
      return el("div", {}, canvas, text);
    }),
  );
}
