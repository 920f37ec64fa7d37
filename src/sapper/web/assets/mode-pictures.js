// @ts-check
// The ways to play together as pictures: what one sees of them at a glance.

/** @import { Canvas, Theme } from "./types.js" */
/** @import { Themes } from "./theme.js" */

import { FLAG, HIDDEN, SYMBOLS } from "./cell-values.js";
import { context2d } from "./dom.js";
import { drawCell, drawFlag, rounded } from "./paint.js";

const WIDTH = 84; // px
const HEIGHT = 66;
const COOP = [".4b3r1", ".22321", ".11b11", ".23232"];
const DUEL = ["23bb3.", ".r6bb.", "1.bb54", "..rrrr"];
const RACE = [
  [6, 6, 4, 3, 3, 2, 2],
  [4, 3, 3, 2, 1, 1, 0],
];
const ARROW = new Path2D("M0 0 L0 11 L3 8.6 L5 12.7 L7 11.8 L5 7.8 L8.8 7.6 Z");

/**
 * Draw what a mode is like.
 * @param {HTMLCanvasElement} canvas
 * @param {Themes} themes
 * @param {string} mode
 */
export function drawMode(canvas, themes, mode) {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(WIDTH * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  canvas.style.width = `${WIDTH}px`;
  const c = context2d(canvas);
  c.scale(ratio, ratio);
  const theme = themes.current;
  const [one, other] = themes.players;
  if (mode === "race") drawRace(c, theme, one, other);
  else if (mode === "arena") drawArena(c, theme, one);
  else drawBoard(c, theme, mode === "duel" ? DUEL : COOP, one, other);
  if (mode === "coop") {
    drawArrow(c, theme, one, 22, 44);
    drawArrow(c, theme, other, 64, 20);
  }
}

/**
 * @param {Canvas} c
 * @param {Theme} theme
 * @param {string[]} rows `b` and `r` are flags of two players
 * @param {string} one
 * @param {string} other
 */
function drawBoard(c, theme, rows, one, other) {
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

/**
 * Two boards of the same size, one further than the other.
 * @param {Canvas} c
 * @param {Theme} theme
 * @param {string} one
 * @param {string} other
 */
function drawRace(c, theme, one, other) {
  const size = 5;
  for (const [at, closed] of RACE.entries()) {
    const left = at * 48;
    for (const [x, height] of closed.entries()) {
      for (let y = 0; y < 8; y++) {
        c.fillStyle = y >= 8 - height ? theme.hidden.face : theme.open;
        c.fillRect(left + x * size, 6 + y * size, size - 0.7, size - 0.7);
      }
    }
    bar(c, theme, left, 54, 35, at ? 0.42 : 0.72, at ? other : one);
  }
}

/**
 * A list of boards, of which some are solved.
 * @param {Canvas} c
 * @param {Theme} theme
 * @param {string} colour
 */
function drawArena(c, theme, colour) {
  for (let at = 0; at < 3; at++) {
    const [top, isDone] = [4 + at * 21, at < 2];
    c.fillStyle = isDone ? theme.open : theme.hidden.face;
    rounded(c, 2, top, 18, 16, 3);
    c.fill();
    c.strokeStyle = theme.hidden.face;
    c.lineWidth = 1;
    c.stroke();
    if (isDone) {
      c.strokeStyle = theme.good;
      c.lineWidth = 2;
      c.beginPath();
      c.moveTo(7, top + 8);
      c.lineTo(10, top + 11);
      c.lineTo(15, top + 5);
      c.stroke();
    }
    bar(c, theme, 28, top + 6, 52, [0.9, 0.6, 0.15][at], colour);
  }
}

/**
 * @param {Canvas} c
 * @param {Theme} theme
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} share
 * @param {string} colour
 */
function bar(c, theme, x, y, width, share, colour) {
  for (const [length, fill] of /** @type {[number, string][]} */ ([
    [width, theme.line],
    [width * share, colour],
  ])) {
    c.fillStyle = fill;
    rounded(c, x, y, length, 4, 2);
    c.fill();
  }
}

/**
 * @param {Canvas} c
 * @param {Theme} theme
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 */
function drawArrow(c, theme, colour, x, y) {
  c.save();
  c.translate(x, y);
  c.strokeStyle = theme.page;
  c.lineWidth = 2.4;
  c.lineJoin = "round";
  c.stroke(ARROW);
  c.fillStyle = colour;
  c.fill(ARROW);
  c.restore();
}
