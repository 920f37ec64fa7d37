// @ts-check
// The pointer on the analysis board: a press paints, a drag paints on. A finger acts when it is lifted, holding it is
// the right button, and it pans a board that is larger than its window.

/** @import { BoardView } from "./board.js" */
/**
 * @typedef {{
 *   press: (index: number, isRight: boolean) => void,
 *   drag: (index: number, isRight: boolean) => void,
 *   release: () => void,
 *   moved: () => void,
 * }} PointerEvents
 */

/** @typedef {{ x: number, y: number, index: number, kind: "tap" | "pan" | "paint" | "held" }} Finger */

const SLIP = 8; // px that a finger may move before it pans or paints
const HOLD = 400; // ms

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
    /** @type {Finger | null} */
    this._finger = null;
    this._timer = 0;
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
    this._view.canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") {
      this._touch({ x: event.clientX, y: event.clientY, index: this._at(event), kind: "tap" });
      return;
    }
    this._isRight = event.button === 2;
    this._index = this._at(event);
    if (this._index >= 0) this._events.press(this._index, this._isRight);
  }

  /** @param {Finger} finger */
  _touch(finger) {
    this._finger = finger;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      if (this._finger !== finger || finger.kind !== "tap") return;
      finger.kind = "held";
      if (finger.index >= 0) this._events.press(finger.index, true);
    }, HOLD);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const index = this._at(event);
    if (this._finger) this._slide(event, this._finger, index);
    else {
      this._view.setHover(index);
      if (event.buttons) this._dragTo(index);
    }
  }

  /** @param {number} index */
  _dragTo(index) {
    if (index < 0 || index === this._index || this._index < 0) return;
    for (const cell of this._between(this._index, index)) this._events.drag(cell, this._isRight);
    this._index = index;
  }

  /**
   * @param {PointerEvent} event
   * @param {Finger} finger
   * @param {number} index
   */
  _slide(event, finger, index) {
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (finger.kind === "tap" && Math.hypot(dx, dy) > SLIP) {
      finger.kind = this._view.fits ? "paint" : "pan";
      this._isRight = false;
      this._index = finger.index;
      if (finger.kind === "paint" && finger.index >= 0) this._events.drag(finger.index, false);
    }
    if (finger.kind === "paint") this._dragTo(index);
    if (finger.kind !== "pan") return;
    this._view.panBy(-dx, -dy);
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const index = this._at(event);
    if (this._finger?.kind === "tap" && index >= 0) this._events.press(index, false);
    this._end();
  }

  _end() {
    clearTimeout(this._timer);
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
