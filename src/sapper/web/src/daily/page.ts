// The daily boards: three of them, the table of the day, the player's days and streak.

import type { Daily, DailyLevel, OwnTry } from "../protocol.ts";
import type { Page, Parts } from "../types.ts";
import type { Solution } from "./solution.ts";

import { Calendar } from "./calendar.ts";
import {
  dateOf,
  dayAfter,
  hoursAndMinutes,
  isSolved,
  nextLevel,
  readDaily,
  readSolution,
  totals,
} from "../net/daily.ts";
import { cellsOf, closedCells, drawBoard } from "../board/board-picture.ts";
import { DayTable } from "./table.ts";
import { button, el, fill, icon, load, stat } from "../ui/dom.ts";
import { reasonWords } from "../play/remarks.ts";
import { LEVELS } from "../input/settings.ts";
import { level as levelName, locale, message, percent, size, time } from "../ui/words.ts";

const PICTURE = { width: 320, height: 160 }; // px at most
const TICK = 20_000; // ms between looks at the clock

export class DailyPage implements Page {
  name = "daily";
  _state;
  _session;
  _themes;
  _begin: (start: () => void) => void;
  _goOn: (room: string) => void;
  _daily: Daily | null = null;
  _ends = 0; // when the day does, in ms since 1970
  _isStarting = false;
  _pictures: (() => void)[] = [];
  _solution: Solution | null = null;
  _title: HTMLHeadingElement;
  _lead: HTMLParagraphElement;
  _turners: HTMLDivElement;
  _cards: HTMLDivElement;
  _watched: HTMLDivElement;
  _streak: HTMLElement;
  _calendar: Calendar;
  _table: DayTable;
  _main: HTMLDivElement;
  element: HTMLDivElement;

  constructor({ state, session, themes, begin, goOn }: Pick<Parts, "state" | "session" | "themes" | "begin" | "goOn">) {
    this._state = state;
    this._session = session;
    this._themes = themes;
    this._begin = begin;
    this._goOn = goOn;
    this._title = el("h1", { tabindex: "-1" });
    this._lead = el("p", { class: "muted" });
    this._turners = el("div", { class: "row" });
    this._cards = el("div", { class: "daily-cards" });
    this._watched = el("div", { class: "watched" });
    this._streak = el("section", { class: "card streak-card" });
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

  /** @param day today without one */
  async _open(day: string) {
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

  _fail(day: string) {
    if (this._daily) return;
    const again = button(message("daily.retry"), () => this._open(day));
    const title = el("h1", { tabindex: "-1" }, message("page.daily"));
    this._show(title, el("p", {}, message("daily.not-loaded")), again);
  }

  /** Show something else; a focus that was in what goes is at the heading then. */
  _show(...parts: HTMLElement[]) {
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, parts);
    if (hadFocus) this.element.querySelector("h1")?.focus({ preventScroll: true });
  }

  _fill(daily: Daily) {
    const date = dateOf(daily.day);
    const format = (how: Intl.DateTimeFormatOptions) => date.toLocaleDateString(locale(), { timeZone: "UTC", ...how });
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

  _dayButtons({ today }: Daily) {
    if (!this._isToday) return button(message("daily.today"), () => this._open(""), { iconName: "calendar" });
    return button(message("daily.yesterday"), () => this._open(dayAfter(today, -1)), { iconName: "calendar" });
  }

  // -- Cards

  _card(level: DailyLevel, isNext: boolean) {
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

  /** What can be done with a board, or how it ended. */
  _stateOf(level: DailyLevel, isNext: boolean) {
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

  _playButton({ level, is_unranked: isUnranked }: DailyLevel, isNext: boolean) {
    const look = { iconName: "play", kind: isNext ? "primary" : "", key: isNext ? "Enter" : undefined };
    const words = isUnranked ? message("daily.play-unranked") : message("daily.play");
    return button(words, () => this._start(level), look);
  }

  _practiceButton({ level }: DailyLevel) {
    return button(message("daily.practice"), () => this._start(level), { kind: "quiet" });
  }

  _watchButton({ level }: DailyLevel) {
    return button(message("daily.watch"), () => this._watch(level), { iconName: "eye" });
  }

  _start(level: string) {
    this._begin(() => {
      this._isStarting = true;
      this._session.newDaily(level);
    });
  }

  async _watch(level: string) {
    const [{ Solution }, solution] = await Promise.all([
      load(import("./solution.ts")),
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

  /** Enter plays what comes next, unless it presses a button. */
  key(typed: string) {
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
    const left = hoursAndMinutes(this._ends - Date.now());
    const words = left.hours ? message("daily.hours", left) : message("daily.minutes", left);
    this._table.setEnd(this._isToday ? message("daily.ends", { time: words }) : message("daily.ended"));
  }
}

const solvedMark = () =>
  el("span", { class: "solved good", role: "img", "aria-label": message("daily.solved") }, icon("check"));

const quiet = (text: string) => el("p", { class: "muted small" }, text);

/** How a try ended: its time and place, or what became of it. */
function result({ own, ranked }: DailyLevel) {
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

/** The place of a solved try, or why it has none; a bot's is not in the table. */
function standing({ place, objections }: OwnTry, ranked: number) {
  if (place) return message("daily.place", { place, count: ranked });
  return objections.length
    ? message("daily.unranked", { reasons: reasonWords(objections) })
    : message("daily.not-ranked");
}

function streakParts({ streak, best_streak: best, days, levels }: Daily) {
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
