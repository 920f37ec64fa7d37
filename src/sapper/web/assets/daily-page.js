// @ts-check
// The daily boards: three of them, the table of the day, the player's days and streak.

/** @import { Daily, DailyLevel, OwnTry } from "./protocol.js" */
/** @import { Page, Parts } from "./types.js" */
/** @import { Solution } from "./daily-solution.js" */

import { Calendar } from "./daily-calendar.js";
import { dateOf, dayAfter, isSolved, nextLevel, readDaily, readSolution, totals } from "./daily-data.js";
import { cellsOf, closedCells, drawBoard } from "./daily-picture.js";
import { DayTable } from "./daily-table.js";
import { button, el, fill, icon, load, stat } from "./dom.js";
import { reasonWords } from "./remarks.js";
import { LEVELS } from "./settings.js";
import { level as levelName, locale, message, percent, size, time } from "./words.js";

const MINUTE = 60;
const PICTURE = { width: 320, height: 160 }; // px at most
const TICK = 20_000; // ms between looks at the clock

/** @implements {Page} */
export class DailyPage {
  /** @param {Pick<Parts, "state" | "session" | "themes" | "begin" | "goOn">} parts */
  constructor({ state, session, themes, begin, goOn }) {
    this.name = "daily";
    this._state = state;
    this._session = session;
    this._themes = themes;
    this._begin = begin;
    this._goOn = goOn;
    /** @type {Daily | null} */
    this._daily = null;
    this._ends = 0; // when the day does, in ms since 1970
    this._isStarting = false;
    /** @type {(() => void)[]} */
    this._pictures = [];
    /** @type {Solution | null} */
    this._solution = null;
    this._title = el("h1", { tabindex: "-1" });
    this._lead = el("p", { class: "muted" });
    this._turners = el("div", { class: "row" });
    this._cards = el("div", { class: "daily-cards" });
    this._watched = el("div", { class: "watched" });
    this._streak = el("section", { class: "card streak" });
    this._calendar = new Calendar({ levels: LEVELS, show: (day) => this._open(day) });
    this._table = new DayTable();
    this._main = el(
      "div",
      { class: "main" },
      el(
        "div",
        { class: "top" },
        el("div", {}, this._title, this._lead),
        el("span", { class: "spacer" }),
        this._turners,
      ),
      this._cards,
      this._watched,
      el("div", { class: "below" }, this._calendar.element, this._streak),
    );
    this.element = el("div", { class: "screen daily" }, el("h1", { tabindex: "-1" }, message("page.daily")));
    this._open("");
    this._clock();
  }

  /** @param {string} day today without one */
  async _open(day) {
    const daily = await readDaily(day);
    if (!daily) {
      this._fail(day);
      return;
    }
    this._daily = daily;
    this._ends = Date.now() + daily.seconds_left * 1000;
    this._solution = null;
    fill(this._watched);
    this._fill(daily);
  }

  /** @param {string} day */
  _fail(day) {
    if (this._daily) return;
    const again = button(message("daily.retry"), () => this._open(day));
    const title = el("h1", { tabindex: "-1" }, message("page.daily"));
    this._show(title, el("p", {}, message("daily.not-loaded")), again);
  }

  /**
   * Show something else; a focus that was in what goes is at the heading then.
   * @param {...HTMLElement} parts
   */
  _show(...parts) {
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, parts);
    if (hadFocus) this.element.querySelector("h1")?.focus({ preventScroll: true });
  }

  /** @param {Daily} daily */
  _fill(daily) {
    const date = dateOf(daily.day);
    const format = (/** @type {Intl.DateTimeFormatOptions} */ how) =>
      date.toLocaleDateString(locale(), { timeZone: "UTC", ...how });
    this._title.textContent = message("daily.title", { weekday: format({ weekday: "long" }) });
    this._lead.textContent = message("daily.lead", { date: format({ day: "numeric", month: "long" }) });
    fill(this._turners, this._dayButtons(daily));
    this._pictures = [];
    const next = this._isToday ? nextLevel(daily.levels) : undefined;
    fill(
      this._cards,
      daily.levels.map((level) => this._card(level, level === next)),
    );
    this._calendar.fill(daily);
    fill(this._streak, streakParts(daily));
    this._table.fill(daily.levels, (next ?? daily.levels[daily.levels.length - 1]).level, this._state.name);
    this._showEnd();
    if (!this._main.isConnected) this._show(this._main, this._table.element);
    this.paint();
  }

  get _isToday() {
    return this._daily !== null && this._daily.day === this._daily.today;
  }

  /** @param {Daily} daily */
  _dayButtons({ today }) {
    if (!this._isToday) return button(message("daily.today"), () => this._open(""), { iconName: "calendar" });
    return button(message("daily.yesterday"), () => this._open(dayAfter(today, -1)), { iconName: "calendar" });
  }

  // -- Cards

  /**
   * @param {DailyLevel} level
   * @param {boolean} isNext
   */
  _card(level, isNext) {
    const { width, height, mines } = level;
    const canvas = el("canvas", { "aria-hidden": "true" });
    const cells = level.cells ? cellsOf(level.cells) : closedCells(width * height);
    const cell = Math.min(18, Math.floor(Math.min(PICTURE.width / width, PICTURE.height / height)));
    this._pictures.push(() => drawBoard(canvas, this._themes.current, { width, cells, size: cell }));
    const board = message("new.level-size", { size: size(level), count: mines });
    const about = message("daily.about", { board, grade: level.grade });
    return el(
      "section",
      { class: `card${isNext ? " on" : ""}`, "data-level": level.level },
      el("div", { class: "thumb" }, canvas),
      el(
        "div",
        { class: "name" },
        el("h2", {}, levelName(level.level), isSolved(level) ? solvedMark() : null),
        el("p", { class: "muted small" }, about),
      ),
      el("div", { class: "state" }, this._stateOf(level, isNext)),
    );
  }

  /**
   * What can be done with a board, or how it ended.
   * @param {DailyLevel} level
   * @param {boolean} isNext
   */
  _stateOf(level, isNext) {
    const { own } = level;
    if (own?.status === "playing") {
      const { room } = own;
      const look = { iconName: "play", kind: "primary" };
      return [quiet(message("daily.in-play")), button(message("pause.resume"), () => room && this._goOn(room), look)];
    }
    if (!this._isToday) return [own ? result(level) : quiet(message("daily.missed")), this._watchButton(level)];
    if (!own) {
      if (level.is_unranked) return [quiet(message("daily.is-unranked")), this._playButton(level, isNext)];
      const words = isNext ? `${message("daily.one-try")} ${message("daily.then")}` : message("daily.one-try");
      return [quiet(words), this._playButton(level, isNext)];
    }
    return [result(level), this._practiceButton(level)];
  }

  /**
   * @param {DailyLevel} level
   * @param {boolean} isNext
   */
  _playButton({ level, is_unranked: isUnranked }, isNext) {
    const look = { iconName: "play", kind: isNext ? "primary" : "", key: isNext ? "Enter" : undefined };
    const words = isUnranked ? message("daily.play-unranked") : message("daily.play");
    return button(words, () => this._start(level), look);
  }

  /** @param {DailyLevel} level */
  _practiceButton({ level }) {
    return button(message("daily.practice"), () => this._start(level), { kind: "quiet" });
  }

  /** @param {DailyLevel} level */
  _watchButton({ level }) {
    return button(message("daily.watch"), () => this._watch(level), { iconName: "eye" });
  }

  /** @param {string} level */
  _start(level) {
    this._begin(() => {
      this._isStarting = true;
      this._session.newDaily(level);
    });
  }

  /** @param {string} level */
  async _watch(level) {
    const [{ Solution }, solution] = await Promise.all([
      load(import("./daily-solution.js")),
      readSolution(this._daily?.day ?? "", level),
    ]);
    if (!solution) {
      fill(this._watched, el("p", { role: "alert" }, message("daily.solution-not-loaded")));
      return;
    }
    const close = () => {
      this._solution = null;
      fill(this._watched);
      this._title.focus();
    };
    this._solution = new Solution(solution, { themes: this._themes, close });
    fill(this._watched, this._solution.element);
    this._solution.element.scrollIntoView({ block: "nearest" });
  }

  // -- What goes on

  /** A try that was refused has begun elsewhere: show where it is. */
  update() {
    if (!this._isStarting || !this._session.isSettled) return;
    this._isStarting = false;
    if (!this._state.game) this._open("");
  }

  paint() {
    for (const paint of this._pictures) paint();
    this._solution?.paint();
  }

  /**
   * Enter plays what comes next, unless it presses a button.
   * @param {string} typed
   */
  key(typed) {
    const isPressing = document.activeElement?.matches("button, a, input");
    const next = this._isToday && typed === "enter" && !isPressing ? nextLevel(this._daily?.levels ?? []) : null;
    if (!next) return false;
    if (next.own?.room) this._goOn(next.own.room);
    else this._start(next.level);
    return true;
  }

  /** Say how long the day lasts; when it is over, the next one is shown. */
  _clock() {
    const timer = setInterval(() => {
      if (this._daily && !this.element.isConnected) clearInterval(timer);
      else if (this._isToday && Date.now() >= this._ends) this._open("");
      else this._showEnd();
    }, TICK);
  }

  _showEnd() {
    const left = Math.max(0, Math.ceil((this._ends - Date.now()) / 1000 / MINUTE));
    const [hours, minutes] = [Math.floor(left / MINUTE), left % MINUTE];
    const words = hours ? message("daily.hours", { hours, minutes }) : message("daily.minutes", { minutes });
    this._table.setEnd(this._isToday ? message("daily.ends", { time: words }) : message("daily.ended"));
  }
}

const solvedMark = () =>
  el("span", { class: "solved good", role: "img", "aria-label": message("daily.solved") }, icon("check"));

/** @param {string} text */
const quiet = (text) => el("p", { class: "muted small" }, text);

/**
 * How a try ended: its time and place, or what became of it.
 * @param {DailyLevel} level
 */
function result({ own, ranked }) {
  if (!own) return null;
  const shown = own.time === null ? "" : time(own.time);
  if (own.status === "playing") return quiet(message("daily.in-play"));
  if (own.status === "lost") return quiet(message("daily.lost", { time: shown }));
  if (own.status !== "won") return quiet(shown ? message("daily.abandoned", { time: shown }) : message("daily.used"));
  return el(
    "p",
    { class: "result-line" },
    el("b", {}, shown),
    el("span", { class: "muted small" }, standing(own, ranked)),
  );
}

/**
 * The place of a solved try, or why it has none; a bot's is not in the table.
 * @param {OwnTry} own
 * @param {number} ranked
 */
function standing({ place, objections }, ranked) {
  if (place) return message("daily.place", { place, count: ranked });
  return objections.length
    ? message("daily.unranked", { reasons: reasonWords(objections) })
    : message("daily.not-ranked");
}

/** @param {Daily} daily */
function streakParts({ streak, best_streak: best, days, levels }) {
  const last = levels[levels.length - 1];
  const { days: played, solved, whole, share } = totals(days, levels.length - 1);
  return [
    el("h2", {}, message("daily.streak")),
    el(
      "div",
      { class: "count" },
      icon("flame"),
      el("b", {}, String(streak)),
      el(
        "span",
        { class: "muted" },
        streak === 1 ? message("daily.one-in-a-row") : message("daily.in-a-row"),
        el("br"),
        message("daily.best-streak", { count: best }),
      ),
    ),
    el(
      "div",
      { class: "stats" },
      stat(String(played), message("daily.days-played")),
      stat(String(solved), message("daily.boards-solved")),
      stat(String(whole), message("daily.whole-days")),
      stat(share === null ? "–" : percent(share), message("daily.level-solved", { level: levelName(last.level) })),
    ),
    el("p", { class: "muted tiny foot" }, message("daily.keeps")),
  ];
}
