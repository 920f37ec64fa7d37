// @ts-check
// The board on its canvas: which part of it is in view, what has to be painted again, and what moves.

/** @import { BoardModel, Canvas, Cell, CellsInView, Change, MarkPainter, Marks, Owner, Theme } from "./types.js" */
/** @typedef {{ clientX: number, clientY: number }} Point */
/** @typedef {{ kind: keyof typeof DURATION, from: number, start: number }} Motion */
/** @typedef {{ c: Canvas, model: BoardModel, theme: Theme, tiles: Tiles, now: number }} Painter */

import { EXPLODED, FLAG, HIDDEN, columnName, isClosed } from "./cell-values.js";
import { Emphasis, FINISHED } from "./emphasis.js";
import { FONT, Tiles, drawCell, drawCursor, drawFlag, drawInitial, drawTicks, drawWarning } from "./paint.js";
import { Patches } from "./patches.js";

const LEAST = 20; // px; smaller cells are scrolled instead
const SCROLLED = 24; // px, the size of cells where the board does not fit
const MOST = 56;
const LEAST_ROWS = 14; // that a window has room for, even where a board has fewer
const ZOOM_LEAST = 8;
const ZOOM_MOST = 96;
const RING_MS = 16;
const WAVE_MS = 320;
const DURATION = { open: 90, flag: 120, clear: 80, shiver: 120, pop: 160, mark: 140 };

/**
 * @param {number} least
 * @param {number} value
 * @param {number} most
 */
const clamp = (least, value, most) => Math.max(least, Math.min(value, most));
/** @param {number} t */
const easeOut = (t) => 1 - (1 - t) ** 3;

export class BoardView {
  /**
   * `onView` gets the rectangle of cells in view whenever it changes, for boards that come in parts.
   * @param {HTMLCanvasElement} canvas
   * @param {(view: CellsInView) => void} onView
   */
  constructor(canvas, onView) {
    this.canvas = canvas;
    this.onView = onView;
    this.onPan = () => {}; // the view moved
    /** @type {(index: number) => Owner | null} whose the flag or the mine that was hit is, where several play */
    this.ownerOf = () => null;
    this.overscroll = 0; // how much of the view may be beyond the edges of a board that does not fit
    /** @type {BoardModel | null} */
    this.model = null;
    /** @type {Theme | null} */
    this.theme = null;
    this.motion = true;
    this.zoom = 1;
    this.painted = 0; // cells painted so far: what tests and measurements read
    this.frames = 0;
    this._context = /** @type {Canvas} */ (canvas.getContext("2d", { alpha: true }));
    this._area = { width: 600, height: 400, least: LEAST, scrolled: SCROLLED, hasRulers: true };
    /** @type {Set<number>} */
    this._dirty = new Set();
    this._allDirty = true;
    this._frame = 0;
    /** @type {Map<number, Motion>} */
    this._anims = new Map();
    /** @type {Map<number, Marks>} */
    this._marks = new Map();
    /** @type {MarkPainter} */
    this._drawMarks = () => {};
    /** @type {Set<number>} */
    this._pressed = new Set();
    /** @type {Tiles | null} */
    this._tiles = null;
    this._patches = new Patches();
    this._isStale = false; // some patches were dropped
    this.emphasis = new Emphasis();
    this._hover = -1;
    this._cursor = -1;
    this._last = -1;
    this._warned = -1;
    this._rulers = false;
    this._x = this._y = 0; // device pixels scrolled
    this._paintedX = this._paintedY = 0; // where they were at the last paint
    /** @type {(Point & { place: Cell }) | null} what a series of zooms leaves in its place */
    this._fixed = null;
    this._reported = ""; // the view that onView got last
    this._cell = this._device = this._fitted = 32;
    this._ratio = 1;
    this._ruler = this._width = this._height = 0;
  }

  /**
   * Show a model, or nothing: then no cell is left on the canvas either.
   * @param {BoardModel | null} model
   */
  show(model, { keepView = false } = {}) {
    this.model = model;
    this._anims.clear();
    this._marks.clear();
    this._pressed.clear();
    this._hover = this._last = this._warned = -1;
    if (!keepView) {
      this._x = this._y = 0;
      this._fixed = null;
      this.zoom = 1;
      this._cursor = -1;
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

  /** @param {Theme} theme */
  setTheme(theme) {
    this.theme = theme;
    this.restyle();
  }

  /** Draw every cell again: it looks different now. */
  restyle() {
    this._tiles = null;
    this.invalidateAll();
  }

  /**
   * The room for rulers and cells, in CSS pixels: cells are not smaller than `least`, and a board that does not fit has
   * them of the size `scrolled`. Without rulers the canvas takes all of the room.
   * @param {number} width
   * @param {number} height
   */
  setArea(width, height, { least = LEAST, scrolled = SCROLLED, hasRulers = true } = {}) {
    this._area = { width, height, least, scrolled, hasRulers };
    this._measure();
  }

  get cellSize() {
    return this._cell;
  }

  get ruler() {
    return this._ruler / this._ratio;
  }

  /** How many cells fit in view, for page keys and for the map. */
  get view() {
    const d = this._device;
    const { width, height } = this.model ?? { width: 0, height: 0 };
    const left = Math.max(0, Math.floor(this._x / d));
    const top = Math.max(0, Math.floor(this._y / d));
    const right = Math.min(width, Math.ceil((this._x + this._width) / d));
    const bottom = Math.min(height, Math.ceil((this._y + this._height) / d));
    return { top, left, height: bottom - top, width: right - left };
  }

  /** Whether the board is wider than what is in view. */
  get isWider() {
    return (this.model?.width ?? 0) * this._device > this._width;
  }

  /** Whether the board is higher than what is in view. */
  get isHigher() {
    return (this.model?.height ?? 0) * this._device > this._height;
  }

  /** How much of the board is out of view, on each side: nothing or something. */
  get beyond() {
    const { width, height } = this.model ?? { width: 0, height: 0 };
    return {
      left: this._x > 0,
      top: this._y > 0,
      right: this._x + this._width < width * this._device,
      bottom: this._y + this._height < height * this._device,
    };
  }

  get fits() {
    return !this.isWider && !this.isHigher;
  }

  _measure() {
    const { model } = this;
    this._ratio = globalThis.devicePixelRatio || 1;
    if (!model) return;
    const { width, height, hasRulers } = this._area;
    const fitting = this._fittingSize(model);
    this._fitted = fitting;
    const size = clamp(ZOOM_LEAST, fitting * this.zoom, ZOOM_MOST);
    const device = Math.max(4, Math.round(size * this._ratio)); // whole device pixels: sharp at every ratio
    if (device !== this._device) this._tiles = null;
    this._device = device;
    this._cell = device / this._ratio;
    this._ruler = Math.round(this._rulerFor(fitting) * this._ratio);
    const [across, down] = [Math.floor(width * this._ratio), Math.floor(height * this._ratio)];
    this._width = hasRulers ? Math.min(model.width * device, across - 2 * this._ruler) : across; // and a margin
    this._height = hasRulers ? Math.min(model.height * device, down - this._ruler) : down;
    const canvasWidth = this._width + this._ruler;
    const canvasHeight = this._height + this._ruler;
    if (this.canvas.width !== canvasWidth || this.canvas.height !== canvasHeight) {
      this.canvas.width = canvasWidth;
      this.canvas.height = canvasHeight;
    }
    this.canvas.style.width = `${canvasWidth / this._ratio}px`;
    this.canvas.style.height = `${canvasHeight / this._ratio}px`;
    this._scrollTo(this._x, this._y);
    this.invalidateAll();
  }

  /** @param {BoardModel} model */
  _fittingSize(model) {
    const { width, height, least, scrolled } = this._area;
    const most = clamp(MOST, Math.floor(height / LEAST_ROWS), ZOOM_MOST); // larger windows have larger cells
    for (let size = most; size >= least; size--) {
      const ruler = this._rulerFor(size);
      if (model.width * size + 2 * ruler <= width && model.height * size + ruler <= height) return size;
    }
    return Math.max(least, scrolled);
  }

  /**
   * Rulers grow with the cells; their room is always there, so that showing them moves nothing.
   * @param {number} size
   */
  _rulerFor(size) {
    return this._area.hasRulers ? Math.max(18, Math.round(size * 0.56)) : 0;
  }

  // -- Zoom and pan

  /**
   * @param {number} factor
   * @param {Point | null} point
   */
  zoomBy(factor, point = null) {
    if (!this.model) return;
    const fixed = this._fixed;
    const isSame = fixed && point?.clientX === fixed.clientX && point?.clientY === fixed.clientY;
    const place = isSame ? fixed.place : this.placeOf(point);
    this.zoomTo(this.zoom * factor, place, point);
    this._fixed = point && { clientX: point.clientX, clientY: point.clientY, place };
  }

  /**
   * Zoom, and bring a place of the board to a point of the window.
   * @param {number} zoom
   * @param {Cell} place in cells from the corner of the board
   * @param {Point | null} point
   */
  zoomTo(zoom, [row, col], point) {
    this.zoom = clamp(ZOOM_LEAST / this._fitted, zoom, ZOOM_MOST / this._fitted);
    this._measure();
    const [x, y] = this._anchorOf(point); // the canvas may have another size and place now
    this._scrollTo(col * this._device - x, row * this._device - y);
  }

  /**
   * A point in device pixels from the corner of the cells; without one, the middle.
   * @param {Point | null} point
   */
  _anchorOf(point) {
    if (!point) return [this._width / 2, this._height / 2];
    const [x, y] = this._toCanvas(point);
    return [x - this._ruler, y - this._ruler];
  }

  /** Zoom out until the whole height of the board is in view. */
  fitHeight() {
    if (!this.model || !this.isHigher) return;
    const size = Math.floor(this._area.height) / this.model.height;
    this.zoom = clamp(ZOOM_LEAST, Math.floor(size * this._ratio) / this._ratio, this._fitted) / this._fitted;
    this._measure();
  }

  zoomReset() {
    this.zoom = 1;
    this._fixed = null;
    this._measure();
  }

  /**
   * Pan by CSS pixels; return whether anything moved, so that the page may scroll instead.
   * @param {number} dx
   * @param {number} dy
   */
  panBy(dx, dy) {
    if (!this.model) return false;
    const [x, y] = [this._x, this._y];
    this._scrollTo(x + dx * this._ratio, y + dy * this._ratio);
    return x !== this._x || y !== this._y;
  }

  /**
   * @param {number} row
   * @param {number} col
   */
  centreOn(row, col) {
    const d = this._device;
    this._scrollTo((col + 0.5) * d - this._width / 2, (row + 0.5) * d - this._height / 2);
  }

  /**
   * Scroll no further than needed to have a cell, and a margin, in view.
   * @param {number} row
   * @param {number} col
   */
  reveal(row, col, margin = 1) {
    const d = this._device;
    /**
     * @param {number} from
     * @param {number} at
     * @param {number} length
     */
    const near = (from, at, length) => {
      const low = (at - margin) * d;
      const high = (at + 1 + margin) * d - length;
      return from > low ? low : Math.max(from, high);
    };
    this._scrollTo(near(this._x, col, this._width), near(this._y, row, this._height));
  }

  /**
   * Scroll no further than needed to have all of some cells in view, with a margin where there is room for one. The
   * first comes first where the view is too small for all.
   * @param {readonly number[]} cells
   */
  revealAll(cells) {
    const width = this.model?.width ?? 1;
    const rows = cells.map((cell) => Math.floor(cell / width));
    const cols = cells.map((cell) => cell % width);
    const ends = [Math.min(...rows), Math.max(...rows), Math.min(...cols), Math.max(...cols)];
    const [top, bottom, left, right] = ends;
    const across = Math.floor(this._width / this._device);
    const down = Math.floor(this._height / this._device);
    const margin = Math.min(
      1,
      Math.floor((down - (bottom - top + 1)) / 2),
      Math.floor((across - (right - left + 1)) / 2),
    );
    if (margin < 0) {
      this.reveal(rows[0], cols[0]);
      return;
    }
    this.reveal(bottom, right, margin);
    this.reveal(top, left, margin);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  _scrollTo(x, y) {
    const d = this._device;
    const { width, height } = this.model ?? { width: 0, height: 0 };
    /**
     * @param {number} at
     * @param {number} hidden how much of the board is out of view
     * @param {number} length
     */
    const within = (at, hidden, length) => {
      if (hidden <= 0) return Math.round(hidden / 2); // a board that fits is in the middle
      const beyond = this.overscroll * length;
      return Math.round(clamp(-beyond, at, hidden + beyond));
    };
    x = within(x, width * d - this._width, this._width);
    y = within(y, height * d - this._height, this._height);
    if (x !== this._x || y !== this._y) {
      this._x = x;
      this._y = y;
      this._fixed = null;
      this._request();
      this.onPan();
    }
    const view = this.view;
    const reported = JSON.stringify(view);
    if (reported !== this._reported) {
      this._reported = reported;
      this.onView(view);
    }
  }

  // -- What is pointed at

  /** @param {Point} point */
  _toCanvas({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return [(clientX - box.left) * this._ratio, (clientY - box.top) * this._ratio];
  }

  /**
   * The place of a point in cells from the corner of the board, on the board or not; without one, of the middle.
   * @param {Point | null} point
   * @returns {Cell}
   */
  placeOf(point) {
    const [x, y] = this._anchorOf(point);
    return [(y + this._y) / this._device, (x + this._x) / this._device];
  }

  /**
   * The place of the pointer, in cells from the top-left corner; null where no cell is in view.
   * @param {Point} event
   * @returns {Cell | null}
   */
  placeAt(event) {
    if (!this.model) return null;
    const [x, y] = this._anchorOf(event);
    if (x < 0 || y < 0 || x >= this._width || y >= this._height) return null;
    const [row, col] = this.placeOf(event);
    return row >= 0 && col >= 0 && row < this.model.height && col < this.model.width ? [row, col] : null;
  }

  /**
   * @param {Point} event
   * @returns {Cell | null}
   */
  cellAt(event) {
    const place = this.placeAt(event);
    return place && [Math.floor(place[0]), Math.floor(place[1])];
  }

  /**
   * The middle of a cell on the page, in CSS pixels: what tests click at.
   * @param {number} row
   * @param {number} col
   */
  pointOf(row, col) {
    const box = this.canvas.getBoundingClientRect();
    /**
     * @param {number} index
     * @param {number} scrolled
     */
    const at = (index, scrolled) => (this._ruler + (index + 0.5) * this._device - scrolled) / this._ratio;
    return [box.left + at(col, this._x), box.top + at(row, this._y)];
  }

  // -- What is shown beside the cells' values

  /**
   * @param {readonly Cell[]} cells
   * @param {readonly number[]} awaited more of them, by their indices
   */
  setPressed(cells, awaited = []) {
    const width = this.model?.width ?? 0;
    const next = new Set([...cells.map(([row, col]) => row * width + col), ...awaited]);
    for (const index of this._pressed) if (!next.has(index)) this._touch(index);
    for (const index of next) if (!this._pressed.has(index)) this._touch(index);
    this._pressed = next;
  }

  /** The indices of the cells that are drawn pressed. */
  get pressed() {
    return [...this._pressed];
  }

  /** @param {number} index */
  setHover(index) {
    this._swap("_hover", index);
  }

  /** @param {number} index */
  setCursor(index) {
    this._swap("_cursor", index);
  }

  /** @param {number} index */
  setLast(index) {
    this._swap("_last", index);
  }

  /**
   * Warn at a cell, -1 for none.
   * @param {number} index
   */
  setWarned(index) {
    this._swap("_warned", index);
  }

  /**
   * @param {"_hover" | "_cursor" | "_last" | "_warned"} name
   * @param {number} index
   */
  _swap(name, index) {
    if (this[name] === index) return;
    if (this[name] >= 0) this._touch(this[name]);
    this[name] = index;
    if (index >= 0) this._touch(index);
  }

  /** @param {boolean} shown */
  setRulers(shown) {
    if (this._rulers === shown) return;
    this._rulers = shown;
    this.invalidateAll();
  }

  /**
   * Point cells out: a map from index to marks, and what draws them.
   * @param {Map<number, Marks>} marks
   * @param {MarkPainter} draw
   */
  setMarks(marks, draw) {
    for (const index of this._marks.keys()) this._touch(index);
    this._marks = marks;
    this._drawMarks = draw;
    for (const index of marks.keys()) this.animate(index, "mark");
  }

  get marks() {
    return this._marks;
  }

  // -- Motion: paint that follows the model and never delays the next click

  /**
   * @param {number} index
   * @param {Motion["kind"]} kind
   */
  animate(index, kind, { delay = 0, from = HIDDEN } = {}) {
    this._touch(index);
    if (!this.motion) return;
    this._anims.set(index, { kind, from, start: performance.now() + delay });
  }

  /**
   * Let an opening ripple outward from where it began, in at most 320 ms.
   * @param {Change[]} changes
   * @param {number} origin
   */
  ripple(changes, origin) {
    const width = this.model?.width ?? 1;
    /** @param {Change} change */
    const ring = ({ index }) =>
      Math.max(
        Math.abs(Math.floor(index / width) - Math.floor(origin / width)),
        Math.abs((index % width) - (origin % width)),
      );
    const rings = changes.reduce((most, change) => Math.max(most, ring(change)), 0);
    const step = Math.min(RING_MS, (WAVE_MS - DURATION.open) / Math.max(1, rings));
    for (const change of changes) this.animate(change.index, "open", { delay: ring(change) * step, from: change.from });
  }

  // -- Painting

  /** @param {number} index */
  invalidate(index) {
    this._anims.delete(index); // new input ends the motion of the cells it touches
    this._touch(index);
    const { model } = this;
    if (model) for (const near of model.around(index)) if (model.seen(near) <= 8) this._touch(near); // its hatch
  }

  invalidateAll() {
    this._allDirty = true;
    this._request();
  }

  /**
   * The cells of a rectangle may look different now, and so may those beside it.
   * @param {CellsInView} part
   */
  invalidatePart({ top, left, height, width }) {
    this._patches.drop({
      top: Math.max(0, top - 1),
      left: Math.max(0, left - 1),
      height: height + 2,
      width: width + 2,
    });
    this._isStale = true;
    this._request();
  }

  /** @param {number} index */
  _touch(index) {
    this._dirty.add(index);
    const width = this.model?.width ?? 1;
    this._patches.drop({ top: Math.floor(index / width), left: index % width, height: 1, width: 1 });
    this._request();
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
    const { emphasis } = this;
    const tiles = (this._tiles ||= new Tiles(theme, this._device, emphasis.drawNumber));
    const painter = { c, model, theme, tiles, now: performance.now() };
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

  /**
   * Point out the neighbours of the number under the cursor or the pointer, where the player wants that.
   * @param {BoardModel} model
   */
  _followPointer(model) {
    const at = this._cursor < 0 ? this._hover : this._cursor;
    for (const index of this.emphasis.follow(model, at)) this._touch(index);
  }

  /**
   * Copy what is in view from its patches; only cells in motion are left to paint.
   * @param {Painter} painter
   */
  _copyView(painter) {
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
    if (this._cursor >= 0) this._dirty.add(this._cursor); // its round corners differ by where they are painted
  }

  /**
   * Paint a rectangle of cells at rest, where `x` and `y` are the corner of the whole board.
   * @param {Painter} painter
   * @param {CellsInView} part
   * @param {number} x
   * @param {number} y
   */
  _paintPart(painter, { top, left, height, width }, x, y) {
    const { model } = painter;
    const d = this._device;
    for (let row = top; row < Math.min(top + height, model.height); row++) {
      for (let col = left; col < Math.min(left + width, model.width); col++) {
        this._paintStillCell(painter, row * model.width + col, x + col * d, y + row * d);
      }
    }
  }

  /**
   * @param {Painter} painter
   * @param {number} index
   */
  _paintCell(painter, index) {
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
    this._paintMoving(painter, model.seen(index), x, y, motion, Math.max(0, passed), index);
    this._paintOver(painter, index, x, y, motion.kind === "mark" ? Math.max(0, passed) : 1);
  }

  /**
   * @param {Painter} painter
   * @param {number} index
   * @param {number} x
   * @param {number} y
   */
  _paintStillCell(painter, index, x, y) {
    this.painted++;
    this._paintStill(painter, painter.model.seen(index), x, y, index);
    this._paintOver(painter, index, x, y);
  }

  /**
   * Paint what is shown beside a cell's value.
   * @param {Painter} painter
   * @param {number} index
   * @param {number} x
   * @param {number} y
   */
  _paintOver({ c, theme }, index, x, y, share = 1) {
    const d = this._device;
    const marks = this._marks.get(index);
    if (marks) {
      c.globalAlpha = share;
      this._drawMarks(c, theme, x, y, d, marks);
      c.globalAlpha = 1;
    }
    this.emphasis.draw(c, theme, x, y, d, index);
    if (index === this._last) drawTicks(c, theme, x, y, d);
    if (index === this._warned) drawWarning(c, theme, x, y, d);
    if (index === this._cursor) drawCursor(c, theme, x, y, d);
  }

  /**
   * @param {Painter} painter
   * @param {number} seen
   * @param {number} x
   * @param {number} y
   * @param {number} index
   */
  _paintStill({ c, model, theme, tiles }, seen, x, y, index) {
    if (seen > 0 && seen <= 8 && model.flagsAround(index) > seen) {
      drawCell(c, theme, seen, x, y, this._device, "", true, this.emphasis.drawNumber);
      return;
    }
    if (seen > 0 && seen <= 8 && this.emphasis.isFaint(model, index)) {
      c.drawImage(tiles.get(0), x, y);
      c.globalAlpha = FINISHED;
      c.drawImage(tiles.get(seen), x, y);
      c.globalAlpha = 1;
      return;
    }
    const state = !isClosed(seen) ? "" : this._pressed.has(index) ? "pressed" : index === this._hover ? "hover" : "";
    const owner = seen === FLAG || seen === EXPLODED ? this.ownerOf(index) : null;
    const isFlag = owner !== null && (seen === FLAG || Boolean(owner.isFound));
    c.drawImage(tiles.get(isFlag ? HIDDEN : seen, state), x, y);
    if (!owner) return;
    if (isFlag) drawFlag(c, { ...theme, flag: owner.colour }, x, y, this._device);
    if (this._cell >= LEAST) drawInitial(c, theme, x, y, this._device, owner.initial);
  }

  /**
   * @param {Painter} painter
   * @param {number} seen
   * @param {number} x
   * @param {number} y
   * @param {Motion} motion
   * @param {number} t how much of it is done, 0 to 1
   * @param {number} index
   */
  _paintMoving(painter, seen, x, y, motion, t, index) {
    const { c, tiles } = painter;
    const d = this._device;
    /** @param {number} value */
    const tile = (value) => c.drawImage(tiles.get(value), x, y);
    if (motion.kind === "open" || motion.kind === "clear") {
      tile(motion.from);
      c.globalAlpha = easeOut(t);
      tile(seen);
      c.globalAlpha = 1;
    } else if ((motion.kind === "flag" && seen === FLAG) || this.ownerOf(index)?.isFound) {
      const size = d * (1.25 - 0.25 * easeOut(t));
      tile(HIDDEN);
      c.save();
      c.beginPath();
      c.rect(x, y, d, d);
      c.clip();
      c.globalAlpha = Math.min(1, t * 2);
      const flag = this.ownerOf(index)?.colour ?? painter.theme.flag;
      drawFlag(c, { ...painter.theme, flag }, x - (size - d) / 2, y - (size - d) / 2, size);
      c.restore();
    } else if (motion.kind === "shiver") {
      tile(HIDDEN);
      c.drawImage(tiles.get(seen), x + Math.sin(t * Math.PI * 3) * 2 * this._ratio, y);
    } else if (motion.kind === "pop") {
      const grown = d * (1 + 0.15 * Math.sin(t * Math.PI));
      const off = (grown - d) / 2;
      c.drawImage(tiles.get(seen), off, off, d - off, d - off, x, y, d, d);
    } else {
      this._paintStill(painter, seen, x, y, index);
    }
  }

  /**
   * @param {Canvas} c
   * @param {Theme} theme
   */
  _paintRulers(c, theme) {
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
