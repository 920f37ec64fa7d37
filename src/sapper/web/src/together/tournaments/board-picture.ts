// The closed board of a tournament, in the colours of the theme.

import type { Themes } from "../../themes/theme.ts";
import type { LevelSize } from "../../types.ts";

import { context2d, el } from "../../ui/dom.ts";
import { drawCell } from "../../board/paint.ts";
import { SYMBOLS } from "../../board/cell-values.ts";

const CLOSED = SYMBOLS.indexOf(".");
const LARGEST = 22; // px of a cell
const MOST = 60; // cells of a side: of larger boards a part stands for the whole

/** Return the picture of a closed board that fits into so many px. */
export function closedPicture({ width, height }: LevelSize, themes: Themes, most: { width: number; height: number }) {
  const [across, down] = [Math.min(width, MOST), Math.min(height, MOST)];
  const ratio = globalThis.devicePixelRatio || 1;
  const fitting = Math.min(LARGEST, most.width / across, most.height / down);
  const d = Math.max(2, Math.floor(fitting * ratio));
  const canvas = el("canvas", { "aria-hidden": "true" });
  [canvas.width, canvas.height] = [across * d, down * d];
  canvas.style.width = `${canvas.width / ratio}px`;
  const c = context2d(canvas);
  for (let index = 0; index < across * down; index++) {
    drawCell(c, themes.current, CLOSED, (index % across) * d, Math.floor(index / across) * d, d);
  }
  return canvas;
}
