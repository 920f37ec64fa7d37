// @ts-check
// Which cells somebody else has open: read from a message, and drawn in small. Nothing here knows a number.

/** @import { Theme } from "./types.js" */
/** @typedef {{ width: number, height: number, isOpen: (index: number) => boolean }} GhostBoard */

import { HIDDEN } from "./cell-values.js";
import { context2d } from "./dom.js";
import { drawCell } from "./paint.js";

const LEAST_CELL = 6; // device px: smaller cells are open or closed, without edges
const MOST_CELL = 14; // px

/**
 * Read the cells of a `ghost`: base64 of a bit for each, row by row, the highest bit first. What is missing is closed.
 * @param {{ width: number, height: number, cells: string }} ghost
 * @returns {GhostBoard}
 */
export function ghostBoard({ width, height, cells }) {
  const bytes = atob(cells);
  const isOpen = (/** @type {number} */ index) => ((bytes.charCodeAt(index >> 3) >> (7 - (index & 7))) & 1) === 1;
  return { width, height, isOpen };
}

/**
 * How large the cells of a picture are in device pixels, where it has a width in CSS pixels.
 * @param {number} cells across
 * @param {number} width
 * @param {number} ratio
 */
export const cellSize = (cells, width, ratio) =>
  Math.floor(Math.max(1, Math.min((width * ratio) / cells, MOST_CELL * ratio)));

/**
 * Draw the board in a canvas of about a width in CSS pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {Theme} theme
 * @param {GhostBoard} board
 * @param {number} room
 */
export function drawGhost(canvas, theme, { width, height, isOpen }, room) {
  const ratio = globalThis.devicePixelRatio || 1;
  const d = cellSize(width, room, ratio);
  canvas.width = width * d;
  canvas.height = height * d;
  canvas.style.width = `${canvas.width / ratio}px`;
  const c = context2d(canvas);
  for (let index = 0; index < width * height; index++) {
    const [x, y] = [(index % width) * d, Math.floor(index / width) * d];
    if (d >= LEAST_CELL) {
      drawCell(c, theme, isOpen(index) ? 0 : HIDDEN, x, y, d);
    } else {
      c.fillStyle = isOpen(index) ? theme.open : theme.hidden.face;
      c.fillRect(x, y, d, d);
    }
  }
}
