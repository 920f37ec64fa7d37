// The player's own themes, as the browser stores them. The start of the page waits for this, so it imports nothing.

import type { Theme } from "../types.ts";

type Tokens = Record<string, any>;

const KEY = "sapper.themes";
const COLOUR = /^#[0-9a-f]{6}$/;

/** The colours of a theme, in the groups in which they are edited. */
export const COLOURS = {
  board: ["hidden.face", "hidden.light", "hidden.dark", "hidden.hover", "hidden.pressed", "open", "grid"],
  numbers: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `number.${number}`),
  things: ["flag", "flagPole", "question", "mine", "mineShine", "exploded", "wrong"],
  hints: ["hint.reason", "hint.safe", "hint.mine", "last", "cursor.ring", "cursor.gap"],
  console: ["frame", "frameLight", "frameDark", "display", "displayOn", "displayOff", "faceFill", "faceInk"],
  page: ["page", "panel", "raised", "line", "text", "muted", "accent", "onAccent", "good", "warn", "bad"],
};
export const STYLE_WORDS: Record<string, string[]> = {
  cell: ["tile", "bevel", "outline"],
  digits: ["text", "segment"],
  hiddenPattern: ["none", "hatch"],
};
export const STYLE_MOST: Record<string, number> = { radius: 16, gap: 4, edge: 6 }; // px, at cells of 32 px
export const SCHEMES = ["light", "dark"];
/** Return the name of an own theme in the settings. */
export function ownName(title: string) {
  const spelled = [...title.toLowerCase()].map((letter) => (/[\p{L}\p{N}]/u.test(letter) ? letter : " ")).join("");
  return `own:${spelled.split(" ").filter(Boolean).join("-")}`;
}

/** Return one colour of a theme by the name of its token, such as hidden.face or number.1. */
export function colourOf(theme: Theme, token: string): string {
  const [name, part] = token.split(".");
  const value = (theme as Tokens)[name];
  if (!part) return value;
  return Array.isArray(value) ? value[Number(part) - 1] : value[part];
}

/** Return the own themes that the browser has, by their names; what is not a whole theme is left out. */
export function storedThemes(): Record<string, Theme> {
  const whole = readStored().filter(isWhole);
  return Object.fromEntries(whole.map((theme) => [ownName(theme.name), theme]));
}

function readStored(): unknown[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Whether something that was stored, perhaps by another version, has all that a theme needs. */
function isWhole(theme: any): theme is Theme {
  try {
    const { name, base, scheme, style } = theme;
    return (
      [name, base].every((text) => typeof text === "string") &&
      SCHEMES.includes(scheme) &&
      Object.entries(STYLE_WORDS).every(([part, words]) => words.includes(style[part])) &&
      Object.entries(STYLE_MOST).every(([part, most]) => style[part] >= 0 && style[part] <= most) &&
      Object.values(COLOURS)
        .flat()
        .every((token) => COLOUR.test(colourOf(theme, token)))
    );
  } catch {
    return false; // a part is missing
  }
}

export function store(themes: object[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(themes));
  } catch {
    // a browser that stores nothing still plays
  }
}
