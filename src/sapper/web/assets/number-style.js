// @ts-check
// Numbers that are told apart by their shape: the dots of a die, or digits in a figure with as many corners.

/** @import { Canvas, NumberPainter } from "./types.js" */

import { drawDigit } from "./paint.js";

/** The places of the dots of each number, from a to i in three rows of three. */
const DOTS = ["", "e", "ai", "aei", "acgi", "acegi", "acdfgi", "acdefgi", "abcdfghi"];

/** @type {NumberPainter} */
function drawDots(c, theme, x, y, s, number) {
  c.fillStyle = theme.number[number - 1];
  for (const place of DOTS[number]) {
    const at = place.charCodeAt(0) - 97;
    const [right, down] = [(at % 3) - 1, Math.floor(at / 3) - 1];
    c.beginPath();
    c.arc(x + s / 2 + right * s * 0.23 - 0.5, y + s / 2 + down * s * 0.23 - 0.5, Math.max(1.2, s * 0.085), 0, 7);
    c.fill();
  }
}

/** @type {NumberPainter} */
function drawShaped(c, theme, x, y, s, number) {
  drawDigit(c, theme, x, y, s, number, 0.46);
  c.strokeStyle = theme.number[number - 1];
  c.lineWidth = Math.max(1, s / 20);
  c.lineJoin = "round";
  c.beginPath();
  if (number < 3) drawRound(c, x + s / 2 - 0.5, y + s / 2 - 0.5, s * 0.38, number);
  else drawCorners(c, x + s / 2 - 0.5, y + s / 2 - 0.5, s * (number === 3 ? 0.44 : 0.41), number);
  c.stroke();
}

/**
 * A ring around a 1, two bars above and below a 2.
 * @param {Canvas} c
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} number
 */
function drawRound(c, x, y, radius, number) {
  if (number === 1) c.arc(x, y, radius, 0, 7);
  for (const side of number === 2 ? [-1, 1] : []) {
    c.moveTo(x - radius * 0.8, y + side * radius);
    c.lineTo(x + radius * 0.8, y + side * radius);
  }
}

/**
 * A figure with as many corners as the number says; one side lies flat at the bottom.
 * @param {Canvas} c
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} corners
 */
function drawCorners(c, x, y, radius, corners) {
  for (let corner = 0; corner < corners; corner++) {
    const angle = Math.PI / 2 + ((2 * corner + 1) * Math.PI) / corners;
    c.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  c.closePath();
}

/**
 * What draws the numbers of a style; undefined for plain digits.
 * @param {string} style
 * @returns {NumberPainter | undefined}
 */
export const numberPainter = (style) => ({ dots: drawDots, "digits-and-shapes": drawShaped })[style];
