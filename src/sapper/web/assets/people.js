// @ts-check
// How people look: an initial on their colour.

import { el } from "./dom.js";

/**
 * The colour of a player, as CSS writes it: every theme has eight.
 * @param {number} colour
 */
export const playerColour = (colour) => `var(--player${colour % 8})`;

/**
 * The first letter of a name, as it stands in a circle or on a flag.
 * @param {string} name
 */
export function initial(name) {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim());
  return (first?.segment ?? "?").toUpperCase();
}

/**
 * The picture of somebody. The name stands beside it; a style sheet may give it another `--size`.
 * @param {{ name: string, colour: number }} person
 */
export function avatar({ name, colour }) {
  const node = el("span", { class: "avatar", "aria-hidden": "true" }, initial(name));
  node.style.setProperty("--who", playerColour(colour));
  return node;
}
