// The pointer on a board that is no game: a press acts, a drag acts on. A finger acts when it is lifted, holding it is
// the right button, and it pans a board that is larger than its window.

import type { BoardView } from "./board-view.ts";

interface PointerEvents {
  press: (index: number, isRight: boolean) => void;
  drag: (index: number, isRight: boolean) => void;
  release: () => void;
  moved: () => void;
}

interface Finger {
  x: number;
  y: number;
  index: number;
  kind: "tap" | "pan" | "paint" | "held";
}

const SLIP = 8; // px that a finger may move before it pans or paints
const HOLD = 400; // ms

export class BoardPointer {
  _view: BoardView;
  _events: PointerEvents;
  _index = -1; // where the last square was painted
  _isRight = false;
  _finger: Finger | null = null;
  _timer = 0;

  constructor(view: BoardView, events: PointerEvents) {
    this._view = view;
    this._events = events;
    const { canvas } = view;
    canvas.addEventListener("pointerdown", (event) => this._down(event));
    canvas.addEventListener("pointermove", (event) => this._move(event));
    canvas.addEventListener("pointerup", (event) => this._up(event));
    canvas.addEventListener("pointercancel", () => this._end());
    canvas.addEventListener("pointerleave", () => view.setHover(-1));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
  }

  _down(event: PointerEvent) {
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

  _touch(finger: Finger) {
    this._finger = finger;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      if (this._finger !== finger || finger.kind !== "tap") return;
      finger.kind = "held";
      if (finger.index >= 0) this._events.press(finger.index, true);
    }, HOLD);
  }

  _move(event: PointerEvent) {
    const index = this._at(event);
    if (this._finger) this._slide(event, this._finger, index);
    else {
      this._view.setHover(index);
      if (event.buttons) this._dragTo(index);
    }
  }

  _dragTo(index: number) {
    if (index < 0 || index === this._index || this._index < 0) return;
    for (const cell of this._between(this._index, index)) this._events.drag(cell, this._isRight);
    this._index = index;
  }

  _slide(event: PointerEvent, finger: Finger, index: number) {
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

  _up(event: PointerEvent) {
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

  _wheel(event: WheelEvent) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this._view.zoomBy(Math.exp(-event.deltaY * 0.002), event);
    } else if (this._view.panBy(event.deltaX, event.deltaY)) event.preventDefault();
  }

  _at(event: PointerEvent) {
    const cell = this._view.cellAt(event);
    return cell ? cell[0] * (this._view.model?.width ?? 0) + cell[1] : -1;
  }

  /** The squares from one to another: a quick pointer leaves no gap. */
  _between(from: number, to: number) {
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
