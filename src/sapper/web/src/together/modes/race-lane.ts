// Racers side by side: a line with everybody on it, and a list with bars and the boards of the others.

import type { GhostBoard } from "../../board/ghost-cells.ts";
import type { Racer } from "../../play/race-order.ts";
import type { Themes } from "../../themes/theme.ts";

import { el } from "../../ui/dom.ts";
import { html, render, repeat, spacer, styles } from "../../ui/template.ts";
import { drawGhost } from "../../board/ghost-cells.ts";
import { avatar, botText, colourOf, pingMark, ratingMark } from "../../play/people.ts";
import { inOrder, reached, spread } from "../../play/race-order.ts";
import { message, percent, listed } from "../../ui/words.ts";

const LEAST_APART = 18; // px between the marks of two racers
const WIDTH = 600; // px of the line as long as it is not shown

const width = (share: number) => `${Math.round(Math.min(1, share) * 1000) / 10}%`;

const isOut = ({ status }: Racer) => status === "lost" || status === "abandoned";

/** The strip under the board: everybody on one line, which ends where the board is open. */
export class Lane {
  _themes: Themes;
  element = el("div", { class: "lane", role: "img" });

  constructor(themes: Themes) {
    this._themes = themes;
  }

  show(racers: readonly Racer[]) {
    const sorted = inOrder(racers);
    const list = listed(sorted.map(({ name, share }) => message("race.lane-item", { name, share: percent(share) })));
    this.element.setAttribute("aria-label", message("race.lane", { list }));
    const rising = [...sorted].sort((one, other) => one.share - other.share);
    const places = spread(
      rising.map(({ share }) => share),
      LEAST_APART / (this.element.clientWidth || WIDTH),
    );
    const order = [...sorted.filter(({ isYou }) => !isYou).reverse(), ...sorted.filter(({ isYou }) => isYou)];
    const mark = (racer: Racer) =>
      avatar(this._themes, racer, { kind: isOut(racer) ? "out" : "", at: width(places[rising.indexOf(racer)]) });
    render(
      repeat(order, ({ seat }) => seat, mark), // your own lies on top
      this.element,
    );
  }
}

/** Everybody, in the order of the race: who, how far, and where it may be seen, which squares are open. */
export class RacerList {
  _themes: Themes;
  element = el("ul", { class: "racers" });
  _pictures: Map<number, { canvas: HTMLCanvasElement; drawn: string }> = new Map(); // by seat

  constructor(themes: Themes) {
    this._themes = themes;
  }

  /** @param ghosts by seat */
  show(racers: readonly Racer[], ghosts: ReadonlyMap<number, { board: GhostBoard; key: string }> = new Map()) {
    const sorted = inOrder(racers);
    const row = (racer: Racer) => this._row(racer, ghosts.has(racer.seat) ? this._pictureOf(racer.seat).canvas : null);
    render(
      repeat(sorted, ({ seat }) => seat, row),
      this.element,
    );
    for (const { seat } of sorted) this._draw(seat, ghosts.get(seat));
  }

  _row(racer: Racer, picture: HTMLCanvasElement | null) {
    return html`
      <li class=${isOut(racer) ? "racer out" : "racer"} ${styles({ "--who": colourOf(this._themes, racer) })}>
        <div class="row">
          ${avatar(this._themes, racer)}
          <b class="who">${racer.name}</b>
          <span class="tiny muted">${racer.label || botText(racer)}</span>
          ${ratingMark(racer.rating)} ${pingMark(racer.ping)}
          ${spacer}<b class="reached">${reached(racer)}</b>
        </div>
        ${picture}
        <div class="bar"><i ${styles({ width: width(racer.share) })}></i></div>
      </li>`;
  }

  _pictureOf(seat: number) {
    const known = this._pictures.get(seat) ?? { canvas: el("canvas", { "aria-hidden": "true" }), drawn: "" };
    this._pictures.set(seat, known);
    return known;
  }

  /** @param ghost its key is what the picture depends on */
  _draw(seat: number, ghost: { board: GhostBoard; key: string } | undefined) {
    if (!ghost) return;
    const picture = this._pictureOf(seat);
    const room = picture.canvas.parentElement?.clientWidth;
    const drawn = `${ghost.key} ${this._themes.name} ${room}`;
    if (!room || drawn === picture.drawn) return;
    picture.drawn = drawn;
    drawGhost(picture.canvas, this._themes.current, ghost.board, room);
  }
}
