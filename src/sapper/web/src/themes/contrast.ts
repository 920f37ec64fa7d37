// Whether colours can be told apart: the contrast of each pair of a theme, and the least that it needs.

import type { Theme } from "../types.ts";

import { colourOf } from "./stored-themes.ts";

interface Pair {
  one: string;
  other: string;
  floor: number;
  ratio: number;
}

const READ = 4.5; // text and numbers
const SEEN = 3; // signs and shapes

const PAIRS: [one: string, other: string, floor: number][] = [];
for (let number = 1; number <= 8; number++) PAIRS.push([`number.${number}`, "open", READ]);
for (const text of ["text", "muted"]) {
  for (const ground of ["page", "panel", "raised", "frame"]) PAIRS.push([text, ground, READ]);
}
for (const text of ["accent", "good", "warn", "bad"]) {
  for (const ground of ["panel", "raised"]) PAIRS.push([text, ground, READ]);
}
PAIRS.push(["onAccent", "accent", READ], ["displayOn", "display", READ], ["faceInk", "faceFill", READ]);
PAIRS.push(["question", "hidden.face", READ], ["mine", "open", READ], ["mine", "exploded", SEEN]);
for (const sign of ["flag", "flagPole", "wrong", "mine", "cursor.ring"]) PAIRS.push([sign, "hidden.face", SEEN]);
PAIRS.push(["cursor.ring", "open", SEEN], ["hidden.dark", "open", 1.3]);
for (const part of ["reason", "safe", "mine"]) {
  PAIRS.push([`hint.${part}`, "hidden.face", SEEN], [`hint.${part}`, "open", READ]);
}

/** How many pairs are checked. */
export const PAIR_COUNT = PAIRS.length;

/** Return the pairs of a theme that are too much alike, the worst first. */
export function lowPairs(theme: Theme): Pair[] {
  return PAIRS.map(([one, other, floor]) => {
    const ratio = contrast(colourOf(theme, one), colourOf(theme, other));
    return { one, other, floor, ratio };
  })
    .filter(({ ratio, floor }) => ratio < floor)
    .sort((a, b) => a.ratio / a.floor - b.ratio / b.floor);
}

/** Return the contrast of two colours as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
