// How one cell of the board is painted: its value, what points it out, whose it is, and how it moves.

import type { Emphasis } from "./emphasis.ts";
import type { Tiles } from "./paint.ts";
import type { BoardModel, Canvas, MarkPainter, Marks, Owner, Theme } from "../types.ts";

import { EXPLODED, FLAG, HIDDEN, isClosed } from "./cell-values.ts";
import { FINISHED } from "./emphasis.ts";
import { drawCell, drawCursor, drawDigit, drawFlag, drawInitial, drawTicks, drawWarning } from "./paint.ts";

/** Marks in addition to the values of cells: their indices, -1 for none. */
export interface Look {
  pressed: Set<number>;
  hover: number;
  cursor: number;
  last: number;
  warned: number;
  marks: Map<number, Marks>;
  drawMarks: MarkPainter;
}

/** The tools that paint one frame; `size` is that of a cell in device pixels. */
export interface Painter {
  c: Canvas;
  model: BoardModel;
  theme: Theme;
  tiles: Tiles;
  now: number;
  size: number;
  ratio: number;
  hasInitials: boolean;
  look: Look;
  emphasis: Emphasis;
  ownerOf: (index: number) => Owner | null;
}

export interface Motion {
  kind: keyof typeof DURATION;
  from: number;
  start: number;
}

export const DURATION = { open: 90, flag: 120, clear: 80, shiver: 120, pop: 160, mark: 140 }; // ms

const easeOut = (t: number) => 1 - (1 - t) ** 3;

/** Paint what is shown in addition to the value of a cell. */
export function paintOver(
  { c, model, theme, size, look, emphasis }: Painter,
  index: number,
  x: number,
  y: number,
  share = 1,
) {
  const marks = look.marks.get(index);
  if (marks) {
    c.globalAlpha = share;
    look.drawMarks(c, theme, x, y, size, marks);
    c.globalAlpha = 1;
  }
  emphasis.draw(c, theme, x, y, size, index);
  if (index === look.last && model.seen(index) !== EXPLODED) drawTicks(c, theme, x, y, size); // one sign for a square
  if (index === look.warned) drawWarning(c, theme, x, y, size);
  if (index === look.cursor) drawCursor(c, theme, x, y, size);
}

/** Paint the value of a cell at rest. */
export function paintStill(painter: Painter, seen: number, x: number, y: number, index: number) {
  const { c, model, theme, tiles, size, look, emphasis } = painter;
  if (seen > 0 && seen <= 8 && model.flagsAround(index) > seen) {
    drawCell(c, theme, seen, x, y, size, "", true, emphasis.drawNumber);
    return;
  }
  if (seen > 0 && seen <= 8 && emphasis.countsDown && !model.isOver) {
    const left = emphasis.counted(model, index);
    c.drawImage(tiles.get(0), x, y);
    c.globalAlpha = left || !emphasis.dimsFinished ? 1 : FINISHED;
    if (left) c.drawImage(tiles.get(left), x, y);
    else drawDigit(c, theme, x, y, size, 0);
    c.globalAlpha = 1;
    return;
  }
  if (seen > 0 && seen <= 8 && emphasis.isFaint(model, index)) {
    c.drawImage(tiles.get(0), x, y);
    c.globalAlpha = FINISHED;
    c.drawImage(tiles.get(seen), x, y);
    c.globalAlpha = 1;
    return;
  }
  const state = !isClosed(seen) ? "" : look.pressed.has(index) ? "pressed" : index === look.hover ? "hover" : "";
  const owner = seen === FLAG || seen === EXPLODED ? painter.ownerOf(index) : null;
  const isFlag = owner !== null && (seen === FLAG || Boolean(owner.isFound));
  c.drawImage(tiles.get(isFlag ? HIDDEN : seen, state), x, y);
  if (!owner) return;
  if (isFlag) drawFlag(c, { ...theme, flag: owner.colour }, x, y, size);
  if (painter.hasInitials) drawInitial(c, theme, x, y, size, owner.initial);
}

/**
 * Paint the value of a cell in motion.
 * @param t how much of it is done, 0 to 1
 */
export function paintMoving(
  painter: Painter,
  seen: number,
  x: number,
  y: number,
  motion: Motion,
  t: number,
  index: number,
) {
  const { c, tiles, size: d, ownerOf } = painter;
  const tile = (value: number) => c.drawImage(tiles.get(value), x, y);
  if (motion.kind === "open" || motion.kind === "clear") {
    tile(motion.from);
    c.globalAlpha = easeOut(t);
    tile(seen);
    c.globalAlpha = 1;
  } else if ((motion.kind === "flag" && seen === FLAG) || ownerOf(index)?.isFound) {
    const size = d * (1.25 - 0.25 * easeOut(t));
    tile(HIDDEN);
    c.save();
    c.beginPath();
    c.rect(x, y, d, d);
    c.clip();
    c.globalAlpha = Math.min(1, t * 2);
    const flag = ownerOf(index)?.colour ?? painter.theme.flag;
    drawFlag(c, { ...painter.theme, flag }, x - (size - d) / 2, y - (size - d) / 2, size);
    c.restore();
  } else if (motion.kind === "shiver") {
    tile(HIDDEN);
    c.drawImage(tiles.get(seen), x + Math.sin(t * Math.PI * 3) * 2 * painter.ratio, y);
  } else if (motion.kind === "pop") {
    const grown = d * (1 + 0.15 * Math.sin(t * Math.PI));
    const off = (grown - d) / 2;
    c.drawImage(tiles.get(seen), off, off, d - off, d - off, x, y, d, d);
  } else {
    paintStill(painter, seen, x, y, index);
  }
}
