// Numbers that are told apart by their shape: the dots of a die, or digits in a figure with as many corners.

import type { Canvas, NumberPainter, Theme } from "../types.ts";

import { drawDigit } from "./paint.ts";

/** The places of the dots of each number, from a to i in three rows of three. */
const DOTS = ["", "e", "ai", "aei", "acgi", "acegi", "acdfgi", "acdefgi", "abcdfghi"];
const RADII = [0, 0.2, 0.16, 0.14, 0.13, 0.12, 0.12, 0.115, 0.115]; // fewer dots are larger
const APART = 0.265;

function drawDots(c: Canvas, theme: Theme, x: number, y: number, s: number, number: number) {
  c.fillStyle = theme.number[number - 1];
  for (const place of DOTS[number]) {
    const at = place.charCodeAt(0) - 97;
    const [right, down] = [(at % 3) - 1, Math.floor(at / 3) - 1];
    c.beginPath();
    c.arc(x + (0.5 + right * APART) * s - 0.5, y + (0.5 + down * APART) * s - 0.5, RADII[number] * s, 0, 7);
    c.fill();
  }
}

function drawShaped(c: Canvas, theme: Theme, x: number, y: number, s: number, number: number) {
  drawDigit(c, theme, x, y, s, number, 0.46);
  c.strokeStyle = theme.number[number - 1];
  c.lineWidth = Math.max(1, s / 20);
  c.lineJoin = "round";
  c.beginPath();
  if (number < 3) drawRound(c, x + s / 2 - 0.5, y + s / 2 - 0.5, s * 0.38, number);
  else drawCorners(c, x + s / 2 - 0.5, y + s / 2 - 0.5, s * (number === 3 ? 0.44 : 0.41), number);
  c.stroke();
}

/** A ring around a 1, two bars above and below a 2. */
function drawRound(c: Canvas, x: number, y: number, radius: number, number: number) {
  if (number === 1) c.arc(x, y, radius, 0, 7);
  for (const side of number === 2 ? [-1, 1] : []) {
    c.moveTo(x - radius * 0.8, y + side * radius);
    c.lineTo(x + radius * 0.8, y + side * radius);
  }
}

/** A figure with as many corners as the number says; one side lies flat at the bottom. */
function drawCorners(c: Canvas, x: number, y: number, radius: number, corners: number) {
  for (let corner = 0; corner < corners; corner++) {
    const angle = Math.PI / 2 + ((2 * corner + 1) * Math.PI) / corners;
    c.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  c.closePath();
}

/** The painter of the numbers of a style; undefined for plain digits. */
export const numberPainter = (style: string): NumberPainter | undefined =>
  ({ dots: drawDots, "digits-and-shapes": drawShaped })[style];
