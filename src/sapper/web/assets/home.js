// @ts-check
// The start page: pick a board, or resume a game.

/** @import { InPlay } from "./protocol.js" */
/** @import { Parts } from "./types.js" */
/** @typedef {Pick<Parts, "settings" | "themes" | "times" | "run" | "enter">} HomeParts */

import { SYMBOLS } from "./cell-values.js";
import { button, context2d, el, kbd } from "./dom.js";
import { GRADES, gradeName } from "./grades.js";
import { drawCell } from "./paint.js";
import { LEVELS } from "./settings.js";
import { parseSize } from "./state.js";
import {
  action,
  grade,
  level as levelName,
  message,
  ruleset as rulesetWords,
  size as sizeText,
  time as timeText,
} from "./words.js";

// Positions that could stand on a real board, in small: they show size and density at a glance.
/** @type {Record<string, { size: number, rows: string[] }>} */
const PICTURES = {
  beginner: {
    size: 18,
    rows: ["........", "..1123..", "...2F11.", "..F2122F", "..1101F2", "..100111", "..100011", "..10001."],
  },
  intermediate: {
    size: 10,
    rows: [
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
  },
  expert: {
    size: 10,
    rows: [
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
  },
};

export class HomePage {
  /** @param {HomeParts & { choices: { level: (name: string) => void, newGame: (rules: string) => void } }} parts */
  constructor(parts) {
    this._parts = parts;
    this.name = "home";
    this._best = new Map(LEVELS.map((name) => [name, el("span", { class: "muted" })]));
    this._rooms = el("div", { class: "room-cards" });
    /** @type {{ canvas: HTMLCanvasElement, rows: string[], size: number }[]} */
    this._pictures = [];
    this.element = el("div", { class: "home" });
    this._build();
    this._fillRooms();
  }

  _build() {
    const { settings } = this._parts;
    this._pictures = [];
    const chosen = settings.get("game", "no-guess");
    const grades = GRADES.map((value) =>
      this._choice(gradeName(value), grade(value).description, chosen === value, () =>
        settings.set("game", "no-guess", value),
      ),
    );
    const rulesets = Object.keys(settings.schema.rulesets).map((name) => {
      const words = rulesetWords(name);
      return this._choice(words.name, words.description, settings.ruleset === name, () => settings.setRuleset(name));
    });
    this.element.replaceChildren(
      el("div", {}, el("h1", {}, message("home.title")), el("p", { class: "muted" }, message("home.text"))),
      el(
        "div",
        { class: "level-cards" },
        LEVELS.map((name) => this._level(name)),
        this._custom(),
      ),
      choiceGrid(action("pick-layout").name, message("home.no-guess"), grades),
      choiceGrid(action("pick-rules").name, message("home.rules"), rulesets),
      this._rooms,
    );
    this.paint();
    this._fillBest();
  }

  /**
   * @param {string} words
   * @param {string} about
   * @param {boolean} isOn
   * @param {() => void} choose
   */
  _choice(words, about, isOn, choose) {
    const click = () => {
      choose();
      this._build();
    };
    const attributes = { type: "button", class: isOn ? "on" : "", "aria-pressed": String(isOn), onclick: click };
    return el("button", attributes, words, el("small", {}, about));
  }

  /** @param {string} name */
  _level(name) {
    const { settings, choices } = this._parts;
    const board = settings.levelSize(name);
    const canvas = el("canvas", { "aria-hidden": "true" });
    this._pictures.push({ canvas, ...PICTURES[name] });
    const isOn = settings.get("game", "level") === name;
    const about = message("new.level-size", { size: sizeText(board), count: board.mines });
    const size = el("span", { class: "muted" }, about);
    return el(
      "button",
      { type: "button", class: `card ${isOn ? "on" : ""}`, "data-name": name, onclick: () => choices.level(name) },
      el("div", { class: "thumb" }, canvas),
      el("div", { class: "foot" }, el("div", {}, el("h3", {}, levelName(name)), size), kbd(name[0].toUpperCase())),
      this._best.get(name),
    );
  }

  _custom() {
    const { settings, run } = this._parts;
    const level = settings.get("game", "level");
    const { width, height, mines } = settings.levelSize(level);
    const isOn = !LEVELS.includes(level);
    const bars = [
      bar(message("custom.width"), width, 50),
      bar(message("custom.height"), height, 40),
      bar(message("custom.mines"), mines, 200),
    ];
    const about = el("span", { class: "muted" }, message("new.custom-size"));
    return el(
      "button",
      { type: "button", class: `card ${isOn ? "on" : ""}`, "data-name": "custom", onclick: () => run("custom") },
      el("div", { class: "thumb form" }, bars),
      el("div", { class: "foot" }, el("div", {}, el("h3", {}, levelName("custom")), about), kbd("C")),
    );
  }

  /** Draw the small boards in the colours of the theme. */
  paint() {
    const theme = this._parts.themes.current;
    const ratio = globalThis.devicePixelRatio || 1;
    for (const { canvas, rows, size } of this._pictures) {
      const d = Math.round(size * ratio);
      canvas.width = rows[0].length * d;
      canvas.height = rows.length * d;
      canvas.style.width = `${canvas.width / ratio}px`;
      const c = context2d(canvas);
      for (const [y, row] of rows.entries()) {
        for (const [x, symbol] of [...row].entries()) drawCell(c, theme, SYMBOLS.indexOf(symbol), x * d, y * d, d);
      }
    }
  }

  async _fillRooms() {
    const rooms = await fetchRooms();
    this._rooms.replaceChildren(...rooms.slice(0, 2).map((room) => this._room(room)));
  }

  /** @param {InPlay} room */
  _room({ room, rules, actions }) {
    const { settings, enter } = this._parts;
    const [ruleset, size] = rules.split(" ");
    const board = parseSize(size) ?? { width: 0, height: 0, mines: 0 };
    const name = settings.levelName(board, ruleset);
    const title = `${name} ${sizeText(board)} · ${board.mines}`;
    const about = [title, rulesetWords(ruleset).name, message("count.moves", { count: actions })].join(", ");
    return el(
      "div",
      { class: "card" },
      el("div", {}, el("h3", {}, message("pause.unfinished-title")), el("p", { class: "muted small" }, about)),
      button(message("pause.resume"), () => enter(room), { kind: "primary", iconName: "play" }),
    );
  }

  async _fillBest() {
    const { settings, times } = this._parts;
    const names = [...this._best.keys()];
    const rules = names.map((name) => settings.rulesOf(name));
    const found = await times.own(rules);
    if (names.some((name, at) => settings.rulesOf(name) !== rules[at])) return; // another choice was made meanwhile
    for (const [at, name] of names.entries()) {
      const best = found[at];
      const words = best === null ? message("game.no-win") : message("game.best", { time: timeText(best) });
      this._best.get(name)?.replaceChildren(words);
    }
  }

  /**
   * Letters choose a card, Enter starts the one that is marked.
   * @param {string} typed
   */
  key(typed) {
    const { settings, choices, run } = this._parts;
    const name = LEVELS.find((level) => level[0] === typed);
    if (name) choices.level(name);
    else if (typed === "c") run("custom");
    else if (typed === "enter" || typed === "n") choices.newGame(settings.rules);
    else return false;
    return true;
  }
}

/**
 * @param {string} title
 * @param {string} about
 * @param {HTMLElement[]} buttons
 */
function choiceGrid(title, about, buttons) {
  const words = [el("b", { class: "muted" }, title), el("span", { class: "muted" }, `  ${about}`)];
  return el("div", { class: "group" }, el("p", { class: "tiny" }, words), el("div", { class: "choice-grid" }, buttons));
}

/**
 * @param {string} label
 * @param {number} value
 * @param {number} most
 */
function bar(label, value, most) {
  const filled = el("i");
  filled.style.width = `${Math.min(100, (value / most) * 100)}%`;
  return [el("span", {}, label), el("div", { class: "bar" }, filled), el("b", {}, String(value))];
}

/**
 * The player's games that are not finished.
 * @returns {Promise<InPlay[]>}
 */
async function fetchRooms() {
  const answer = await fetch("/api/rooms").catch(() => null);
  return answer?.ok ? answer.json() : [];
}
