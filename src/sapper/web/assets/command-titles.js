// @ts-check
// What the command palette calls the commands.

import { gradeName } from "./grades.js";
import { action, level, message, rule, ruleset, setting, theme } from "./words.js";

/**
 * Commands that choose a value: what is chosen, and the name of a value.
 * @type {Record<string, { title: () => string, value: (name: string) => string }>}
 */
const CHOICES = {
  completion: { title: () => rule("completion").title, value: (name) => rule("completion").value(name) },
  grade: { title: () => action("pick-layout").name, value: gradeName },
  ruleset: { title: () => action("pick-rules").name, value: (name) => ruleset(name).name },
  theme: { title: () => setting("display", "theme").title, value: (name) => theme(name) },
  expert: { title: () => action("new").name, value: (name) => level(`expert-${name}`) },
};

/**
 * Return the title of a command; `theme-dark` is the choice of the theme dark.
 * @param {string} name
 */
export function commandTitle(name) {
  const [kind, ...rest] = name.split("-");
  const choice = rest.length ? CHOICES[kind] : undefined;
  if (!choice) return action(name).name;
  return message("commands.choice", { name: choice.title(), value: choice.value(rest.join("-")) });
}
