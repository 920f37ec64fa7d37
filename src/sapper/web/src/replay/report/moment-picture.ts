// The board around a move before it was played, with the square that was opened, and the one that was better.

import type { JudgedMove, ReportedMove } from "../../protocol.ts";
import type { Marks, Theme } from "../../types.ts";
import type { ReplayBoard } from "../../board/replay-board.ts";

import { drawCell } from "../../board/paint.ts";
import { drawMarks } from "../../board/mark-painter.ts";
import { context2d } from "../../ui/dom.ts";
import { QUALITIES } from "./turning-points.ts";

const COLUMNS = 10;
const ROWS = 8;
const CELL = 17; // px

interface Moment {
  move: ReportedMove;
  judged: JudgedMove | undefined;
}

/** The first row or column of a window of a size around two places, or around the second where they are too far apart. */
function start(one: number, other: number, size: number, whole: number) {
  const middle = Math.abs(one - other) < size ? (one + other) >> 1 : other;
  return Math.max(Math.min(middle - (size >> 1), whole - size), 0);
}

/** Draw it. The board is moved to the place before the move. */
export function drawMoment(canvas: HTMLCanvasElement, theme: Theme, board: ReplayBoard, { move, judged }: Moment) {
  const { width, height } = board;
  const step = board.steps[move.action];
  board.go(move.action);
  const [columns, rows] = [Math.min(COLUMNS, width), Math.min(ROWS, height)];
  const middle = step?.cell ?? Math.floor(height / 2) * width + (width >> 1);
  const other = move.best ?? middle;
  const top = start(Math.floor(middle / width), Math.floor(other / width), rows, height);
  const left = start(middle % width, other % width, columns, width);
  const marks = marksOf(move, judged, step?.cell ?? null);
  const ratio = globalThis.devicePixelRatio || 1;
  const size = Math.round(CELL * ratio);
  canvas.width = columns * size;
  canvas.height = rows * size;
  canvas.style.width = `${canvas.width / ratio}px`;
  const c = context2d(canvas);
  for (let at = 0; at < columns * rows; at++) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const cell = (top + row) * width + left + column;
    drawCell(c, theme, board.seen(cell), column * size, row * size, size);
  }
  for (const [cell, mark] of marks) {
    const [row, column] = [Math.floor(cell / width) - top, (cell % width) - left];
    if (row >= 0 && row < rows && column >= 0 && column < columns)
      drawMarks(c, theme, column * size, row * size, size, mark);
  }
}

function marksOf({ quality, best }: ReportedMove, judged: JudgedMove | undefined, played: number | null) {
  const marks = new Map<number, Marks>();
  for (const cell of judged?.reason ?? []) marks.set(cell, { reason: true });
  if (best !== null && best !== undefined) marks.set(best, { safe: true });
  const isBad = QUALITIES[quality].kind === "bad";
  if (played !== null) marks.set(played, isBad ? { mistake: true } : { guess: true });
  return marks;
}
