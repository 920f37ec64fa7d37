// The menu of a phone, in a sheet: go on with the game, pick a board, go somewhere else.

import type { Parts } from "../../types.ts";

import { button, el, icon, loadIcons, page, spacer } from "../../ui/dom.ts";
import { fitScreen } from "../../play/new-game/fit-screen.ts";
import { GRADES, gradeName, gradeNumber } from "../../play/new-game/grades.ts";
import { LEVELS } from "../../input/settings.ts";
import { isBegun, parseSize } from "../../state.ts";
import { action, grade, level, message, size, words } from "../../ui/words.ts";

type PlacesParts = Pick<Parts, "state" | "settings" | "choices" | "run" | "open" | "close" | "goOn" | "room">;

export class PlacesPage {
  name = "places";
  _parts: PlacesParts;
  _refreshers: (() => void)[] = []; // what brings each control up to date
  _first: HTMLButtonElement;
  element: HTMLDivElement;

  constructor(parts: PlacesParts) {
    loadIcons("icons-more.svg").catch(() => {}); // the lines have their words as well
    this._parts = parts;
    this._first = this._firstButton();
    this.element = page(this._first, this._levels(), this._grades(), this._places());
    this.element.classList.add("places");
    this.update();
  }

  focus() {
    this._first.focus({ preventScroll: true });
  }

  update() {
    for (const refresh of this._refreshers) refresh();
  }

  /** Go on with the game or back to the room; where there is none that has begun, begin one. */
  _firstButton() {
    const { state, choices, close, goOn, room } = this._parts;
    const play = () => {
      close();
      if (state.party) room()?.show();
      else if (isBegun(state) && state.room) goOn(state.room);
      else choices.newGame();
    };
    const node = button("", play, { kind: "primary big" });
    this._refreshers.push(() => {
      const isOn = isBegun(state) || state.party;
      node.textContent = isOn ? message("pause.resume") : action("new").name;
    });
    return node;
  }

  _levels() {
    const { settings, choices, run } = this._parts;
    const levels = LEVELS.map((name) => {
      const board = settings.levelSize(name);
      const about = `${size(board)} · ${board.mines}`;
      return this._tile(
        name,
        level(name),
        about,
        () => choices.level(name),
        () => settings.get("game", "level") === name,
      );
    });
    const fit = fitScreen(settings);
    const tiles = [
      ...levels,
      this._tile("fit-screen", message("phone.fit-short"), `${size(fit)} · ${fit.mines}`, () => run("fit-screen")),
      this._tile(
        "custom",
        level("custom"),
        message("phone.any-size"),
        () => run("custom"),
        () => parseSize(settings.get("game", "level")) !== null,
      ),
      this._tile("enter-seed", message("phone.seed"), message("phone.seed-text"), () => run("enter-seed")),
    ];
    return el("div", { class: "tiles" }, tiles);
  }

  _tile(name: string, title: string, about: string, run: () => void, isOn: () => boolean = () => false) {
    const node = el(
      "button",
      { type: "button", class: "tile", "data-name": name, onclick: run },
      title,
      el("small", {}, about),
    );
    this._refreshers.push(() => {
      node.classList.toggle("on", isOn());
      node.setAttribute("aria-pressed", String(isOn()));
    });
    return node;
  }

  _grades() {
    const { settings, choices } = this._parts;
    const title = action("pick-layout").name;
    const buttons = GRADES.map((value) => {
      const name = gradeName(value);
      const attributes = { type: "button", "data-name": `grade-${value}`, title: name, "aria-label": name };
      const node = el("button", { ...attributes, onclick: () => choices.grade(value) });
      node.textContent = String(gradeNumber(value) || grade(value).name);
      this._refreshers.push(() => {
        const isOn = settings.get("game", "no-guess") === value;
        node.classList.toggle("on", isOn);
        node.setAttribute("aria-pressed", String(isOn));
      });
      return node;
    });
    return el(
      "div",
      { class: "line" },
      el("span", { class: "name" }, title),
      el("div", { class: "segments", role: "group", "aria-label": title }, buttons),
    );
  }

  _places() {
    const { open, run, close } = this._parts;
    const draw = () => {
      close();
      run("draft");
    };
    const places: [name: string, words: string, image: string, go: () => void][] = [
      ["draft", action("draft").name, "edit", draw],
      ["home", message("page.play"), "home", () => run("home")],
      ["daily", message("page.daily"), "calendar", () => open("daily")],
      ["together", message("page.together"), "people", () => open("together")],
      ["replays", message("page.replays"), "replay", () => open("replays")],
      ["statistics", message("page.statistics"), "chart", () => open("statistics")],
      ["player", message("player-page.title"), "people", () => open("player")],
      ["analysis", message("page.analysis"), "target", () => open("analysis")],
      ["learn", message("page.learn"), "book", () => open("learn")],
      ["times", action("best-times").name, "trophy", () => open("times")],
      ["menu", action("menu").name, "menu", () => open("menu")],
      ["rules", action("pick-rules").name, "book", () => open("pick-rules")],
      ["touch", message("phone.touch"), "touch", () => open("touch")],
      ["help", action("help").name, "keyboard", () => open("help")],
      ["settings", action("settings").name, "settings", () => open("settings")],
    ];
    const lines = places.map(([name, label, image, go]) => {
      const attributes = { type: "button", class: "list-item", "data-name": name, onclick: go };
      const more = name === "touch" ? el("span", { class: "muted small" }, this._touchWords()) : null;
      return el("button", attributes, icon(image), el("span", {}, label), spacer(), more, icon("next"));
    });
    return el("div", { class: "list" }, lines);
  }

  _touchWords() {
    const { settings } = this._parts;
    return words("touch", String(settings.controls(settings.ruleset).touch)).name;
  }
}
