// Controls with which a room is set up: in the lobby, and in the room itself.

import type { Settings } from "../input/settings.ts";
import type { BoardRules } from "./wording.ts";
import type { LevelSize } from "../types.ts";

import { el, icon } from "../ui/dom.ts";
import { LEVELS } from "../input/settings.ts";
import { parseSize } from "../state.ts";
import { level as levelName, message } from "../ui/words.ts";

const CUSTOM = { width: 20, height: 20, mines: 80 }; // where the player has no size of their own

/** A choice among a few words, of which one is on. */
export function segments<V extends string>(
  label: string,
  options: (readonly [value: V, words: string])[],
  chosen: string,
  choose: (value: V) => void,
) {
  const buttons = options.map(([value, words]) => {
    const isOn = value === chosen;
    const state = { class: isOn ? "on" : "", "aria-pressed": String(isOn), "data-name": `${label}-${value}` };
    return el("button", { type: "button", ...state, onclick: () => choose(value) }, words);
  });
  return el("div", { class: "segments plain-on", role: "group", "aria-label": label }, buttons);
}

/** A small number with a button for one less and one more. */
export function stepper(
  label: string,
  value: number,
  { least, most }: { least: number; most: number },
  choose: (value: number) => void,
) {
  const step = (step: number, image: string, words: string) => {
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

/** The rules of a board as text. */
export function rulesText({ ruleset, level, layout, lives }: BoardRules) {
  const details = [layout === "random" ? "" : `layout=${layout}`, lives > 1 ? `lives=${lives}` : ""];
  return [ruleset, spelled(level), ...details].filter(Boolean).join(" ");
}

const spelled = ({ width, height, mines }: LevelSize) => `${width}x${height}/${mines}`;

/** The board of a room: its level, or a size of the player's own, and whether it can be solved without a guess. */
export function boardFields(settings: Settings, rules: BoardRules, choose: (rules: string) => void) {
  return el("div", { class: "board-fields" }, levelField(settings, rules, choose), layoutField(rules, choose));
}

export function levelField(settings: Settings, rules: BoardRules, choose: (rules: string) => void) {
  const { ruleset, level } = rules;
  const nameOf = (size: LevelSize) =>
    LEVELS.find((name) => spelled(settings.levelSize(name, ruleset)) === spelled(size));
  const own = nameOf(settings.customSize) ? CUSTOM : settings.customSize;
  const options = [...LEVELS, "custom"].map((name) => [name, levelName(name)] as const);
  const take = (size: LevelSize) => choose(rulesText({ ...rules, level: size }));
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

/** A size as it is typed: 20x20/80. */
function customField(size: LevelSize, choose: (size: LevelSize) => void) {
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

export function layoutField(rules: BoardRules, choose: (rules: string) => void) {
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
