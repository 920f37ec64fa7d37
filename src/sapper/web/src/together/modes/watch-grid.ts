// The boards of a race side by side, for those who watch it: in the place of the board.
//
// While the players play it shows which ninths of each board are open, or the boards where the room shows them, and
// afterwards the boards. Each keeps its place, and only the ranks change, so that the eye can follow one.

import type { Racer } from "../../play/race-order.ts";
import type { PartyParts, PartyState } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { html, icon, nothing, render, repeat, spacer, styles } from "../../ui/template.ts";
import { cellSize } from "../../board/ghost-cells.ts";
import { SYMBOLS } from "../../board/cell-values.ts";
import { context2d } from "../../ui/dom.ts";
import { drawCell } from "../../board/paint.ts";
import { placeOf, reached } from "../../play/race-order.ts";
import { avatar, botText, colourOf } from "../../play/people.ts";
import { ownSeat } from "../state.ts";
import { readRules, spanText } from "../wording.ts";
import { message } from "../../ui/words.ts";

const GAP = 2; // px between ninths
const NINTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Whether a page watches a contest, and has something to see of it. */
export function isWatched(party: PartyState) {
  const isOn = party.stage === "playing" || Object.keys(party.boards).length > 0;
  return party.round > 0 && isOn && !ownSeat(party)?.plays && party.seat === null;
}

export class WatchGrid {
  _parts: PartyParts;
  _pictures: Map<number, { canvas: HTMLCanvasElement; drawn: string }> = new Map(); // by seat
  element = el("section", { class: "watch-grid", hidden: true, "aria-label": message("watching.boards") });

  constructor(parts: PartyParts) {
    this._parts = parts;
    parts.view.canvas.parentElement?.append(this.element);
  }

  left() {
    this.element.parentElement?.classList.remove("watch-area");
    this.element.remove();
  }

  show(party: PartyState, racers: readonly Racer[]) {
    const isShown = isWatched(party) && racers.length > 0;
    this.element.hidden = !isShown;
    this.element.parentElement?.classList.toggle("watch-area", isShown);
    if (!isShown) return;
    const bySeat = [...racers].sort((one, other) => one.seat - other.seat);
    const isPlaying = party.stage === "playing";
    render(
      html`
        <header>
          ${isPlaying ? html`<span class="chip on">${icon("eye")}${message("watching.behind", { time: spanText(party.behind) })}</span>` : nothing}
        </header>
        <div class="watched-boards">${repeat(
          bySeat,
          ({ seat }) => seat,
          (racer) => this._card(party, racers, racer),
        )}</div>
        ${isPlaying && !party.terms.shows_boards ? html`<p class="muted small">${message("watching.coarse")}</p>` : nothing}`,
      this.element,
    );
    for (const { seat } of bySeat) this._draw(party, seat);
  }

  _card(party: PartyState, racers: readonly Racer[], racer: Racer) {
    const { themes } = this._parts;
    const place = placeOf(racers, racer);
    const isOut = racer.status === "lost" || racer.status === "abandoned";
    return html`
      <article class=${`watched ${isOut ? "out" : ""} ${racer.status === "won" ? "won" : ""}`.trim()}
        ${styles({ "--who": colourOf(themes, racer) })}>
        <div class="row">
          <span class="rank">${isOut ? "–" : place}</span>${avatar(themes, racer)}
          <b class="who">${racer.name}</b><span class="tiny muted">${botText(racer)}</span>
          ${spacer}<b class="reached">${reached(racer)}</b>
        </div>
        ${this._hasPicture(party, racer.seat) ? this._picture(racer.seat).canvas : nothing}
        ${this._bar(party, racer)}
      </article>`;
  }

  /** The share, and for those who listen how many parts are open. */
  _bar(party: PartyState, { seat, share }: Racer) {
    const shape = party.progress[seat]?.shape;
    const count = typeof shape === "number" ? NINTHS.filter((ninth) => (shape >> ninth) & 1).length : null;
    const words = count === null ? nothing : html`<span class="unseen">${message("watching.parts", { count })}</span>`;
    return html`<div class="bar"><i ${styles({ width: `${Math.round(share * 1000) / 10}%` })}></i></div>${words}`;
  }

  _hasPicture(party: PartyState, seat: number) {
    return Boolean(party.boards[seat]) || typeof party.progress[seat]?.shape === "number";
  }

  _picture(seat: number) {
    const known = this._pictures.get(seat) ?? { canvas: el("canvas", { "aria-hidden": "true" }), drawn: "" };
    this._pictures.set(seat, known);
    return known;
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
    const d = cellSize(width, room - 24, ratio);
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
