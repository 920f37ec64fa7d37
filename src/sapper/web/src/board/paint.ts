// How a cell looks, in every theme and at every size. All measures scale from the cell size s; k is 1 at 32 px.

import type { Canvas, NumberPainter, Theme } from "../types.ts";

import { EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG } from "./cell-values.ts";
import { context2d } from "../ui/dom.ts";

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

const PENNANT = new Path2D("M8.4 3.6 19.2 8.1 8.4 12.8Z");
const POLE = new Path2D("M7.4 3.2V20.4M3.8 20.6H12");
const HOOK = new Path2D("M7.6 8.6a4.5 4.3 0 1 1 6.7 3.7c-1.5.9-2.2 1.6-2.2 3.2");
const SPIKES = [30, 90, 150, 210, 270, 330].map((degrees) => (degrees * Math.PI) / 180);

export const alpha = (hex: string, share: number) =>
  hex +
  Math.round(share * 255)
    .toString(16)
    .padStart(2, "0");

export function rounded(c: Canvas, x: number, y: number, w: number, h: number, radius: number) {
  c.beginPath();
  c.roundRect(x, y, w, h, Math.max(0, Math.min(radius, w / 2, h / 2)));
}

/** The height of glyphs above the centre: the lip of a tile takes the bottom. */
export const lift = (theme: Theme, s: number) => (theme.style.cell === "tile" ? -s / 32 : 0);

/** Draw in a box of 24 x 24 units in the middle of the cell. */
function inBox(c: Canvas, x: number, y: number, s: number, share: number, dy: number, draw: (c: Canvas) => void) {
  const unit = (s * share) / 24;
  c.save();
  c.translate(x + (s - 24 * unit) / 2, y + (s - 24 * unit) / 2 + dy);
  c.scale(unit, unit);
  c.lineCap = "round";
  c.lineJoin = "round";
  draw(c);
  c.restore();
}

function tile(c: Canvas, theme: Theme, x: number, y: number, s: number, state: string, face: string) {
  const { style, hidden } = theme;
  const k = s / 32;
  const gap = Math.max(0.5, style.gap * k);
  const lip = Math.max(1, style.edge * k);
  const radius = style.radius * k;
  const side = s - 2 * gap;
  const pressed = state === "pressed";
  c.fillStyle = pressed ? face : hidden.dark;
  rounded(c, x + gap, y + gap, side, side, radius);
  c.fill();
  if (!pressed) {
    c.fillStyle = face;
    rounded(c, x + gap, y + gap, side, side - lip, radius);
    c.fill();
  }
  c.fillStyle = pressed ? hidden.dark : hidden.light;
  c.fillRect(x + gap + radius, y + gap, side - 2 * radius, Math.max(1, Math.round(pressed ? lip / 2 : k)));
}

function bevel(c: Canvas, theme: Theme, x: number, y: number, s: number, state: string, face: string) {
  const { hidden } = theme;
  const edge = Math.max(1, Math.round((theme.style.edge * s) / 32));
  c.fillStyle = face;
  c.fillRect(x, y, s, s);
  if (state === "pressed") {
    const line = Math.max(1, Math.round(edge / 2));
    c.fillStyle = hidden.dark;
    c.fillRect(x, y, s, line);
    c.fillRect(x, y, line, s);
    return;
  }
  const [r, b, e] = [x + s, y + s, edge];
  const corner = (color: string, points: number[][]) => {
    c.fillStyle = color;
    c.beginPath();
    for (const [px, py] of points) c.lineTo(px, py);
    c.fill();
  };
  corner(hidden.dark, [
    [r, y],
    [r, b],
    [x, b],
    [x + e, b - e],
    [r - e, b - e],
    [r - e, y + e],
  ]);
  corner(hidden.light, [
    [x, b],
    [x, y],
    [r, y],
    [r - e, y + e],
    [x + e, y + e],
    [x + e, b - e],
  ]);
}

function outline(c: Canvas, theme: Theme, x: number, y: number, s: number, state: string, face: string) {
  const { style, hidden } = theme;
  const k = s / 32;
  const gap = style.gap * k;
  const edge = Math.max(1, Math.round(style.edge * k));
  c.fillStyle = face;
  rounded(c, x + gap, y + gap, s - 2 * gap, s - 2 * gap, style.radius * k);
  c.fill();
  if (style.hiddenPattern === "hatch" && state !== "pressed") {
    hatch(c, x, y, s, alpha(hidden.dark, 0.42), Math.max(1, k), s / 6);
  }
  c.strokeStyle = hidden.light;
  c.lineWidth = edge;
  rounded(c, x + gap + edge / 2, y + gap + edge / 2, s - 2 * gap - edge, s - 2 * gap - edge, style.radius * k);
  c.stroke();
}

function hatch(c: Canvas, x: number, y: number, s: number, color: string, width: number, step: number) {
  c.save();
  c.beginPath();
  c.rect(x, y, s - 1, s - 1);
  c.clip();
  c.strokeStyle = color;
  c.lineWidth = width;
  c.beginPath();
  for (let d = -s; d < s; d += step) {
    c.moveTo(x + d, y + s);
    c.lineTo(x + d + s, y);
  }
  c.stroke();
  c.restore();
}

const CLOSED = { tile, bevel, outline };

function closedCell(c: Canvas, theme: Theme, x: number, y: number, s: number, state: string) {
  const { hidden } = theme;
  c.fillStyle = theme.open;
  c.fillRect(x, y, s, s);
  const face = state === "pressed" ? hidden.pressed : state === "hover" ? hidden.hover : hidden.face;
  CLOSED[theme.style.cell](c, theme, x, y, s, state, face);
}

function openCell(c: Canvas, theme: Theme, x: number, y: number, s: number, fill = theme.open) {
  const line = Math.max(1, Math.round(s / 40));
  c.fillStyle = fill;
  c.fillRect(x, y, s, s);
  c.fillStyle = theme.grid;
  c.fillRect(x + s - line, y, line, s);
  c.fillRect(x, y + s - line, s, line);
}

export function drawFlag(c: Canvas, theme: Theme, x: number, y: number, s: number, share = 1) {
  inBox(c, x, y, s, 0.78, lift(theme, s), () => {
    c.globalAlpha *= share;
    c.translate(0.8, -0.4);
    c.strokeStyle = theme.flagPole;
    c.lineWidth = 2.3;
    c.stroke(POLE);
    c.fillStyle = c.strokeStyle = theme.flag;
    c.lineWidth = 1.6;
    c.fill(PENNANT);
    c.stroke(PENNANT);
  });
}

function drawQuestion(c: Canvas, theme: Theme, x: number, y: number, s: number) {
  inBox(c, x, y, s, 0.66, lift(theme, s), () => {
    c.strokeStyle = c.fillStyle = theme.question;
    c.lineWidth = 2.7;
    c.stroke(HOOK);
    c.beginPath();
    c.arc(12.1, 19.6, 1.8, 0, 7);
    c.fill();
  });
}

function drawMine(c: Canvas, theme: Theme, x: number, y: number, s: number) {
  inBox(c, x, y, s, 0.78, 0, () => {
    c.strokeStyle = c.fillStyle = theme.mine;
    c.lineWidth = 2.4;
    c.beginPath();
    for (const angle of SPIKES) {
      c.moveTo(12 + 6 * Math.cos(angle), 12 + 6 * Math.sin(angle));
      c.lineTo(12 + 10 * Math.cos(angle), 12 + 10 * Math.sin(angle));
    }
    c.stroke();
    c.beginPath();
    c.arc(12, 12, 6.6, 0, 7);
    c.fill();
    c.strokeStyle = theme.mineShine;
    c.lineWidth = 1.7;
    c.beginPath();
    c.arc(12, 12, 3.6, Math.PI * 1.05, Math.PI * 1.45);
    c.stroke();
  });
}

function drawCross(c: Canvas, theme: Theme, x: number, y: number, s: number) {
  inBox(c, x, y, s, 0.74, 0, () => {
    c.strokeStyle = theme.wrong;
    c.lineWidth = 3;
    c.beginPath();
    c.moveTo(3.6, 3.6);
    c.lineTo(20.4, 20.4);
    c.moveTo(20.4, 3.6);
    c.lineTo(3.6, 20.4);
    c.stroke();
  });
}

/** Digits are centred on the cap height of 8, not on the em box. */
export function drawDigit(c: Canvas, theme: Theme, x: number, y: number, s: number, number: number, share = 0.6) {
  c.fillStyle = theme.number[number - 1] ?? theme.muted;
  c.font = `700 ${s * share}px ${FONT}`;
  c.textAlign = "center";
  c.textBaseline = "alphabetic";
  const height = c.measureText("8").actualBoundingBoxAscent;
  c.fillText(String(number), x + s / 2 - 0.5, y + s / 2 + height / 2 - 0.5);
}

/**
 * Draw what a cell shows. `state` is pressed, hover or empty; `over` is whether a number has too many flags around it.
 * `drawNumber` draws numbers in another way than as digits.
 */
export function drawCell(
  c: Canvas,
  theme: Theme,
  seen: number,
  x: number,
  y: number,
  s: number,
  state = "",
  over = false,
  drawNumber: NumberPainter = drawDigit,
) {
  if (seen <= 8) {
    openCell(c, theme, x, y, s);
    if (over) hatch(c, x, y, s, alpha(theme.bad, 0.38), Math.max(1.5, s / 16), s / 4);
    if (seen) drawNumber(c, theme, x, y, s, seen);
  } else if (seen === MINE || seen === EXPLODED) {
    openCell(c, theme, x, y, s, seen === EXPLODED ? theme.exploded : theme.open);
    drawMine(c, theme, x, y, s);
    if (seen === EXPLODED) strokeInside(c, x, y, s, theme.text, Math.max(1.5, s / 16), 0);
  } else {
    closedCell(c, theme, x, y, s, state);
    if (seen === FLAG) drawFlag(c, theme, x, y, s);
    if (seen === QUESTION) drawQuestion(c, theme, x, y, s);
    if (seen === WRONG_FLAG) {
      drawFlag(c, theme, x, y, s, 0.5);
      drawCross(c, theme, x, y, s);
    }
  }
}

/** The letter of a player in the lower right corner of a flag or a mine: colours alone say nothing. */
export function drawInitial(c: Canvas, theme: Theme, x: number, y: number, s: number, initial: string) {
  c.font = `750 ${s * 0.31}px ${FONT}`;
  c.textAlign = "right";
  c.textBaseline = "alphabetic";
  c.lineJoin = "round";
  c.lineWidth = Math.max(2, s / 14);
  c.strokeStyle = theme.hidden.face;
  c.fillStyle = theme.flagPole;
  const [right, bottom] = [x + s * 0.9, y + s * 0.86];
  c.strokeText(initial, right, bottom);
  c.fillText(initial, right, bottom);
}

/** A line that stays within its cell, so that painting a cell again needs no neighbours. */
export function strokeInside(
  c: Canvas,
  x: number,
  y: number,
  s: number,
  color: string,
  width: number,
  radius: number,
  inset = 0,
) {
  const off = width / 2 + inset;
  c.strokeStyle = color;
  c.lineWidth = width;
  rounded(c, x + off, y + off, s - 2 * off, s - 2 * off, radius);
  c.stroke();
}

/** The last move: four corners. */
export function drawTicks(c: Canvas, theme: Theme, x: number, y: number, s: number) {
  const k = s / 32;
  const arm = s * 0.24;
  const near = 2.5 * k;
  const far = s - near - 1;
  c.strokeStyle = theme.last;
  c.lineWidth = Math.max(1.5, 2 * k);
  c.lineCap = "round";
  c.beginPath();
  for (const [px, py, sx, sy] of [
    [near, near, 1, 1],
    [far, near, -1, 1],
    [near, far, 1, -1],
    [far, far, -1, -1],
  ]) {
    c.moveTo(x + px + sx * arm, y + py);
    c.lineTo(x + px, y + py);
    c.lineTo(x + px, y + py + sy * arm);
  }
  c.stroke();
  c.lineCap = "butt";
}

/** The keyboard's cursor: a ring over a gap line, so that it shows on every colour. */
export function drawCursor(c: Canvas, theme: Theme, x: number, y: number, s: number) {
  const k = s / 32;
  strokeInside(c, x, y, s, theme.cursor.gap, Math.max(3.5, 5 * k), 5 * k);
  strokeInside(c, x, y, s, theme.cursor.ring, Math.max(2, 2.6 * k), 5 * k);
}

/** A cell that is about to be opened by mistake: an outline and a triangle. */
export function drawWarning(c: Canvas, theme: Theme, x: number, y: number, s: number) {
  const k = s / 32;
  strokeInside(c, x, y, s, theme.bad, Math.max(2, 2.5 * k), 5 * k);
  inBox(c, x, y, s, 0.5, lift(theme, s), () => {
    c.fillStyle = theme.bad;
    c.beginPath();
    c.moveTo(12, 3);
    c.lineTo(22, 21);
    c.lineTo(2, 21);
    c.fill();
  });
}

/** Cells drawn once and copied from then on: a board of many cells pans smoothly. */
export class Tiles {
  theme: Theme;
  size: number;
  _drawNumber: NumberPainter | undefined;
  _made: Map<number, HTMLCanvasElement> = new Map();

  constructor(theme: Theme, size: number, drawNumber?: NumberPainter) {
    this.theme = theme;
    this.size = size;
    this._drawNumber = drawNumber;
  }

  get(seen: number, state = "") {
    const key = seen * 4 + (state === "pressed" ? 1 : state === "hover" ? 2 : 0);
    let made = this._made.get(key);
    if (!made) {
      made = document.createElement("canvas");
      made.width = made.height = this.size;
      drawCell(context2d(made), this.theme, seen, 0, 0, this.size, state, false, this._drawNumber);
      this._made.set(key, made);
    }
    return made;
  }
}
