// One game of a replay: counter, face, timer, and its board with marks and the trail of the pointer.

import type { Hand, HandView } from "./hand.ts";
import type { ReplayBoard } from "../board/replay-board.ts";
import type { Themes } from "../themes/theme.ts";
import type { Canvas, Marks, Theme } from "../types.ts";

import { BoardView } from "../board/board-view.ts";
import { context2d, el, fill, icon, setIcon } from "../ui/dom.ts";
import { drawMarks } from "../board/mark-painter.ts";
import { minesLeftWords } from "../board/mines-left.ts";
import { alpha } from "../board/paint.ts";
import { message, size } from "../ui/words.ts";

const TRAIL = 6; // places of the pointer that are shown
const TRAIL_MS = 6000; // that they may be apart from now
const EDGE = 4; // px between the edges of the console and the rulers
const FACES: Record<string, string> = {
  won: "face-won",
  lost: "face-lost",
  abandoned: "face-lost",
  paused: "face-paused",
};

export class ReplayPane {
  _themes: Themes;
  board: ReplayBoard | null = null;
  hand: Hand | null = null;
  handView: HandView = "trail";
  _heat: Map<number, number> | null = null;
  _at = 0;
  _trailPlaces = "";
  _counter: HTMLSpanElement;
  _time: HTMLSpanElement;
  _tenth: HTMLElement;
  _faceIcon: SVGSVGElement;
  canvas: HTMLCanvasElement;
  trail: HTMLCanvasElement;
  view: BoardView;
  _paused: HTMLDivElement;
  _triad: HTMLDivElement;
  element: HTMLDivElement;

  /** @param caption above the board, where there are two */
  constructor(themes: Themes, caption: string = "") {
    this._themes = themes;
    this._counter = el("span", { class: "digits" });
    this._time = el("span", { class: "digits" });
    this._tenth = el("small");
    this._faceIcon = icon("face-idle", "");
    this.canvas = el("canvas", { role: "img" });
    this.trail = el("canvas", { class: "trail", "aria-hidden": "true" });
    this.view = new BoardView(this.canvas, () => this._drawTrail());
    this.view.motion = false;
    this.view.setRulers(true);
    this._paused = el(
      "div",
      { class: "cover", hidden: true },
      icon("face-paused", ""),
      el("b", {}, message("viewer.was-paused")),
    );
    this._triad = el(
      "div",
      { class: "triad" },
      el("div", { class: "display" }, icon("mine"), this._counter),
      el("span", { class: "face" }, this._faceIcon),
      el("div", { class: "display right" }, this._time, this._tenth, icon("clock")),
    );
    this.element = el(
      "div",
      { class: "console" },
      caption ? el("p", { class: "caption" }, caption) : null,
      this._triad,
      el("div", { class: "field-area" }, this.canvas, this.trail, this._paused),
    );
    this.canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    this._listenToDrags();
  }

  show(board: ReplayBoard) {
    this.board = board;
    this.view.show(board);
    this.canvas.setAttribute(
      "aria-label",
      message("game.board-label", { width: board.width, height: board.height, mines: minesLeftWords(board.minesLeft) }),
    );
    this.canvas.title = size(board);
    this.paint();
  }

  /**
   * Show the board after the first `place` actions, at a time.
   * @param at in milliseconds
   */
  go(place: number, at: number) {
    const { board, view } = this;
    if (!board) return;
    this._at = at;
    const wasVisible = board.isVisible;
    const changed = board.go(place);
    for (const index of changed) view.invalidate(index);
    if (board.isVisible !== wasVisible) {
      this._paused.hidden = board.isVisible;
      this.canvas.hidden = !board.isVisible;
      view.invalidateAll();
    }
    const cell = board.last?.cell ?? -1;
    view.setLast(cell);
    if (cell >= 0 && !view.fits) view.reveal(Math.floor(cell / board.width), cell % board.width, 2);
    setIcon(this._faceIcon, FACES[board.status] ?? "face-idle");
    this._write(this._counter, board.minesLeft);
    this._write(this._time, Math.floor(at / 1000));
    this._tenth.textContent = `.${Math.floor(at / 100) % 10}`;
    this._drawTrail();
  }

  setMarks(marks: Map<number, Marks>) {
    this.view.setMarks(marks, drawMarks);
  }

  paint() {
    this.view.setTheme(this._themes.current);
    for (const node of [this._counter, this._time]) delete node.dataset.shown;
    this._trailPlaces = "";
    if (this.board) this._drawTrail();
  }

  /** Fit the board into a room, in CSS pixels. */
  layout(width: number, height: number, least: number) {
    const above = this.element.offsetHeight - (this.canvas.hidden ? this._paused : this.canvas).offsetHeight;
    this.view.setArea(Math.max(120, width - EDGE), Math.max(120, height - above), { least });
    this.element.style.setProperty("--ruler", `${this.view.ruler}px`);
    this._trailPlaces = "";
    this._drawTrail();
  }

  async _write(node: HTMLElement, number: number) {
    const theme = this._themes.current;
    const isLit = theme.style.digits === "segment";
    const key = `${number} ${isLit}`;
    if (node.dataset.shown === key) return;
    node.dataset.shown = key;
    node.classList.toggle("lit", isLit);
    if (!isLit) {
      node.textContent = String(number).replace("-", "−");
      return;
    }
    const { segments, threeDigits } = await import("../board/digits.ts");
    if (node.dataset.shown === key) fill(node, segments(threeDigits(Math.min(number, 99_999)), theme, 30));
  }

  // -- The pointer of the player

  /** The last places of the pointer, the newest last. */
  get _places() {
    const { board } = this;
    if (this.handView !== "trail") return [];
    if (this.hand) return this.hand.trailAt(this._at);
    const last = board?.last;
    if (!board || !last) return [];
    const found = [];
    for (let at = board.place - 1; at >= 0 && found.length < TRAIL; at--) {
      const { x, y, at: when } = board.steps[at];
      if (last.at - when > TRAIL_MS) break;
      if (typeof x === "number" && typeof y === "number") found.unshift({ x, y });
    }
    return found;
  }

  _drawTrail() {
    const places = this.board?.isVisible ? this._places : [];
    const { view, trail } = this;
    const buttons = this.hand?.buttonsAt(this._at) ?? 0;
    const key = JSON.stringify([places, buttons, this.handView, view.view, view.cellSize]);
    if (key === this._trailPlaces) return;
    this._trailPlaces = key;
    const box = this.canvas.getBoundingClientRect();
    const ratio = globalThis.devicePixelRatio || 1;
    trail.width = this.canvas.width;
    trail.height = this.canvas.height;
    trail.style.width = this.canvas.style.width;
    trail.style.height = this.canvas.style.height;
    const c = context2d(trail);
    const ruler = view.ruler * ratio;
    c.beginPath();
    c.rect(ruler, ruler, trail.width - ruler, trail.height - ruler);
    c.clip();
    if (this.handView === "heat") this._drawHeat(c, ratio, box);
    if (places.length < (this.hand ? 1 : 2)) return;
    const points = places.map(({ x, y }) => {
      const [left, top] = view.pointOf(y - 0.5, x - 0.5);
      return [(left - box.left) * ratio, (top - box.top) * ratio];
    });
    drawPath(c, this._themes.current, points, ratio);
    if (buttons) drawPress(c, this._themes.current, points[points.length - 1], buttons, ratio);
  }

  /** Where the pointer stayed: the stronger the colour, the longer. */
  _drawHeat(c: Canvas, ratio: number, box: DOMRect) {
    const { board, view, hand } = this;
    if (!board || !hand) return;
    this._heat ??= hand.heat(board.width, board.height);
    const side = view.cellSize * ratio;
    for (const [cell, share] of this._heat) {
      const [left, top] = view.pointOf(Math.floor(cell / board.width), cell % board.width);
      c.fillStyle = alpha(this._themes.current.warn, 0.12 + 0.6 * share);
      c.fillRect((left - box.left) * ratio - side / 2, (top - box.top) * ratio - side / 2, side, side);
    }
  }

  // -- A board that is larger than its room

  _wheel(event: WheelEvent) {
    if (event.ctrlKey) {
      event.preventDefault();
      this.view.zoomBy(event.deltaY < 0 ? 1.1 : 1 / 1.1, event);
    } else if (this.view.panBy(event.deltaX, event.deltaY)) event.preventDefault();
  }

  _listenToDrags() {
    let from: { x: number; y: number } | null = null;
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => {
      if (this.view.fits) return;
      from = { x: event.clientX, y: event.clientY };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      this.view.panBy(from.x - event.clientX, from.y - event.clientY);
      from = { x: event.clientX, y: event.clientY };
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (from = null));
  }
}

/** @param points in device pixels */
function drawPath(c: Canvas, theme: Theme, points: number[][], ratio: number) {
  c.strokeStyle = alpha(theme.accent, 0.8);
  c.lineWidth = 2 * ratio;
  c.lineCap = c.lineJoin = "round";
  c.setLineDash([1, 5 * ratio]);
  c.beginPath();
  for (const [x, y] of points) c.lineTo(x, y);
  c.stroke();
  const [x, y] = points[points.length - 1];
  c.setLineDash([]);
  c.beginPath();
  c.arc(x, y, 3 * ratio, 0, 7);
  c.fillStyle = theme.accent;
  c.fill();
}

/** A ring around the pointer while buttons are down: whole for both, else the side of the button. */
function drawPress(c: Canvas, theme: Theme, [x, y]: number[], buttons: number, ratio: number) {
  const [left, right] = [buttons & 5, buttons & 6];
  c.strokeStyle = theme.accent;
  c.lineWidth = 3 * ratio;
  c.beginPath();
  c.arc(
    x,
    y,
    8 * ratio,
    left ? Math.PI / 2 : -Math.PI / 2,
    right ? (left ? Math.PI * 2.5 : Math.PI / 2) : Math.PI * 1.5,
  );
  c.stroke();
}
