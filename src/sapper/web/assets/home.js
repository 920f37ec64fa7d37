// @ts-check
// The start page: pick a board, or resume a game.

/** @import { InPlay } from "./protocol.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Look } from "./last-look.js" */
/** @import { LevelSize, Parts, State } from "./types.js" */
/** @typedef {Pick<Parts, "settings" | "themes" | "times" | "run" | "goOn" | "open"> & { state?: State }} HomeParts */

import { SYMBOLS } from "./cell-values.js";
import { context2d, el, icon, kbd } from "./dom.js";
import { fitScreen } from "./fit-screen.js";
import { GRADES, gradeName } from "./grades.js";
import { looks } from "./last-look.js";
import { drawCell } from "./paint.js";
import { LEVELS } from "./settings.js";
import { isBegun, parseSize } from "./state.js";
import {
  action,
  grade,
  level as levelName,
  message,
  percent,
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

const PICTURE = { width: 160, height: 90 }; // px at most, of a game to go on with

export class HomePage {
  /** @param {HomeParts & { choices: { level: (name: string) => void, newGame: (rules: string) => void } }} parts */
  constructor(parts) {
    this._parts = parts;
    this.name = "home";
    this._promise = el("p", { class: "muted" });
    this._rooms = el("div", { class: "room-cards" });
    /** @type {string[]} the rooms with a game to go on with */
    this._open = [];
    /** @type {Map<string, HTMLElement>} the best time of each level */
    this._best = new Map();
    /** @type {(() => void)[]} what brings each control up to date */
    this._refreshers = [];
    this._fitSize = el("span", { class: "muted" });
    /** @type {{ canvas: HTMLCanvasElement, rows: string[], size: number }[]} */
    this._pictures = [];
    this.element = el(
      "div",
      { class: "home" },
      el("div", {}, el("h1", {}, message("home.title")), this._promise),
      el(
        "div",
        { class: "level-cards" },
        LEVELS.map((name) => this._level(name)),
        el("div", { class: "own-size" }, this._custom(), this._fit()),
      ),
      this._grades(),
      this._rulesets(),
      el("div", { class: "more-cards" }, this._rooms, this._daily(), this._together(), this._review()),
    );
    this._refresh();
    new ResizeObserver(() => this._refreshFit()).observe(this.element);
    this.paint();
    this._fillRooms();
  }

  _grades() {
    const { settings } = this._parts;
    const buttons = GRADES.map((value) =>
      this._choice(gradeName(value), grade(value).description, {
        isOn: () => settings.get("game", "no-guess") === value,
        choose: () => settings.set("game", "no-guess", value),
      }),
    );
    return choiceGrid(action("pick-layout").name, message("home.no-guess"), buttons);
  }

  _rulesets() {
    const { settings } = this._parts;
    const buttons = Object.keys(settings.schema.rulesets).map((name) =>
      this._choice(rulesetWords(name).name, rulesetWords(name).description, {
        isOn: () => settings.ruleset === name,
        choose: () => settings.setRuleset(name),
      }),
    );
    return choiceGrid(action("pick-rules").name, message("home.rules"), buttons);
  }

  /** Bring everything up to date with the settings; nothing is made again, so the focus stays. */
  _refresh() {
    for (const refresh of this._refreshers) refresh();
    this._refreshFit();
    this._promise.textContent = `${promise(this._parts.settings)} ${message("home.text")}`;
    this._fillBest();
  }

  /**
   * @param {string} words
   * @param {string} about
   * @param {{ isOn: () => boolean, choose: () => void }} choice
   */
  _choice(words, about, { isOn, choose }) {
    const click = () => {
      choose();
      this._refresh();
    };
    const node = el("button", { type: "button", onclick: click }, words, el("small", {}, about));
    this._refreshers.push(() => {
      node.classList.toggle("on", isOn());
      node.setAttribute("aria-pressed", String(isOn()));
    });
    return node;
  }

  /** @param {string} name */
  _level(name) {
    const { settings, choices } = this._parts;
    const canvas = el("canvas", { "aria-hidden": "true" });
    this._pictures.push({ canvas, ...PICTURES[name] });
    const size = el("span", { class: "muted" });
    const best = el("span", { class: "muted" });
    this._best.set(name, best);
    const card = el(
      "button",
      { type: "button", class: "card", "data-name": name, onclick: () => choices.level(name) },
      el("div", { class: "thumb" }, canvas),
      el("div", { class: "foot" }, el("div", {}, el("h2", {}, levelName(name)), size), kbd(name[0].toUpperCase())),
      el(
        "div",
        { class: "foot tiny" },
        best,
        this._density(() => settings.levelSize(name)),
      ),
    );
    this._refreshers.push(() => {
      const board = settings.levelSize(name);
      size.textContent = message("new.level-size", { size: sizeText(board), count: board.mines });
      markCard(card, settings.get("game", "level") === name);
    });
    return card;
  }

  /** @param {() => LevelSize} size */
  _density(size) {
    const node = el("span", { class: "muted" });
    this._refreshers.push(() => {
      const { width, height, mines } = size();
      node.textContent = message("home.density", { share: percent(mines / Math.max(1, width * height), 1) });
    });
    return node;
  }

  _custom() {
    const { settings, run } = this._parts;
    const { width, height, mines } = settings.customSize;
    const bars = [
      bar(message("custom.width"), width, 50),
      bar(message("custom.height"), height, 40),
      bar(message("custom.mines"), mines, 200),
    ];
    const last = message("home.last", { size: sizeText({ width, height }), mines });
    const card = el(
      "button",
      { type: "button", class: "card", "data-name": "custom", onclick: () => run("custom") },
      el("div", { class: "thumb form" }, bars),
      el(
        "div",
        { class: "foot" },
        el("div", {}, el("h2", {}, levelName("custom")), el("span", { class: "muted" }, message("new.custom-size"))),
        kbd("C"),
      ),
      el(
        "div",
        { class: "foot tiny" },
        el("span", { class: "muted" }, last),
        this._density(() => settings.customSize),
      ),
    );
    this._refreshers.push(() => markCard(card, parseSize(settings.get("game", "level")) !== null));
    return card;
  }

  /** A board that fills the screen. */
  _fit() {
    return el(
      "button",
      { type: "button", class: "card", "data-name": "fit-screen", onclick: () => this._parts.run("fit-screen") },
      el("h2", {}, action("fit-screen").name),
      this._fitSize,
    );
  }

  _refreshFit() {
    const board = fitScreen(this._parts.settings);
    this._fitSize.textContent = message("new.level-size", { size: sizeText(board), count: board.mines });
  }

  _daily() {
    const { open } = this._parts;
    const text = message("phone.daily-text");
    return placeCard(message("page.daily"), text, message("phone.daily-play"), "calendar", () => open("daily"));
  }

  _together() {
    const { open } = this._parts;
    const text = message("together.home-text");
    return placeCard(message("page.together"), text, message("together.home-open"), "people", () => open("together"));
  }

  _review() {
    const { open } = this._parts;
    const text = message("phone.review-text");
    return placeCard(message("page.replays"), text, message("phone.review-open"), "replay", () => open("replays"));
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

  // -- Games to go on with

  async _fillRooms() {
    const own = this._ownRoom;
    const rooms = await fetchRooms();
    rooms.sort((a, b) => Number(b.room === own) - Number(a.room === own)); // the one that was left just now comes first
    this._open = rooms.map(({ room }) => room);
    const known = looks();
    this._rooms.replaceChildren(...rooms.slice(0, 2).map((room, at) => this._room(room, known.get(room.game), at)));
    this.paint();
  }

  /** The room of the game that was left for this page. */
  get _ownRoom() {
    const { state } = this._parts;
    return state && isBegun(state) ? state.room : null;
  }

  /**
   * @param {InPlay} room
   * @param {Look | undefined} look
   * @param {number} at its place among the rooms
   */
  _room({ room, rules, actions }, look, at) {
    const { settings, goOn } = this._parts;
    const [ruleset, size] = rules.split(" ");
    const board = parseSize(size) ?? { width: 0, height: 0, mines: 0 };
    const name = settings.levelName(board, ruleset);
    const how = look
      ? [look.share === null ? "" : message("game.share-open", { share: percent(look.share) }), timeText(look.time, 0)]
      : [message("count.moves", { count: actions })];
    const about = [`${name} ${sizeText(board)} · ${board.mines}`, rulesetWords(ruleset).name, ...how];
    const key = at ? undefined : "Enter";
    const button = el(
      "button",
      { type: "button", class: `btn ${at ? "" : "primary"}`, "data-name": "go-on", onclick: () => goOn(room) },
      icon("play"),
      message("pause.resume"),
      kbd(key),
    );
    return el(
      "div",
      { class: "card" },
      el(
        "div",
        { class: "group" },
        el("h2", {}, message("home.go-on")),
        el("p", { class: "muted small" }, about.filter(Boolean).join(", ")),
        button,
      ),
      look?.picture ? this._picture(look) : null,
    );
  }

  /** @param {Look} look */
  _picture({ width, picture }) {
    const rows = picture.match(new RegExp(`.{${width}}`, "g")) ?? [];
    const size = Math.max(2, Math.min(10, Math.floor(Math.min(PICTURE.width / width, PICTURE.height / rows.length))));
    const canvas = el("canvas", { "aria-hidden": "true", class: "look" });
    this._pictures = this._pictures.filter((known) => known.canvas.isConnected || known.rows !== rows);
    this._pictures.push({ canvas, rows, size });
    return canvas;
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
   * Letters choose a card. Enter goes on with a game, and starts the marked card where there is none.
   * @param {string} typed
   */
  key(typed) {
    const { settings, choices, run, goOn } = this._parts;
    const name = LEVELS.find((level) => level[0] === typed);
    const room = this._ownRoom ?? this._open[0];
    if (name) choices.level(name);
    else if (typed === "c") run("custom");
    else if (typed === "enter" && room) goOn(room);
    else if (typed === "enter" || typed === "n") choices.newGame(settings.rules);
    else return false;
    return true;
  }
}

/**
 * Return what the rules of the next game promise of the first click.
 * @param {Settings} settings
 */
function promise(settings) {
  const first = settings.get("game", "no-guess") === "off" ? settings.rule("first") : "opening";
  if (first === "opening") return message("home.first-opening");
  if (first === "cell") return message("home.first-cell");
  return first === "top-left" ? message("home.first-top-left") : message("home.first-any");
}

/**
 * @param {HTMLElement} card
 * @param {boolean} isOn
 */
function markCard(card, isOn) {
  card.classList.toggle("on", isOn);
  if (isOn) card.setAttribute("aria-current", "true");
  else card.removeAttribute("aria-current");
}

/**
 * A way to another place.
 * @param {string} title
 * @param {string} text
 * @param {string} label
 * @param {string} image
 * @param {() => void} go
 */
function placeCard(title, text, label, image, go) {
  const button = el("button", { type: "button", class: "btn", onclick: go }, icon(image), label);
  return el(
    "div",
    { class: "card place" },
    el("div", { class: "group" }, el("h2", {}, title), el("p", { class: "muted small" }, text), button),
  );
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
