// @ts-check
// How a tap works: asked before a finger plays for the first time.

/** @import { Parts } from "./types.js" */
/**
 * @typedef {object} Asking
 * @property {Parts["state"]} state
 * @property {Parts["settings"]} settings
 * @property {EventTarget} canvas
 * @property {() => void} ask
 * @property {() => void} goBack where nothing waits for the answer
 * @property {() => void} changed
 */

export class TouchQuestion {
  /** @param {Asking} parts */
  constructor(parts) {
    this._parts = parts;
    /** @type {(() => void) | null} what begins once a touch scheme is chosen */
    this._toBegin = null;
    addEventListener("pointerdown", (event) => event.pointerType === "touch" && this._touched(event), true);
  }

  /** Whether a finger plays, and nobody has chosen how. */
  get isOpen() {
    const { state, settings } = this._parts;
    return state.isTouch && settings.given("controls").touch === undefined;
  }

  /**
   * Begin something, or ask first.
   * @param {() => void} start
   */
  begin(start) {
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

  /** @param {PointerEvent} event */
  _touched(event) {
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
