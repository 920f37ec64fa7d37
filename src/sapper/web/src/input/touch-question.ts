// How a tap works: asked before a finger plays for the first time.

import type { Parts } from "../types.ts";

interface Asking {
  state: Parts["state"];
  settings: Parts["settings"];
  canvas: EventTarget;
  ask: () => void;
  goBack: () => void; // where nothing waits for the answer
  changed: () => void;
}

export class TouchQuestion {
  _parts: Asking;
  _toBegin: (() => void) | null = null; // what begins once a touch scheme is chosen

  constructor(parts: Asking) {
    this._parts = parts;
    addEventListener("pointerdown", (event) => event.pointerType === "touch" && this._touched(event), true);
  }

  /** Whether a finger plays, and it is not chosen how. */
  get isOpen() {
    const { state, settings } = this._parts;
    return state.isTouch && settings.given("controls").touch === undefined;
  }

  /** Begin something, or ask first. */
  begin(start: () => void) {
    if (!this.isOpen) return start();
    this._toBegin = start;
    this._parts.ask();
  }

  /** It is answered: begin what waited for it. */
  answered() {
    const start = this._toBegin ?? this._parts.goBack;
    this._toBegin = null;
    start();
  }

  _touched(event: PointerEvent) {
    const { state, canvas, ask, changed } = this._parts;
    if (!state.isTouch) changed();
    state.isTouch = true;
    if (event.target !== canvas || state.party || !this.isOpen) return; // a room asks before a round, never in it
    this._toBegin = null;
    event.preventDefault(); // it opens nothing
    event.stopPropagation();
    ask();
  }
}
