// The board on its canvas: what is shown on it, what has to be painted again, and what moves.

import type { Look, Motion, Painter } from "./board-cell.ts";
import type { BoardModel, Canvas, Cell, CellsInView, Change, MarkPainter, Marks, Owner, Theme } from "../types.ts";

import { DURATION, paintMoving, paintOver, paintStill } from "./board-cell.ts";
import { HIDDEN, columnName } from "./cell-values.ts";
import { Emphasis } from "./emphasis.ts";
import { FONT, Tiles } from "./paint.ts";
import { Patches } from "./patches.ts";
import { LEAST, Viewport, clamp } from "./viewport.ts";

const RING_MS = 16;
const WAVE_MS = 320;

export class BoardView extends Viewport {
  ownerOf: (index: number) => Owner | null; // whose the flag or the mine that was hit is, where several play
  theme: Theme | null = null;
  motion = true;
  painted = 0; // cells painted so far: what tests and measurements read
  frames = 0;
  emphasis: Emphasis;
  _context: CanvasRenderingContext2D;
  _dirty: Set<number> = new Set();
  _allDirty = true;
  _frame = 0;
  _anims: Map<number, Motion> = new Map();
  _look: Look;
  _tiles: Tiles | null = null;
  _patches: Patches;
  _isStale = false; // some patches were dropped
  _rulers = false;
  _paintedY: number;
  _paintedX: number;

  /** @param onView gets the rectangle of cells in view whenever it changes */
  constructor(canvas: HTMLCanvasElement, onView: (view: CellsInView) => void) {
    super(canvas, onView);
    this.ownerOf = () => null;
    this.emphasis = new Emphasis();
    this._context = canvas.getContext("2d", { alpha: true }) as Canvas;
    this._look = {
      pressed: new Set(),
      hover: -1,
      cursor: -1,
      last: -1,
      warned: -1,
      marks: new Map(),
      drawMarks: () => {},
    };
    this._patches = new Patches();
    this._paintedX = this._paintedY = 0; // where they were at the last paint
  }

  /** Show a model, or nothing: then no cell is left on the canvas either. */
  show(model: BoardModel | null, { keepView = false } = {}) {
    this.model = model;
    this._anims.clear();
    const look = this._look;
    look.marks.clear();
    look.pressed.clear();
    look.hover = look.last = look.warned = -1;
    if (!keepView) {
      this._x = this._y = 0;
      this._fixed = null;
      this.zoom = 1;
      look.cursor = -1;
    }
    if (!model?.isVisible) this.blank();
    this._reported = "";
    this._measure();
  }

  /** Leave nothing of the board on the canvas, as in a pause. */
  blank() {
    this._anims.clear();
    this._dirty.clear();
    this._patches.forget();
    this._allDirty = true;
    this._context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  setTheme(theme: Theme) {
    this.theme = theme;
    this.restyle();
  }

  /** Draw every cell again: it looks different now. */
  restyle() {
    this._tiles = null;
    this.invalidateAll();
  }

  // -- What is shown in addition to the values of cells

  /** @param awaited more of them, by their indices */
  setPressed(cells: readonly Cell[], awaited: readonly number[] = []) {
    const width = this.model?.width ?? 0;
    const next = new Set([...cells.map(([row, col]) => row * width + col), ...awaited]);
    for (const index of this._look.pressed) if (!next.has(index)) this._touch(index);
    for (const index of next) if (!this._look.pressed.has(index)) this._touch(index);
    this._look.pressed = next;
  }

  /** The indices of the cells that are drawn pressed. */
  get pressed() {
    return [...this._look.pressed];
  }

  setHover(index: number) {
    this._swap("hover", index);
  }

  setCursor(index: number) {
    this._swap("cursor", index);
  }

  setLast(index: number) {
    this._swap("last", index);
  }

  /** Warn at a cell, -1 for none. */
  setWarned(index: number) {
    this._swap("warned", index);
  }

  _swap(name: "hover" | "cursor" | "last" | "warned", index: number) {
    const before = this._look[name];
    if (before === index) return;
    if (before >= 0) this._touch(before);
    this._look[name] = index;
    if (index >= 0) this._touch(index);
  }

  setRulers(shown: boolean) {
    if (this._rulers === shown) return;
    this._rulers = shown;
    this.invalidateAll();
  }

  /** Point cells out: a map from index to marks, and what draws them. */
  setMarks(marks: Map<number, Marks>, draw: MarkPainter) {
    const before = this._look.marks;
    for (const index of before.keys()) this._touch(index);
    this._look.marks = marks;
    this._look.drawMarks = draw;
    for (const index of marks.keys()) if (!before.has(index)) this.animate(index, "mark");
  }

  get marks() {
    return this._look.marks;
  }

  // -- Motion: paint that follows the model and never delays the next click

  animate(index: number, kind: Motion["kind"], { delay = 0, from = HIDDEN } = {}) {
    this._touch(index);
    if (!this.motion) return;
    this._anims.set(index, { kind, from, start: performance.now() + delay });
  }

  /** Let an opening ripple outward from where it began, in at most 320 ms. */
  ripple(changes: Change[], origin: number) {
    const width = this.model?.width ?? 1;
    const ring = ({ index }: Change) =>
      Math.max(
        Math.abs(Math.floor(index / width) - Math.floor(origin / width)),
        Math.abs((index % width) - (origin % width)),
      );
    const rings = changes.reduce((most, change) => Math.max(most, ring(change)), 0);
    const step = Math.min(RING_MS, (WAVE_MS - DURATION.open) / Math.max(1, rings));
    for (const change of changes) this.animate(change.index, "open", { delay: ring(change) * step, from: change.from });
  }

  // -- Painting

  invalidate(index: number) {
    this._anims.delete(index); // new input ends the motion of the cells it touches
    this._touch(index);
    const { model } = this;
    if (model) for (const near of model.around(index)) if (model.seen(near) <= 8) this._touch(near); // its hatch
  }

  invalidateAll() {
    this._allDirty = true;
    this._request();
  }

  /** The cells of a rectangle may look different now, and so may those beside it. */
  invalidatePart({ top, left, height, width }: CellsInView) {
    this._patches.drop({
      top: Math.max(0, top - 1),
      left: Math.max(0, left - 1),
      height: height + 2,
      width: width + 2,
    });
    this._isStale = true;
    this._request();
  }

  _touch(index: number) {
    this._dirty.add(index);
    const width = this.model?.width ?? 1;
    this._patches.drop({ top: Math.floor(index / width), left: index % width, height: 1, width: 1 });
    this._request();
  }

  _moved() {
    this._request();
  }

  _resized() {
    if (this._tiles?.size !== this._device) this._tiles = null;
    this.invalidateAll();
  }

  _request() {
    if (!this._frame) this._frame = requestAnimationFrame(() => this.paint());
  }

  /** Paint what changed; called once a frame, and only if something did. */
  paint() {
    const { model, theme, _context: c } = this;
    if (model?.isVisible) this._followPointer(model);
    this._frame = 0;
    if (!model?.isVisible || !theme) {
      this.blank();
      return;
    }
    this.frames++;
    const painter = this._painter(model, theme);
    for (const index of this._anims.keys()) this._dirty.add(index);
    const isMoved = this._x !== this._paintedX || this._y !== this._paintedY;
    c.save();
    if (this._allDirty) {
      this._patches.clear();
      c.clearRect(0, 0, this.canvas.width, this.canvas.height);
    }
    if (this._rulers && this._ruler && (this._allDirty || isMoved)) this._paintRulers(c, theme);
    c.beginPath();
    c.rect(this._ruler, this._ruler, this._width, this._height);
    c.clip();
    if (this._allDirty) this._paintPart(painter, this.view, this._ruler - this._x, this._ruler - this._y);
    else if (this._isStale || isMoved) this._copyView(painter);
    for (const index of this._dirty) this._paintCell(painter, index);
    c.restore();
    [this._paintedX, this._paintedY] = [this._x, this._y];
    this._allDirty = this._isStale = false;
    this._dirty.clear();
    if (this._anims.size) this._request();
  }

  _painter(model: BoardModel, theme: Theme): Painter {
    const { emphasis } = this;
    this._tiles ||= new Tiles(theme, this._device, emphasis.drawNumber);
    return {
      c: this._context,
      model,
      theme,
      tiles: this._tiles,
      now: performance.now(),
      size: this._device,
      ratio: this._ratio,
      hasInitials: this._cell >= LEAST,
      look: this._look,
      emphasis,
      ownerOf: this.ownerOf,
    };
  }

  /** Point out the neighbours of the number under the cursor or the pointer, where the player wants that. */
  _followPointer(model: BoardModel) {
    const { cursor, hover } = this._look;
    const at = cursor < 0 ? hover : cursor;
    for (const index of this.emphasis.follow(model, at)) this._touch(index);
  }

  /** Copy what is in view from its patches; only cells in motion are left to paint. */
  _copyView(painter: Painter) {
    const { c, model } = painter;
    const [right, bottom] = [model.width * this._device - this._x, model.height * this._device - this._y];
    const isBeyond = this._x < 0 || this._y < 0 || right < this._width || bottom < this._height;
    if (isBeyond) c.clearRect(this._ruler, this._ruler, this._width, this._height);
    this._patches.setSize(this._device);
    const [x, y] = [this._ruler - this._x, this._ruler - this._y];
    this._patches.copy(c, this.view, x, y, (context, part) => {
      const [left, top] = [part.left * this._device, part.top * this._device];
      this._paintPart({ ...painter, c: context }, part, -left, -top);
    });
    this._dirty = new Set(this._anims.keys());
    if (this._look.cursor >= 0) this._dirty.add(this._look.cursor); // its round corners differ by where they are painted
  }

  /** Paint a rectangle of cells at rest, where `x` and `y` are the corner of the whole board. */
  _paintPart(painter: Painter, { top, left, height, width }: CellsInView, x: number, y: number) {
    const { model } = painter;
    const d = this._device;
    for (let row = top; row < Math.min(top + height, model.height); row++) {
      for (let col = left; col < Math.min(left + width, model.width); col++) {
        this._paintStillCell(painter, row * model.width + col, x + col * d, y + row * d);
      }
    }
  }

  _paintCell(painter: Painter, index: number) {
    const { model, now } = painter;
    const d = this._device;
    const row = Math.floor(index / model.width);
    const x = this._ruler + (index - row * model.width) * d - this._x;
    const y = this._ruler + row * d - this._y;
    const outside = x + d <= this._ruler || y + d <= this._ruler || x >= this.canvas.width || y >= this.canvas.height;
    const motion = this._anims.get(index);
    const passed = motion ? (now - motion.start) / DURATION[motion.kind] : 1;
    if (passed >= 1 || outside) this._anims.delete(index);
    if (outside) return;
    if (!motion || passed >= 1) {
      this._paintStillCell(painter, index, x, y);
      return;
    }
    this.painted++;
    paintMoving(painter, model.seen(index), x, y, motion, Math.max(0, passed), index);
    paintOver(painter, index, x, y, motion.kind === "mark" ? Math.max(0, passed) : 1);
  }

  _paintStillCell(painter: Painter, index: number, x: number, y: number) {
    this.painted++;
    paintStill(painter, painter.model.seen(index), x, y, index);
    paintOver(painter, index, x, y);
  }

  _paintRulers(c: Canvas, theme: Theme) {
    const { top, left, height, width } = this.view;
    const d = this._device;
    const r = this._ruler;
    c.clearRect(0, 0, this.canvas.width, r);
    c.clearRect(0, 0, r, this.canvas.height);
    c.fillStyle = theme.muted;
    c.font = `500 ${clamp(9 * this._ratio, d * 0.34, 12 * this._ratio)}px ${FONT}`;
    c.textBaseline = "middle";
    c.textAlign = "center";
    const step = d / this._ratio < 22 ? 2 : 1;
    for (let col = left; col < left + width; col += step) {
      const x = r + (col + 0.5) * d - this._x;
      if (x > r) c.fillText(columnName(col), x, r / 2);
    }
    c.textAlign = "right";
    for (let row = top; row < top + height; row += step) {
      const y = r + (row + 0.5) * d - this._y;
      if (y > r) c.fillText(String(row + 1), r - 5 * this._ratio, y);
    }
  }
}
