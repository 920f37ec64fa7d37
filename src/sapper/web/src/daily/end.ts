// The end of a daily board: place, streak, the other boards of the day, and a result to share that shows no square.

import type { Bar, Daily, DailyLevel, Over } from "../protocol.ts";
import type { Page, Parts } from "../types.ts";

import { barOf, hoursAndMinutes, isSolved, nextLevel, readDaily, slowerShare } from "../net/daily.ts";
import { cellsOf, closedCells, drawBoard } from "../board/board-picture.ts";
import { shareText } from "./share.ts";
import { button, el, fill, icon, loadIcons, loadStyles, page, section, spacer, stat } from "../ui/dom.ts";
import { finishedBoard } from "../play/finished-board.ts";
import { nameForm, resultLine, signedWords, standingWords } from "../play/end-parts.ts";
import { ordinal } from "../play/race-order.ts";
import { reasonWords } from "../play/remarks.ts";
import { copy } from "../play/share.ts";
import {
  action,
  capitalized,
  level as levelName,
  message,
  percent,
  seconds,
  status as statusWord,
  time,
} from "../ui/words.ts";

type DailyEndParts = Pick<
  Parts,
  "state" | "session" | "themes" | "begin" | "goOn" | "open" | "run" | "prove" | "rename" | "focusBoard"
>;

const ENOUGH = 20; // results: with fewer, shares and bars say nothing
const PICTURE = { width: 44, height: 38 }; // px at most
const MARKS = 3; // parts of the axis

/** Load what the page needs, and return what makes it. */
export async function dailyEnd(parts: DailyEndParts, over: Over) {
  const styles = [loadStyles("daily-end.css"), loadIcons("icons-more.svg")];
  const [daily] = await Promise.all([readDaily(over.daily?.day), ...styles]);
  return () => new DailyEnd(parts, over, daily);
}

class DailyEnd implements Page {
  _parts: DailyEndParts;
  _over: Over;
  _played;
  _daily: Daily | null = null;
  _ends = 0; // when today does, in ms since 1970
  _tomorrow: HTMLParagraphElement;
  _rest: HTMLDivElement;
  element: HTMLDivElement;

  /** @param daily the day of the board, null if it could not be read */
  constructor(parts: DailyEndParts, over: Over, daily: Daily | null) {
    this._parts = parts;
    this._over = over;
    this._played = over.daily as NonNullable<Over["daily"]>;
    this._tomorrow = el("p", { class: "muted small tomorrow", role: "timer" });
    this._rest = el("div", { class: "daily-rest" });
    this.element = page(this._result(), this._rest);
    this.element.classList.add("end", "daily-end", over.status);
    this._show(daily);
  }

  _result() {
    const { status, at } = this._over;
    if (status === "won") return resultLine(time(at), "face-won", ...standingWords(this._over));
    return resultLine(statusWord(status), "face-lost", message("end.at-unknown", { time: time(at) }));
  }

  async _read() {
    this._show(await readDaily(this._played.day));
  }

  _show(daily: Daily | null) {
    if (!daily) {
      const again = button(message("daily.retry"), () => this._read());
      fill(this._rest, el("p", {}, message("daily.not-loaded")), again);
      return;
    }
    this._daily = daily;
    this._ends = Date.now() + daily.seconds_left * 1000;
    const today = this._today(daily);
    fill(
      this._rest,
      this._standing(daily),
      today,
      this._next(daily),
      this._share(daily),
      this._sign(daily),
      this._facts(),
      this._foot(),
    );
    this.tick();
  }

  /** The figures of the board and its proof, once its day is over. */
  _facts() {
    const { finished_id: id, sealed } = this._over;
    return id && !sealed ? finishedBoard(id, () => this._parts.prove()) : null;
  }

  /** How long until the next boards, and what is shown then. */
  _foot() {
    const later = this._over.sealed ? el("p", { class: "muted tiny" }, message("end.sealed-day")) : null;
    return el("div", { class: "foot" }, this._tomorrow, later);
  }

  _level({ levels }: Daily) {
    return levels.find(({ level }) => level === this._played.level) as DailyLevel;
  }

  get _isToday() {
    return this._daily?.day === this._daily?.today;
  }

  // -- The place

  _standing(daily: Daily) {
    const level = this._level(daily);
    if (!this._played.is_try) return el("p", { class: "muted small" }, message("daily.was-practice"));
    const { own, ranked } = level;
    if (own?.status !== "won") return null;
    if (!own.place) return el("p", { class: "muted small" }, unrankedWords(own.objections));
    if (ranked === 1) return el("p", { class: "good strong" }, message("daily.first-of-all"));
    const when = this._isToday ? message("daily.so-far") : message("daily.of-the-day");
    return el(
      "section",
      { class: "group place" },
      el(
        "div",
        { class: "stats" },
        stat(ordinal(own.place), when, ` ${message("daily.of", { count: ranked })}`),
        ranked < ENOUGH ? null : stat(percent(slowerShare(own.place, ranked)), message("daily.slower")),
      ),
      ranked < ENOUGH ? null : timesChart(level.times, own.time ?? 0),
      ranked < ENOUGH ? null : el("p", { class: "muted small" }, solvedWords(level)),
    );
  }

  /** The table names those who have a name. */
  _sign(daily: Daily) {
    if (this._parts.state.name || !this._level(daily).own?.place) return null;
    return section(el("h2", {}, message("daily.sign")), nameForm(this._parts));
  }

  /** The player has a name now. */
  async named() {
    await this._read();
    this._rest.prepend(el("p", { class: "muted small", role: "status" }, signedWords(this._parts.state.name)));
  }

  // -- What comes next

  _next(daily: Daily) {
    const { run, open } = this._parts;
    const primary = { kind: "primary big", iconName: "play", key: "Enter" };
    const next = this._isToday ? nextLevel(daily.levels) : undefined;
    const table = (look: { kind?: string; key?: string } = {}) =>
      button(message("daily.table-short"), () => open("daily"), { iconName: "trophy", ...look });
    const today = () => button(message("daily.todays-boards"), () => open("daily"), primary);
    return el(
      "section",
      { class: "group next" },
      next ? button(playWords(next), () => this._play(next), primary) : null,
      next || !this._isToday ? null : table({ kind: "primary big", key: "Enter" }),
      this._isToday ? null : today(),
      el(
        "div",
        { class: "row even" },
        next || !this._isToday ? table() : null,
        this._over.finished_id
          ? button(capitalized(action("watch").short), () => run("watch"), { iconName: "eye" })
          : null,
        this._isToday ? button(message("daily.practice"), () => this._practise(), { iconName: "undo" }) : null,
      ),
    );
  }

  _play({ level, own }: DailyLevel) {
    const { begin, session, goOn } = this._parts;
    if (own?.room) goOn(own.room);
    else begin(() => session.newDaily(level));
  }

  _practise() {
    this._parts.session.newDaily(this._played.level);
  }

  /** Enter does what the first button does, unless it presses another. */
  key(typed: string) {
    const isPressing = document.activeElement?.matches("button, a, input");
    const first: HTMLButtonElement | null = this._rest.querySelector(".btn.primary");
    if (typed !== "enter" || isPressing || !first || this._parts.state.screen) return false;
    first.click();
    return true;
  }

  // -- The boards of the day

  _today(daily: Daily) {
    const { streak, levels } = daily;
    const days = streak === 1 ? message("daily.one-in-a-row") : message("daily.in-a-row");
    const flame = streak ? el("b", { class: "streak" }, icon("flame"), `${streak} ${days}`) : null;
    const title = this._isToday ? message("daily.today") : message("daily.that-day");
    return el(
      "section",
      { class: "group" },
      el("div", { class: "row" }, el("h2", {}, title), spacer(), flame),
      el(
        "div",
        { class: "boards" },
        levels.map((level) => this._board(level)),
      ),
    );
  }

  _board(level: DailyLevel) {
    const { width, height } = level;
    const canvas = el("canvas", { "aria-hidden": "true" });
    const cells = level.cells ? cellsOf(level.cells) : closedCells(width * height);
    const cell = Math.min(PICTURE.width / width, PICTURE.height / height);
    drawBoard(canvas, this._parts.themes.current, { width, cells, size: cell });
    const mark = isSolved(level)
      ? el("span", { class: "solved good", role: "img", "aria-label": message("daily.solved") }, icon("check"))
      : null;
    return el(
      "div",
      { class: "board-line", "data-level": level.level },
      el("span", { class: "picture" }, canvas),
      el("span", {}, el("b", {}, levelName(level.level)), el("span", { class: "muted small" }, boardWords(level))),
      spacer(),
      mark,
    );
  }

  // -- A result to give away

  _share(daily: Daily) {
    const text = shareText(daily, `${location.origin}/daily`);
    const said = el("p", { class: "muted small", role: "status" });
    const copied = async () => {
      said.textContent = (await copy(text)) ? message("daily.copied") : message("analysis.not-copied");
    };
    const canShare = typeof navigator.share === "function";
    const share = () => navigator.share({ text }).catch(() => {});
    return el(
      "section",
      { class: "group" },
      el(
        "div",
        { class: "row" },
        el("h2", {}, message("links.share")),
        spacer(),
        el("span", { class: "muted tiny" }, message("daily.no-spoiler")),
      ),
      el("pre", { class: "share-text", tabindex: "0" }, text),
      el(
        "div",
        { class: "row even" },
        button(message("analysis.copy"), copied, { iconName: "copy" }),
        canShare ? button(message("links.share"), share, { iconName: "share" }) : null,
      ),
      said,
    );
  }

  // -- The clock

  tick() {
    if (!this._daily) return;
    const left = hoursAndMinutes(this._ends - Date.now());
    const words = left.hours ? message("daily.hours", left) : message("daily.minutes", left);
    const isOver = !this._isToday || Date.now() >= this._ends;
    const said = isOver ? message("daily.new-boards") : message("daily.tomorrow", { time: words });
    if (this._tomorrow.textContent !== said) fill(this._tomorrow, icon("clock"), said);
  }
}

const unrankedWords = (objections: string[]) =>
  capitalized(
    objections.length ? message("daily.unranked", { reasons: reasonWords(objections) }) : message("daily.not-ranked"),
  );

const playWords = ({ level, own }: DailyLevel) =>
  own ? message("daily.go-on", { level: levelName(level) }) : message("daily.play-next", { level: levelName(level) });

export const solvedWords = ({ solved, median }: DailyLevel) =>
  message("daily.solved-so-far", { count: solved, time: `${seconds(median ?? 0, 0)}\u00a0s` });

/** How a board was played, or that it can be. */
function boardWords({ own, is_unranked: isUnranked }: DailyLevel) {
  if (!own) return isUnranked ? message("daily.not-ranked") : message("daily.one-try-short");
  if (own.status === "playing") return message("daily.in-play-short");
  const shown = own.time === null ? "" : time(own.time);
  if (own.status === "lost") return message("daily.lost", { time: shown });
  if (own.status !== "won") return shown ? message("daily.abandoned", { time: shown }) : message("daily.used");
  return own.place ? `${shown}, ${ordinal(own.place)}` : `${shown}, ${message("daily.not-ranked")}`;
}

/** How the label of a bar is placed: near an edge it grows inwards, else it is in the middle. */
export const youSide = (at: number, count: number) =>
  at < count / 8 ? "from-left" : at >= count - count / 8 ? "from-right" : null;

/** All times of the day as bars, the player's own pointed out. */
function timesChart(bars: Bar[], own: number) {
  const most = Math.max(...bars.map(({ count }) => count));
  const mine = barOf(bars, own);
  const columns = bars.map(({ count }, at) => {
    const column = el(
      "i",
      { class: at === mine ? "own" : null },
      at === mine ? el("b", { class: youSide(at, bars.length) }, message("daily.you")) : null,
    );
    column.style.height = `${Math.max(3, (count / most) * 100)}%`;
    return column;
  });
  const step = Math.max(1, Math.ceil(bars.length / MARKS));
  const marks = bars.filter((_, at) => at % step === 0).map(({ start }) => el("span", {}, seconds(start, 0)));
  const last = el("span", {}, `${seconds(bars[bars.length - 1].end, 0)} s`);
  return el(
    "div",
    { class: "times-chart", "aria-hidden": "true" },
    el("div", { class: "bars" }, columns),
    el("div", { class: "axis" }, marks, last),
  );
}
