// Starts the page. The start page needs little; the rest of the page is loaded with the first game.

import { load, loadIcons } from "./dom.js";
import { stroke } from "./keys.js";
import { buildRail } from "./rail.js";
import { Settings } from "./settings.js";
import { Themes } from "./theme.js";
import { Times } from "./times.js";

/** What stands in for the app until a game is wanted: enough for the start page. */
class Start {
  constructor(schema) {
    this.settings = new Settings(schema);
    this.themes = new Themes(schema.themes, schema["theme-names"]);
    this.times = new Times();
    this._stage = document.getElementById("stage");
    this.settings.onChange = (section) => section !== "game" && this.paint();
  }

  paint() {
    return this.themes.choose(this.settings.get("display", "theme"));
  }

  async show() {
    const { HomePage } = await load("./home.js");
    const home = new HomePage(this);
    this.themes.onChange = () => home.paint();
    buildRail(document.getElementById("rail"), (name) => this._go(name))("play");
    this._onKey = (event) => {
      if (event.target.matches?.("button, a, input") && ["Enter", " "].includes(event.key)) return;
      if (home.key(stroke(event))) event.preventDefault();
    };
    addEventListener("keydown", this._onKey);
    document.getElementById("app").classList.add("wide");
    this._stage.classList.add("full");
    this._stage.replaceChildren(home.element);
  }

  _go(name) {
    if (name === "settings") this.play((app) => app.showScreen("settings"));
    else if (name !== "play") this.play((app) => app.openPage(name));
  }

  chooseLevel(level) {
    this.play((app) => app.chooseLevel(level));
  }

  newGame(rules) {
    this.play((app) => app.newGame(rules));
  }

  goOn(room) {
    this.play((app) => app.goOn(room));
  }

  run(name) {
    this.play((app) => app.run(name));
  }

  /** Hand over to the app, once. */
  async play(first) {
    if (this._isLeft) return;
    this._isLeft = true;
    const { App } = await import("./app.js");
    removeEventListener("keydown", this._onKey);
    this.app = new App(this);
    this.app.start(first);
  }
}

const [answer] = await Promise.all([fetch("/assets/schema.json"), loadIcons()]);
export const start = new Start(await answer.json());
await start.paint();
if (sessionStorage.getItem("sapper.room")) start.play();
else start.show();
