// A picture above a finger, which hides the cell that it changed.

import type { Theme } from "../types.ts";

import { context2d, el } from "../ui/dom.ts";
import { drawCell } from "./paint.ts";

const SIZE = 52; // px of the cell in it
const SIDE = 66; // px with its border
const AWAY = 58; // px from the finger

export class Bubble {
  _canvas: HTMLCanvasElement;

  constructor() {
    this._canvas = el("canvas", { class: "bubble", "aria-hidden": "true" });
  }

  /** Show a cell above a finger, or beside it where there is no room above. */
  show(theme: Theme, seen: number, { clientX, clientY }: { clientX: number; clientY: number }) {
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
