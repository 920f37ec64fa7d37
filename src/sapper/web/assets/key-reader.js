// @ts-check
// From keys pressed one after another to actions of the key map.

import { KeyMap } from "./keys.js";

/** Collects strokes: series such as g g, and the counts of the vim profile. */
export class KeyReader {
  constructor() {
    this.map = new KeyMap("default", {});
    this._typed = "";
    this._count = "";
  }

  reset() {
    this._typed = "";
    this._count = "";
  }

  /**
   * Take a stroke. `name` is the action that it completes, null if it completes none; `taken` is whether a binding uses it.
   * @param {string} text
   * @returns {{ name: string | null, count: number, taken: boolean }}
   */
  read(text) {
    if (this._isCount(text)) {
      this._count = (this._count + text).slice(0, 4);
      return { name: null, count: 0, taken: true };
    }
    const typed = this._typed ? `${this._typed} ${text}` : text;
    const name = this.map.action(typed);
    if (!name && this.map.isBegun(typed)) {
      this._typed = typed;
      return { name: null, count: 0, taken: true };
    }
    const again = !name && this._typed; // a series that came to nothing: its last key counts again
    const count = Math.max(1, Number(this._count) || 1);
    this.reset();
    return again ? this.read(text) : { name, count, taken: Boolean(name) };
  }

  /** @param {string} text */
  _isCount(text) {
    return this.map.profile === "vim" && !this._typed && (/^[1-9]$/.test(text) || (text === "0" && this._count !== ""));
  }
}
