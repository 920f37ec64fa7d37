// A configuration in words: what the best times of a level are listed by.

import type { Settings } from "../input/settings.ts";

import { message, rule, ruleset as rulesetWords, size } from "../ui/words.ts";

/**
 * Level, layout, ruleset and what else differs from it: Expert, 30×16, 99 mines · Random · Modern · Completion: Both.
 * @param rules as the server writes them: modern 30x16/99 v1 completion=both
 */
export function configurationTitle(settings: Settings, rules: string) {
  const [ruleset = "", level = "", ...details] = rules.split(" ");
  const [width = 0, height = 0, mines = 0] = level.split(/[x/]/).map(Number);
  const board = { width, height, mines };
  const given = details.filter((detail) => detail.includes("=")).map((detail) => detail.split("="));
  const layout = given.find(([name]) => name === "layout")?.[1] ?? "random";
  const field = message("new.level-size", { size: size(board), count: mines });
  const differing = given
    .filter(([name]) => name !== "layout")
    .map(([name = "", values = ""]) => {
      const { title, value } = rule(name);
      return `${title}: ${values.split(",").map(value).join(", ")}`;
    });
  const named = `${settings.levelName(board, ruleset)}, ${field}`;
  return [named, rule("layout").value(layout), rulesetWords(ruleset).name, ...differing].join(" · ");
}
