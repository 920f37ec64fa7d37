// The end of a daily board: place, streak, the other boards of the day, and a result to share that shows no square.

import type { Bar, Daily, DailyLevel, Over } from "../protocol.ts";
import type { Page, Parts } from "../types.ts";

import { linkTo } from "../ui/address.ts";
import { barOf, hoursAndMinutes, isSolved, nextLevel, readDaily, slowerShare } from "../net/daily.ts";
import { cellsOf, closedCells, drawBoard } from "../board/board-picture.ts";
import { shareText } from "./share.ts";
import { el, loadIcons, loadStyles } from "../ui/dom.ts";
import { button, html, icon, nothing, render, spacer, stat, styles } from "../ui/template.ts";
import { finishedBoard } from "../play/end/finished-board.ts";
import { nameForm, resultLine, signedWords, standingWords } from "../play/end/parts.ts";
import { ordinal } from "../play/race-order.ts";
import { reasonWords } from "../play/end/remarks.ts";
import { copy } from "../play/seed/share.ts";
import {
  action,
  capitalized,
  level as levelName,
  message,
  percent,
  seconds,
  status as statusWord,
  time,
  withSeconds,
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
  const styles = [loadStyles("end.css"), loadStyles("daily-end.css"), loadIcons("icons-more.svg")];
  const [daily] = await Promise.all([readDaily(over.daily?.day), ...styles]);
  return () => new DailyEnd(parts, over, daily);
}

class DailyEnd implements Page {
  _parts: DailyEndParts;
  _over: Over;
  _played;
  _daily: Daily | null = null;
  _ends = 0; // when today does, in ms since 1970
  _form: HTMLElement;
  _facts: HTMLElement | null; // the figures of the board and its proof, once its day is over
  _pictures: Map<string, HTMLCanvasElement> = new Map(); // by level
  _signed: string | null = null; // the name that the win was signed with just now
  _isCopied: boolean | null = null; // whether the result could be copied
  element: HTMLDivElement;

  /** @param daily the day of the board, null if it could not be read */
  constructor(parts: DailyEndParts, over: Over, daily: Daily | null) {
    const { finished_id: id, sealed, status } = over;
    this._parts = parts;
    this._over = over;
    this._played = over.daily as NonNullable<Over["daily"]>;
    this._form = nameForm(parts);
    this._facts = id && !sealed ? finishedBoard(id, () => parts.prove()) : null;
    this.element = el("div", { class: `page end daily-end ${status}` });
    this._show(daily);
  }

  async _read() {
    this._show(await readDaily(this._played.day));
  }

  _show(daily: Daily | null) {
    this._daily = daily;
    for (const level of daily?.levels ?? []) this._pictures.set(level.level, this._picture(level));
    if (daily) this._ends = Date.now() + daily.seconds_left * 1000;
    this.tick();
  }

  /** Follow the clock, and everything else. */
  tick() {
    const daily = this._daily;
    const rest = daily
      ? html`
        ${this._signed === null ? null : html`<p class="muted small" role="status">${signedWords(this._signed)}</p>`}
        ${this._standing(daily)}${this._today(daily)}${this._next(daily)}${this._share(daily)}${this._sign(daily)}
        ${this._facts}${this._foot()}`
      : html`<p>${message("daily.not-loaded")}</p>${button(message("daily.retry"), () => this._read())}`;
    render(html`${this._result()}<div class="daily-rest">${rest}</div>`, this.element);
  }

  _result() {
    const { status, at } = this._over;
    if (status === "won") return resultLine(time(at), "face-won", ...standingWords(this._over));
    return resultLine(statusWord(status), "face-lost", message("end.at-unknown", { time: time(at) }));
  }

  /** The time until the next boards, and what is shown then. */
  _foot() {
    const left = hoursAndMinutes(this._ends - Date.now());
    const words = left.hours ? message("count.time-hours", left) : message("count.time-minutes", left);
    const isOver = !this._isToday || Date.now() >= this._ends;
    const said = isOver ? message("daily.new-boards") : message("daily.tomorrow", { time: words });
    return html`
      <div class="foot">
        <p class="muted small tomorrow" role="timer">${icon("clock")}${said}</p>
        ${this._over.sealed ? html`<p class="muted tiny">${message("end.sealed-day")}</p>` : null}
      </div>`;
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
    if (!this._played.is_try) return html`<p class="muted small">${message("daily.was-practice")}</p>`;
    const { own, ranked } = level;
    if (own?.status !== "won") return null;
    if (!own.place) return html`<p class="muted small">${unrankedWords(own.objections)}</p>`;
    if (ranked === 1) return html`<p class="good strong">${message("daily.first-of-all")}</p>`;
    const when = this._isToday ? message("daily.so-far") : message("daily.of-the-day");
    const isEnough = ranked >= ENOUGH;
    return html`
      <section class="group place">
        <div class="stats">
          ${stat(ordinal(own.place), when, ` ${message("daily.of", { count: ranked })}`)}
          ${isEnough ? stat(percent(slowerShare(own.place, ranked)), message("daily.slower")) : null}
        </div>
        ${isEnough ? timesChart(level.times, own.time ?? 0) : null}
        ${isEnough ? html`<p class="muted small">${solvedWords(level)}</p>` : null}
      </section>`;
  }

  /** The table names those who have a name. */
  _sign(daily: Daily) {
    if (this._parts.state.name || !this._level(daily).own?.place) return null;
    return html`<section class="group"><h2>${message("daily.sign")}</h2>${this._form}</section>`;
  }

  /** The player has a name now. */
  async named() {
    this._signed = this._parts.state.name;
    await this._read();
  }

  // -- What comes next

  _next(daily: Daily) {
    const { run, open } = this._parts;
    const primary = { kind: "primary big", key: "Enter" };
    const next = this._isToday ? nextLevel(daily.levels) : undefined;
    const table = (look: { kind?: string; key?: string } = {}) =>
      button(message("daily.table-short"), () => open("daily"), { iconName: "trophy", ...look });
    const first = () => {
      const play = { ...primary, iconName: "play" };
      if (next) return button(playWords(next), () => this._play(next), play);
      return this._isToday ? table(primary) : button(message("daily.todays-boards"), () => open("daily"), play);
    };
    return html`
      <section class="group next">
        ${first()}
        <div class="row even">
          ${next || !this._isToday ? table() : null}
          ${this._over.finished_id ? button(capitalized(action("watch").short), () => run("watch"), { iconName: "eye" }) : null}
          ${this._isToday ? button(message("daily.practice"), () => this._practise(), { iconName: "undo" }) : null}
        </div>
      </section>`;
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
    const first: HTMLButtonElement | null = this.element.querySelector(".daily-rest .btn.primary");
    if (typed !== "enter" || isPressing || !first || this._parts.state.screen) return false;
    first.click();
    return true;
  }

  // -- The boards of the day

  _today({ streak, levels }: Daily) {
    const days = message("daily.in-a-row", { count: streak });
    const title = this._isToday ? message("daily.today") : message("daily.that-day");
    return html`
      <section class="group">
        <div class="row">
          <h2>${title}</h2>${spacer}${streak ? html`<b class="streak">${icon("flame")}${streak} ${days}</b>` : null}
        </div>
        <div class="boards">${levels.map((level) => this._board(level))}</div>
      </section>`;
  }

  _board(level: DailyLevel) {
    return html`
      <div class="board-line" data-level=${level.level}>
        <span class="picture">${this._pictures.get(level.level)}</span>
        <span><b>${levelName(level.level)}</b><span class="muted small">${boardWords(level)}</span></span>
        ${spacer}
        ${isSolved(level) ? html`<span class="solved good" role="img" aria-label=${message("daily.solved")}>${icon("check")}</span>` : null}
      </div>`;
  }

  _picture({ width, height, cells }: DailyLevel) {
    const canvas = el("canvas", { "aria-hidden": "true" });
    const shown = cells ? cellsOf(cells) : closedCells(width * height);
    const size = Math.min(PICTURE.width / width, PICTURE.height / height);
    drawBoard(canvas, this._parts.themes.current, { width, cells: shown, size });
    return canvas;
  }

  // -- A result to give away

  _share(daily: Daily) {
    const text = shareText(daily, linkTo("/daily"));
    const copyIt = async () => {
      this._isCopied = await copy(text);
      this.tick();
    };
    const canShare = typeof navigator.share === "function";
    const share = () => navigator.share({ text }).catch(() => {});
    const said = this._isCopied ? message("daily.copied") : message("analysis.not-copied");
    return html`
      <section class="group">
        <div class="row">
          <h2>${message("links.share")}</h2>${spacer}<span class="muted tiny">${message("daily.no-spoiler")}</span>
        </div>
        <pre class="share-text" tabindex="0">${text}</pre>
        <div class="row even">
          ${button(message("analysis.copy"), copyIt, { iconName: "copy" })}
          ${canShare ? button(message("links.share"), share, { iconName: "share" }) : null}
        </div>
        <p class="muted small" role="status">${this._isCopied === null ? null : said}</p>
      </section>`;
  }
}

const unrankedWords = (objections: string[]) =>
  capitalized(
    objections.length ? message("daily.unranked", { reasons: reasonWords(objections) }) : message("daily.not-ranked"),
  );

const playWords = ({ level, own }: DailyLevel) =>
  own ? message("daily.go-on", { level: levelName(level) }) : message("daily.play-next", { level: levelName(level) });

export const solvedWords = ({ solved, median }: DailyLevel) =>
  message("daily.solved-so-far", { count: solved, time: withSeconds(seconds(median ?? 0, 0)).replace(" ", "\u00a0") });

/** The result of a board, or that it can be played. */
function boardWords({ own, is_unranked: isUnranked }: DailyLevel) {
  if (!own) return isUnranked ? message("daily.not-ranked") : message("daily.one-try-short");
  if (own.status === "playing") return message("daily.in-play-short");
  const shown = own.time === null ? "" : time(own.time);
  if (own.status === "lost") return message("daily.lost", { time: shown });
  if (own.status !== "won") return shown ? message("daily.abandoned", { time: shown }) : message("daily.used");
  return own.place ? `${shown}, ${ordinal(own.place)}` : `${shown}, ${message("daily.not-ranked")}`;
}

/** The place of the label of a bar: near an edge it grows inwards, else it is in the middle. */
export const youSide = (at: number, count: number) =>
  at < count / 8 ? "from-left" : at >= count - count / 8 ? "from-right" : null;

/** All times of the day as bars, the player's own pointed out. */
function timesChart(bars: Bar[], own: number) {
  const most = Math.max(...bars.map(({ count }) => count));
  const mine = barOf(bars, own);
  const you = (at: number) => html`<b class=${youSide(at, bars.length) ?? nothing}>${message("daily.you")}</b>`;
  const column = ({ count }: Bar, at: number) => html`
    <i class=${at === mine ? "own" : nothing} ${styles({ height: `${Math.max(3, (count / most) * 100)}%` })}>${
      at === mine ? you(at) : null
    }</i>`;
  const step = Math.max(1, Math.ceil(bars.length / MARKS));
  const marks = bars.filter((_, at) => at % step === 0).map(({ start }) => html`<span>${seconds(start, 0)}</span>`);
  return html`
    <div class="times-chart" aria-hidden="true">
      <div class="bars">${bars.map(column)}</div>
      <div class="axis">${marks}<span>${withSeconds(seconds(bars[bars.length - 1].end, 0))}</span></div>
    </div>`;
}
