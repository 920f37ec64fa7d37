// A board of a round with its players: their places, how far they are, and the square that was played last.

import type { Racer } from "../../play/race-order.ts";
import type { Themes } from "../../themes/theme.ts";
import type { Lane } from "./lanes.ts";

import { BoardView } from "../../board/board-view.ts";
import { alpha } from "../../board/paint.ts";
import { isOpen } from "../../board/cell-values.ts";
import { avatar, botText, colourOf, initialOf } from "../../play/people.ts";
import { context2d, el, icon as iconNode } from "../../ui/dom.ts";
import { html, icon, nothing, render } from "../../ui/template.ts";
import { gameAt, ownersAt } from "./lanes.ts";
import { message } from "../../ui/words.ts";

const TINT = 0.28;
export const LEAST = 8; // px of a square

/** A player as a card shows them. */
export interface CardPlayer extends Racer {
  place: number; // 0 for one who has none
  reached: string;
  isLeading: boolean;
}

export class BoardCard {
  lane: Lane;
  isTinted = false; // squares in the colour of the player who opened them
  hasFinds = false; // a mine that is opened counts for the player
  _themes: Themes;
  _view: BoardView;
  _canvas = el("canvas", { role: "img" });
  _tint = el("canvas", { class: "trail", "aria-hidden": "true" });
  _head = el("header");
  _owners: Map<number, number> = new Map();
  _players: CardPlayer[] = [];
  element: HTMLElement;

  /** @param enlarge asked for by the player */
  constructor(lane: Lane, themes: Themes, names: string, enlarge: () => void) {
    this.lane = lane;
    this._themes = themes;
    this._view = new BoardView(this._canvas, () => this._drawTint());
    this._view.motion = false;
    this._view.ownerOf = (cell) => this._ownerOf(cell);
    this._canvas.setAttribute("aria-label", message("round.board-of", { names }));
    const label = message("round.enlarge", { names });
    const larger = el(
      "button",
      { type: "button", class: "btn tool enlarge", title: label, "aria-label": label, onclick: enlarge },
      iconNode("eye"),
    );
    this.element = el(
      "article",
      { class: "round-board" },
      el("div", { class: "row" }, this._head, larger),
      el("div", { class: "field-area" }, this._canvas, this._tint),
    );
    this._canvas.addEventListener("dblclick", enlarge);
    this.paint();
  }

  /** Show the lane at a moment of the round. */
  go(at: number, players: CardPlayer[]) {
    this._players = players;
    this._showHead();
    const current = gameAt(this.lane, at);
    const board = current?.board;
    if (!board) return;
    const own = at - current.start;
    const place = own > 0 ? board.placeAt(own) : 0;
    if (this._view.model !== board) {
      board.go(place);
      this._view.show(board);
    } else for (const index of board.go(place)) this._view.invalidate(index);
    this._view.setLast(board.last?.cell ?? -1);
    if (this.lane.seats.length > 1) this._owners = ownersAt(board, place);
    this._drawTint();
  }

  /** The board that is in view now, null before it came. */
  get board() {
    return this.lane.games.find(({ board }) => board && board === this._view.model)?.board ?? null;
  }

  /** Fit the board into a room, in CSS pixels. */
  layout(width: number, height: number) {
    this._view.setArea(width, height, { least: LEAST, scrolled: LEAST, hasRulers: false });
    this._drawTint();
  }

  paint() {
    this._view.setTheme(this._themes.current);
    this._drawTint();
  }

  _showHead() {
    const isTogether = this.lane.seats.length > 1;
    this.element.classList.toggle("leading", !isTogether && this._players.some(({ isLeading }) => isLeading));
    const out = ({ status }: CardPlayer) => status === "lost" || status === "abandoned";
    this.element.classList.toggle("out", !isTogether && this._players.every(out));
    render(
      this._players.map((player) => {
        const rank = player.place ? html`<span class="rank">${player.place}</span>` : nothing;
        return html`<span class="entrant">${isTogether ? nothing : rank}${avatar(this._themes, player)}
          <b class="who" dir="auto">${player.name}</b><span class="tiny muted">${botText(player)}</span>
          ${player.isLeading ? icon("crown") : nothing}
          <b class="reached">${player.reached}</b></span>`;
      }),
      this._head,
    );
  }

  _ownerOf(cell: number) {
    const player = this._players.find(({ seat }) => seat === this._owners.get(cell));
    if (!player) return null;
    return { colour: colourOf(this._themes, player), initial: initialOf(player), isFound: this.hasFinds };
  }

  /** Lay the colour of each player over the squares that they opened. */
  _drawTint() {
    const { board } = this;
    const [tint, view] = [this._tint, this._view];
    tint.hidden = !this.isTinted || !board;
    if (tint.hidden || !board) return;
    tint.width = this._canvas.width;
    tint.height = this._canvas.height;
    tint.style.width = this._canvas.style.width;
    tint.style.height = this._canvas.style.height;
    const ratio = globalThis.devicePixelRatio || 1;
    const box = this._canvas.getBoundingClientRect();
    const c = context2d(tint);
    const size = view.cellSize * ratio;
    for (const [cell, seat] of this._owners) {
      const player = this._players.find((one) => one.seat === seat);
      if (!player || !isOpen(board.seen(cell))) continue;
      c.fillStyle = alpha(colourOf(this._themes, player), TINT);
      const [x, y] = view.pointOf(Math.floor(cell / board.width), cell % board.width);
      c.fillRect((x - box.left) * ratio - size / 2, (y - box.top) * ratio - size / 2, size, size);
    }
  }
}
