// Starts the page. The start page needs little; the rest of the page is loaded with the first game.

import type { App } from "./app.ts";
import type { Page, Schema } from "../types.ts";
import type { Upgrade } from "./offline/upgrade.ts";

import { hasOwnGames } from "../net/api.ts";
import { pathNow } from "../ui/address.ts";
import { BestTimes } from "../play/end/best-times.ts";
import { isBoardLink } from "../home/board-link.ts";
import { homePage } from "../home/home.ts";
import { fetchAsset, find, load, loaded, loadIcons, loadStyles, whenIdle } from "../ui/dom.ts";
import { stroke } from "../input/keys.ts";
import { News } from "./news.ts";
import { buildRail } from "./shell/rail.ts";
import { LEVELS, Settings, storedLanguage } from "../input/settings.ts";
import { Themes } from "../themes/theme.ts";
import { watchWindow } from "../ui/windows.ts";
import { beginWith, firstLanguage, loadWords, onLanguage, useSetting } from "../ui/language.ts";
import { action } from "../ui/words.ts";

/** Actions of the key map that have a use before there is a game. */
const PLACES = ["help", "best-times", "statistics", "history", "commands", "menu", "custom", "about", "settings"];
const OPENS = new Set([...PLACES, "new", ...LEVELS]);

/** The app until a game is wanted: enough for the start page. */
class Start {
  settings: Settings;
  themes: Themes;
  times: BestTimes;
  news: News;
  upgrade: Upgrade | null = null;
  app: App | null = null;
  home: Page | null = null;
  _isLeft = false;
  isTouched = false; // a finger came
  _onKey: (event: KeyboardEvent) => void = () => {};

  constructor(schema: Schema) {
    this.settings = new Settings(schema);
    this.themes = new Themes(schema.themes, schema["theme-names"]);
    this.times = new BestTimes();
    this.news = new News();
    const touched = (event: PointerEvent) => {
      this.isTouched ||= event.pointerType === "touch";
    };
    addEventListener("pointerdown", touched, true);
    this.settings.onChange = (section) => section !== "game" && this._settingChanged();
  }

  _settingChanged() {
    this.paint();
    loaded(useSetting(this.settings.get("display", "language")));
  }

  paint() {
    return this.themes.choose(this.settings.get("display", "theme"));
  }

  /** Show the start page, again whenever the language changes before a game is wanted. */
  async show() {
    onLanguage(() => this._isLeft || this._show());
    await this._show();
  }

  async _show() {
    removeEventListener("keydown", this._onKey);
    const home = await homePage({
      settings: this.settings,
      themes: this.themes,
      times: this.times,
      choices: {
        level: (name) => this.play((app) => app.choices.level(name)),
        newGame: (rules) => this.play((app) => app.choices.newGame(rules)),
      },
      run: (name) => this.play((app) => app.run(name)),
      goOn: (room) => this.play((app) => app.parts.goOn(room)),
      open: (name, id) => this.play((app) => app.shell.open(name, id)),
      playBoard: (board) => this.play((app) => app.parts.playBoard(board)),
      learn: () => load(import("../learn/elsewhere.ts"), "study-words"),
    });
    this.home = home;
    this.themes.onChange = () => home.paint();
    const markRail = buildRail(find("rail"), (name) => name !== "play" && this.play((app) => app.shell.open(name)));
    markRail("play");
    this._onKey = (event) => {
      const isControl = event.target instanceof Element && event.target.matches("button, a, input");
      if (isControl && ["Enter", " "].includes(event.key)) return;
      if (home.key(stroke(event) ?? "") || this._open(stroke(event) ?? "")) event.preventDefault();
    };
    addEventListener("keydown", this._onKey);
    find("app").classList.add("wide");
    find("stage").classList.add("full");
    find("stage").replaceChildren(home.element);
    document.title = `${action("home").name} · Sapper`;
  }

  /** Do what a key opens everywhere; return whether there is something. */
  _open(typed: string) {
    const name = this.settings.keyMap.action(typed) ?? "";
    if (!OPENS.has(name)) return false;
    this.play((app) => app.run(name));
    return true;
  }

  /** Hand over to the app, once; the start page stays in view until there is something else to see. */
  async play(first: ((app: App) => void) | null = null) {
    if (this.app) first?.(this.app);
    if (this._isLeft) return;
    this._isLeft = true;
    const { App } = await loadGame().catch((error) => {
      this._isLeft = false; // the line may come back
      throw error;
    });
    removeEventListener("keydown", this._onKey);
    this.app = new App(this);
    this.app.start(first);
  }
}

/** The modules, words and styles of a game. */
async function loadGame() {
  const game = loaded(Promise.all([import("./app.ts"), loadWords("words")]));
  const [[app]] = await Promise.all([game, loadStyles("game.css")]);
  return app;
}

/** Begin the page: its words and icons, its colours, then its first screen. */
async function begin() {
  watchWindow();
  const language = firstLanguage(storedLanguage());
  const [answer] = await Promise.all([fetchAsset(`schema.${language}.json`), loadIcons("icons.svg")]);
  const schema: Schema = await answer.json();
  beginWith(language, schema.words);
  const begun = new Start(schema);
  await begun.paint();
  if (pathNow() === "/" && !isBoardLink() && !hasOwnGames()) begun.show();
  else begun.play();
  // With the game comes the worker; if that fails, the first game tries again.
  whenIdle(async () => {
    await loadGame();
    await loadWords("advice-words");
    (await import("./offline/upgrade.ts")).lookForUpgrades(begun);
    await (await import("./offline/offline.ts")).workOffline(() => begun.play());
  });
  return begun;
}

// What is loaded later waits until this module has run, so this module may not wait for what it loads.
export const start = begin();
