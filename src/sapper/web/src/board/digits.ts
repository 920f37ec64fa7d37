// Seven-segment digits of our own, for themes whose counters are displays.

import type { Theme } from "../types.ts";

const SVG = "http://www.w3.org/2000/svg";
const LIT: Record<string, string> = {
  0: "abcdef",
  1: "bc",
  2: "abged",
  3: "abgcd",
  4: "fgbc",
  5: "afgcd",
  6: "afgedc",
  7: "abc",
  8: "abcdefg",
  9: "abcdfg",
  "-": "g",
};

function shapes(w: number, h: number) {
  const t = h * 0.13;
  const m = h / 2;
  const q = t * 0.5;
  return {
    a: [q + 1, 0, w - q - 1, 0, w - t - 1, t, t + 1, t],
    d: [t + 1, h - t, w - t - 1, h - t, w - q - 1, h, q + 1, h],
    g: [t * 0.6, m, t + 1, m - q, w - t - 1, m - q, w - t * 0.6, m, w - t - 1, m + q, t + 1, m + q],
    f: [0, q + 1, t, t + 1, t, m - q - 1, q, m - 1, 0, m - q],
    b: [w, q + 1, w - t, t + 1, w - t, m - q - 1, w - q, m - 1, w, m - q],
    e: [0, h - q - 1, t, h - t - 1, t, m + q + 1, q, m + 1, 0, m + q],
    c: [w, h - q - 1, w - t, h - t - 1, w - t, m + q + 1, w - q, m + 1, w, m + q],
  };
}

/** Draw a text of digits and minus signs. */
export function segments(text: string, theme: Theme, height: number) {
  const width = height * 0.56;
  const step = width + height * 0.16;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", String(text.length * step - height * 0.16));
  svg.setAttribute("height", String(height));
  svg.setAttribute("aria-hidden", "true");
  [...text].forEach((digit, place) => {
    for (const [name, points] of Object.entries(shapes(width, height))) {
      const polygon = document.createElementNS(SVG, "polygon");
      polygon.setAttribute("points", points.map((value, at) => value + (at % 2 ? 0 : place * step)).join(" "));
      polygon.setAttribute("fill", LIT[digit]?.includes(name) ? theme.displayOn : theme.displayOff);
      svg.append(polygon);
    }
  });
  return svg;
}

/** Three places at least, and a minus sign instead of the first nought. */
export function threeDigits(number: number) {
  return number < 0 ? `-${String(Math.min(-number, 99_999)).padStart(2, "0")}` : String(number).padStart(3, "0");
}
