// @ts-check
// Every screen of the page. A new one is one entry here, and one path in static.py.
//
// A `screen` takes the place of the board, a `panel` page stands beside it. One with a path has an address and a title,
// and pauses the game: it is read.
// What stands for `:id` in an address is given to `make`.

/** @import { Screen } from "./types.js" */

import { action, message } from "./words.js";

/** @type {Record<string, Screen>} */
export const SCREENS = {
  home: {
    kind: "screen",
    path: "/",
    title: () => action("home").name,
    isLive: true,
    make: async (parts) => new (await import("./home.js")).HomePage(parts),
  },
  board: { kind: "board", path: "/g/:id" },
  party: { kind: "board", path: "/r/:id" },
  together: {
    kind: "screen",
    path: "/together",
    title: () => message("page.together"),
    styles: "lobby.css",
    isLive: true,
    make: async (parts) => (await import("./lobby-page.js")).lobbyPage(parts),
  },
  settings: {
    kind: "screen",
    path: "/settings",
    title: () => action("settings").name,
    needsThemes: true,
    styles: "settings.css",
    make: async (parts) => new (await import("./settings-page.js")).SettingsPage(parts),
  },
  daily: {
    kind: "screen",
    path: "/daily",
    title: () => message("page.daily"),
    styles: "daily.css",
    isLive: true,
    make: async (parts) => new (await import("./daily-page.js")).DailyPage(parts),
  },
  replays: {
    kind: "screen",
    path: "/replays",
    title: () => message("page.replays"),
    styles: "replay.css",
    make: async (parts) => new (await import("./replays-page.js")).ReplaysPage(parts),
  },
  replay: {
    kind: "screen",
    path: "/replay/:id",
    title: () => message("page.replay"),
    styles: "replay.css",
    make: async (parts, id) => new (await import("./replay-page.js")).ReplayPage(parts, id),
  },
  statistics: {
    kind: "screen",
    path: "/statistics",
    title: () => message("page.statistics"),
    styles: "statistics.css",
    make: async (parts) => new (await import("./statistics-page.js")).StatisticsPage(parts),
  },
  analysis: {
    kind: "screen",
    path: "/analysis",
    title: () => message("page.analysis"),
    styles: "analysis.css",
    make: async (parts) => new (await import("./analysis-page.js")).AnalysisPage(parts),
  },
  touch: {
    kind: "screen",
    path: "/touch",
    title: () => message("phone.title"),
    styles: "touch-schemes.css",
    make: async (parts) => new (await import("./touch-schemes.js")).TouchPage(parts),
  },
  places: {
    kind: "panel",
    path: "/menu",
    title: () => message("page.menu"),
    make: async (parts) => new (await import("./places-page.js")).PlacesPage(parts),
  },
  times: {
    kind: "panel",
    path: "/times",
    title: () => action("best-times").name,
    make: async (parts) => new (await import("./best-times-page.js")).BestTimesPage(parts),
  },
  help: {
    kind: "panel",
    path: "/help",
    title: () => action("help").name,
    make: async (parts) => new (await import("./help.js")).HelpPage(parts),
  },
  about: {
    kind: "panel",
    path: "/about",
    title: () => action("about").name,
    make: async (parts) => new (await import("./help.js")).AboutPage(parts),
  },
  commands: {
    kind: "panel",
    make: async (parts) => new (await import("./command-palette.js")).CommandPalette(parts),
  },
  menu: {
    kind: "panel",
    make: async (parts) => new (await import("./menus.js")).GameMenu(parts),
  },
  custom: {
    kind: "panel",
    make: async (parts) => new (await import("./custom-form.js")).CustomPage(parts),
  },
  "enter-seed": {
    kind: "panel",
    make: async (parts) => new (await import("./seed-page.js")).SeedPage(parts),
  },
  "pick-level": {
    kind: "panel",
    make: async (parts) => new (await import("./menus.js")).LevelPicker(parts),
  },
  "pick-layout": {
    kind: "panel",
    make: async (parts) => new (await import("./menus.js")).LayoutPicker(parts),
  },
  "pick-rules": {
    kind: "panel",
    make: async (parts) => new (await import("./menus.js")).RulesPicker(parts),
  },
  people: {
    kind: "panel",
    make: async (parts) => (await import("./party-sheet.js")).peopleSheet(parts),
  },
  seal: {
    kind: "panel",
    make: async (parts) => new (await import("./seal-page.js")).SealPage(parts),
  },
};

/**
 * Return the screen of an address, and the id in it; the start page for an address that no screen has.
 * @param {string} path
 */
export function placeOf(path) {
  for (const [name, screen] of Object.entries(SCREENS)) {
    if (screen.path === path) return { name, id: "" };
    const [head, parameter] = screen.path?.split(":") ?? [];
    const id = parameter && path.startsWith(head) ? path.slice(head.length) : "";
    if (id && !id.includes("/")) return { name, id };
  }
  return { name: "home", id: "" };
}

/**
 * Return the address of what is shown: a page of the panel, a screen, or the board of a room.
 * @param {{ screen: string, page: string, id: string, room: string | null, party?: { id: string } | null }} shown
 */
export function pathOf({ screen, page, id, room, party }) {
  const own = SCREENS[page]?.path ?? SCREENS[screen]?.path;
  if (own) return own.replace(":id", id);
  if (party) return `/r/${party.id}`;
  return room ? `/g/${room}` : "/";
}

/**
 * Return the title of what is shown; `board` names the game.
 * @param {{ screen: string, page: string }} shown
 * @param {string} board
 */
export function titleOf({ screen, page }, board) {
  const title = SCREENS[page]?.title?.() ?? SCREENS[screen]?.title?.() ?? board;
  return title ? `${title} · Sapper` : "Sapper";
}
