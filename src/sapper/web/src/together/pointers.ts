// Where the others point, over the board: an arrow and a name for each, and outlines around squares that are pointed out.

import type { BoardView } from "../board/board-view.ts";
import type { Themes } from "../themes/theme.ts";
import type { Canvas, PartyState, State } from "../types.ts";

import { context2d, el } from "../ui/dom.ts";
import { FONT, rounded } from "../board/paint.ts";
import { POINTED_FOR, pointerAt, seatOf } from "./state.ts";
import { colourOf } from "../play/people.ts";

interface Outline {
  row: number;
  col: number;
  colour: string;
  until: number;
}

const ARROW = new Path2D("M0 0 L0 16.5 L4.3 12.9 L7.2 19 L10.2 17.6 L7.3 11.6 L13 11.4 Z");
const AWAY = 0.45; // how strong the pointer of a player without a connection is
const STALE = 60_000; // ms until a pointer that does not move is no longer shown

export class Pointers {
  _state: State;
  _view: BoardView;
  _themes: Themes;
  _canvas: HTMLCanvasElement;
  outlines: Outline[] = []; // squares that were named or pointed at by this page
  _shown = "";
  _frame = 0;
  _timer = 0;

  constructor(state: State, view: BoardView, themes: Themes) {
    this._state = state;
    this._view = view;
    this._themes = themes;
    this._canvas = el("canvas", { class: "pointers", "aria-hidden": "true" });
  }

  /** Outline a square for a moment. */
  pointOut(cell: number, colour: string) {
    const width = this._state.game?.width ?? 1;
    const until = performance.now() + POINTED_FOR;
    this.outlines.push({ row: Math.floor(cell / width), col: cell % width, colour, until });
    this.draw();
  }

  /** Draw what has changed; while something moves, again in the next frame. */
  draw() {
    this._frame ||= requestAnimationFrame(() => this._paint());
  }

  /** Draw again if the board is elsewhere or of another size now. */
  follow() {
    if (this._place() !== this._shown) this.draw();
  }

  remove() {
    this._canvas.remove();
    this.outlines = [];
  }

  _place() {
    const { canvas, cellSize, zoom } = this._view;
    const [x, y] = this._view.pointOf(0, 0);
    const box = canvas.getBoundingClientRect();
    return [canvas.width, canvas.height, cellSize, zoom, x - box.left, y - box.top, this._themes.name].join(" ");
  }

  _paint() {
    this._frame = 0;
    const { party, game } = this._state;
    const { canvas } = this._view;
    if (!party || !game?.isVisible || !canvas.isConnected || canvas.hidden) {
      this._canvas.remove();
      return;
    }
    if (!this._canvas.isConnected) canvas.after(this._canvas);
    this._shown = this._place();
    const ratio = globalThis.devicePixelRatio || 1;
    this._canvas.width = canvas.width;
    this._canvas.height = canvas.height;
    this._canvas.style.width = canvas.style.width;
    this._canvas.style.height = canvas.style.height;
    const c = context2d(this._canvas);
    c.scale(ratio, ratio);
    const now = performance.now();
    const until = this._paintOutlines(c, party, now);
    const isMoving = this._paintPointers(c, party, now);
    clearTimeout(this._timer);
    if (isMoving && this._view.motion) this.draw();
    else if (until) this._timer = setTimeout(() => this.draw(), Math.max(16, until - now));
  }

  /** The corner of a place in cells, in CSS pixels of the canvas. */
  _at(row: number, col: number) {
    const box = this._view.canvas.getBoundingClientRect();
    const [x, y] = this._view.pointOf(row - 0.5, col - 0.5);
    return [x - box.left, y - box.top];
  }

  /** Return when the first of them ends, 0 if there is none. */
  _paintOutlines(c: Canvas, party: PartyState, now: number) {
    this.outlines = this.outlines.filter(({ until }) => until > now);
    const marked = Object.entries(party.pointers).flatMap(([number, { marked: mark }]) => {
      const seat = seatOf(party, Number(number));
      if (!mark || mark.until <= now || !seat) return [];
      return [{ row: mark.y, col: mark.x, colour: colourOf(this._themes, seat), until: mark.until }];
    });
    const all = [...this.outlines, ...marked];
    const size = this._view.cellSize;
    for (const { row, col, colour } of all) {
      const [x, y] = this._at(row, col);
      const width = Math.max(2, size / 12);
      c.lineWidth = width + 2;
      c.strokeStyle = this._themes.current.page;
      rounded(c, x + width / 2, y + width / 2, size - width, size - width, size / 7);
      c.stroke();
      c.lineWidth = width;
      c.strokeStyle = colour;
      c.stroke();
    }
    return all.length ? Math.min(...all.map(({ until }) => until)) : 0;
  }

  /** Return whether one of them moves. */
  _paintPointers(c: Canvas, party: PartyState, now: number) {
    let isAnyMoving = false;
    for (const [number, pointer] of Object.entries(party.pointers)) {
      const seat = seatOf(party, Number(number));
      if (!seat || now - pointer.since > STALE) continue;
      const { x: col, y: row, isMoving } = pointerAt(pointer, this._view.motion ? now : Infinity);
      isAnyMoving ||= isMoving;
      c.globalAlpha = seat.is_here ? 1 : AWAY;
      this._paintPointer(c, seat.name, colourOf(this._themes, seat), this._at(row, col));
    }
    c.globalAlpha = 1;
    return isAnyMoving;
  }

  _paintPointer(c: Canvas, name: string, colour: string, [x, y]: number[]) {
    const { page } = this._themes.current;
    c.save();
    c.translate(x, y);
    c.lineJoin = "round";
    c.lineWidth = 3;
    c.strokeStyle = page;
    c.stroke(ARROW);
    c.fillStyle = colour;
    c.fill(ARROW);
    c.font = `650 12px ${FONT}`;
    const text = name.length > 16 ? `${name.slice(0, 15)}…` : name;
    const width = Math.ceil(c.measureText(text).width) + 14;
    const { clientWidth, clientHeight } = this._canvas;
    const left = x + 11 + width > clientWidth ? -width - 2 : 11; // at the edges the name stands on the other side
    const top = y + 35 > clientHeight ? -22 : 15;
    rounded(c, left, top, width, 20, 10);
    c.lineWidth = 2;
    c.stroke();
    c.fill();
    c.fillStyle = page;
    c.textAlign = "left";
    c.textBaseline = "middle";
    c.fillText(text, left + 7, top + 10.5);
    c.restore();
  }
}
