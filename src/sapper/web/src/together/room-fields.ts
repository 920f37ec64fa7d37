// Controls with which a room is set up: in the lobby, and in the room itself.

import type { Settings } from "../input/settings.ts";
import type { BoardRules } from "./wording.ts";
import type { LevelSize } from "../types.ts";

import { html, icon } from "../ui/template.ts";
import { LEVELS } from "../input/settings.ts";
import { parseSize } from "../state.ts";
import { level as levelName, message, rule } from "../ui/words.ts";

const GUESSING = ["honest", "forgiven", "punished"];
const CUSTOM = { width: 20, height: 20, mines: 80 }; // where the player has no size of their own

/** A choice among a few words, of which one is on. */
export function segments<V extends string>(
  label: string,
  options: (readonly [value: V, words: string])[],
  chosen: string,
  choose: (value: V) => void,
) {
  const buttons = options.map(
    ([value, words]) =>
      html`<button type="button" class=${value === chosen ? "on" : ""} aria-pressed=${value === chosen}
        data-name=${`${label}-${value}`} @click=${() => choose(value)}>${words}</button>`,
  );
  return html`<div class="segments quiet" role="group" aria-label=${label}>${buttons}</div>`;
}

/** A small number with a button for one less and one more. */
export function stepper(
  label: string,
  value: number,
  { least, most }: { least: number; most: number },
  choose: (value: number) => void,
) {
  const step = (by: number, image: string, words: string) => {
    const next = value + by;
    return html`<button type="button" title=${words} aria-label=${words} ?disabled=${next < least || next > most}
      data-name=${`${label}-${image}`} @click=${() => choose(next)}>${icon(image)}</button>`;
  };
  return html`
    <div class="stepper" role="group" aria-label=${label}>
      ${step(-1, "minus", message("together.step-less", { name: label }))}
      <b>${value}</b>
      ${step(1, "plus", message("together.step-more", { name: label }))}
    </div>`;
}

/** The rules of a board as text. */
export function rulesText({ ruleset, level, layout, lives, guessing }: BoardRules) {
  const details = [layout === "random" ? "" : `layout=${layout}`, lives > 1 ? `lives=${lives}` : ""];
  if (guessing !== "honest") details.push(`guessing=${guessing}`);
  return [ruleset, spelled(level), ...details].filter(Boolean).join(" ");
}

const spelled = ({ width, height, mines }: LevelSize) => `${width}x${height}/${mines}`;

/** The board of a room: its level, or a size of the player's own, whether it needs guesses, and their fate. */
export const boardFields = (
  settings: Settings,
  rules: BoardRules,
  { hasTurns, choose }: { hasTurns: boolean; choose: (rules: string) => void },
) =>
  html`<div class="board-fields">
    ${levelField(settings, rules, choose)}${layoutField(rules, choose)}${hasTurns ? null : guessingField(rules, choose)}
  </div>`;

export function levelField(settings: Settings, rules: BoardRules, choose: (rules: string) => void) {
  const { ruleset, level } = rules;
  const nameOf = (size: LevelSize) =>
    LEVELS.find((name) => spelled(settings.levelSize(name, ruleset)) === spelled(size));
  const own = nameOf(settings.customSize) ? CUSTOM : settings.customSize;
  const options = [...LEVELS, "custom"].map((name) => [name, levelName(name)] as const);
  const take = (size: LevelSize) => choose(rulesText({ ...rules, level: size }));
  const chosen = nameOf(level) ?? "custom";
  const pick = (name: string) => take(name === "custom" ? own : settings.levelSize(name, ruleset));
  return html`
    <div class="level-field">
      ${segments(message("together.field"), options, chosen, pick)}
      ${chosen === "custom" ? customField(level, take) : null}
    </div>`;
}

/** A size as it is typed: 20x20/80. */
function customField(size: LevelSize, choose: (size: LevelSize) => void) {
  const changed = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const typed = parseSize(input.value.trim().replaceAll("×", "x"));
    input.setAttribute("aria-invalid", String(!typed));
    if (typed) choose(typed);
  };
  return html`<input class="field" .value=${spelled(size)} aria-label=${levelName("custom")} spellcheck="false"
    data-name="custom-size" @change=${changed} />`;
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

/** The fate of a guess: as the mines lie, or by a rule. A game in turns has none: its mines cost nothing. */
export function guessingField(rules: BoardRules, choose: (rules: string) => void) {
  const { title, value } = rule("guessing");
  const changed = ({ target }: Event) => choose(rulesText({ ...rules, guessing: (target as HTMLSelectElement).value }));
  return html`<select class="field" aria-label=${title} data-name="guessing" @change=${changed}>
    ${GUESSING.map((name) => html`<option value=${name} ?selected=${name === rules.guessing}>${value(name)}</option>`)}
  </select>`;
}
