// The start page of those who have played: the game that was left or today's next board first, then a new board.

import type { Daily, DailyLevel, InPlay } from "../protocol.ts";
import type { Look } from "./last-look.ts";

import { isAskedLocally } from "../net/api.ts";
import { hoursAndMinutes, isSolved, nextLevel, readDaily } from "../net/daily.ts";
import { loadIcons } from "../ui/dom.ts";
import { button, html, icon, nothing, render, spacer, stat } from "../ui/template.ts";
import { GRADES, gradeOf } from "../play/new-game/grades.ts";
import { HomePage, NINE, noGuessWords, PICTURES } from "./home.ts";
import { LEVELS } from "../input/settings.ts";
import { parseSize } from "../state.ts";
import {
  action,
  capitalized,
  grade as gradeWords,
  level as levelName,
  locale,
  message,
  percent,
  rule,
  ruleset,
  seconds,
  size,
  time,
  listed,
  withSeconds,
} from "../ui/words.ts";

const LARGE = { width: 760, height: 312 }; // px at most, of the first picture
const ROW = { width: 44, height: 32 }; // of the picture of a level
const SMALL = { width: 60, height: 60 }; // of a board of the day
const EDGES = 96; // px of a phone beside the first picture
const CELL = 26; // px at most
type Size = { width: number; height: number };
const UNITS = [
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

export class ReturnHome extends HomePage {
  _games: InPlay[] = []; // to go on with
  _known: Map<string, Look> = new Map(); // how they looked, by game
  _day: Daily | null = null;
  _ends = 0; // when today does, in ms since 1970
  _isRead = false; // whether games and day are
  _bests: Map<string, string> = new Map(); // in words, by level
  _pictures: Map<string, HTMLCanvasElement> = new Map();
  _lastGrade;
  _coming: Promise<Daily | null>;
  _learnCards: (() => unknown) | null = null;

  constructor(parts: ConstructorParameters<typeof HomePage>[0]) {
    super(parts);
    const { settings } = parts;
    loadIcons("icons-more.svg").catch(() => {}); // the words are there without
    this._lastGrade = settings.get("game", "no-guess") === "off" ? "full" : settings.get("game", "no-guess");
    this._coming = readDaily();
  }

  show() {
    const { settings, state } = this._parts;
    const name = state?.name || settings.get("game", "name");
    const [first, second] = this._games;
    const isNextFirst = this._isNextFirst;
    const shown = first ? this._room(first) : isNextFirst ? this._nextBoard() : null;
    render(
      html`
        <div>
          <h1>${name ? message("home.welcome", { name }) : message("home.welcome-unnamed")}</h1>
          <p class="muted lead">${this._day ? dayWords(this._day) : "\u00a0"}</p>
        </div>
        <div class="return-top">
          <section class="card first" aria-busy=${String(!this._isRead)} ?hidden=${this._isRead && !shown}>
            ${shown}
          </section>
          ${this._newBoard()}
        </div>
        <div class="more-cards">
          <div class="room-cards">${second ? this._otherRoom(second) : null}</div>
          ${this._day && !isNextFirst ? this._today(this._day) : null}
          ${this._learnCards?.()}
          ${this._place("together", message("together.home-text"), message("together.home-open"), "people")}
          ${this._place("replays", message("phone.review-text"), message("phone.review-open"), "replay")}
        </div>`,
      this.element,
    );
  }

  refresh() {
    this.show();
    this.readBest();
  }

  showBest(level: string, words: string) {
    this._bests.set(level, words);
    this.show();
  }

  async showRooms(rooms: InPlay[], known: Map<string, Look>) {
    this._games = rooms;
    this._known = known;
    this.show();
    this._day = await this._coming;
    if (this._day) this._ends = Date.now() + this._day.seconds_left * 1000;
    this._isRead = true;
    this.show();
    this._readLearning();
  }

  /** The positions that are due, and the next step of the path: the rest of the page does not wait for them. */
  async _readLearning() {
    const { learn } = this._parts;
    this._learnCards = await (await learn()).homeCards(this._parts).catch(() => null);
    if (this.element.isConnected) this.show();
  }

  /** A picture that is made once. */
  _picture(name: string, make: () => HTMLCanvasElement) {
    const canvas = this._pictures.get(name) ?? make();
    this._pictures.set(name, canvas);
    return canvas;
  }

  // -- What comes first: the game that was left, or today's next board

  get _next() {
    return this._day ? nextLevel(this._day.levels) : undefined;
  }

  get _isNextFirst() {
    return this._isRead && !this._games.length && this._next !== undefined;
  }

  /** The action of the button with the accent. */
  get _main() {
    const { goOn, open } = this._parts;
    const [first] = this._games;
    if (first) return () => goOn(first.room);
    return this._isNextFirst ? () => open("daily") : null;
  }

  _room({ game, rules, actions }: InPlay) {
    const look = this._known.get(game);
    const { about, mines } = this._gameWords(rules);
    const flags = look ? [...look.picture].filter((symbol) => symbol === "F").length : 0;
    const figures = look
      ? [
          stat(seconds(look.time, 1), message("home.so-far"), withSeconds("")),
          look.share === null ? null : stat(percent(look.share), message("home.open")),
          look.picture ? stat(String(mines - flags), message("home.mines-left")) : null,
        ]
      : stat(String(actions), message("figures.clicks"));
    const picture = look?.picture ? this._picture(`game ${game}`, () => this._look(look)) : icon("pause");
    return html`
      <div class="row">
        <h2>${message("home.go-on")}</h2>
        <span class="muted small">${listed([about, agoWords(look?.when)])}</span>
        ${spacer}
        ${look?.picture ? html`<span class="muted tiny">${message("home.numbers-later")}</span>` : null}
      </div>
      <div class="thumb">${picture}</div>
      <div class="row foot">
        <div class="stats">${figures}</div>
        ${spacer}${this._primary(message("pause.resume"), "go-on")}
      </div>`;
  }

  /** A game as it looked when it was left. */
  _look({ width, picture }: Look) {
    const rows = rowsOf(picture, width);
    const cell = Math.floor(cellSize({ width, height: rows.length }, largest(), CELL));
    return this.draw(rows, Math.max(2, cell), "look");
  }

  _otherRoom({ room, rules }: InPlay) {
    const go = button(message("pause.resume"), () => this._parts.goOn(room), { iconName: "play" });
    return placeCard(message("home.go-on"), this._gameWords(rules).about, go);
  }

  _place(name: "together" | "replays", text: string, label: string, iconName: string) {
    const title = name === "together" ? message("page.together") : message("page.replays");
    return placeCard(
      title,
      text,
      button(label, () => this._parts.open(name), { iconName }),
    );
  }

  _gameWords(rules: string) {
    const { settings } = this._parts;
    const [name, text, ...rest] = rules.split(" ");
    const board = parseSize(text) ?? { width: 0, height: 0, mines: 0 };
    const layout = rest.find((word) => word.startsWith("layout="))?.slice("layout=".length) ?? "random";
    const kind = gradeOf(layout) === "off" ? rule("layout").value("random") : action("pick-layout").name;
    return { about: `${settings.levelName(board, name)} ${size(board)} · ${board.mines}, ${kind}`, mines: board.mines };
  }

  _nextBoard() {
    const next = this._next as DailyLevel;
    const rows = Array<string>(next.height).fill(".".repeat(next.width));
    return html`
      <div class="row">
        <h2>${message("home.today-level", { level: levelName(next.level) })}</h2>
        <span class="muted small">${boardWords(next)}</span>
        ${spacer}${streakMark(this._day?.streak ?? 0)}
      </div>
      <div class="thumb">${this._picture("next", () => this.draw(rows, Math.floor(cellSize(next, largest(), CELL)), "look"))}</div>
      <div class="row foot">
        <p class="muted">${isAskedLocally() ? null : message("daily.one-try")} ${this._endWords(true)}</p>
        ${spacer}${this._primary(message("phone.daily-play"), "daily-play")}
      </div>`;
  }

  _primary(words: string, name: string) {
    const run = () => this._main?.();
    return html`
      <button type="button" class="btn primary big" data-name=${name} @click=${run}>
        ${icon("play")}${words}<kbd>Enter</kbd>
      </button>`;
  }

  // -- Today

  _today({ levels, streak }: Daily) {
    const next = this._next;
    const played = levels.filter(isSolved).map(({ level, own }) => `${levelName(level)} ${time(own?.time ?? 0)}`);
    const results = played.length ? `${listed(played)}.` : message("daily.missed");
    const label = next ? message("home.play-level", { level: levelName(next.level) }) : message("daily.table");
    return html`
      <section class="card place today">
        <div class="row"><h2>${message("daily.today")}</h2>${spacer}${streakMark(streak)}</div>
        <div class="thumb">${levels.map((level) => this._boardOfDay(level))}</div>
        <p class="muted small">${results} ${this._endWords(Boolean(next))}</p>
        ${button(label, () => this._parts.open("daily"), { iconName: next ? "calendar" : "trophy" })}
      </section>`;
  }

  _boardOfDay({ level, width, height, cells }: DailyLevel) {
    const most = { width: SMALL.width * (width > height ? 2 : 1), height: SMALL.height };
    const shown = cells ?? ".".repeat(width * height);
    return this._picture(`day ${level}`, () => this.draw(rowsOf(shown, width), cellSize({ width, height }, most)));
  }

  /** @param isLeft whether a board of today is left to play */
  _endWords(isLeft: boolean) {
    const left = hoursAndMinutes(this._ends - Date.now());
    const words = left.hours ? message("count.time-hours", left) : message("count.time-minutes", left);
    return isLeft ? capitalized(message("daily.ends", { time: words })) : message("daily.tomorrow", { time: words });
  }

  // -- A new board

  _newBoard() {
    const { settings, choices, run } = this._parts;
    const grade = settings.get("game", "no-guess");
    const isPlain = this._isRead && !this._main;
    const nine = `${levelName("beginner")} ${size(settings.levelSize(NINE))}`;
    const deal = { key: "N", kind: isPlain ? "big primary" : "big" };
    return html`
      <section class="card new-board">
        <div class="row"><h2>${message("home.new-board")}</h2>${spacer}${this._layouts(grade)}</div>
        <div class="level-rows">${[...LEVELS, "custom"].map((name) => this._row(name))}</div>
        <div class="row also">
          ${this._chip(NINE, nine, () => choices.level(NINE))}
          ${this._chip("fit-screen", action("fit-screen").name, () => run("fit-screen"))}
        </div>
        <div class=${grade === "off" ? "group tight unused" : "group tight"}>
          <b class="muted tiny">${message("home.logic")}</b>${this._logic(grade)}
        </div>
        <p class="muted small">${noGuessWords(settings)}</p>
        <div class="row foot">
          <button type="button" class="btn quiet" @click=${() => run("pick-rules")}>
            <span>${message("home.rules-of", { name: ruleset(settings.ruleset).name })}</span>
          </button>
          ${spacer}${button(message("home.new-board"), () => choices.newGame(settings.rules), deal)}
        </div>
      </section>`;
  }

  /** No-guess or random; no-guess is as hard as it was the last time. */
  _layouts(chosen: string) {
    const name = action("pick-layout").name;
    return segments(name, [
      this._grade(this._lastGrade, name, chosen !== "off"),
      this._grade("off", rule("layout").value("random"), chosen === "off"),
    ]);
  }

  _logic(chosen: string) {
    const names = GRADES.filter((name) => name !== "off");
    return segments(
      message("home.logic"),
      names.map((name) => this._grade(name, gradeWords(name).name, name === chosen, gradeWords(name).description)),
    );
  }

  _grade(name: string, words: string, isOn: boolean, title = "") {
    const choose = () => {
      if (name !== "off") this._lastGrade = name;
      this._parts.settings.set("game", "no-guess", name);
      this.refresh();
    };
    return html`
      <button
        type="button"
        class=${isOn ? "on" : ""}
        aria-pressed=${String(isOn)}
        title=${title || nothing}
        @click=${choose}
      >${words}</button>`;
  }

  _chip(name: string, words: string, go: () => void) {
    const isOn = this._parts.settings.get("game", "level") === name;
    return html`
      <button
        type="button"
        class=${isOn ? "chip on" : "chip"}
        aria-current=${isOn ? "true" : nothing}
        data-name=${name}
        @click=${go}
      >${words}</button>`;
  }

  _row(name: string) {
    const { settings, choices, run } = this._parts;
    const isCustom = name === "custom";
    const board = isCustom ? settings.customSize : settings.levelSize(name);
    const chosen = settings.get("game", "level");
    const isOn = isCustom ? parseSize(chosen) !== null : chosen === name;
    return html`
      <button
        type="button"
        class=${isOn ? "card level-row on" : "card level-row"}
        aria-current=${isOn ? "true" : nothing}
        data-name=${name}
        @click=${() => (isCustom ? run("custom") : choices.level(name))}
      >
        <span class="picture">${isCustom ? icon("settings") : this._levelPicture(name)}</span>
        <span class="about">
          <b>${levelName(name)}</b>
          <span class="muted small"
            ><span>${size(board)}</span><span class="mines">, ${message("count.mines", { count: board.mines })}</span></span
          >
        </span>
        ${spacer}
        <span class="muted small best">${this._bests.get(name)}</span>
        <kbd>${name[0].toUpperCase()}</kbd>
      </button>`;
  }

  _levelPicture(name: string) {
    const { rows } = PICTURES[name];
    const board = { width: rows[0].length, height: rows.length };
    return this._picture(`level ${name}`, () => this.draw(rows, cellSize(board, ROW)));
  }

  key(typed: string) {
    const main = this._main;
    if (typed !== "enter" || !main) return super.key(typed);
    main();
    return true;
  }
}

const segments = (label: string, buttons: unknown[]) =>
  html`<div class="segments quiet" role="group" aria-label=${label}>${buttons}</div>`;

/** A way to another place. */
const placeCard = (title: string, text: string, go: unknown) => html`
  <div class="card place"><div class="group"><h2>${title}</h2><p class="muted small">${text}</p>${go}</div></div>`;

/** The rows of a board whose squares are one text. */
const rowsOf = (squares: string, width: number) => squares.match(new RegExp(`.{${width}}`, "g")) ?? [];

/** The largest cell with which a board has its place, in px. */
const cellSize = (board: Size, most: Size, largest = Number.POSITIVE_INFINITY) =>
  Math.min(largest, most.width / board.width, most.height / board.height);

/** The largest size of the first picture in this window. */
const largest = () => ({ ...LARGE, width: Math.min(LARGE.width, innerWidth - EDGES) });

const streakMark = (days: number) =>
  days ? html`<b class="streak">${icon("flame")}${message("home.streak", { count: days })}</b>` : null;

const boardWords = ({ width, height, mines, grade: number }: DailyLevel) =>
  message("daily.about", {
    board: message("new.level-size", { size: size({ width, height }), count: mines }),
    grade: number,
  });

/** The rest of today, in one line. */
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
