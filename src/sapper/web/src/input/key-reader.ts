// From keys pressed one after another to actions of the key map.

import { KeyMap } from "./keys.ts";

/** Collects strokes: series such as g g, and the counts of the vim profile. */
export class KeyReader {
  map: KeyMap;
  _typed = "";
  _count = "";

  constructor() {
    this.map = new KeyMap("default", {});
  }

  reset() {
    this._typed = "";
    this._count = "";
  }

  /**
   * Take a stroke. `name` is the action that it completes, null if it completes none; `taken` is whether a binding uses it.
   */
  read(text: string): { name: string | null; count: number; taken: boolean } {
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

  _isCount(text: string) {
    return this.map.profile === "vim" && !this._typed && (/^[1-9]$/.test(text) || (text === "0" && this._count !== ""));
  }
}
