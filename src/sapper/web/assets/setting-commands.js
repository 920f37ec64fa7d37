// @ts-check
// Settings as commands of the palette: a switch is turned, a choice is made.

/** @import { Settings } from "./settings.js" */
/** @import { Command } from "./types.js" */

import { message, setting } from "./words.js";

const LISTED = {
  display: [
    "animation",
    "flash",
    "reduced-motion",
    "panel",
    "number-style",
    "dim-finished",
    "highlight-neighbours",
    "timer",
  ],
  game: ["help", "after-win", "after-loss"],
  controls: [
    "chord-both-buttons",
    "chord-middle",
    "chord-left-on-number",
    "chord-right-on-number",
    "chord-double-click",
    "chord-shift-left",
    "reveal",
    "flag",
    "right-drag",
  ],
  keys: ["profile"],
};

/**
 * Return a command for each value that a setting does not have at the moment.
 * @param {Settings} settings
 * @returns {Command[]}
 */
export function settingCommands(settings) {
  /** @type {Command[]} */
  const commands = [];
  for (const [section, names] of Object.entries(LISTED)) {
    const { ...values } = section === "controls" ? settings.controls(settings.ruleset) : {};
    for (const name of names) {
      const current = values[name] ?? settings.get(section, name);
      const { title, value: nameOf } = setting(section, name);
      for (const value of settings.option(section, name).choices ?? [true, false]) {
        if (value === current) continue;
        commands.push({
          name: `${section}-${name}-${value}`,
          title: message("commands.choice", { name: title, value: nameOf(value) }),
          icon: "settings",
          run: () => settings.set(section, name, value),
          isListed: true,
        });
      }
    }
  }
  return commands;
}
