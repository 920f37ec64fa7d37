// The key map of sapper/keys.py: the server tells the bindings, this file turns key events into their actions.

const NAMES = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  PageUp: "pageup",
  PageDown: "pagedown",
  " ": "space",
  Spacebar: "space",
  Enter: "enter",
  Escape: "escape",
  Tab: "tab",
  Backspace: "backspace",
  Delete: "delete",
  Insert: "insert",
  Home: "home",
  End: "end",
};
const LETTER = /^[a-z]$/;

/** Spell a key event as keys.py spells a stroke; null for a key that no binding can name. */
export function stroke(event) {
  let key = NAMES[event.key] || event.key;
  if (event.altKey && /^Key[A-Z]$/.test(event.code)) key = event.code.slice(3); // a Mac types symbols with Alt
  const isCharacter = [...key].length === 1;
  if (!isCharacter && !Object.values(NAMES).includes(key) && !/^F([1-9]|1[0-2])$/.test(key)) return null;
  key = key.toLowerCase();
  const held = [];
  if (event.ctrlKey || event.metaKey) held.push("ctrl");
  if (event.altKey) held.push("alt");
  if (event.shiftKey && (!isCharacter || LETTER.test(key))) held.push("shift"); // in ? and : Shift is already told
  return [...held, key].join("+");
}

/** A key as people read it on the page: ctrl+z is Ctrl+Z. */
function keyLabel(key) {
  const words = { escape: "Esc", pageup: "PgUp", pagedown: "PgDn", up: "↑", down: "↓", left: "←", right: "→" };
  const spell = (part) =>
    words[part] || (part.length === 1 ? part.toUpperCase() : part[0].toUpperCase() + part.slice(1));
  const spellStroke = (text) =>
    text.length > 1
      ? text
          .split(/(?<=.)\+/)
          .map(spell)
          .join("+")
      : spell(text);
  return key.split(" ").map(spellStroke).join(" ");
}

/** The keys of every action, and what keys pressed one after another do. */
export class KeyMap {
  constructor(profile, bindings) {
    this.profile = profile;
    this.bindings = bindings; // {action: [keys]}
    this._actions = new Map();
    for (const [name, keys] of Object.entries(bindings)) for (const key of keys) this._actions.set(key, name);
  }

  action(typed) {
    const bare = typed.replace(/^shift\+([a-z])$/, "$1");
    return this._actions.get(typed) || this._actions.get(bare) || null;
  }

  isBegun(typed) {
    return [...this._actions.keys()].some((key) => key.startsWith(`${typed} `));
  }

  /** The first key of an action, for the page's labels. */
  label(name) {
    const keys = this.bindings[name] || [];
    const shown = keys.find((key) => key === "space") || keys[0];
    return shown ? keyLabel(shown) : "";
  }

  labels(name) {
    return (this.bindings[name] || []).map(keyLabel);
  }
}

/** Collects strokes: series such as g g, and the counts of the vim profile. */
export class KeyReader {
  constructor() {
    this.map = new KeyMap("default", {});
    this.reset();
  }

  reset() {
    this._typed = "";
    this._count = "";
  }

  /** Take a stroke: {name, count} when it completes an action, null if not. `taken` tells whether it was of use. */
  read(text) {
    if (this._isCount(text)) {
      this._count = (this._count + text).slice(0, 4);
      return { name: null, taken: true };
    }
    const typed = this._typed ? `${this._typed} ${text}` : text;
    const name = this.map.action(typed);
    if (!name && this.map.isBegun(typed)) {
      this._typed = typed;
      return { name: null, taken: true };
    }
    const again = !name && this._typed; // a series that came to nothing: its last key counts anew
    const count = Math.max(1, Number(this._count) || 1);
    this.reset();
    return again ? this.read(text) : { name, count, taken: Boolean(name) };
  }

  _isCount(text) {
    return this.map.profile === "vim" && !this._typed && (/^[1-9]$/.test(text) || (text === "0" && this._count !== ""));
  }
}
