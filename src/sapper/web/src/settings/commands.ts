// Settings as commands of the palette: a switch is turned, a choice is made.

import type { Settings } from "../input/settings.ts";
import type { Themes } from "../themes/theme.ts";
import type { Command } from "../types.ts";

import { message, setting } from "../ui/words.ts";
import { changeKeys } from "../input/key-rules.ts";
import { settingWords } from "./words.ts";

const SECTIONS = ["display", "game", "controls", "keys", "sound", "together"];
/** Settings that have commands of their own, or do nothing in a browser. */
const NOT_LISTED = new Set(["theme", "ascii", "no-guess", "notify-browser"]);

/** Return a command for each value that a setting does not have at the moment. */
export function settingCommands(settings: Settings): Command[] {
  const commands: Command[] = [];
  for (const section of SECTIONS) {
    const { ...values } = section === "controls" ? settings.controls(settings.ruleset) : {};
    for (const [name, option] of Object.entries(settings.schema.settings[section])) {
      if (NOT_LISTED.has(name) || !(option.choices || typeof option.default === "boolean")) continue;
      const current = values[name] ?? settings.get(section, name);
      const { title, value: nameOf } = settingWords(section, name);
      for (const value of option.choices ?? [true, false]) {
        if (value === current) continue;
        commands.push({
          name: `${section}-${name}-${value}`,
          title: message("commands.choice", { name: title, value: nameOf(value) }),
          icon: "settings",
          run: () =>
            section === "keys" ? changeKeys(settings, name, String(value)) : settings.set(section, name, value),
          isListed: true,
        });
      }
    }
  }
  return commands;
}

/** Return a command for each theme of the player's own. */
export const ownThemeCommands = (settings: Settings, themes: Themes): Command[] =>
  Object.entries(themes.own).map(([name, { name: value }]) => ({
    name: `theme-${name}`,
    title: message("commands.choice", { name: setting("display", "theme").title, value }),
    icon: "palette",
    run: () => settings.set("display", "theme", name),
    isListed: true,
  }));
