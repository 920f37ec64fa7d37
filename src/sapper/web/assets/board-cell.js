// @ts-check
// How one cell of the board is painted: its value, what points it out, whose it is, and how it moves.

/** @import { Emphasis } from "./emphasis.js" */
/** @import { Tiles } from "./paint.js" */
/** @import { BoardModel, Canvas, MarkPainter, Marks, Owner, Theme } from "./types.js" */
/**
 * What is shown beside the values of cells: their indices, -1 for none.
 * @typedef {object} Look
 * @property {Set<number>} pressed
 * @property {number} hover
 * @property {number} cursor
 * @property {number} last
 * @property {number} warned
 * @property {Map<number, Marks>} marks
 * @property {MarkPainter} drawMarks
 */
/**
 * What one frame is painted with; `size` is that of a cell in device pixels.
 * @typedef {object} Painter
 * @property {Canvas} c
 * @property {BoardModel} model
 * @property {Theme} theme
 * @property {Tiles} tiles
 * @property {number} now
 * @property {number} size
 * @property {number} ratio
 * @property {boolean} hasInitials
 * @property {Look} look
 * @property {Emphasis} emphasis
 * @property {(index: number) => Owner | null} ownerOf
 */
/** @typedef {{ kind: keyof typeof DURATION, from: number, start: number }} Motion */

import { EXPLODED, FLAG, HIDDEN, isClosed } from "./cell-values.js";
import { FINISHED } from "./emphasis.js";
import { drawCell, drawCursor, drawFlag, drawInitial, drawTicks, drawWarning } from "./paint.js";

export const DURATION = { open: 90, flag: 120, clear: 80, shiver: 120, pop: 160, mark: 140 }; // ms

/** @param {number} t */
const easeOut = (t) => 1 - (1 - t) ** 3;

/**
 * Paint what is shown beside a cell's value.
 * @param {Painter} painter
 * @param {number} index
 * @param {number} x
 * @param {number} y
 */
export function paintOver({ c, theme, size, look, emphasis }, index, x, y, share = 1) {
  const marks = look.marks.get(index);
  if (marks) {
    c.globalAlpha = share;
    look.drawMarks(c, theme, x, y, size, marks);
    c.globalAlpha = 1;
  }
  emphasis.draw(c, theme, x, y, size, index);
  if (index === look.last) drawTicks(c, theme, x, y, size);
  if (index === look.warned) drawWarning(c, theme, x, y, size);
  if (index === look.cursor) drawCursor(c, theme, x, y, size);
}

/**
 * Paint the value of a cell at rest.
 * @param {Painter} painter
 * @param {number} seen
 * @param {number} x
 * @param {number} y
 * @param {number} index
 */
export function paintStill(painter, seen, x, y, index) {
  const { c, model, theme, tiles, size, look, emphasis } = painter;
  if (seen > 0 && seen <= 8 && model.flagsAround(index) > seen) {
    drawCell(c, theme, seen, x, y, size, "", true, emphasis.drawNumber);
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
 * @param {Painter} painter
 * @param {number} seen
 * @param {number} x
 * @param {number} y
 * @param {Motion} motion
 * @param {number} t how much of it is done, 0 to 1
 * @param {number} index
 */
export function paintMoving(painter, seen, x, y, motion, t, index) {
  const { c, tiles, size: d, ownerOf } = painter;
  /** @param {number} value */
  const tile = (value) => c.drawImage(tiles.get(value), x, y);
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
