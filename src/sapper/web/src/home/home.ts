// The start page: pick a board, or resume a game.

import type { InPlay } from "../protocol.ts";
import type { Settings } from "../input/settings.ts";
import type { Look } from "./last-look.ts";
import type { Parts, State } from "../types.ts";

import { fetchRooms } from "../net/api.ts";
import { cellsOf, drawBoard } from "../board/board-picture.ts";
import { el, icon, kbd, load, loadStyles } from "../ui/dom.ts";
import { fitScreen } from "../play/new-game/fit-screen.ts";
import { GRADES, gradeName } from "../play/new-game/grades.ts";
import { looks } from "./last-look.ts";
import { LEVELS } from "../input/settings.ts";
import { isBegun, parseSize } from "../state.ts";
import {
  action,
  grade,
  level as levelName,
  message,
  ruleset as rulesetWords,
  size as sizeText,
  time as timeText,
  listed,
} from "../ui/words.ts";

type HomeParts = Pick<Parts, "settings" | "themes" | "times" | "run" | "goOn" | "open" | "playBoard" | "learn"> & {
  state?: State;
};

// Positions that could stand on a real board, in small: they show size and density at a glance.
export const PICTURES: Record<string, { size: number; rows: string[] }> = {
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

/** The level that other games call Beginner, next to ours. */
export const NINE = "beginner-9";

export class HomePage {
  _parts;
  name = "home";
  _promise: HTMLParagraphElement;
  _rooms: HTMLDivElement;
  _open: string[] = []; // the rooms with a game to go on with
  _best: Map<string, HTMLElement> = new Map(); // the best time of each level
  _refreshers: (() => void)[] = []; // what brings each control up to date
  _fitSize: HTMLSpanElement;
  _painters: (() => void)[] = []; // what paints each picture in the colours of the theme
  element: HTMLDivElement;

  constructor(parts: HomeParts & { choices: { level: (name: string) => void; newGame: (rules: string) => void } }) {
    this._parts = parts;
    this._promise = el("p", { class: "muted" });
    this._rooms = el("div", { class: "room-cards" });
    this._fitSize = el("span", { class: "muted" });
    this.element = el("div", { class: "home" });
  }

  /** Fill the page. */
  start() {
    this.show();
    this.refresh();
    new ResizeObserver(() => this._refreshFit()).observe(this.element);
    this._readRooms();
    return this;
  }

  /** Put together what the page is made of. */
  show() {
    this.element.append(
      el("div", {}, el("h1", {}, message("home.title")), this._promise),
      el(
        "div",
        { class: "level-cards" },
        LEVELS.map((name) => el("div", { class: "two-sizes" }, this._level(name), name === "beginner" && this._nine())),
        el("div", { class: "own-size" }, this._custom(), this._fit()),
      ),
      this._grades(),
      this._rulesets(),
      el("div", { class: "more-cards" }, this._rooms, this._learn(), this._daily(), this._together(), this._review()),
    );
  }

  /** The board of newer games for beginners. */
  _nine() {
    const { settings, choices } = this._parts;
    const attributes = { type: "button", class: "chip", "data-name": NINE, onclick: () => choices.level(NINE) };
    const node = el("button", attributes, sizeText(settings.levelSize(NINE)));
    this._whenChanged(() => markCard(node, settings.get("game", "level") === NINE));
    return node;
  }

  _whenChanged(refresh: () => void) {
    this._refreshers.push(refresh);
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
  refresh() {
    const { settings } = this._parts;
    for (const refresh of this._refreshers) refresh();
    this._refreshFit();
    this._promise.textContent = [promise(settings), noGuessWords(settings), message("home.text")].join(" ");
    this.readBest();
  }

  _choice(words: string, about: string, { isOn, choose }: { isOn: () => boolean; choose: () => void }) {
    const click = () => {
      choose();
      this.refresh();
    };
    const node = el("button", { type: "button", onclick: click }, words, about ? el("small", {}, about) : null);
    this._whenChanged(() => {
      node.classList.toggle("on", isOn());
      node.setAttribute("aria-pressed", String(isOn()));
    });
    return node;
  }

  _level(name: string) {
    const { settings, choices } = this._parts;
    const { rows, size: cell } = PICTURES[name];
    const canvas = this.draw(rows, cell);
    const size = el("span", { class: "muted" });
    const best = el("span", { class: "muted" });
    this._best.set(name, best);
    const card = el(
      "button",
      { type: "button", class: "card", "data-name": name, onclick: () => choices.level(name) },
      el("div", { class: "thumb" }, canvas),
      el("div", { class: "foot" }, el("div", {}, el("h2", {}, levelName(name)), size), kbd(name[0].toUpperCase())),
      el("div", { class: "foot tiny" }, best),
    );
    this._whenChanged(() => {
      const board = settings.levelSize(name);
      size.textContent = message("new.level-size", { size: sizeText(board), count: board.mines });
      markCard(card, settings.get("game", "level") === name);
    });
    return card;
  }

  _custom() {
    const { settings, run } = this._parts;
    const { width, height, mines } = settings.customSize;
    const bars = [
      bar(message("custom.width"), width, 50),
      bar(message("custom.height"), height, 40),
      bar(message("custom.mines"), mines, 200),
    ];
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
    );
    this._whenChanged(() => markCard(card, parseSize(settings.get("game", "level")) !== null));
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

  /** For those who have never played: the first lesson. */
  _learn() {
    const { open } = this._parts;
    const [title, text] = [message("learn-page.two-minutes"), message("learn-page.two-minutes-text")];
    return placeCard(title, text, message("learn-page.begin"), "book", () => open("lesson", "two-minutes"));
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

  paint() {
    for (const paint of this._painters) paint();
  }

  // -- Games to go on with

  async _readRooms() {
    const own = this._ownRoom;
    const rooms = await fetchRooms();
    rooms.sort((a, b) => Number(b.room === own) - Number(a.room === own)); // the one that was left just now comes first
    this._open = rooms.map(({ room }) => room);
    this.showRooms(rooms, looks());
  }

  /** How a game looked is for those who have played in this browser: see home-return.ts. */
  showRooms(rooms: InPlay[], _known: Map<string, Look>) {
    this._rooms.replaceChildren(...rooms.slice(0, 2).map((room, at) => this._card(room, at)));
  }

  /** The room of the game that was left for this page. */
  get _ownRoom() {
    const { state } = this._parts;
    return state && isBegun(state) ? state.room : null;
  }

  /** @param at its place among the rooms */
  _card({ room, rules, actions }: InPlay, at: number) {
    const { settings, goOn } = this._parts;
    const [ruleset, size] = rules.split(" ");
    const board = parseSize(size) ?? { width: 0, height: 0, mines: 0 };
    const name = settings.levelName(board, ruleset);
    const moves = message("count.moves", { count: actions });
    const about = [`${name} ${sizeText(board)} · ${board.mines}`, rulesetWords(ruleset).name, moves];
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
        el("p", { class: "muted small" }, listed(about)),
        button,
      ),
    );
  }

  /**
   * A picture that is painted again with other colours.
   * @param size of a cell
   */
  draw(rows: string[], size: number, kind = "") {
    const canvas = el("canvas", { "aria-hidden": "true", class: kind || null });
    const board = { width: rows[0].length, cells: cellsOf(rows.join("")), size };
    const paint = () => drawBoard(canvas, this._parts.themes.current, board);
    paint();
    this._painters.push(paint);
    return canvas;
  }

  /** Read the player's best time of each level. */
  async readBest() {
    const { settings, times } = this._parts;
    const rules = LEVELS.map((name) => settings.rulesOf(name));
    const found = await times.own(rules);
    if (LEVELS.some((name, at) => settings.rulesOf(name) !== rules[at])) return; // another choice was made meanwhile
    for (const [at, name] of LEVELS.entries()) {
      const best = found[at];
      this.showBest(name, best === null ? message("game.no-win") : message("game.best", { time: timeText(best) }));
    }
  }

  showBest(level: string, words: string) {
    this._best.get(level)?.replaceChildren(words);
  }

  /** Letters choose a card. Enter goes on with a game, and starts the marked card where there is none. */
  key(typed: string) {
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

/** Return what the rules of the next game promise of the first click. */
function promise(settings: Settings) {
  const first = settings.get("game", "no-guess") === "off" ? settings.rule("first") : "opening";
  if (first === "opening") return message("home.first-opening");
  if (first === "cell") return message("home.first-cell");
  return first === "top-left" ? message("home.first-top-left") : message("home.first-any");
}

/** Whether a board may need a guess, in one line. */
export const noGuessWords = (settings: Settings) =>
  settings.get("game", "no-guess") === "off" ? message("home.may-guess") : message("home.never-guess");

function markCard(card: HTMLElement, isOn: boolean) {
  card.classList.toggle("on", isOn);
  if (isOn) card.setAttribute("aria-current", "true");
  else card.removeAttribute("aria-current");
}

/** A way to another place. */
function placeCard(title: string, text: string, label: string, image: string, go: () => void) {
  const button = el("button", { type: "button", class: "btn", onclick: go }, icon(image), label);
  return el(
    "div",
    { class: "card place" },
    el("div", { class: "group" }, el("h2", {}, title), el("p", { class: "muted small" }, text), button),
  );
}

function choiceGrid(title: string, about: string, buttons: HTMLElement[]) {
  const words = [el("b", { class: "muted" }, title), el("span", { class: "muted" }, `  ${about}`)];
  return el("div", { class: "group" }, el("p", { class: "tiny" }, words), el("div", { class: "choice-grid" }, buttons));
}

function bar(label: string, value: number, most: number) {
  const filled = el("i");
  filled.style.width = `${Math.min(100, (value / most) * 100)}%`;
  return [el("span", {}, label), el("div", { class: "bar" }, filled), el("b", {}, String(value))];
}

/** The start page: for those who have played in this browser, what they left comes first. */
export async function homePage(parts: ConstructorParameters<typeof HomePage>[0]) {
  if (!looks().size) return new HomePage(parts).start();
  const coming = Promise.all([load(import("./home-return.ts"), "words"), loadStyles("home-return.css")]).catch(
    () => null,
  );
  const [returned] = (await coming) ?? [];
  return (returned ? new returned.ReturnHome(parts) : new HomePage(parts)).start();
}
