// Pictures of boards, large and small.

import type { Canvas, Theme } from "../types.ts";

import { HIDDEN, SYMBOLS } from "./cell-values.ts";
import { context2d } from "../ui/dom.ts";
import { drawCell } from "./paint.ts";

const LEAST = 5; // px of the screen that the shapes of a cell need

/** The cells of a closed board. */
export const closedCells = (count: number) => new Uint8Array(count).fill(HIDDEN);

/** Read the symbols of a board. */
export const cellsOf = (symbols: string) => Uint8Array.from(symbols, (symbol) => SYMBOLS.indexOf(symbol));

/** Draw a board with cells of a size in CSS pixels. */
export function drawBoard(
  canvas: HTMLCanvasElement,
  theme: Theme,
  { width, cells, size }: { width: number; cells: Uint8Array; size: number },
) {
  const ratio = globalThis.devicePixelRatio || 1;
  const d = Math.max(1, Math.round(size * ratio));
  canvas.width = width * d;
  canvas.height = (cells.length / width) * d;
  canvas.style.width = `${canvas.width / ratio}px`;
  const c = context2d(canvas);
  const draw = d < LEAST ? drawPlain : drawCell;
  for (const [at, seen] of cells.entries()) {
    draw(c, theme, seen, (at % width) * d, Math.floor(at / width) * d, d);
  }
}

/** A cell too small for a shape: open or closed. */
function drawPlain(c: Canvas, theme: Theme, seen: number, x: number, y: number, d: number) {
  c.fillStyle = seen < HIDDEN ? theme.open : theme.hidden.face;
  c.fillRect(x, y, d, d);
}
