// @ts-check
// What the choices are called, everywhere on the page.

/**
 * The grades of no-guess boards, from the simplest: value, name, what it asks of the player.
 * @type {readonly (readonly [value: string, name: string, about: string])[]}
 */
export const GRADES = [
  ["off", "Off", "random boards"],
  ["single", "1 Single", "one number at a time"],
  ["pairs", "2 Pairs", "two numbers together"],
  ["chains", "3 Chains", "several numbers"],
  ["count", "4 Count", "the mine count"],
  ["full", "5 Full", "any sound argument"],
];

/** The levels that have a card and a key of their own. */
export const LEVELS = ["beginner", "intermediate", "expert"];

/** @type {Record<string, string>} */
export const RULESETS = {
  modern: "our default",
  official: "ranking rules",
  amiga: "? marks, 32 wide",
  terminal: "no chording",
  click: "no flags",
  article: "strict",
};

/** @type {readonly (readonly [value: string, name: string])[]} */
export const COMPLETION = [
  ["clear", "All non mines"],
  ["mark", "All mines"],
  ["both", "Both"],
  ["either", "Either"],
];

/** Actions of the key map that this page has no command for. */
export const NOT_ON_THE_PAGE = new Set(["statistics"]);

/**
 * Return the grade of a layout: no-guess-pairs is pairs, no-guess is full, random is off.
 * @param {unknown} layout
 */
export const gradeOf = (layout) => (layout === "random" ? "off" : String(layout).replace(/^no-guess-?/, "") || "full");

/**
 * Return the place of a grade on the ladder, 0 for a random board.
 * @param {string} grade
 */
export const gradeNumber = (grade) => GRADES.findIndex(([value]) => value === grade);

/**
 * Return the rule that asks for a grade; empty for random boards, which every ruleset has.
 * @param {string} grade
 */
export const layoutRule = (grade) =>
  grade === "off" ? "" : grade === "full" ? "layout=no-guess" : `layout=no-guess-${grade}`;

/** @param {string} word */
export const titleCase = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Words with blanks instead of the hyphens of their names.
 * @param {string} name
 */
export const spaced = (name) => name.replaceAll("-", " ");

/**
 * Whole seconds and hundredths, truncated, never rounded.
 * @param {number} ms
 * @param {number} digits
 */
export function seconds(ms, digits = 2) {
  const unit = 10 ** (3 - digits);
  const parts = Math.floor(Math.max(0, ms) / unit);
  return (parts / 10 ** digits).toFixed(digits);
}

/**
 * A share in percent, with a thin space before the sign.
 * @param {number} share
 * @param {number} digits
 */
export const percent = (share, digits = 0) => `${(share * 100).toFixed(digits)}\u2009%`;
