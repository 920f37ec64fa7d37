// The palette of the analysis board: the number of mines, and twelve squares to paint with.

import type { Position } from "./position.ts";
import type { Theme } from "../types.ts";

import { FLAG, HIDDEN, MINE } from "../board/cell-values.ts";
import { el, icon } from "../ui/dom.ts";
import { drawSample } from "../board/mark-painter.ts";
import { message } from "../ui/words.ts";

/** The values that can be painted, by the key that chooses them. */
const BRUSHES: [key: string, value: number][] = [
  [".", HIDDEN],
  ...Array.from({ length: 9 }, (_, number) => [String(number), number] as [string, number]),
  ["f", FLAG],
  ["m", MINE],
];
const SAMPLE = 34; // px

/** The words for the value of a brush. */
export function brushName(value: number) {
  if (value === HIDDEN) return message("analysis.brush-closed");
  if (value === FLAG) return message("analysis.brush-flag");
  if (value === MINE) return message("analysis.brush-mine");
  return value ? String(value) : message("analysis.brush-blank");
}

export class Palette {
  brush = 1;
  _setMines: (mines: number) => void;
  _mines = 0;
  _count: HTMLElement;
  _stepper: HTMLDivElement;
  _keys: Map<number, { node: HTMLButtonElement; canvas: HTMLCanvasElement }> = new Map();
  element: HTMLDivElement;

  constructor(setMines: (mines: number) => void) {
    this._setMines = setMines;
    this._count = el("b");
    this._stepper = el(
      "div",
      { class: "stepper", role: "group" },
      this._step("minus", message("analysis.fewer-mines"), -1),
      icon("mine", "icon"),
      this._count,
      this._step("plus", message("analysis.more-mines"), 1),
    );
    for (const [key, value] of BRUSHES) this._keys.set(value, this._key(key, value));
    const keys = [...this._keys.values()].map(({ node }) => node);
    this.element = el("div", { class: "brushes" }, this._stepper, el("div", { class: "brush-keys" }, keys));
    this.choose(this.brush);
  }

  _step(image: string, label: string, by: number) {
    const run = () => this._setMines(this._mines + by);
    return el(
      "button",
      { type: "button", class: "tool", title: label, "aria-label": label, onclick: run },
      icon(image),
    );
  }

  _key(key: string, value: number) {
    const canvas = el("canvas", { "aria-hidden": "true" });
    const what = value === 0 ? message("analysis.brush-zero") : brushName(value); // the key is part of the name
    const label = message("analysis.brush", { what });
    const run = () => this.choose(value);
    const attributes = { type: "button", class: "brush", title: label, "aria-label": label, onclick: run };
    return { node: el("button", attributes, canvas, el("span", {}, key.toUpperCase())), canvas };
  }

  /** Choose what to paint with. */
  choose(value: number) {
    this.brush = value;
    for (const [own, { node }] of this._keys) node.setAttribute("aria-pressed", String(own === value));
  }

  /** Take a key; return whether it chooses something. */
  key(typed: string) {
    const found = BRUSHES.find(([key]) => key === typed);
    if (found) this.choose(found[1]);
    return Boolean(found);
  }

  paint(theme: Theme) {
    for (const [value, { canvas }] of this._keys) drawSample(canvas, theme, value, {}, SAMPLE);
  }

  update({ mines }: Position) {
    this._mines = mines;
    this._count.textContent = String(mines);
    this._stepper.setAttribute("aria-label", message("analysis.mines-label", { count: mines }));
  }
}
