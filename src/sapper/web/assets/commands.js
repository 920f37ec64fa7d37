// Every command by its name: keys, menus, buttons and the palette all run these.

import { titleCase } from "./settings.js";
import { COMPLETION, GRADES } from "./words.js";

/** `key` is an action of the key map; `isListed` keeps a command out of the palette. */
export function makeCommands(app) {
  const commands = new Map();
  const add = (name, title, icon, run, more = {}) => commands.set(name, { name, title, icon, run, ...more });

  add("new", "New game", "play", () => app.newGame());
  add("face", "Face", "play", () => (app.game?.isPaused ? app.togglePause() : app.newGame()), { isListed: false });
  add("retry", "Retry this board", "replay", () => app.retry());
  for (const name of ["beginner", "intermediate", "expert"])
    add(name, `New: ${titleCase(name)}`, "home", () => app.chooseLevel(name));
  add("expert-amiga", "New: Expert 32×16", "home", () => app.chooseLevel("expert-amiga"));
  add("custom", "New: Custom field", "home", () => app.openPage("custom"));
  add("pick-level", "Choose a level", "home", () => app.openPage("pick-level"));
  add("pick-layout", "Choose no-guess", "shield", () => app.openPage("pick-layout"));
  add("pick-rules", "Choose rules", "mouse", () => app.openPage("pick-rules"));
  add("seal", "The seal", "lock", () => app.openPage("seal"), { isListed: false });
  add("menu", "Game menu", "menu", () => app.openPage("menu"));
  add("pause", "Pause, go on", "pause", () => app.escape());
  add("hint", "Hint", "hint", () => app.help("hint"));
  add("odds", "Odds", "percent", () => app.help("odds"));
  add("undo", "Undo", "undo", () => app.takeBack("undo"));
  add("redo", "Redo", "redo", () => app.takeBack("redo"));
  add("marks", "Marks (?) on or off", "question", () => app.chooseRule("questions", !app.settings.rule("questions")));
  add("practice", "Practice on or off", "target", () => app.chooseRule("practice", !app.settings.rule("practice")));
  for (const [value, words] of COMPLETION)
    add(`completion-${value}`, `Completion: ${words}`, "check", () => app.chooseRule("completion", value));
  for (const [value, words] of GRADES)
    add(`grade-${value}`, `No-guess: ${words}`, "shield", () => app.chooseLayout(value));
  for (const name of Object.keys(app.settings.schema.rulesets))
    add(`ruleset-${name}`, `Rules: ${titleCase(name)}`, "mouse", () => app.chooseRuleset(name));
  for (const name of ["system", ...app.themes.names])
    add(`theme-${name}`, `Theme: ${titleCase(name)}`, "palette", () => app.settings.set("display", "theme", name));
  add("best-times", "Best times", "trophy", () => app.openPage("times"));
  add("zoom-in", "Zoom in", "plus", () => app.zoom(1.25));
  add("zoom-out", "Zoom out", "minus", () => app.zoom(0.8));
  add("zoom-reset", "Zoom to fit", "target", () => app.zoom(null));
  add("read-neighbours", "Read the neighbours", "people", () => app.read("neighbours"));
  add("read-mines", "Read the mines left", "mine", () => app.read("mines"));
  add("read-time", "Read the time", "clock", () => app.read("time"));
  add("help", "Help and keys", "keyboard", () => app.openPage("help"));
  add("about", "About", "book", () => app.openPage("about"));
  add("commands", "Commands", "menu", () => app.openPage("commands"), { isListed: false });
  add("settings", "Settings", "settings", () => app.showScreen("settings"));
  add("home", "Pick a field", "home", () => app.showScreen("home"));
  add("quit", "Quit to the start page", "close", () => app.showScreen("home"));
  return commands;
}
