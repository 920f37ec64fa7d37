// The rules of a game from their text, as sapper/rules.py reads and writes them. What a ruleset chooses is in the schema.

import type { RuleChoices, Schema } from "../types.ts";

import { Refusal } from "./refusal.ts";

/** The part of the schema that the rules need. */
export type Rulesets = Pick<Schema, "levels" | "choices" | "rulesets">;

export interface Rules {
  ruleset: string;
  width: number;
  height: number;
  mines: number;
  choices: RuleChoices; // each by its name, as in a board of the protocol; the assists in their order
  text: string; // as Python writes it
}

const MOST_CELLS = 1_000_000; // what a server takes, too
const MOST_SIDE = 4096;
const NO_GUESS_CELLS = 40_000;
const ASSISTED_CELLS = 16_384;
const GUESS_CELLS = 10_000;
const MOST_LIVES = 2 ** 31;
const ASSISTS = ["flag-around", "auto-flag", "auto-open"];
/** The choices of every rule that has some, in the order of sapper/rules.py. */
const WORDS: Record<string, string[]> = {
  layout: ["random", "no-guess", "no-guess-count", "no-guess-chains", "no-guess-pairs", "no-guess-single"],
  first: ["any", "top-left", "cell", "opening"],
  completion: ["clear", "mark", "both", "either"],
  flags: ["free", "capped", "off"],
  flood: ["stop", "sweep"],
  chord: ["exact", "at-least", "off"],
  loss: ["hit", "all"],
  guessing: ["honest", "forgiven", "punished"],
};

/** Read rules; throw a Refusal that says why they cannot be played. */
export function readRules(text: string, rulesets: Rulesets): Rules {
  const parts: Record<string, string> = {};
  const given: Record<string, string> = {};
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const at = word.indexOf("=");
    if (at >= 0) put(given, word.slice(0, at), word.slice(at + 1));
    else if (word in rulesets.rulesets) put(parts, "ruleset", word);
    else if (/^v\d{1,12}$/.test(word)) put(parts, "generator", word);
    else put(parts, "level", word);
  }
  if ((parts.generator ?? "v1") !== "v1") throw new Refusal("rules", "alone.generator", { given: parts.generator });
  const ruleset = parts.ruleset ?? "modern";
  const size = readLevel(parts.level ?? rulesets.levels.beginner, ruleset, rulesets);
  const usual = usualChoices(ruleset, rulesets);
  const choices = { ...usual };
  for (const [name, value] of Object.entries(given)) choices[name] = readChoice(name, value, usual);
  if (choices.flags === "off" && choices.completion !== "clear")
    throw new Refusal("rules", "error.completion-needs-flags", { completion: choices.completion });
  if (choices.guessing !== "honest") checkGuessing(size.width * size.height, choices);
  const rules = { ruleset, ...size, choices, text: "" };
  rules.text = written(rules, usual);
  check(rules);
  return rules;
}

/** The same rules with another choice. */
export function withChoice(rules: Rules, name: string, value: string | boolean, rulesets: Rulesets): Rules {
  const changed = { ...rules, choices: { ...rules.choices, [name]: value } };
  return { ...changed, text: written(changed, usualChoices(rules.ruleset, rulesets)) };
}

/** The rules by which the best times are listed: question marks make no difference. */
export const configuration = (rules: Rules, rulesets: Rulesets) =>
  withChoice(rules, "questions", usualChoices(rules.ruleset, rulesets).questions as boolean, rulesets).text;

/** The grade that solves the board without a guess; null for random boards. */
export function gradeOf({ choices }: Rules) {
  const layout = String(choices.layout);
  return layout === "random" ? null : layout.replace(/^no-guess-?/, "") || "full";
}

export const isAssisted = ({ choices }: Rules) => Boolean(choices.practice) || assistsOf(choices).length > 0;
export const assistsOf = (choices: RuleChoices) => choices.assists as unknown as string[];

function put(found: Record<string, string>, name: string, word: string) {
  found[name] ??= word;
  if (found[name] !== word)
    throw new Refusal("rules", "error.one-of-each", { name, first: quoted(found[name]), second: quoted(word) });
}

function readLevel(text: string, ruleset: string, { levels, rulesets }: Rulesets) {
  const named = rulesets[ruleset].levels[text.toLowerCase()] ?? levels[text.toLowerCase()] ?? text.toLowerCase();
  const found = /^(\d{1,12})x(\d{1,12})\/(\d{1,12})$/.exec(named);
  if (!found) {
    const choices = { commas: Object.keys(levels) };
    throw new Refusal("rules", "error.not-a-level", { given: quoted(text.slice(0, 40)), choices });
  }
  const [width, height, mines] = found.slice(1).map(Number);
  const size = `${width}x${height}`;
  if (!width || !height) throw new Refusal("rules", "error.board-too-small", { size });
  if (width * height > MOST_CELLS) throw new Refusal("limit", "refusal.board-size", { count: MOST_CELLS });
  if (Math.max(width, height) > MOST_SIDE) throw new Refusal("limit", "refusal.board-side", { count: MOST_SIDE });
  if (mines >= width * height)
    throw new Refusal("rules", "error.mines-not-possible", { size, most: width * height - 1, mines });
  const largest = /^(\d+)x(\d+)\/(\d+)$/
    .exec(rulesets[ruleset].largest ?? "")
    ?.slice(1)
    .map(Number);
  if (largest && [width, height, mines].some((value, at) => value > largest[at])) {
    const most = { size: `${largest[0]}x${largest[1]}`, mines: largest[2] };
    throw new Refusal("rules", "error.ruleset-size", { ...most, level: `${size}/${mines}` });
  }
  return { width, height, mines };
}

/** Every choice of a ruleset, as Python orders them. */
function usualChoices(ruleset: string, { choices, rulesets }: Rulesets): RuleChoices {
  return { ...choices, ...rulesets[ruleset].choices };
}

function readChoice(name: string, text: string, usual: RuleChoices) {
  const value = usual[name];
  if (value === undefined)
    throw new Refusal("rules", "error.no-rule", { given: quoted(name), choices: { commas: Object.keys(usual) } });
  if (typeof value === "boolean") {
    if (text !== "on" && text !== "off") throw new Refusal("rules", "error.on-or-off", { name, given: quoted(text) });
    return text === "on";
  }
  if (name === "lives") {
    const lives = /^\d{1,12}$/.test(text) ? Number(text) : 0;
    if (lives < 1 || lives > MOST_LIVES) throw new Refusal("rules", "error.lives", { most: MOST_LIVES, given: text });
    return lives;
  }
  if (name === "assists") {
    const words = [...new Set(text.split(",").filter((word) => word !== "none"))].sort();
    if (words.some((word) => !ASSISTS.includes(word)))
      throw new Refusal("rules", "error.assists", { choices: { commas: ASSISTS }, given: quoted(text) });
    return words;
  }
  const words = WORDS[name] ?? [String(value)]; // of a rule that only a server plays there is the usual choice alone
  if (!words.includes(text))
    throw new Refusal("rules", "error.one-of", { name, choices: { commas: words }, given: quoted(text) });
  return text;
}

function written({ ruleset, width, height, mines, choices }: Rules, usual: RuleChoices) {
  const words = [ruleset, `${width}x${height}/${mines}`, "v1"];
  for (const [name, value] of Object.entries(choices))
    if (spelled(value) !== spelled(usual[name])) words.push(`${name}=${spelled(value)}`);
  return words.join(" ");
}

function spelled(value: RuleChoices[string]) {
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? [...value].sort().join(",") || "none" : String(value);
}

function check(rules: Rules) {
  const cells = rules.width * rules.height;
  if (gradeOf(rules) && cells > NO_GUESS_CELLS)
    throw new Refusal("limit", "refusal.no-guess-size", { count: NO_GUESS_CELLS });
  const assists = assistsOf(rules.choices);
  if ((assists.includes("auto-flag") || assists.includes("auto-open")) && cells > ASSISTED_CELLS)
    throw new Refusal("limit", "refusal.assisted-size", { count: ASSISTED_CELLS });
}

function checkGuessing(cells: number, { completion }: RuleChoices) {
  if (completion !== "clear") throw new Refusal("rules", "error.guessing-needs-clear", { completion });
  if (cells > GUESS_CELLS) throw new Refusal("rules", "error.guessing-size", { most: GUESS_CELLS });
}

const quoted = (text: string) => `'${text}'`;
