// The cells that another player has open: read from a message, and drawn in small. Nothing here knows a number.

import type { Theme } from "../types.ts";

import { HIDDEN } from "./cell-values.ts";
import { context2d } from "../ui/dom.ts";
import { drawCell } from "./paint.ts";

export interface GhostBoard {
  width: number;
  height: number;
  isOpen: (index: number) => boolean;
}

const LEAST_CELL = 6; // device px: smaller cells are open or closed, without edges
const MOST_CELL = 14; // px

/**
 * Read the cells of a `ghost`: base64 of a bit for each, row by row, the highest bit first. What is missing is closed.
 */
export function ghostBoard({ width, height, cells }: { width: number; height: number; cells: string }): GhostBoard {
  const bytes = atob(cells);
  const isOpen = (index: number) => ((bytes.charCodeAt(index >> 3) >> (7 - (index & 7))) & 1) === 1;
  return { width, height, isOpen };
}

/**
 * How large the cells of a picture are in device pixels, where it has a width in CSS pixels.
 * @param cells across
 * @param most in CSS pixels
 */
export const cellSize = (cells: number, width: number, ratio: number, most = MOST_CELL) =>
  Math.floor(Math.max(1, Math.min((width * ratio) / cells, most * ratio)));

/** Draw the board in a canvas of about a width in CSS pixels. */
export function drawGhost(
  canvas: HTMLCanvasElement,
  theme: Theme,
  { width, height, isOpen }: GhostBoard,
  room: number,
) {
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
