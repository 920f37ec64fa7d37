// @ts-check
// The pointer on the analysis board: a press paints, a drag paints on, and a finger pans a board that is larger than
// its window.

/** @import { BoardView } from "./board.js" */
/**
 * @typedef {{
 *   press: (index: number, isRight: boolean) => void,
 *   drag: (index: number, isRight: boolean) => void,
 *   release: () => void,
 *   moved: () => void,
 * }} PointerEvents
 */

const SLIP = 8; // px that a finger may move before it pans

export class AnalysisPointer {
  /**
   * @param {BoardView} view
   * @param {PointerEvents} events
   */
  constructor(view, events) {
    this._view = view;
    this._events = events;
    this._index = -1; // where the last square was painted
    this._isRight = false;
    /** @type {{ x: number, y: number, isPan: boolean } | null} */
    this._finger = null;
    const { canvas } = view;
    canvas.addEventListener("pointerdown", (event) => this._down(event));
    canvas.addEventListener("pointermove", (event) => this._move(event));
    canvas.addEventListener("pointerup", (event) => this._up(event));
    canvas.addEventListener("pointercancel", () => this._end());
    canvas.addEventListener("pointerleave", () => view.setHover(-1));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.button === 1) return;
    this._events.moved();
    this._view.canvas.focus({ preventScroll: true });
    if (event.pointerType === "touch" && !this._view.fits) {
      this._finger = { x: event.clientX, y: event.clientY, isPan: false };
      return;
    }
    this._view.canvas.setPointerCapture(event.pointerId);
    this._isRight = event.button === 2;
    this._index = this._at(event);
    if (this._index >= 0) this._events.press(this._index, this._isRight);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const index = this._at(event);
    if (event.pointerType !== "touch") this._view.setHover(index);
    if (this._finger) {
      this._pan(event, this._finger);
      return;
    }
    if (!event.buttons || index < 0 || index === this._index || this._index < 0) return;
    for (const cell of this._between(this._index, index)) this._events.drag(cell, this._isRight);
    this._index = index;
  }

  /**
   * @param {PointerEvent} event
   * @param {{ x: number, y: number, isPan: boolean }} finger
   */
  _pan(event, finger) {
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.isPan ||= Math.hypot(dx, dy) > SLIP;
    if (!finger.isPan) return;
    this._view.panBy(-dx, -dy);
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const index = this._at(event);
    if (this._finger && !this._finger.isPan && index >= 0) this._events.press(index, false);
    this._end();
  }

  _end() {
    this._finger = null;
    this._index = -1;
    this._events.release();
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this._view.zoomBy(Math.exp(-event.deltaY * 0.002), event);
    } else if (this._view.panBy(event.deltaX, event.deltaY)) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  _at(event) {
    const cell = this._view.cellAt(event);
    return cell ? cell[0] * (this._view.model?.width ?? 0) + cell[1] : -1;
  }

  /**
   * The squares from one to another: a quick pointer leaves no gap.
   * @param {number} from
   * @param {number} to
   */
  _between(from, to) {
    const width = this._view.model?.width ?? 1;
    const [row, col] = [Math.floor(from / width), from % width];
    const [down, right] = [Math.floor(to / width) - row, (to % width) - col];
    const steps = Math.max(Math.abs(down), Math.abs(right));
    return Array.from({ length: steps }, (_, at) => {
      const part = (at + 1) / steps;
      return (row + Math.round(down * part)) * width + col + Math.round(right * part);
    });
  }
}
