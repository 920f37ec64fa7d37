// The start page of those who have played: the game that was left or today's next board first, then a new board.

import type { Daily, DailyLevel, InPlay } from "../protocol.ts";
import type { Look } from "./last-look.ts";

import { cellsOf, closedCells, drawBoard } from "../board/board-picture.ts";
import { hoursAndMinutes, isSolved, nextLevel, readDaily } from "../net/daily.ts";
import { button, el, fill, icon, kbd, loadIcons, spacer, stat } from "../ui/dom.ts";
import { GRADES, gradeOf } from "../play/grades.ts";
import { HomePage, PICTURES, markCard, noGuessWords, placeCard } from "./home.ts";
import { LEVELS } from "../input/settings.ts";
import { parseSize } from "../state.ts";
import {
  action,
  capitalized,
  grade,
  level as levelName,
  locale,
  message,
  percent,
  rule,
  ruleset,
  seconds,
  size,
  time,
} from "../ui/words.ts";

const LARGE = { width: 760, height: 312 }; // px at most, of the first picture
const ROW = { width: 44, height: 32 }; // of the picture of a level
const SMALL = { width: 60, height: 60 }; // of a board of the day
const EDGES = 96; // px of a phone beside the first picture
const CELL = 26; // px at most
const UNITS = [
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

export class ReturnHome extends HomePage {
  _ends = 0; // when today does, in ms since 1970
  _main: (() => void) | null = null; // what the button with the accent does
  _lastGrade;
  _lead: HTMLParagraphElement;
  _first: HTMLElement;
  _today: HTMLElement;
  _others: HTMLDivElement;
  _deal: HTMLButtonElement;
  _coming: Promise<Daily | null>;

  constructor(parts: ConstructorParameters<typeof HomePage>[0]) {
    super(parts);
    const { settings } = parts;
    loadIcons("icons-more.svg").catch(() => {}); // the words are there without
    this._lastGrade = settings.get("game", "no-guess") === "off" ? "full" : settings.get("game", "no-guess");
    this._lead = el("p", { class: "muted lead" }, "\u00a0");
    this._first = el("section", { class: "card first", "aria-busy": "true" });
    this._today = el("section", { class: "card place today" });
    this._others = el("div", { class: "room-cards" });
    const deal = () => parts.choices.newGame(settings.rules);
    this._deal = button(message("home.new-board"), deal, { key: "N", kind: "big" });
    this._coming = readDaily();
  }

  content() {
    const { settings, state } = this._parts;
    const name = state?.name || settings.get("game", "name");
    const title = name ? message("home.welcome", { name }) : message("home.welcome-unnamed");
    return [
      el("div", {}, el("h1", {}, title), this._lead),
      el("div", { class: "return-top" }, this._first, this._newBoard()),
      el("div", { class: "more-cards" }, this._others, this._today, this.together(), this.review()),
    ];
  }

  // -- What comes first

  async showRooms(rooms: InPlay[], known: Map<string, Look>) {
    const [first, second] = rooms;
    if (first) this._showRoom(first, known.get(first.game));
    if (second) fill(this._others, this._otherRoom(second));
    const daily = await this._coming;
    if (daily) this._ends = Date.now() + daily.seconds_left * 1000;
    this._showDay(daily);
    if (!first) this._showNext(daily);
    this._first.setAttribute("aria-busy", "false");
    this.paint();
  }

  _showRoom({ room, rules, actions }: InPlay, look: Look | undefined) {
    const { goOn } = this._parts;
    const { about, mines } = this._gameWords(rules);
    const flags = look ? [...look.picture].filter((symbol) => symbol === "F").length : 0;
    this._main = () => goOn(room);
    const figures = look
      ? [
          stat(seconds(look.time, 1), message("home.so-far"), " s"),
          look.share === null ? null : stat(percent(look.share), message("home.open")),
          look.picture ? stat(String(mines - flags), message("home.mines-left")) : null,
        ]
      : [stat(String(actions), message("figures.clicks"))];
    fill(
      this._first,
      el(
        "div",
        { class: "row" },
        el("h2", {}, message("home.go-on")),
        el("span", { class: "muted small" }, [about, agoWords(look?.when)].filter(Boolean).join(", ")),
        spacer(),
        look?.picture ? el("span", { class: "muted tiny" }, message("home.numbers-later")) : null,
      ),
      el("div", { class: "thumb" }, look?.picture ? this.picture(look, largest(), CELL) : icon("pause")),
      el(
        "div",
        { class: "row foot" },
        el("div", { class: "stats" }, figures),
        spacer(),
        this._primary(message("pause.resume"), "go-on"),
      ),
    );
  }

  _otherRoom({ room, rules }: InPlay) {
    const { about } = this._gameWords(rules);
    const go = () => this._parts.goOn(room);
    return placeCard(message("home.go-on"), about, message("pause.resume"), "play", go);
  }

  _gameWords(rules: string) {
    const { settings } = this._parts;
    const [name, text, ...rest] = rules.split(" ");
    const board = parseSize(text) ?? { width: 0, height: 0, mines: 0 };
    const layout = rest.find((word) => word.startsWith("layout="))?.slice("layout=".length) ?? "random";
    const kind = gradeOf(layout) === "off" ? rule("layout").value("random") : action("pick-layout").name;
    return { about: `${settings.levelName(board, name)} ${size(board)} · ${board.mines}, ${kind}`, mines: board.mines };
  }

  /** Without a game to go on with: today's next board. */
  _showNext(daily: Daily | null) {
    const next = daily && nextLevel(daily.levels);
    this._first.hidden = !next;
    this._today.hidden = Boolean(next);
    this._main = next ? () => this._parts.open("daily") : null;
    this._deal.classList.toggle("primary", !next);
    if (!daily || !next) return;
    const closed = { width: next.width, picture: ".".repeat(next.width * next.height) };
    fill(
      this._first,
      el(
        "div",
        { class: "row" },
        el("h2", {}, message("home.today-level", { level: levelName(next.level) })),
        el("span", { class: "muted small" }, boardWords(next)),
        spacer(),
        streakMark(daily.streak),
      ),
      el("div", { class: "thumb" }, this.picture({ game: "", time: 0, share: 0, ...closed }, largest(), CELL)),
      el(
        "div",
        { class: "row foot" },
        el("p", { class: "muted" }, `${message("daily.one-try")} ${this._endWords(true)}`),
        spacer(),
        this._primary(message("phone.daily-play"), "daily-play"),
      ),
    );
  }

  _primary(words: string, name: string) {
    const run = () => this._main?.();
    const attributes = { type: "button", class: "btn primary big", "data-name": name, onclick: run };
    return el("button", attributes, icon("play"), words, kbd("Enter"));
  }

  // -- Today

  _showDay(daily: Daily | null) {
    this._today.hidden = !daily;
    if (!daily) return;
    const next = nextLevel(daily.levels);
    this._lead.textContent = dayWords(daily);
    const pictures = daily.levels.map((level) => this._boardOfDay(level));
    const played = daily.levels.filter(isSolved).map(({ level, own }) => `${levelName(level)} ${time(own?.time ?? 0)}`);
    const results = played.length ? `${played.join(", ")}.` : message("daily.missed");
    const label = next ? message("home.play-level", { level: levelName(next.level) }) : message("daily.table");
    fill(
      this._today,
      el("div", { class: "row" }, el("h2", {}, message("daily.today")), spacer(), streakMark(daily.streak)),
      el("div", { class: "thumb" }, pictures),
      el("p", { class: "muted small" }, `${results} ${this._endWords(Boolean(next))}`),
      button(label, () => this._parts.open("daily"), { iconName: next ? "calendar" : "trophy" }),
    );
  }

  _boardOfDay({ width, height, cells }: DailyLevel) {
    const canvas = el("canvas", { "aria-hidden": "true" });
    const shown = cells ? cellsOf(cells) : closedCells(width * height);
    const cell = Math.min((SMALL.width * (width > height ? 2 : 1)) / width, SMALL.height / height);
    const paint = () => drawBoard(canvas, this._parts.themes.current, { width, cells: shown, size: cell });
    this.whenPainted(paint);
    return canvas;
  }

  /** @param isLeft whether a board of today is left to play */
  _endWords(isLeft: boolean) {
    const left = hoursAndMinutes(this._ends - Date.now());
    const words = left.hours ? message("daily.hours", left) : message("daily.minutes", left);
    return isLeft ? capitalized(message("daily.ends", { time: words })) : message("daily.tomorrow", { time: words });
  }

  // -- A new board

  _newBoard() {
    const { settings, run } = this._parts;
    const rules = el("span");
    const promise = el("p", { class: "muted small" });
    const logic = el("div", { class: "group tight" }, el("b", { class: "muted tiny" }, message("home.logic")));
    logic.append(this._logic());
    this.whenChanged(() => {
      rules.textContent = message("home.rules-of", { name: ruleset(settings.ruleset).name });
      promise.textContent = noGuessWords(settings);
      logic.classList.toggle("unused", settings.get("game", "no-guess") === "off");
    });
    return el(
      "section",
      { class: "card new-board" },
      el("div", { class: "row" }, el("h2", {}, message("home.new-board")), spacer(), this._layouts()),
      el(
        "div",
        { class: "level-rows" },
        [...LEVELS, "custom"].map((name) => this._row(name)),
      ),
      el(
        "div",
        { class: "row also" },
        this.nine(`${levelName("beginner")} ${size(this._parts.settings.levelSize("beginner-9"))}`),
        this._fitChip(),
      ),
      logic,
      promise,
      el(
        "div",
        { class: "row foot" },
        el("button", { type: "button", class: "btn quiet", onclick: () => run("pick-rules") }, rules),
        spacer(),
        this._deal,
      ),
    );
  }

  /** No-guess or random; no-guess is as hard as it was the last time. */
  _layouts() {
    const { settings } = this._parts;
    const isRandom = () => settings.get("game", "no-guess") === "off";
    return el(
      "div",
      { class: "segments quiet", role: "group", "aria-label": action("pick-layout").name },
      this.choice(action("pick-layout").name, "", {
        isOn: () => !isRandom(),
        choose: () => this._setGrade(this._lastGrade),
      }),
      this.choice(rule("layout").value("random"), "", { isOn: isRandom, choose: () => this._setGrade("off") }),
    );
  }

  _logic() {
    const { settings } = this._parts;
    const grades = GRADES.filter((name) => name !== "off").map((name) => {
      const node = this.choice(grade(name).name, "", {
        isOn: () => settings.get("game", "no-guess") === name,
        choose: () => this._setGrade(name),
      });
      node.title = grade(name).description;
      return node;
    });
    return el("div", { class: "segments quiet", role: "group", "aria-label": message("home.logic") }, grades);
  }

  _setGrade(name: string) {
    if (name !== "off") this._lastGrade = name;
    this._parts.settings.set("game", "no-guess", name);
  }

  _row(name: string) {
    const { settings, choices, run } = this._parts;
    const isCustom = name === "custom";
    const [across, mined] = [el("span"), el("span", { class: "mines" })];
    const best = el("span", { class: "muted small best" });
    if (!isCustom) this.showsBest(name, best);
    const node = el(
      "button",
      {
        type: "button",
        class: "card level-row",
        "data-name": name,
        onclick: () => (isCustom ? run("custom") : choices.level(name)),
      },
      el("span", { class: "picture" }, isCustom ? icon("settings") : this._levelPicture(name)),
      el("span", { class: "about" }, el("b", {}, levelName(name)), el("span", { class: "muted small" }, across, mined)),
      spacer(),
      best,
      kbd(name[0].toUpperCase()),
    );
    this.whenChanged(() => {
      const { width, height, mines } = isCustom ? settings.customSize : settings.levelSize(name);
      across.textContent = size({ width, height });
      mined.textContent = `, ${message("count.mines", { count: mines })}`;
      const chosen = settings.get("game", "level");
      markCard(node, isCustom ? parseSize(chosen) !== null : chosen === name);
    });
    return node;
  }

  _levelPicture(name: string) {
    const { rows } = PICTURES[name];
    return this.draw(rows, Math.min(ROW.width / rows[0].length, ROW.height / rows.length));
  }

  _fitChip() {
    const go = () => this._parts.run("fit-screen");
    const attributes = { type: "button", class: "chip", "data-name": "fit-screen", onclick: go };
    return el("button", attributes, action("fit-screen").name);
  }

  key(typed: string) {
    if (typed !== "enter" || !this._main) return super.key(typed);
    this._main();
    return true;
  }
}

/** How large the first picture may be in this window. */
const largest = () => ({ ...LARGE, width: Math.min(LARGE.width, innerWidth - EDGES) });

const streakMark = (days: number) =>
  days ? el("b", { class: "streak" }, icon("flame"), message("home.streak", { count: days })) : null;

const boardWords = ({ width, height, mines, grade: number }: DailyLevel) =>
  message("daily.about", {
    board: message("new.level-size", { size: size({ width, height }), count: mines }),
    grade: number,
  });

/** What is left of today, in one line. */
export function dayWords({ levels }: Daily) {
  const next = nextLevel(levels);
  const count = levels.filter(isSolved).length;
  if (!next) return message("home.today-done");
  if (count) return message("home.today-left", { count, level: levelName(next.level) });
  const isNew = levels.every(({ own }) => own === null);
  return isNew ? message("home.today-new") : message("home.today-tried", { level: levelName(next.level) });
}

/**
 * How long ago something was, in words; empty where it is not known, or just now.
 * @param when in ms since 1970
 */
export function agoWords(when: number | undefined, now = Date.now()) {
  const elapsed = when === undefined ? 0 : Math.floor((now - when) / 1000);
  const unit = UNITS.find(([, length]) => elapsed >= length);
  if (!unit) return "";
  return new Intl.RelativeTimeFormat(locale()).format(-Math.floor(elapsed / unit[1]), unit[0]);
}
