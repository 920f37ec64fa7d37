// Which part of a board is in view on its canvas, and how large its cells are: zoom, pan, and what is pointed at.

import type { BoardModel, Cell, CellsInView } from "../types.ts";

interface Point {
  clientX: number;
  clientY: number;
}

export const LEAST = 20; // px; smaller cells are scrolled instead
const SCROLLED = 24; // px, the size of cells where the board does not fit
const MOST = 56;
/** px, by the names of the setting; any other size is the largest that fits. */
export const CELL_SIZES: Record<string, number> = { compact: 24, wide: 34, large: 48 };
const FILLED_RULER = 20; // px at the edges of a board that takes all of its room
const LEAST_ROWS = 14; // that a window has room for, even where a board has fewer
const ZOOM_LEAST = 8;
const ZOOM_MOST = 96;

export const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));

export class Viewport {
  canvas: HTMLCanvasElement;
  onView: (view: CellsInView) => void;
  onPan = () => {}; // the view moved
  overscroll = 0; // how much of the view may be beyond the edges of a board that does not fit
  model: BoardModel | null = null;
  zoom = 1;
  area;
  _y: number;
  _x: number;
  _fixed: (Point & { place: Cell }) | null = null; // what a series of zooms leaves in its place
  _reported = ""; // the view that onView got last
  _device: number;
  _fitted: number;
  _cell: number;
  _ratio = 1;
  _width: number;
  _height: number;
  _ruler: number;

  /** `onView` gets the rectangle of cells in view whenever it changes, for boards that come in parts. */
  constructor(canvas: HTMLCanvasElement, onView: (view: CellsInView) => void) {
    this.canvas = canvas;
    this.onView = onView;
    this.area = {
      width: 600,
      height: 400,
      least: LEAST,
      scrolled: SCROLLED,
      wanted: 0,
      hasRulers: true,
      isFilled: false,
    };
    this._x = this._y = 0; // device pixels scrolled
    this._cell = this._device = this._fitted = 32;
    this._ruler = this._width = this._height = 0;
  }

  // -- What painting does with it

  /** Something else is in view, or in another place: paint what is missing. */
  _moved() {}

  /** The cells have another size or the canvas has: paint everything again. */
  _resized() {}

  /**
   * The room for rulers and cells, in CSS pixels: cells are not smaller than `least`, and a board that does not fit has
   * them of the size `scrolled`. Where a size is `wanted`, all boards have it. A filled area is a canvas that takes all
   * of the room; only there rulers may be left out.
   */
  setArea(
    width: number,
    height: number,
    { least = LEAST, scrolled = SCROLLED, wanted = 0, hasRulers = true, isFilled = false } = {},
  ) {
    this.area = { width, height, least, scrolled, wanted, hasRulers, isFilled };
    this._measure();
  }

  get cellSize() {
    return this._cell;
  }

  get ruler() {
    return this._ruler / this._ratio;
  }

  /** The number of cells that fit in view, for page keys and for the map. */
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

  /** Whether a part of the board is out of view, on each side. */
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
    const { width, height, isFilled } = this.area;
    const fitting = this._fittingSize(model);
    this._fitted = fitting;
    const size = clamp(ZOOM_LEAST, fitting * this.zoom, ZOOM_MOST);
    const device = Math.max(4, Math.round(size * this._ratio)); // whole device pixels: sharp at every ratio
    this._device = device;
    this._cell = device / this._ratio;
    this._ruler = Math.round(this._rulerFor(fitting) * this._ratio);
    const [across, down] = [Math.floor(width * this._ratio), Math.floor(height * this._ratio)];
    const [wide, high] = [across - this._rulersAcross * this._ruler, down - this._ruler];
    this._width = isFilled ? wide : Math.min(model.width * device, wide);
    this._height = isFilled ? high : Math.min(model.height * device, high);
    const canvasWidth = this._width + this._ruler;
    const canvasHeight = this._height + this._ruler;
    if (this.canvas.width !== canvasWidth || this.canvas.height !== canvasHeight) {
      this.canvas.width = canvasWidth;
      this.canvas.height = canvasHeight;
    }
    this.canvas.style.width = `${canvasWidth / this._ratio}px`;
    this.canvas.style.height = `${canvasHeight / this._ratio}px`;
    this._scrollTo(this._x, this._y);
    this._resized();
  }

  _fittingSize(model: BoardModel) {
    const { width, height, least, scrolled, wanted } = this.area;
    if (wanted) return wanted;
    const most = clamp(MOST, Math.floor(height / LEAST_ROWS), ZOOM_MOST); // larger windows have larger cells
    for (let size = most; size >= least; size--) {
      const ruler = this._rulerFor(size);
      if (model.width * size + this._rulersAcross * ruler <= width && model.height * size + ruler <= height)
        return size;
    }
    return Math.max(least, scrolled);
  }

  /** Rulers grow with the cells; their room is always there, so that showing them moves nothing. */
  _rulerFor(size: number) {
    const { hasRulers, isFilled } = this.area;
    if (!hasRulers) return 0;
    return isFilled ? FILLED_RULER : Math.max(18, Math.round(size * 0.56));
  }

  /** A board in the middle has a margin of the same width on the other side. */
  get _rulersAcross() {
    return this.area.isFilled ? 1 : 2;
  }

  // -- Zoom and pan

  zoomBy(factor: number, point: Point | null = null) {
    if (!this.model) return;
    const fixed = this._fixed;
    const isSame = fixed && point?.clientX === fixed.clientX && point?.clientY === fixed.clientY;
    const place = isSame ? fixed.place : this.placeOf(point);
    this.zoomTo(this.zoom * factor, place, point);
    this._fixed = point && { clientX: point.clientX, clientY: point.clientY, place };
  }

  /**
   * Zoom, and bring a place of the board to a point of the window.
   * @param place in cells from the corner of the board
   */
  zoomTo(zoom: number, [row, col]: Cell, point: Point | null) {
    this.zoom = clamp(ZOOM_LEAST / this._fitted, zoom, ZOOM_MOST / this._fitted);
    this._measure();
    const [x, y] = this._anchorOf(point); // the canvas may have another size and place now
    this._scrollTo(col * this._device - x, row * this._device - y);
  }

  /** A point in device pixels from the corner of the cells; without one, the middle. */
  _anchorOf(point: Point | null) {
    if (!point) return [this._width / 2, this._height / 2];
    const [x, y] = this._toCanvas(point);
    return [x - this._ruler, y - this._ruler];
  }

  /** Zoom out until the whole height of the board is in view. */
  fitHeight() {
    if (!this.model || !this.isHigher) return;
    const size = Math.floor(this.area.height - this.ruler) / this.model.height;
    this.zoom = clamp(ZOOM_LEAST, Math.floor(size * this._ratio) / this._ratio, this._fitted) / this._fitted;
    this._measure();
  }

  zoomReset() {
    this.zoom = 1;
    this._fixed = null;
    this._measure();
  }

  /** Pan by CSS pixels; return whether anything moved, so that the page may scroll instead. */
  panBy(dx: number, dy: number) {
    if (!this.model) return false;
    const [x, y] = [this._x, this._y];
    this._scrollTo(x + dx * this._ratio, y + dy * this._ratio);
    return x !== this._x || y !== this._y;
  }

  centreOn(row: number, col: number) {
    const d = this._device;
    this._scrollTo((col + 0.5) * d - this._width / 2, (row + 0.5) * d - this._height / 2);
  }

  /** Scroll no further than needed to have a cell, and a margin, in view. */
  reveal(row: number, col: number, margin = 1) {
    const d = this._device;
    const near = (from: number, at: number, length: number) => {
      const low = (at - margin) * d;
      const high = (at + 1 + margin) * d - length;
      return from > low ? low : Math.max(from, high);
    };
    this._scrollTo(near(this._x, col, this._width), near(this._y, row, this._height));
  }

  /**
   * Scroll no further than needed to have all of some cells in view, with a margin where there is room for one. The
   * first comes first where the view is too small for all.
   */
  revealAll(cells: readonly number[]) {
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

  _scrollTo(x: number, y: number) {
    const d = this._device;
    const { width, height } = this.model ?? { width: 0, height: 0 };
    /** @param hidden how much of the board is out of view */
    const within = (at: number, hidden: number, length: number) => {
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
      this._moved();
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

  _toCanvas({ clientX, clientY }: Point) {
    const box = this.canvas.getBoundingClientRect();
    return [(clientX - box.left) * this._ratio, (clientY - box.top) * this._ratio];
  }

  /** The place of a point in cells from the corner of the board, on the board or not; without one, of the middle. */
  placeOf(point: Point | null): Cell {
    const [x, y] = this._anchorOf(point);
    return [(y + this._y) / this._device, (x + this._x) / this._device];
  }

  /** The place of the pointer, in cells from the top-left corner; null where no cell is in view. */
  placeAt(event: Point): Cell | null {
    if (!this.model) return null;
    const [x, y] = this._anchorOf(event);
    if (x < 0 || y < 0 || x >= this._width || y >= this._height) return null;
    const [row, col] = this.placeOf(event);
    return row >= 0 && col >= 0 && row < this.model.height && col < this.model.width ? [row, col] : null;
  }

  cellAt(event: Point): Cell | null {
    const place = this.placeAt(event);
    return place && [Math.floor(place[0]), Math.floor(place[1])];
  }

  /** The middle of a cell on the page, in CSS pixels: what tests click at. */
  pointOf(row: number, col: number) {
    const box = this.canvas.getBoundingClientRect();
    const at = (index: number, scrolled: number) =>
      (this._ruler + (index + 0.5) * this._device - scrolled) / this._ratio;
    return [box.left + at(col, this._x), box.top + at(row, this._y)];
  }
}
