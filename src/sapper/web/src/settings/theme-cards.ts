// The themes to choose from, each with a small board in its colours.

import type { Parts, Theme } from "../types.ts";

import { FLAG, HIDDEN } from "../board/cell-values.ts";
import { context2d, el, fill, icon } from "../ui/dom.ts";
import { drawCell } from "../board/paint.ts";
import { setOn } from "./rows.ts";
import { message, theme as themeWord } from "../ui/words.ts";

const SAMPLE = [
  [HIDDEN, 4, FLAG, 3, FLAG],
  [HIDDEN, 2, 2, 3, 2],
  [HIDDEN, 1, 1, FLAG, 1],
  [HIDDEN, 2, 3, 2, 3],
];
const SAMPLE_CELL = 20; // px

/** Draw the small board that stands for a theme. */
export function drawThemeSample(canvas: HTMLCanvasElement, theme: Theme, cell = SAMPLE_CELL) {
  const ratio = globalThis.devicePixelRatio || 1;
  const d = Math.round(cell * ratio);
  canvas.width = SAMPLE[0].length * d;
  canvas.height = SAMPLE.length * d;
  canvas.style.width = `${canvas.width / ratio}px`;
  const c = context2d(canvas);
  for (const [y, row] of SAMPLE.entries()) {
    for (const [x, seen] of row.entries()) drawCell(c, theme, seen, x * d, y * d, d);
  }
}

export class ThemeCards {
  _settings;
  _themes;
  _edit: (name: string) => void;
  _cards: Map<string, { node: HTMLElement; canvas: HTMLCanvasElement }> = new Map();
  element: HTMLDivElement;

  /** @param edit opens an own theme in the editor */
  constructor({ settings, themes }: Pick<Parts, "settings" | "themes">, edit: (name: string) => void) {
    this._settings = settings;
    this._themes = themes;
    this._edit = edit;
    this.element = el("div", { class: "theme-list" });
    this.rebuild();
  }

  /** Make the cards again, as when a theme of one's own came or went. */
  rebuild() {
    this._cards.clear();
    const names = [...this._themes.names, ...Object.keys(this._themes.own)];
    fill(
      this.element,
      names.map((name) => this._card(name)),
    );
    this.refresh();
    this.paint();
  }

  _card(name: string) {
    const canvas = el("canvas", { "aria-hidden": "true" });
    const sample = el("span", { class: "theme-sample" }, canvas);
    const choose = () => this._settings.set("display", "theme", name);
    const own = this._themes.own[name];
    const title = own ? own.name : themeWord(name);
    const node = el("button", { type: "button", "data-name": name, onclick: choose }, sample, title);
    this._cards.set(name, { node, canvas });
    if (!own) return node;
    const label = message("theme-editor.edit", { theme: title });
    const attributes = { type: "button", class: "tool", title: label, "aria-label": label };
    const edit = el("button", { ...attributes, onclick: () => this._edit(name) }, icon("edit"));
    return el("span", { class: "own" }, node, edit);
  }

  refresh() {
    for (const [name, { node }] of this._cards) setOn(node, this._inUse() === name);
  }

  /** A theme that was chosen just now may still be loading. */
  _inUse() {
    const chosen = this._settings.get("display", "theme");
    return this._cards.has(chosen) ? chosen : this._themes.name;
  }

  paint() {
    for (const [name, { canvas }] of this._cards) {
      const theme = this._themes.find(name);
      drawThemeSample(canvas, theme);
      if (canvas.parentElement) canvas.parentElement.style.background = theme.frame;
    }
  }
}
