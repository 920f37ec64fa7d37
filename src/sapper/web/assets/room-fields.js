// @ts-check
// Controls with which a room is set up: in the lobby, and in the room itself.

/** @import { Settings } from "./settings.js" */
/** @import { BoardRules } from "./party-words.js" */
/** @import { LevelSize } from "./types.js" */

import { el, icon } from "./dom.js";
import { LEVELS } from "./settings.js";
import { parseSize } from "./state.js";
import { level as levelName, message } from "./words.js";

const CUSTOM = { width: 20, height: 20, mines: 80 }; // where the player has no size of their own

/**
 * A choice among a few words, of which one is on.
 * @template {string} V
 * @param {string} label
 * @param {(readonly [value: V, words: string])[]} options
 * @param {string} chosen
 * @param {(value: V) => void} choose
 */
export function segments(label, options, chosen, choose) {
  const buttons = options.map(([value, words]) => {
    const isOn = value === chosen;
    const state = { class: isOn ? "on" : "", "aria-pressed": String(isOn), "data-name": `${label}-${value}` };
    return el("button", { type: "button", ...state, onclick: () => choose(value) }, words);
  });
  return el("div", { class: "segments plain-on", role: "group", "aria-label": label }, buttons);
}

/**
 * A small number with a button for one less and one more.
 * @param {string} label
 * @param {number} value
 * @param {{ least: number, most: number }} within
 * @param {(value: number) => void} choose
 */
export function stepper(label, value, { least, most }, choose) {
  /**
   * @param {number} step
   * @param {string} image
   * @param {string} words
   */
  const step = (step, image, words) => {
    const next = value + step;
    const attributes = { type: "button", title: words, "aria-label": words, "data-name": `${label}-${image}` };
    const node = el("button", { ...attributes, onclick: () => choose(next) }, icon(image));
    node.disabled = next < least || next > most;
    return node;
  };
  return el(
    "div",
    { class: "stepper", role: "group", "aria-label": label },
    step(-1, "minus", message("together.step-less", { name: label })),
    el("b", {}, String(value)),
    step(1, "plus", message("together.step-more", { name: label })),
  );
}

/**
 * The rules of a board as text.
 * @param {BoardRules} rules
 */
export function rulesText({ ruleset, level, layout, lives }) {
  const details = [layout === "random" ? "" : `layout=${layout}`, lives > 1 ? `lives=${lives}` : ""];
  return [ruleset, spelled(level), ...details].filter(Boolean).join(" ");
}

/** @param {LevelSize} size */
const spelled = ({ width, height, mines }) => `${width}x${height}/${mines}`;

/**
 * The board of a room: its level, or a size of the player's own, and whether it can be solved without a guess.
 * @param {Settings} settings
 * @param {BoardRules} rules
 * @param {(rules: string) => void} choose
 */
export function boardFields(settings, rules, choose) {
  return el("div", { class: "board-fields" }, levelField(settings, rules, choose), layoutField(rules, choose));
}

/**
 * @param {Settings} settings
 * @param {BoardRules} rules
 * @param {(rules: string) => void} choose
 */
export function levelField(settings, rules, choose) {
  const { ruleset, level } = rules;
  /** @param {LevelSize} size */
  const nameOf = (size) => LEVELS.find((name) => spelled(settings.levelSize(name, ruleset)) === spelled(size));
  const own = nameOf(settings.customSize) ? CUSTOM : settings.customSize;
  const options = [...LEVELS, "custom"].map((name) => /** @type {const} */ ([name, levelName(name)]));
  /** @param {LevelSize} size */
  const take = (size) => choose(rulesText({ ...rules, level: size }));
  const chosen = nameOf(level) ?? "custom";
  return el(
    "div",
    { class: "level-field" },
    segments(message("together.field"), options, chosen, (name) =>
      take(name === "custom" ? own : settings.levelSize(name, ruleset)),
    ),
    chosen === "custom" ? customField(level, take) : null,
  );
}

/**
 * A size as it is typed: 20x20/80.
 * @param {LevelSize} size
 * @param {(size: LevelSize) => void} choose
 */
function customField(size, choose) {
  const input = el("input", {
    class: "field",
    value: spelled(size),
    "aria-label": levelName("custom"),
    "data-name": "custom-size",
    spellcheck: "false",
  });
  input.addEventListener("change", () => {
    const typed = parseSize(input.value.trim().replaceAll("×", "x"));
    input.setAttribute("aria-invalid", String(!typed));
    if (typed) choose(typed);
  });
  return input;
}

/**
 * @param {BoardRules} rules
 * @param {(rules: string) => void} choose
 */
export function layoutField(rules, choose) {
  return segments(
    message("together.layout"),
    [
      ["no-guess", message("together.no-guess")],
      ["random", message("together.random")],
    ],
    rules.layout === "random" ? "random" : "no-guess",
    (layout) => choose(rulesText({ ...rules, layout })),
  );
}
