// @ts-check
// The palette of the analysis board: the number of mines, and twelve squares to paint with.

/** @import { Position } from "./position.js" */
/** @import { Theme } from "./types.js" */

import { FLAG, HIDDEN, MINE } from "./cell-values.js";
import { el, icon } from "./dom.js";
import { drawSample } from "./marks.js";
import { message } from "./words.js";

/** What can be painted, by the key that chooses it. @type {[key: string, value: number][]} */
const BRUSHES = [
  [".", HIDDEN],
  ...Array.from({ length: 9 }, (_, number) => /** @type {[string, number]} */ ([String(number), number])),
  ["f", FLAG],
  ["m", MINE],
];
const SAMPLE = 34; // px

/**
 * What a brush paints, in words.
 * @param {number} value
 */
export function brushName(value) {
  if (value === HIDDEN) return message("analysis.brush-closed");
  if (value === FLAG) return message("analysis.brush-flag");
  if (value === MINE) return message("analysis.brush-mine");
  return value ? String(value) : message("analysis.brush-blank");
}

export class Palette {
  /** @param {(mines: number) => void} setMines */
  constructor(setMines) {
    this.brush = 1;
    this._setMines = setMines;
    this._mines = 0;
    this._count = el("b");
    this._stepper = el(
      "div",
      { class: "stepper", role: "group" },
      this._step("minus", message("analysis.fewer-mines"), -1),
      icon("mine", "icon"),
      this._count,
      this._step("plus", message("analysis.more-mines"), 1),
    );
    /** @type {Map<number, { node: HTMLButtonElement, canvas: HTMLCanvasElement }>} */
    this._keys = new Map();
    for (const [key, value] of BRUSHES) this._keys.set(value, this._key(key, value));
    const keys = [...this._keys.values()].map(({ node }) => node);
    this.element = el("div", { class: "brushes" }, this._stepper, el("div", { class: "brush-keys" }, keys));
    this.choose(this.brush);
  }

  /**
   * @param {string} image
   * @param {string} label
   * @param {number} by
   */
  _step(image, label, by) {
    const run = () => this._setMines(this._mines + by);
    return el(
      "button",
      { type: "button", class: "tool", title: label, "aria-label": label, onclick: run },
      icon(image),
    );
  }

  /**
   * @param {string} key
   * @param {number} value
   */
  _key(key, value) {
    const canvas = el("canvas", { "aria-hidden": "true" });
    const what = value === 0 ? message("analysis.brush-zero") : brushName(value); // the key is part of the name
    const label = message("analysis.brush", { what });
    const run = () => this.choose(value);
    const attributes = { type: "button", class: "brush", title: label, "aria-label": label, onclick: run };
    return { node: el("button", attributes, canvas, el("span", {}, key.toUpperCase())), canvas };
  }

  /**
   * Choose what to paint with.
   * @param {number} value
   */
  choose(value) {
    this.brush = value;
    for (const [own, { node }] of this._keys) node.setAttribute("aria-pressed", String(own === value));
  }

  /**
   * Take a key; return whether it chooses something.
   * @param {string} typed
   */
  key(typed) {
    const found = BRUSHES.find(([key]) => key === typed);
    if (found) this.choose(found[1]);
    return Boolean(found);
  }

  /** @param {Theme} theme */
  paint(theme) {
    for (const [value, { canvas }] of this._keys) drawSample(canvas, theme, value, {}, SAMPLE);
  }

  /** @param {Position} position */
  update({ mines }) {
    this._mines = mines;
    this._count.textContent = String(mines);
    this._stepper.setAttribute("aria-label", message("analysis.mines-label", { count: mines }));
  }
}
