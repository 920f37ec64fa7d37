// What the command palette calls the commands.

import { gradeName } from "../../play/new-game/grades.ts";
import { action, level, message, rule, ruleset, setting, theme } from "../../ui/words.ts";

/** Commands that choose a value: what is chosen, and the name of a value. */
const CHOICES: Record<string, { title: () => string; value: (name: string) => string }> = {
  completion: { title: () => rule("completion").title, value: (name) => rule("completion").value(name) },
  grade: { title: () => action("pick-layout").name, value: gradeName },
  ruleset: { title: () => action("pick-rules").name, value: (name) => ruleset(name).name },
  theme: { title: () => setting("display", "theme").title, value: (name) => theme(name) },
  expert: { title: () => action("new").name, value: (name) => level(`expert-${name}`) },
};

/** Return the title of a command; `theme-dark` is the choice of the theme dark. */
export function commandTitle(name: string) {
  const [kind, ...rest] = name.split("-");
  const choice = rest.length ? CHOICES[kind] : undefined;
  if (!choice) return action(name).name;
  return message("commands.choice", { name: choice.title(), value: choice.value(rest.join("-")) });
}
