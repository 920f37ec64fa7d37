// The start page: pick a field, or go on with one.

import { button, el, kbd, seconds } from "./dom.js";
import { drawCell } from "./paint.js";
import { titleCase } from "./settings.js";
import { GRADES, RULESETS } from "./words.js";

const LEVELS = ["beginner", "intermediate", "expert"];
const SYMBOLS = "012345678.F";
// Positions that could stand on a real board, in small: they show size and density at a glance.
const PICTURES = {
  beginner: ["........", "..1123..", "...2F11.", "..F2122F", "..1101F2", "..100111", "..100011", "..10001."],
  intermediate: [
    "02FF10012...101.",
    "02F31002F...102.",
    "01110002F321102.",
    "011100122101122.",
    "12F1001.1001F...",
    "..22111110012...",
    "..11F10000001...",
    "..22110000012...",
    "..F100000012F21.",
    "..210000001F211.",
    "..2233210011213.",
    "..2FF..212111F3.",
    ".........2F232..",
    "................",
    "................",
    "................",
  ],
  expert: [
    "......212F10001F2101F11110001.",
    "......3F42201234F312111F100011",
    ".......F4F102FF3F3F21111101221",
    ".......F52203F421212F101222FF1",
    "......4F3F114F3000011213FF2221",
    "......223211FF20111002F4F31000",
    "......11F11232101F1003F5343210",
    "......23232F1000222003F4FFFF10",
    "......F2F2F222222F2223F3234431",
    "......2323222FF2F44FF211013FF1",
    "................4FF4210001FF42",
    "..................F41000013...",
    "..................FF2212222...",
    "...................4F2F3FF3...",
    "....................234.......",
    "..............................",
  ],
};

export class HomePage {
  constructor(app) {
    this.app = app;
    this.name = "home";
    this._best = new Map(LEVELS.map((name) => [name, el("span", { class: "mut" })]));
    this._rooms = el("div", { class: "low" });
    this.element = el("div", { class: "home" });
    this._build();
    this._fillRooms();
    this._fillBest();
  }

  _build() {
    const { app } = this;
    this._pictures = [];
    const group = (title, sub, children) =>
      el(
        "div",
        { class: "sec" },
        el("p", { class: "tiny" }, el("b", { class: "mut" }, title), el("span", { class: "mut" }, `  ${sub}`)),
        el("div", { class: "gr" }, children),
      );
    this.element.replaceChildren(
      el(
        "div",
        {},
        el("h1", {}, "Pick a field."),
        el("p", { class: "mut" }, "The first click always opens. No account, no sound, no ads."),
      ),
      el(
        "div",
        { class: "lvl" },
        LEVELS.map((name) => this._level(name)),
        this._custom(),
      ),
      group(
        "No-guess",
        "how much logic the board may ask of you",
        GRADES.map(([value, words, sub]) =>
          this._choice(words, sub, app.settings.get("game", "no-guess") === value, () =>
            app.settings.set("game", "no-guess", value),
          ),
        ),
      ),
      group(
        "Rules",
        "who decides the details",
        Object.keys(app.settings.schema.rulesets).map((name) =>
          this._choice(titleCase(name), RULESETS[name] ?? "", app.settings.ruleset === name, () =>
            app.settings.setRuleset(name),
          ),
        ),
      ),
      this._rooms,
    );
    this.paint();
  }

  _choice(words, sub, isOn, choose) {
    const click = () => {
      choose();
      this._build();
    };
    return el(
      "button",
      { type: "button", class: isOn ? "on" : "", "aria-pressed": String(isOn), onclick: click },
      words,
      el("small", {}, sub),
    );
  }

  _level(name) {
    const { app } = this;
    const { width, height, mines } = app.settings.levelSize(name);
    const canvas = el("canvas", { "aria-hidden": "true" });
    this._pictures.push({ canvas, rows: PICTURES[name], size: { beginner: 18, intermediate: 10, expert: 10 }[name] });
    const isOn = app.settings.get("game", "level") === name;
    return el(
      "button",
      { type: "button", class: `card ${isOn ? "on" : ""}`, "data-name": name, onclick: () => app.chooseLevel(name) },
      el("div", { class: "thumb" }, canvas),
      el(
        "div",
        { class: "foot" },
        el(
          "div",
          {},
          el("h3", {}, titleCase(name)),
          el("span", { class: "mut" }, `${width}×${height}, ${mines} mines`),
        ),
        kbd(name[0].toUpperCase()),
      ),
      this._best.get(name),
    );
  }

  _custom() {
    const { app } = this;
    const { width, height, mines } = app.settings.levelSize(app.settings.get("game", "level"));
    const isOn = !LEVELS.includes(app.settings.get("game", "level"));
    const bar = (label, value, most) => {
      const fillBar = el("i");
      fillBar.style.width = `${Math.min(100, (value / most) * 100)}%`;
      return [el("span", {}, label), el("div", { class: "bar" }, fillBar), el("b", {}, String(value))];
    };
    return el(
      "button",
      { type: "button", class: `card ${isOn ? "on" : ""}`, "data-name": "custom", onclick: () => app.run("custom") },
      el("div", { class: "thumb form" }, bar("Width", width, 50), bar("Height", height, 40), bar("Mines", mines, 200)),
      el(
        "div",
        { class: "foot" },
        el("div", {}, el("h3", {}, "Custom"), el("span", { class: "mut" }, "your own size")),
        kbd("C"),
      ),
    );
  }

  /** Draw the small boards in the colours of the theme. */
  paint() {
    const theme = this.app.themes.current;
    const ratio = globalThis.devicePixelRatio || 1;
    for (const { canvas, rows, size } of this._pictures) {
      const d = Math.round(size * ratio);
      canvas.width = rows[0].length * d;
      canvas.height = rows.length * d;
      canvas.style.width = `${canvas.width / ratio}px`;
      const c = canvas.getContext("2d");
      rows.forEach((row, y) =>
        [...row].forEach((symbol, x) => drawCell(c, theme, SYMBOLS.indexOf(symbol), x * d, y * d, d)),
      );
    }
  }

  async _fillRooms() {
    const { app } = this;
    const rooms = await fetchRooms(app.settings);
    this._rooms.replaceChildren(
      ...rooms.slice(0, 2).map((room) => {
        return el(
          "div",
          { class: "card" },
          el("div", {}, el("h3", {}, "Go on"), el("p", { class: "mut small" }, `${room.title}, ${room.actions} moves`)),
          button("Resume", () => app.goOn(room.id), { kind: "primary", iconName: "play" }),
        );
      }),
    );
  }

  async _fillBest() {
    const { settings, times } = this.app;
    const lists = await times.all();
    for (const name of LEVELS) {
      const { width, height, mines } = settings.levelSize(name);
      const found = lists
        .filter(({ rules }) => rules.split(" ")[1] === `${width}x${height}/${mines}`)
        .flatMap(({ entries }) => entries);
      const best = found.length ? Math.min(...found.map(({ time }) => time)) : null;
      this._best.get(name).textContent = best === null ? "no win yet" : `best ${seconds(best)} s`;
    }
  }

  /** Letters choose a card, Enter starts the one that is marked. */
  key(typed) {
    const { app } = this;
    const name = { b: "beginner", i: "intermediate", e: "expert" }[typed];
    if (name) app.chooseLevel(name);
    else if (typed === "c") app.run("custom");
    else if (typed === "enter" || typed === "n") app.newGame(app.settings.rules);
    else return false;
    return true;
  }
}

/** The player's games that are not finished. */
async function fetchRooms(settings) {
  const answer = await fetch("/api/rooms").catch(() => null);
  const told = answer?.ok ? await answer.json() : [];
  return told.map(({ room, rules, actions }) => {
    const [ruleset, size] = rules.split(" ");
    const [, width, height, mines] = /^(\d+)x(\d+)\/(\d+)$/.exec(size).map(Number);
    const name = settings.levelName({ width, height, mines }, ruleset);
    return { id: room, title: `${name} ${width}×${height} · ${mines}, ${titleCase(ruleset)}`, actions };
  });
}
