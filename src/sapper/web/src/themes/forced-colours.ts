// Where the system forces its colours on pages, the canvas takes them too: the shapes of the theme without colours, in
// the system's ink on its paper.

import type { Theme } from "../types.ts";

/** Return a theme that has greys only, in the colours of the system: black is its ink, white its paper. */
export function systemTheme(mono: Theme): Theme {
  const [ink, paper] = ["canvastext", "canvas"].map(systemColour);
  const recoloured = (value: any): any => {
    if (typeof value === "string") return value.startsWith("#") ? mixed(ink, paper, lightness(value)) : value;
    if (Array.isArray(value)) return value.map(recoloured);
    if (typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, recoloured(part)]));
  };
  return recoloured(mono);
}

/** The parts of a colour that the system has under a name. */
function systemColour(name: string) {
  const node = document.body.appendChild(document.createElement("i"));
  node.style.color = name;
  const { color } = getComputedStyle(node);
  node.remove();
  return (color.match(/[\d.]+/g) ?? ["0", "0", "0"]).slice(0, 3).map(Number);
}

function lightness(hex: string) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return (parts[0] + parts[1] + parts[2]) / (3 * 255);
}

/** @param share of the other */
const mixed = (one: number[], other: number[], share: number) => {
  const parts = one.map((part, at) => Math.round(part + (other[at] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
};
