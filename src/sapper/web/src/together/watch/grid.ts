// The boards of a race side by side, for those who watch it: in the place of the board.
//
// While the players play it shows which ninths of each board are open, or the boards where the room shows them, and
// afterwards the boards. Each keeps its place, and only the ranks change, so that the eye can follow one. Digits show
// one board alone; a phone has one in view, and all players in a list under it.

import type { Racer } from "../../play/race-order.ts";
import type { PartyParts, PartyState } from "../../types.ts";

import { button, html, icon, nothing, render, repeat, spacer, styles } from "../../ui/template.ts";
import { cellSize } from "../../board/ghost-cells.ts";
import { SYMBOLS } from "../../board/cell-values.ts";
import { context2d, el } from "../../ui/dom.ts";
import { drawCell } from "../../board/paint.ts";
import { eventWords, ordinal, placeOf, reached } from "../../play/race-order.ts";
import { avatar, botText, colourOf, initialOf } from "../../play/people.ts";
import { ownSeat } from "../state.ts";
import { readRules, spanText } from "../wording.ts";
import { drawChart } from "./chart.ts";
import { WatchStory } from "./story.ts";
import { message, percent, seconds, time } from "../../ui/words.ts";

const GAP = 2; // px between ninths
const NINTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const CHART_HEIGHT = 210; // px
const LARGEST_CELL = 28; // px, of a board alone
const LONGEST_GUESS = 2000; // ms that the time goes on without a report

/** Whether a page watches a contest, and has something to see of it. */
export function isWatched(party: PartyState) {
  const isOn = party.stage === "playing" || Object.keys(party.boards).length > 0;
  return party.round > 0 && isOn && !ownSeat(party)?.plays && party.seat === null;
}

/** The time of a player who is done, or how much is open. */
const inShort = ({ status, at, share }: Racer) => (status === "won" ? time(at) : percent(share));

export class WatchGrid {
  _parts: PartyParts;
  _pictures: Map<number, { canvas: HTMLCanvasElement; drawn: string }> = new Map(); // by seat
  _time = el("b", { class: "watch-time", role: "timer" });
  _chart = el("canvas", { "aria-hidden": "true" });
  _charted = "";
  _chosen: number | null = null; // the seat whose board is in view alone
  _story = new WatchStory();
  _reported: { progress: PartyState["progress"] | null; since: number } = { progress: null, since: 0 };
  _show: () => void = () => {};
  _observer = new ResizeObserver(() => this._show());
  element = el("section", { class: "watch-grid", hidden: true, "aria-label": message("watching.boards") });

  constructor(parts: PartyParts) {
    this._parts = parts;
    parts.view.canvas.parentElement?.append(this.element);
    this._observer.observe(this.element);
  }

  left() {
    this._observer.disconnect();
    this.element.parentElement?.classList.remove("watch-area");
    this.element.remove();
  }

  show(party: PartyState, racers: readonly Racer[]) {
    const isShown = isWatched(party) && racers.length > 0;
    this.element.hidden = !isShown;
    this.element.parentElement?.classList.toggle("watch-area", isShown);
    this._show = () => isShown && this._render(party, racers);
    if (!isShown) return;
    this._story.take(party.round, racers);
    if (party.progress !== this._reported.progress) {
      this._reported = { progress: party.progress, since: performance.now() };
    }
    this._show();
  }

  _render(party: PartyState, racers: readonly Racer[]) {
    const bySeat = [...racers].sort((one, other) => one.seat - other.seat);
    const chosen = bySeat.find(({ seat }) => seat === this._chosen) ?? null;
    const first = chosen ?? racers.find((racer) => placeOf(racers, racer) === 1) ?? bySeat[0];
    const isPlaying = party.stage === "playing";
    this.element.classList.toggle("one", Boolean(chosen));
    render(
      html`
        <header>
          ${isPlaying ? html`<span class="chip on">${icon("eye")}${message("watching.behind", { time: spanText(party.behind) })}</span>` : nothing}
          ${party.watching > 1 ? html`<span class="small muted">${message("together.people-watching", { count: party.watching })}</span>` : nothing}
          ${spacer}${this._time}
        </header>
        <div class="watched-boards">${repeat(
          bySeat,
          ({ seat }) => seat,
          (racer) => this._card(party, racers, racer, racer === first),
        )}</div>
        <ol class="watch-list">${repeat(
          bySeat,
          ({ seat }) => seat,
          (racer) => this._row(party, racers, racer, racer === first),
        )}</ol>
        <div class="watch-switch">
          ${button(message("round.before"), () => this._next(bySeat, first, -1), { iconName: "back" })}
          ${button(message("round.after"), () => this._next(bySeat, first, 1), { iconName: "next" })}
        </div>
        <figure class="watch-chart">
          <figcaption class="row small muted"><span>${message("watching.chart")}</span>${spacer}<span class="watch-keys">${message("watching.keys", { count: Math.min(9, bySeat.length) })}</span></figcaption>
          ${this._chart}
        </figure>
        ${isPlaying && !party.terms.shows_boards ? html`<p class="muted small">${message("watching.coarse")}</p>` : nothing}`,
      this.element,
    );
    this.tick(party);
    for (const { seat } of bySeat) this._draw(party, seat);
    this._drawChart(bySeat);
  }

  /** The playing time as far as it is known: it goes on between two reports. */
  _timeNow({ stage, progress }: PartyState) {
    const isOn = stage === "playing" && Object.values(progress).some(({ status }) => status === "playing");
    return this._story.now + (isOn ? Math.min(LONGEST_GUESS, performance.now() - this._reported.since) : 0);
  }

  tick(party: PartyState) {
    if (!this.element.hidden) this._time.textContent = time(this._timeNow(party), 1);
  }

  /** Take a digit: one board alone, or with 0 all; return whether there is a grid to choose from. */
  key(typed: string, party: PartyState) {
    if (this.element.hidden || !/^[0-9]$/.test(typed)) return false;
    const seats = party.seats.filter(({ seat }) => this._pictures.has(seat)).map(({ seat }) => seat);
    this._choose(seats.sort((one, other) => one - other)[Number(typed) - 1] ?? null);
    return true;
  }

  _choose(seat: number | null) {
    this._chosen = seat === this._chosen ? null : seat;
    this._show();
  }

  _next(racers: readonly Racer[], now: Racer, way: number) {
    const { seat } = racers[(racers.indexOf(now) + way + racers.length) % racers.length];
    this._chosen = null;
    this._choose(seat);
  }

  /** What happened, the newest first. */
  events(racers: readonly Racer[]) {
    const named = (seat: number) => racers.find((racer) => racer.seat === seat);
    return html`<h3 class="small muted">${message("round.events")}</h3>
      <ol class="watched-events">${[...this._story.events].reverse().map(({ at, seat, kind }) => {
        const racer = named(seat);
        if (!racer) return nothing;
        return html`<li><span class="muted">${seconds(at, 1)}</span>${avatar(this._parts.themes, racer)}
          <span>${eventWords({ kind }, racer.name)}</span></li>`;
      })}</ol>`;
  }

  _card(party: PartyState, racers: readonly Racer[], racer: Racer, isChosen: boolean) {
    const { themes } = this._parts;
    const isOut = racer.status === "lost" || racer.status === "abandoned";
    const place = placeOf(racers, racer);
    const classes = ["watched", isOut ? "out" : "", racer.status === "won" ? "won" : "", isChosen ? "chosen" : ""];
    return html`
      <article class=${classes.filter(Boolean).join(" ")} ${styles({ "--who": colourOf(themes, racer) })}>
        <div class="row">
          <span class="rank">${isOut ? "–" : place}</span>${avatar(themes, racer)}
          <b class="who" dir="auto">${racer.name}</b><span class="unseen">${botText(racer)}</span>
          <span class="ordinal muted">${isOut ? "" : ordinal(place)}</span>
          ${spacer}<b class="reached" title=${reached(racer)}>${inShort(racer)}</b>
        </div>
        ${this._hasPicture(party, racer.seat) ? this._picture(racer.seat).canvas : nothing}
        ${this._bar(party, racer)}
      </article>`;
  }

  /** A player in the list of a phone. */
  _row(party: PartyState, racers: readonly Racer[], racer: Racer, isChosen: boolean) {
    const { themes } = this._parts;
    const isOut = racer.status === "lost" || racer.status === "abandoned";
    const choose = () => {
      this._chosen = null;
      this._choose(racer.seat);
    };
    return html`<li ${styles({ "--who": colourOf(themes, racer) })}>
      <button type="button" aria-current=${isChosen ? "true" : nothing} @click=${choose}>
        <span class="rank">${isOut ? "–" : placeOf(racers, racer)}</span>${avatar(themes, racer)}
        <span class="about"><b class="who" dir="auto">${racer.name}</b>${this._bar(party, racer)}</span>
        <b class="reached">${inShort(racer)}</b>
      </button></li>`;
  }

  /** The share, and for those who listen how many parts are open. */
  _bar(party: PartyState, { seat, share }: Racer) {
    const shape = party.progress[seat]?.shape;
    const count = typeof shape === "number" ? NINTHS.filter((ninth) => (shape >> ninth) & 1).length : null;
    const words = count === null ? nothing : html`<span class="unseen">${message("watching.parts", { count })}</span>`;
    return html`<span class="bar"><i ${styles({ width: `${Math.round(share * 1000) / 10}%` })}></i></span>${words}`;
  }

  _hasPicture(party: PartyState, seat: number) {
    return Boolean(party.boards[seat]) || typeof party.progress[seat]?.shape === "number";
  }

  _picture(seat: number) {
    const known = this._pictures.get(seat) ?? { canvas: el("canvas", { "aria-hidden": "true" }), drawn: "" };
    this._pictures.set(seat, known);
    return known;
  }

  _drawChart(racers: readonly Racer[]) {
    const { themes } = this._parts;
    const width = this._chart.parentElement?.clientWidth ?? 0;
    const { now, events } = this._story;
    const drawn = [width, now, events.length, themes.name, racers.map(({ share }) => share)].join(" ");
    if (!width || drawn === this._charted) return;
    this._charted = drawn;
    const lines = racers.map((racer) => ({ ...racer, colour: colourOf(themes, racer), initial: initialOf(racer) }));
    drawChart(this._chart, themes.current, this._story, lines, { width, height: CHART_HEIGHT });
  }

  _draw(party: PartyState, seat: number) {
    const picture = this._picture(seat);
    const room = picture.canvas.parentElement?.clientWidth;
    const { themes, settings } = this._parts;
    const board = party.boards[seat];
    const shape = party.progress[seat]?.shape ?? 0;
    const drawn = [board?.cells ?? shape, themes.name, room].join(" ");
    if (!room || drawn === picture.drawn) return;
    picture.drawn = drawn;
    const { width, height } = readRules(party.terms.rules, settings).level;
    const ratio = globalThis.devicePixelRatio || 1;
    const style = getComputedStyle(picture.canvas.parentElement as HTMLElement);
    const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const d = cellSize(width, room - edges, ratio, this._chosen === seat ? LARGEST_CELL : undefined);
    const { canvas } = picture;
    [canvas.width, canvas.height] = [width * d, height * d];
    canvas.style.width = `${canvas.width / ratio}px`;
    const c = context2d(canvas);
    const theme = themes.current;
    if (board) {
      for (let index = 0; index < width * height; index++) {
        const seen = SYMBOLS.indexOf(board.cells[board.cells.length === 1 ? 0 : index]);
        drawCell(c, theme, seen, (index % width) * d, Math.floor(index / width) * d, d);
      }
      return;
    }
    for (const ninth of NINTHS) {
      const [x, y] = [ninth % 3, Math.floor(ninth / 3)];
      const edge = (third: number, cells: number) => Math.floor((cells * third) / 3) * d;
      c.fillStyle = (shape >> ninth) & 1 ? theme.open : theme.hidden.face;
      c.fillRect(
        edge(x, width),
        edge(y, height),
        edge(x + 1, width) - edge(x, width) - GAP,
        edge(y + 1, height) - edge(y, height) - GAP,
      );
    }
  }
}
