// What is said about cells: hints, odds, and what was safe. Loaded with the first of them.

import type { Canvas, Marks, Theme } from "../types.ts";

import { context2d } from "../ui/dom.ts";
import { FONT, alpha, drawCell, lift, rounded, strokeInside } from "./paint.ts";

const LOW = 0.12; // odds that look safe,
const HIGH = 0.5; // and odds that look like a mine
const FAINT = 0.62; // how much of a mine that only makes up the count is covered
const ORDINARY = 0.25; // odds that are tinted least

function drawOdds(c: Canvas, theme: Theme, x: number, y: number, s: number, chance: number, best: boolean | undefined) {
  const k = s / 32;
  const { style, hint } = theme;
  const color = chance < LOW ? hint.safe : chance > HIGH ? hint.mine : theme.warn;
  const gap = style.gap * k;
  const lip = style.cell === "tile" ? style.edge * k : 0;
  c.fillStyle = alpha(color, 0.1 + 0.3 * Math.min(1, Math.abs(chance - ORDINARY) * 1.6));
  rounded(c, x + gap, y + gap, s - 2 * gap, s - 2 * gap - lip, style.radius * k);
  c.fill();
  if (s >= 20) {
    const percent = chance * 100;
    const text =
      chance === 0 ? "0" : percent < 1 ? "<1" : percent > 99 && chance < 1 ? ">99" : String(Math.round(percent));
    c.fillStyle = theme.text;
    c.font = `${best ? 800 : 600} ${s * (text.length > 2 ? 0.32 : 0.37)}px ${FONT}`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, x + s / 2, y + s / 2 - k * 0.5);
  }
  if (best) strokeInside(c, x, y, s, hint.safe, Math.max(2, 2.5 * k), 5 * k);
}

/** A cell of a draft: a dashed edge, and an outline of a flag or of a ring; what follows has its step. */
function drawPencil(c: Canvas, theme: Theme, x: number, y: number, s: number, { pencil, isSupposed, step }: Marks) {
  const k = s / 32;
  const lip = lift(theme, s);
  c.save();
  c.fillStyle = alpha(theme.text, 0.12);
  c.fillRect(x + k, y + k, s - 2 * k, s - 2 * k);
  if (!isSupposed) c.setLineDash([3.5 * k, 3 * k]);
  strokeInside(c, x, y, s, theme.text, Math.max(1.25, 1.75 * k), 4 * k, 2 * k);
  c.setLineDash([]);
  c.strokeStyle = theme.text;
  c.lineWidth = Math.max(1.25, 1.75 * k);
  c.lineJoin = c.lineCap = "round";
  const [left, top] = [x + s / 2 - (step ? 3 * k : 0), y + s / 2 + lip - (step ? 2 * k : 0)];
  c.beginPath();
  if (pencil === "mine") {
    c.moveTo(left - 3.5 * k, top + 7 * k);
    c.lineTo(left - 3.5 * k, top - 7 * k);
    c.lineTo(left + 6 * k, top - 3 * k);
    c.lineTo(left - 3.5 * k, top + k);
  } else {
    c.setLineDash([2.5 * k, 2.5 * k]);
    c.arc(left, top, 5.5 * k, 0, 7);
  }
  c.stroke();
  if (step && s >= 20) {
    c.fillStyle = theme.text;
    c.font = `600 ${s * 0.3}px ${FONT}`;
    c.textAlign = "right";
    c.textBaseline = "alphabetic";
    c.fillText(String(step), x + s - 4 * k, y + s - 4.5 * k + lip);
  }
  c.restore();
}

/** Draw what is said about a cell: hint, odds, review. Shape first, colour second. */
export function drawMarks(c: Canvas, theme: Theme, x: number, y: number, s: number, marks: Marks) {
  const k = s / 32;
  const { hint } = theme;
  const middle = y + s / 2 + lift(theme, s);
  if (marks.seen !== undefined) drawCell(c, theme, marks.seen, x, y, s);
  if (marks.clash !== undefined) drawCell(c, theme, marks.clash, x, y, s, "", true);
  if (marks.faint) {
    c.fillStyle = alpha(theme.hidden.face, FAINT);
    c.fillRect(x, y, s, s);
  }
  if (marks.region) {
    c.fillStyle = alpha(hint.reason, 0.14);
    c.fillRect(x, y, s, s);
  }
  if (marks.pencil) drawPencil(c, theme, x, y, s, marks);
  if (marks.odds !== undefined) drawOdds(c, theme, x, y, s, marks.odds, marks.best);
  if (marks.reason) {
    c.fillStyle = alpha(hint.reason, 0.16);
    c.fillRect(x, y, s - 1, s - 1);
    strokeInside(c, x, y, s, hint.reason, Math.max(2, 2.5 * k), 5 * k);
  }
  if (marks.scope) {
    c.setLineDash([4 * k, 3 * k]);
    strokeInside(c, x, y, s, hint.reason, Math.max(1.5, 1.75 * k), 4 * k, 2 * k);
    c.setLineDash([]);
  }
  if (marks.safe) {
    c.strokeStyle = hint.safe;
    c.lineWidth = Math.max(2, 3 * k);
    c.beginPath();
    c.arc(x + s / 2, middle, s * 0.23, 0, 7);
    c.stroke();
  }
  if (marks.wrong) {
    strokeInside(c, x, y, s, hint.mine, Math.max(2, 2.5 * k), 5 * k);
    c.strokeStyle = hint.mine;
    c.lineWidth = Math.max(2, 2.5 * k);
    c.beginPath();
    c.moveTo(x + s * 0.2, y + s * 0.8);
    c.lineTo(x + s * 0.8, y + s * 0.2);
    c.stroke();
  }
  if (marks.mistake || marks.guess) {
    strokeInside(c, x, y, s, marks.mistake ? theme.bad : theme.warn, Math.max(2, 2.6 * k), 5 * k);
  }
  if (marks.dot) {
    c.fillStyle = hint.safe;
    c.beginPath();
    c.arc(x + s / 2, middle, s * 0.13, 0, 7);
    c.fill();
  }
  if (marks.mine) {
    const half = s * 0.19;
    c.fillStyle = hint.mine;
    rounded(c, x + s / 2 - half, middle - half, 2 * half, 2 * half, 2 * k);
    c.fill();
  }
}

/** A cell on its own, for legends. */
export function drawSample(canvas: HTMLCanvasElement, theme: Theme, seen: number, marks: Marks, size = 26) {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = canvas.height = Math.round(size * ratio);
  canvas.style.width = canvas.style.height = `${size}px`;
  const c = context2d(canvas);
  const s = canvas.width;
  drawCell(c, theme, seen, 0, 0, s);
  drawMarks(c, theme, 0, 0, s, marks);
}
