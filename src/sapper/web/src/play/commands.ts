// Every command by its name: keys, menus, buttons and the palette all run these.

import type { Choices } from "./new-game/choices.ts";
import type { RemoteSession } from "../net/session.ts";
import type { Settings } from "../input/settings.ts";
import type { Command, State } from "../types.ts";

import { LEVELS } from "../input/settings.ts";

export const COMPLETIONS = ["clear", "mark", "both", "either"];

/**
 * Return the commands. One that is not listed stays out of the palette.
 * @param parts `find` asks what to find with 0, and goes on or back with 1 or -1
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
  pencil,
  swapButtons,
  analyse,
  share,
  zoom,
  read,
  find,
  people,
  leaveRoom,
}: {
  state: State;
  settings: Settings;
  themeNames: string[];
  session: RemoteSession;
  choices: Choices;
  open: (name: string, id?: string) => void;
  leave: () => void;
  assist: (topic: "hint" | "certain" | "odds" | "move") => void;
  pencil: (name: string) => void;
  swapButtons: () => void;
  analyse: () => void;
  share: () => void;
  zoom: (factor: number | null) => void;
  read: (what: string) => void;
  find: (step: number) => void;
  people: () => void;
  leaveRoom: () => void;
}) {
  const commands: Map<string, Command> = new Map();
  const add = (name: string, icon: string, run: () => void, isListed = true) =>
    commands.set(name, { name, icon, run, isListed });

  /** @param game the one to watch, else the list of games is opened */
  const watch = (game: number | null) => (game === null ? open("replays") : open("replay", String(game)));

  add("new", "play", () => choices.newGame());
  add("face", "play", () => (state.game?.isPaused ? session.togglePause() : choices.newGame()), false);
  add("retry", "replay", () => choices.retry());
  for (const name of LEVELS) add(name, "home", () => choices.level(name));
  add("expert-amiga", "home", () => choices.level("expert-amiga"));
  add("fit-screen", "home", () => choices.fitScreen());
  add("custom", "home", () => open("custom"));
  add("enter-seed", "lock", () => open("enter-seed"));
  add("pick-level", "home", () => open("pick-level"));
  add("pick-layout", "shield", () => open("pick-layout"));
  add("pick-rules", "mouse", () => open("pick-rules"));
  add("seal", "lock", () => open("seal"), false);
  add("menu", "menu", () => open("menu"));
  add("pause", "pause", leave);
  add("hint", "hint", () => assist("hint"));
  add("certain", "question", () => assist("certain"));
  add("odds", "percent", () => assist("odds"));
  add("best-move", "target", () => assist("move"));
  add("draft", "edit", () => pencil("draft"));
  add("draft-follow", "edit", () => pencil("draft-follow"));
  add("draft-clear", "edit", () => pencil("draft-clear"));
  add("draft-flags", "flag", () => pencil("draft-flags"));
  add("analyse", "target", analyse);
  add("share", "share", share);
  add("undo", "undo", () => choices.undo());
  add("redo", "redo", () => session.takeBack("redo"));
  add("swap-buttons", "mouse", swapButtons);
  add("marks", "question", () => choices.rule("questions", !choices.marks));
  add("practice", "target", () => choices.rule("practice", !settings.rule("practice")));
  for (const value of COMPLETIONS) add(`completion-${value}`, "check", () => choices.rule("completion", value));
  for (const value of settings.schema.settings.game["no-guess"].choices ?? []) {
    add(`grade-${value}`, "shield", () => choices.grade(value));
  }
  for (const name of Object.keys(settings.schema.rulesets)) {
    add(`ruleset-${name}`, "mouse", () => choices.ruleset(name));
  }
  for (const name of ["system", ...themeNames]) {
    add(`theme-${name}`, "palette", () => settings.set("display", "theme", name));
  }
  add("watch", "replay", () => watch(state.over?.finished_id ?? null));
  add("history", "replay", () => open("replays"));
  add("learn", "book", () => open("learn"));
  add("statistics", "chart", () => open("statistics"));
  add("best-times", "trophy", () => open("times"));
  add("daily", "calendar", () => open("daily"));
  add("together", "people", () => open("together"));
  add("people", "chat", people, false);
  add("leave-room", "close", leaveRoom, false);
  add("zoom-in", "plus", () => zoom(1.25));
  add("zoom-out", "minus", () => zoom(0.8));
  add("zoom-reset", "target", () => zoom(null));
  add("read-neighbours", "people", () => read("neighbours"));
  add("read-mines", "mine", () => read("mines"));
  add("read-time", "clock", () => read("time"));
  add("find", "target", () => find(0));
  add("find-next", "next", () => find(1));
  add("find-previous", "back", () => find(-1));
  add("help", "keyboard", () => open("help"));
  add("about", "book", () => open("about"));
  add("commands", "menu", () => open("commands"), false);
  add("settings", "settings", () => open("settings"));
  add("home", "home", () => open("home"));
  add("quit", "close", () => open("home"));
  return commands;
}
