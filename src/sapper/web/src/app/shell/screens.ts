// Every screen of the page. A new one is one entry here, and one path in static.py.
//
// A `screen` takes the place of the board, a `panel` page stands beside it. One with a path has an address and a title,
// and pauses the game: it is read.
// What stands for `:id` in an address is given to `make`.

import type { Parts, Screen } from "../../types.ts";

import { homePage } from "../../home/home.ts";
import { WATCH } from "../../ui/address.ts";
import { action, message } from "../../ui/words.ts";

/** The screen of an unknown address. */
async function missing(parts: Parts) {
  return new (await import("./missing-page.ts")).MissingPage(parts);
}

export const SCREENS: Record<string, Screen> = {
  home: {
    kind: "screen",
    path: "/",
    title: () => action("home").name,
    isLive: true,
    make: homePage,
  },
  board: { kind: "board", path: "/g/:id" },
  party: { kind: "board", path: "/r/:id" },
  together: {
    kind: "screen",
    path: "/together",
    title: () => message("page.together"),
    styles: ["lobby.css"],
    isLive: true,
    words: "together-words",
    make: async (parts) => (await import("../../together/lobby/lobby-page.ts")).lobbyPage(parts),
  },
  tournaments: {
    kind: "screen",
    path: "/tournaments",
    title: () => message("tournament.title"),
    styles: ["tournaments.css"],
    words: "together-words",
    make: async (parts) => (await import("../../together/tournaments/list-page.ts")).tournamentsPage(parts),
  },
  tournament: {
    kind: "screen",
    path: "/tournament/:id",
    title: () => message("tournament.title"),
    styles: ["tournaments.css"],
    isLive: true,
    words: "together-words",
    make: async (parts, id) =>
      (await import("../../together/tournaments/tournament-page.ts")).tournamentPage(parts, id),
  },
  settings: {
    kind: "screen",
    path: "/settings",
    title: () => action("settings").name,
    needsThemes: true,
    styles: ["settings.css"],
    words: "settings-words",
    make: async (parts) => new (await import("../../settings/page.ts")).SettingsPage(parts),
  },
  daily: {
    kind: "screen",
    path: "/daily",
    title: () => message("page.daily"),
    styles: ["daily.css"],
    isLive: true,
    make: async (parts) => new (await import("../../daily/page.ts")).DailyPage(parts),
  },
  replays: {
    kind: "screen",
    path: "/replays",
    title: () => message("page.replays"),
    styles: ["replay.css"],
    words: "study-words",
    make: async (parts) => new (await import("../../replay/replays-page.ts")).ReplaysPage(parts),
  },
  replay: {
    kind: "screen",
    path: "/replay/:id",
    title: () => message("page.replay"),
    styles: ["replay.css"],
    words: "study-words",
    make: async (parts, id) => new (await import("../../replay/page.ts")).ReplayPage(parts, id),
  },
  report: {
    kind: "screen",
    path: "/report/:id",
    title: () => action("report").name,
    styles: ["replay.css"],
    words: "study-words",
    make: async (parts, id) => new (await import("../../replay/report/page.ts")).ReportPage(parts, id),
  },
  round: {
    kind: "screen",
    path: "/round/:id",
    title: () => message("round.title"),
    styles: ["replay.css", "party.css", "round.css"],
    words: "study-words",
    make: async (parts, id) => new (await import("../../replay/round/page.ts")).RoundPage(parts, id),
  },
  statistics: {
    kind: "screen",
    path: "/statistics",
    title: () => message("page.statistics"),
    styles: ["statistics.css"],
    words: "study-words",
    make: async (parts) => new (await import("../../statistics/page.ts")).StatisticsPage(parts),
  },
  player: {
    kind: "screen",
    path: "/player",
    title: () => message("player-page.title"),
    styles: ["party.css", "people.css"],
    words: "study-words",
    isLive: true,
    make: async (parts) => (await import("../../people/player-page.ts")).playerPage(parts),
  },
  person: {
    kind: "screen",
    path: "/player/:id",
    title: () => message("player-page.title"),
    styles: ["party.css", "people.css"],
    words: "study-words",
    isLive: true,
    make: async (parts, id) => (await import("../../people/player-page.ts")).playerPage(parts, id),
  },
  link: {
    kind: "screen",
    path: "/link",
    title: () => message("player-page.link-title"),
    styles: ["party.css", "people.css"],
    words: "study-words",
    make: async (parts) => new (await import("../../people/link-page.ts")).LinkPage(parts),
  },
  analysis: {
    kind: "screen",
    path: "/analysis",
    title: () => message("page.analysis"),
    styles: ["analysis.css"],
    words: "study-words",
    make: async (parts) => new (await import("../../analysis/page.ts")).AnalysisPage(parts),
  },
  learn: {
    kind: "screen",
    path: "/learn",
    title: () => message("page.learn"),
    styles: ["learn.css"],
    words: "study-words",
    isLive: true,
    make: async (parts) => (await import("../../learn/learn-page.ts")).learnPage(parts),
  },
  path: {
    kind: "screen",
    path: "/path",
    title: () => message("learn-page.path"),
    styles: ["learn.css"],
    words: "study-words",
    isLive: true,
    make: async (parts) => (await import("../../learn/path/path-page.ts")).pathPage(parts),
  },
  trainer: {
    kind: "screen",
    path: "/trainer",
    title: () => message("learn-page.trainer"),
    styles: ["learn.css"],
    words: "study-words",
    make: async (parts) => (await import("../../learn/trainer/trainer-page.ts")).trainerPage(parts, ""),
  },
  train: {
    kind: "screen",
    path: "/trainer/:id",
    title: () => message("learn-page.trainer"),
    styles: ["learn.css"],
    words: "study-words",
    make: async (parts, id) => (await import("../../learn/trainer/trainer-page.ts")).trainerPage(parts, id),
  },
  puzzles: {
    kind: "screen",
    path: "/puzzles",
    title: () => message("learn-page.puzzles"),
    styles: ["learn.css"],
    words: "study-words",
    isLive: true,
    make: async (parts) => (await import("../../learn/puzzles/puzzles-page.ts")).puzzlesPage(parts),
  },
  puzzle: {
    kind: "screen",
    path: "/puzzles/:id",
    title: () => message("learn-page.puzzles"),
    styles: ["learn.css"],
    words: "study-words",
    make: async (parts, id) =>
      (await (await import("../../learn/puzzles/puzzles-page.ts")).puzzlePage(parts, id)) ?? (await missing(parts)),
  },
  rush: {
    kind: "screen",
    path: "/rush",
    title: () => message("learn-page.rush"),
    styles: ["learn.css"],
    words: "study-words",
    make: async (parts) => (await import("../../learn/puzzles/rush-page.ts")).rushPage(parts),
  },
  insights: {
    kind: "screen",
    path: "/insights",
    title: () => message("learn-page.insights"),
    styles: ["learn.css"],
    words: "study-words",
    isLive: true,
    make: async (parts) => (await import("../../learn/insights/insights-page.ts")).insightsPage(parts),
  },
  lesson: {
    kind: "screen",
    path: "/lesson/:id",
    title: () => message("learn-page.lessons"),
    styles: ["learn.css"],
    words: "study-words",
    make: async (parts, id) =>
      (await (await import("../../learn/lessons/lesson-page.ts")).lessonPage(parts, id)) ?? (await missing(parts)),
  },
  touch: {
    kind: "screen",
    path: "/touch",
    title: () => message("phone.title"),
    styles: ["touch-schemes.css"],
    make: async (parts) => new (await import("../../input/touch-schemes.ts")).TouchPage(parts),
  },
  missing: {
    kind: "screen",
    title: () => message("missing.title"),
    make: missing,
  },
  places: {
    kind: "panel",
    path: "/menu",
    title: () => message("page.menu"),
    make: async (parts) => new (await import("./places-page.ts")).PlacesPage(parts),
  },
  times: {
    kind: "screen",
    path: "/times",
    title: () => action("best-times").name,
    styles: ["statistics.css"],
    words: "study-words",
    make: async (parts) => new (await import("../../statistics/best-times-page.ts")).BestTimesPage(parts),
  },
  help: {
    kind: "panel",
    path: "/help",
    title: () => action("help").name,
    make: async (parts) => new (await import("../help/page.ts")).HelpPage(parts),
  },
  about: {
    kind: "panel",
    path: "/about",
    title: () => action("about").name,
    make: async (parts) => new (await import("../help/page.ts")).AboutPage(parts),
  },
  commands: {
    kind: "panel",
    make: async (parts) => new (await import("../palette/command-palette.ts")).CommandPalette(parts),
  },
  menu: {
    kind: "panel",
    make: async (parts) => new (await import("../../play/menus.ts")).GameMenu(parts),
  },
  custom: {
    kind: "panel",
    make: async (parts) => new (await import("../../play/new-game/custom-form.ts")).CustomPage(parts),
  },
  "enter-seed": {
    kind: "panel",
    make: async (parts) => new (await import("../../play/seed/seed-page.ts")).SeedPage(parts),
  },
  "pick-level": {
    kind: "panel",
    make: async (parts) => new (await import("../../play/menus.ts")).LevelPicker(parts),
  },
  "pick-layout": {
    kind: "panel",
    make: async (parts) => new (await import("../../play/menus.ts")).LayoutPicker(parts),
  },
  "pick-rules": {
    kind: "panel",
    make: async (parts) => new (await import("../../play/menus.ts")).RulesPicker(parts),
  },
  people: {
    kind: "panel",
    words: "together-words",
    make: async (parts) => (await import("../../together/people-sheet.ts")).peopleSheet(parts),
  },
  alone: {
    kind: "panel",
    make: async (parts) => new (await import("../../play/alone-page.ts")).AlonePage(parts),
  },
  seal: {
    kind: "panel",
    make: async (parts) => new (await import("../../play/seed/seal-page.ts")).SealPage(parts),
  },
};

/** Return the screen of an address, and the id in it; the one that says so for an address that no screen has. */
export function placeOf(address: string) {
  const path = address.replace(WATCH, "");
  for (const [name, screen] of Object.entries(SCREENS)) {
    if (screen.path === path) return { name, id: "" };
    const [head, parameter] = screen.path?.split(":") ?? [];
    const id = parameter && path.startsWith(head) ? path.slice(head.length) : "";
    if (id && !id.includes("/")) return { name, id };
  }
  return { name: "missing", id: "" };
}

/** Return the address of what is shown: a page of the panel, a screen, or the board of a room. */
export function pathOf({
  screen,
  page,
  id,
  room,
  party,
}: {
  screen: string;
  page: string;
  id: string;
  room: string | null;
  party?: { id: string; isWatching?: boolean } | null;
}) {
  const own = SCREENS[page]?.path ?? SCREENS[screen]?.path;
  if (own) return own.replace(":id", id);
  if (party) return `/r/${party.id}${party.isWatching ? WATCH : ""}`;
  return room ? `/g/${room}` : "/";
}

/** Return the title of what is shown; `board` names the game. */
export function titleOf(
  { screen, page, attention = "" }: { screen: string; page: string; attention?: string },
  board: string,
) {
  const title = attention ? `● ${attention}` : (SCREENS[page]?.title?.() ?? SCREENS[screen]?.title?.() ?? board);
  return title ? `${title} · Sapper` : "Sapper";
}
