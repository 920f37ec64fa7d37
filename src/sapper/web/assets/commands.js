// @ts-check
// Every command by its name: keys, menus, buttons and the palette all run these.

/** @import { Choices } from "./choices.js" */
/** @import { RemoteSession } from "./remote-session.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Command, State } from "./types.js" */

import { COMPLETION, GRADES, LEVELS, titleCase } from "./words.js";

/**
 * Return the commands. One that is not listed stays out of the palette.
 * @param {{
 *   state: State,
 *   settings: Settings,
 *   themeNames: string[],
 *   session: RemoteSession,
 *   choices: Choices,
 *   open: (name: string) => void,
 *   leave: () => void,
 *   assist: (topic: "hint" | "odds" | "move") => void,
 *   swapButtons: () => void,
 *   zoom: (factor: number | null) => void,
 *   read: (what: string) => void,
 * }} parts
 */
export function makeCommands({
  state,
  settings,
  themeNames,
  session,
  choices,
  open,
  leave,
  assist,
  swapButtons,
  zoom,
  read,
}) {
  /** @type {Map<string, Command>} */
  const commands = new Map();
  /**
   * @param {string} name
   * @param {string} title
   * @param {string} icon
   * @param {() => void} run
   */
  const add = (name, title, icon, run, isListed = true) => commands.set(name, { name, title, icon, run, isListed });

  add("new", "New game", "play", () => choices.newGame());
  add("face", "Face", "play", () => (state.game?.isPaused ? session.togglePause() : choices.newGame()), false);
  add("retry", "Retry this board", "replay", () => choices.retry());
  for (const name of LEVELS) {
    add(name, `New: ${titleCase(name)}`, "home", () => choices.level(name));
  }
  add("expert-amiga", "New: Expert 32×16", "home", () => choices.level("expert-amiga"));
  add("custom", "New: Custom field", "home", () => open("custom"));
  add("pick-level", "Choose a level", "home", () => open("pick-level"));
  add("pick-layout", "Choose no-guess", "shield", () => open("pick-layout"));
  add("pick-rules", "Choose rules", "mouse", () => open("pick-rules"));
  add("seal", "The seal", "lock", () => open("seal"), false);
  add("menu", "Game menu", "menu", () => open("menu"));
  add("pause", "Pause, go on", "pause", leave);
  add("hint", "Hint", "hint", () => assist("hint"));
  add("odds", "Odds", "percent", () => assist("odds"));
  add("best-move", "Best move", "target", () => assist("move"));
  add("undo", "Undo", "undo", () => session.takeBack("undo"));
  add("redo", "Redo", "redo", () => session.takeBack("redo"));
  add("swap-buttons", "Left flags, right opens: on or off", "mouse", swapButtons);
  add("marks", "Marks (?) on or off", "question", () => choices.rule("questions", !settings.rule("questions")));
  add("practice", "Practice on or off", "target", () => choices.rule("practice", !settings.rule("practice")));
  for (const [value, words] of COMPLETION) {
    add(`completion-${value}`, `Completion: ${words}`, "check", () => choices.rule("completion", value));
  }
  for (const [value, words] of GRADES) {
    add(`grade-${value}`, `No-guess: ${words}`, "shield", () => choices.grade(value));
  }
  for (const name of Object.keys(settings.schema.rulesets)) {
    add(`ruleset-${name}`, `Rules: ${titleCase(name)}`, "mouse", () => choices.ruleset(name));
  }
  for (const name of ["system", ...themeNames]) {
    add(`theme-${name}`, `Theme: ${titleCase(name)}`, "palette", () => settings.set("display", "theme", name));
  }
  add("best-times", "Best times", "trophy", () => open("times"));
  add("zoom-in", "Zoom in", "plus", () => zoom(1.25));
  add("zoom-out", "Zoom out", "minus", () => zoom(0.8));
  add("zoom-reset", "Zoom to fit", "target", () => zoom(null));
  add("read-neighbours", "Read the neighbours", "people", () => read("neighbours"));
  add("read-mines", "Read the mines left", "mine", () => read("mines"));
  add("read-time", "Read the time", "clock", () => read("time"));
  add("help", "Help and keys", "keyboard", () => open("help"));
  add("about", "About", "book", () => open("about"));
  add("commands", "Commands", "menu", () => open("commands"), false);
  add("settings", "Settings", "settings", () => open("settings"));
  add("home", "Pick a field", "home", () => open("home"));
  add("quit", "Quit to the start page", "close", () => open("home"));
  return commands;
}
