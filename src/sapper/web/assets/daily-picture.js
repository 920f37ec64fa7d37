// @ts-check
// Small pictures of boards.

/** @import { Theme } from "./types.js" */

import { HIDDEN, SYMBOLS } from "./cell-values.js";
import { context2d } from "./dom.js";
import { drawCell } from "./paint.js";

/**
 * The cells of a closed board.
 * @param {number} count
 */
export const closedCells = (count) => new Uint8Array(count).fill(HIDDEN);

/**
 * Read the symbols of a board.
 * @param {string} symbols
 */
export const cellsOf = (symbols) => Uint8Array.from(symbols, (symbol) => SYMBOLS.indexOf(symbol));

/**
 * Draw a board with cells of a size in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {Theme} theme
 * @param {{ width: number, cells: Uint8Array, size: number }} board
 */
export function drawBoard(canvas, theme, { width, cells, size }) {
  const ratio = globalThis.devicePixelRatio || 1;
  const d = Math.round(size * ratio);
  canvas.width = width * d;
  canvas.height = (cells.length / width) * d;
  canvas.style.width = `${canvas.width / ratio}px`;
  const c = context2d(canvas);
  for (const [at, seen] of cells.entries()) {
    drawCell(c, theme, seen, (at % width) * d, Math.floor(at / width) * d, d);
  }
}
