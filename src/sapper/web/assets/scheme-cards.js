// @ts-check
// The three touch schemes as pictures, one of which is chosen.

/** @import { Themes } from "./theme.js" */

import { FLAG } from "./cell-values.js";
import { context2d, el, icon } from "./dom.js";
import { drawCell } from "./paint.js";
import { setOn } from "./setting-rows.js";
import { message, words } from "./words.js";

const CELL = 36; // px
/** @type {Record<string, number[]>} what a tap and a hold make of a square */
const SCHEMES = { "tap-opens": [1, FLAG], "tap-flags": [FLAG, 1], switch: [] };

export class SchemeCards {
  /** @param {{ themes: Themes, chosen: () => string, choose: (name: string) => void }} parts */
  constructor({ themes, chosen, choose }) {
    this._themes = themes;
    this._chosen = chosen;
    /** @type {{ canvas: HTMLCanvasElement, value: number }[]} */
    this._pictures = [];
    this._cards = new Map(
      Object.entries(SCHEMES).map(([name, results]) => {
        const { name: title, description } = words("touch", name);
        const about = el("span", { class: "about" }, el("b", {}, title), el("span", { class: "sub" }, description));
        const picture = results.length ? this._results(results) : modeSwitch();
        const attributes = { type: "button", "data-name": `touch-${name}`, onclick: () => choose(name) };
        return [name, el("button", attributes, picture, about)];
      }),
    );
    this.element = el("div", { class: "scheme-cards" }, [...this._cards.values()]);
    this.refresh();
    this.paint();
  }

  /** @param {number[]} results */
  _results(results) {
    const [tap, hold] = [message("settings-page.tap"), message("settings-page.hold")];
    const cells = results.map((value, place) => {
      const canvas = el("canvas");
      this._pictures.push({ canvas, value });
      return el("span", {}, place ? hold : tap, canvas);
    });
    return el("span", { class: "picture", "aria-hidden": "true" }, cells);
  }

  refresh() {
    for (const [name, card] of this._cards) setOn(card, name === this._chosen());
  }

  paint() {
    const size = Math.round(CELL * (globalThis.devicePixelRatio || 1));
    for (const { canvas, value } of this._pictures) {
      canvas.width = canvas.height = size;
      drawCell(context2d(canvas), this._themes.current, value, 0, 0, size);
    }
  }
}

const modeSwitch = () =>
  el(
    "span",
    { class: "picture", "aria-hidden": "true" },
    el("span", { class: "mode" }, icon("touch"), el("span", { class: "knob" }, icon("flag"))),
  );
