// The ways to play together as pictures: the frame, and what several of them draw.

import type { Themes } from "../../themes/theme.ts";
import type { ModePage, Pen } from "./mode.ts";

import { FLAG, HIDDEN, SYMBOLS } from "../../board/cell-values.ts";
import { context2d } from "../../ui/dom.ts";
import { drawCell, drawFlag, rounded } from "../../board/paint.ts";

const WIDTH = 84; // px
const HEIGHT = 66;

/** Draw the picture of a mode. */
export function drawMode(canvas: HTMLCanvasElement, themes: Themes, mode: ModePage) {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(WIDTH * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  canvas.style.width = `${WIDTH}px`;
  const c = context2d(canvas);
  c.scale(ratio, ratio);
  mode.draw({ c, theme: themes.current, players: themes.players });
}

/** @param rows `b` and `r` are flags of two players */
export function drawBoard({ c, theme, players: [one, other] }: Pen, rows: string[]) {
  const size = 14;
  const top = (HEIGHT - rows.length * size) / 2;
  for (const [y, row] of rows.entries()) {
    for (const [x, symbol] of [...row].entries()) {
      const isFlag = symbol === "b" || symbol === "r";
      const seen = isFlag ? HIDDEN : SYMBOLS.indexOf(symbol);
      drawCell(c, theme, seen === FLAG ? HIDDEN : seen, x * size, top + y * size, size);
      if (isFlag) drawFlag(c, { ...theme, flag: symbol === "b" ? one : other }, x * size, top + y * size, size);
    }
  }
}

/** The progress of a player. */
export function drawBar({ c, theme }: Pen, x: number, y: number, width: number, share: number, colour: string) {
  for (const [length, fill] of [
    [width, theme.line],
    [width * share, colour],
  ] as [number, string][]) {
    c.fillStyle = fill;
    rounded(c, x, y, length, 4, 2);
    c.fill();
  }
}
