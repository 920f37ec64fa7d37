// @ts-check
// A picture above a finger, which hides the cell that it changed.

/** @import { Theme } from "./types.js" */

import { context2d, el } from "./dom.js";
import { drawCell } from "./paint.js";

const SIZE = 52; // px of the cell in it
const SIDE = 66; // px with its border
const AWAY = 58; // px from the finger

export class Bubble {
  constructor() {
    this._canvas = el("canvas", { class: "bubble", "aria-hidden": "true" });
  }

  /**
   * Show a cell above a finger, or beside it where there is no room above.
   * @param {Theme} theme
   * @param {number} seen
   * @param {{ clientX: number, clientY: number }} finger
   */
  show(theme, seen, { clientX, clientY }) {
    const canvas = this._canvas;
    const side = Math.round(SIZE * (globalThis.devicePixelRatio || 1));
    canvas.width = canvas.height = side;
    drawCell(context2d(canvas), theme, seen, 0, 0, side);
    const hasRoom = clientY >= AWAY + SIDE;
    const beside = clientX > innerWidth / 2 ? clientX - AWAY - SIDE : clientX + AWAY;
    const left = hasRoom ? clientX - SIDE / 2 : beside;
    const { style } = canvas;
    style.width = style.height = `${SIZE}px`;
    style.left = `${Math.max(4, Math.min(left, innerWidth - SIDE - 4))}px`;
    style.top = `${hasRoom ? clientY - AWAY - SIDE : Math.max(4, clientY - SIDE / 2)}px`;
    document.body.append(canvas);
  }

  hide() {
    this._canvas.remove();
  }
}
