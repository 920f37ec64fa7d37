// @ts-check
// Starts the page. The start page needs little; the rest of the page is loaded with the first game.

/** @import { App } from "./app.js" */
/** @import { Page, Schema } from "./types.js" */
/** @import { Upgrade } from "./upgrade.js" */

import { BestTimes } from "./best-times.js";
import { isBoardLink } from "./board-link.js";
import { fetchAsset, find, load, loadIcons, loadStyles } from "./dom.js";
import { stroke } from "./keys.js";
import { News } from "./news.js";
import { buildRail } from "./rail.js";
import { LEVELS, Settings } from "./settings.js";
import { Themes } from "./theme.js";
import { action, pageLanguage, useWords } from "./words.js";

/** Actions of the key map that have a use before there is a game. */
const PLACES = ["help", "best-times", "statistics", "history", "commands", "menu", "custom", "about", "settings"];
const OPENS = new Set([...PLACES, "new", ...LEVELS]);

/** What stands in for the app until a game is wanted: enough for the start page. */
class Start {
  /** @param {Schema} schema */
  constructor(schema) {
    this.settings = new Settings(schema);
    this.themes = new Themes(schema.themes, schema["theme-names"]);
    this.times = new BestTimes();
    this.news = new News();
    /** @type {Upgrade | null} */
    this.upgrade = null;
    /** @type {App | null} */
    this.app = null;
    /** @type {Page | null} */
    this.home = null;
    this._isLeft = false;
    this.isTouched = false; // a finger came
    const touched = (/** @type {PointerEvent} */ event) => {
      this.isTouched ||= event.pointerType === "touch";
    };
    addEventListener("pointerdown", touched, true);
    /** @type {(event: KeyboardEvent) => void} */
    this._onKey = () => {};
    this.settings.onChange = (section) => section !== "game" && this.paint();
  }

  paint() {
    return this.themes.choose(this.settings.get("display", "theme"));
  }

  async show() {
    const { HomePage } = await import("./home.js");
    const home = new HomePage({
      settings: this.settings,
      themes: this.themes,
      times: this.times,
      choices: {
        level: (name) => this.play((app) => app.choices.level(name)),
        newGame: (rules) => this.play((app) => app.choices.newGame(rules)),
      },
      run: (name) => this.play((app) => app.run(name)),
      goOn: (room) => this.play((app) => app.parts.goOn(room)),
      open: (name) => this.play((app) => app.shell.open(name)),
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

  /**
   * Do what a key opens everywhere; return whether there is something.
   * @param {string} typed
   */
  _open(typed) {
    const name = this.settings.keyMap.action(typed) ?? "";
    if (!OPENS.has(name)) return false;
    this.play((app) => app.run(name));
    return true;
  }

  /**
   * Hand over to the app, once; the start page stays in view until there is something else to see.
   * @param {((app: App) => void) | null} first
   */
  async play(first = null) {
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

/** The modules, words and looks of a game. */
async function loadGame() {
  const [app] = await Promise.all([load(import("./app.js")), loadStyles("game.css"), loadStyles("phone.css")]);
  return app;
}

/**
 * Do something when the browser has nothing else to do.
 * @param {() => Promise<unknown>} work
 */
const whenIdle = (work) => (globalThis.requestIdleCallback ?? setTimeout)(() => work().catch(() => {}));

const language = pageLanguage();
const [answer] = await Promise.all([fetchAsset(`schema.${language}.json`), loadIcons("icons.svg")]);
/** @type {Schema} */
const schema = await answer.json();
useWords(schema.words, language);
export const start = new Start(schema);
await start.paint();
if (location.pathname === "/" && !isBoardLink()) await start.show();
else start.play();
// With the game comes the worker; if that fails, the first game tries again.
whenIdle(async () => {
  await loadGame();
  (await import("./upgrade.js")).lookForUpgrades(start);
  await (await import("./worker.js")).workOffline(() => start.play());
});
