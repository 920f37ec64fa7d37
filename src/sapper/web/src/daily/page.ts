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
import { SeasonCard } from "./seasons.ts";
import { DayTable } from "./table.ts";
import { isServerGone } from "../state.ts";
import { el, load } from "../ui/dom.ts";
import { button, html, icon, render, spacer, stat } from "../ui/template.ts";
import { reasonWords } from "../play/end/remarks.ts";
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
  _hasFailed = false;
  _ends = 0; // when the day does, in ms since 1970
  _isStarting = false;
  _pictures: Map<DailyLevel, HTMLCanvasElement> = new Map();
  _solution: Solution | null = null;
  _isSolutionMissing = false;
  _calendar: Calendar;
  _table: DayTable;
  _seasons = new SeasonCard();
  element: HTMLDivElement;

  constructor({ state, session, themes, begin, goOn }: Pick<Parts, "state" | "session" | "themes" | "begin" | "goOn">) {
    this._state = state;
    this._session = session;
    this._themes = themes;
    this._begin = begin;
    this._goOn = goOn;
    this._calendar = new Calendar({ levels: LEVELS, show: (day) => this._open(day) });
    this._table = new DayTable();
    this.element = el("div", { class: "screen daily" });
    this._show();
    this._open("");
    if (!isServerGone(state)) this._seasons.read();
    this._clock();
  }

  /** @param day today without one */
  async _open(day: string) {
    const daily = await readDaily(day);
    if (daily) this._take(daily);
    this._hasFailed = !this._daily;
    this._show();
  }

  _take(daily: Daily) {
    this._daily = daily;
    this._ends = Date.now() + daily.seconds_left * 1000;
    this._solution = null;
    this._isSolutionMissing = false;
    this._pictures = new Map(daily.levels.map((level) => [level, el("canvas", { "aria-hidden": "true" })]));
    this._calendar.open(daily);
    const shown = this._next ?? daily.levels[daily.levels.length - 1];
    this._table.fill(daily.levels, shown.level, this._state.name);
    this._showEnd();
    this.paint();
  }

  _show() {
    render(
      html`<div class="main">${this._top()}${this._daily ? this._day(this._daily) : null}</div>${
        this._daily && !isServerGone(this._state) ? this._table.element : null
      }`,
      this.element,
    );
  }

  /** The heading stays as it is while days are read, with its focus. */
  _top() {
    const daily = this._daily;
    const format = (how: Intl.DateTimeFormatOptions) =>
      daily ? dateOf(daily.day).toLocaleDateString(locale(), { timeZone: "UTC", ...how }) : "";
    const title = daily ? message("daily.title", { weekday: format({ weekday: "long" }) }) : message("page.daily");
    const lead = daily ? message("daily.lead", { date: format({ day: "numeric", month: "long" }) }) : "";
    return html`
      <div class="top">
        <div>
          <h1 tabindex="-1">${title}</h1>
          <p class="muted">${this._hasFailed ? message("daily.not-loaded") : lead}</p>
          ${daily && isServerGone(this._state) ? quiet(message("local.daily")) : null}
        </div>
        ${spacer}<div class="row">${daily || this._hasFailed ? this._dayButton() : null}</div>
      </div>`;
  }

  _day(daily: Daily) {
    const missing = () => html`<p role="alert">${message("daily.solution-not-loaded")}</p>`;
    return html`
      <div class="daily-cards">${daily.levels.map((level) => this._card(level, level === this._next))}</div>
      <div class="watched">${this._isSolutionMissing ? missing() : this._solution?.element}</div>
      ${isServerGone(this._state) ? null : this._below(daily)}`;
  }

  _below(daily: Daily) {
    return html`
      <div class="below">${this._calendar.element}<section class="card streak-card">${streakParts(daily)}</section>${this._seasons.element}</div>`;
  }

  get _isToday() {
    return this._daily !== null && this._daily.day === this._daily.today;
  }

  get _next() {
    return this._isToday ? nextLevel(this._daily?.levels ?? []) : undefined;
  }

  _dayButton() {
    if (!this._daily) return button(message("daily.retry"), () => this._open(""));
    if (isServerGone(this._state)) return null; // other days are a server's
    const { today } = this._daily;
    return this._isToday
      ? button(message("daily.yesterday"), () => this._open(dayAfter(today, -1)), { iconName: "calendar" })
      : button(message("daily.today"), () => this._open(""), { iconName: "calendar" });
  }

  // -- Cards

  _card(level: DailyLevel, isNext: boolean) {
    const board = message("new.level-size", { size: size(level), count: level.mines });
    return html`
      <section class=${isNext ? "card on" : "card"} data-level=${level.level}>
        <div class="thumb">${this._pictures.get(level)}</div>
        <div class="name">
          <h2>${levelName(level.level)}${isSolved(level) ? solvedMark() : null}</h2>
          <p class="muted small">${message("daily.about", { board, grade: level.grade })}</p>
        </div>
        <div class="state">${this._stateOf(level, isNext)}</div>
      </section>`;
  }

  /** The button of a board, or its result. */
  _stateOf(level: DailyLevel, isNext: boolean) {
    const { own } = level;
    if (own?.status === "playing") {
      const { room } = own;
      const look = { iconName: "play", kind: "primary" };
      return [quiet(message("daily.in-play")), button(message("pause.resume"), () => room && this._goOn(room), look)];
    }
    if (!this._isToday) return [own ? result(level) : quiet(message("daily.missed")), this._watchButton(level)];
    if (!own && isServerGone(this._state)) return this._playButton(level, isNext);
    if (!own) {
      if (level.is_unranked) return [quiet(message("daily.is-unranked")), this._playButton(level, isNext)];
      const words = isNext ? `${message("daily.one-try")} ${message("daily.then")}` : message("daily.one-try");
      return [quiet(words), this._playButton(level, isNext)];
    }
    return [result(level), this._practiceButton(level)];
  }

  _playButton({ level, is_unranked: isUnranked }: DailyLevel, isNext: boolean) {
    const look = { iconName: "play", kind: isNext ? "primary" : "", key: isNext ? "Enter" : undefined };
    const words = isUnranked || isServerGone(this._state) ? message("daily.play-unranked") : message("daily.play");
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
    const close = () => {
      this._solution = null;
      this._show();
      this.element.querySelector("h1")?.focus();
    };
    this._solution = solution && new Solution(solution, { themes: this._themes, close });
    this._isSolutionMissing = !solution;
    this._show();
    this._solution?.element.scrollIntoView({ block: "nearest" });
  }

  // -- What goes on

  /** A try that was refused has begun elsewhere: show where it is. */
  update() {
    if (!this._isStarting || !this._session.isSettled) return;
    this._isStarting = false;
    if (!this._state.game) this._open("");
  }

  paint() {
    for (const [{ width, height, cells }, canvas] of this._pictures) {
      const shown = cells ? cellsOf(cells) : closedCells(width * height);
      const cell = Math.min(18, Math.floor(Math.min(PICTURE.width / width, PICTURE.height / height)));
      drawBoard(canvas, this._themes.current, { width, cells: shown, size: cell });
    }
    this._solution?.paint();
  }

  /** Enter plays what comes next, unless it presses a button. */
  key(typed: string) {
    const isPressing = document.activeElement?.matches("button, a, input");
    const next = this._next;
    if (!next || typed !== "enter" || isPressing) return false;
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
    const words = left.hours ? message("count.time-hours", left) : message("count.time-minutes", left);
    this._table.setEnd(this._isToday ? message("daily.ends", { time: words }) : message("daily.ended"));
  }
}

const solvedMark = () =>
  html`<span class="solved good" role="img" aria-label=${message("daily.solved")}>${icon("check")}</span>`;

const quiet = (text: string) => html`<p class="muted small">${text}</p>`;

/** The result of a try: its time and place, or how it ended. */
function result({ own, ranked }: DailyLevel) {
  if (!own) return null;
  const shown = own.time === null ? "" : time(own.time);
  if (own.status === "playing") return quiet(message("daily.in-play"));
  if (own.status === "lost") return quiet(message("daily.lost", { time: shown }));
  if (own.status !== "won") return quiet(shown ? message("daily.abandoned", { time: shown }) : message("daily.used"));
  return html`<p class="result-line"><b>${shown}</b><span class="muted small">${standing(own, ranked)}</span></p>`;
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
  return html`
    <h2>${message("daily.streak")}</h2>
    <div class="count">
      ${icon("flame")}<b>${streak}</b>
      <span class="muted">
        ${message("daily.in-a-row", { count: streak })}<br />${message("daily.best-streak", { count: best })}
      </span>
    </div>
    <div class="stats">
      ${stat(String(played), message("daily.days-played"))}
      ${stat(String(solved), message("daily.boards-solved"))}
      ${stat(String(whole), message("daily.whole-days"))}
      ${stat(share === null ? "–" : percent(share), message("daily.level-solved", { level: levelName(last.level) }))}
    </div>
    <p class="muted tiny foot">${message("daily.keeps")}</p>`;
}
