// The key map of sapper/keys.py: the schema has the bindings, this file turns key events into their actions.

/** The names of keys here, by their names in the browser. */
export const NAMES: Record<string, string> = {
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
export function stroke(event: Pick<KeyboardEvent, "key" | "code" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">) {
  let key = NAMES[event.key] || event.key;
  if (event.altKey && /^Key[A-Z]$/.test(event.code)) key = event.code.slice(3); // a Mac types symbols with Alt
  const isCharacter = [...key].length === 1;
  if (!isCharacter && !Object.values(NAMES).includes(key) && !/^F([1-9]|1[0-2])$/.test(key)) return null;
  key = key.toLowerCase();
  const held = [];
  if (event.ctrlKey || event.metaKey) held.push("ctrl");
  if (event.altKey) held.push("alt");
  if (event.shiftKey && (!isCharacter || LETTER.test(key))) held.push("shift"); // in ? and : Shift is already included
  return [...held, key].join("+");
}

/** A key as people read it on the page: ctrl+z is Ctrl+Z. */
export function keyLabel(key: string) {
  const words: Record<string, string> = {
    escape: "Esc",
    pageup: "PgUp",
    pagedown: "PgDn",
    up: "↑",
    down: "↓",
    left: "←",
    right: "→",
  };
  const spell = (part: string) =>
    words[part] || (part.length === 1 ? part.toUpperCase() : part[0].toUpperCase() + part.slice(1));
  const spellStroke = (text: string) =>
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
  profile: string;
  bindings: Record<string, string[]>;
  _actions: Map<string, string> = new Map();

  /** @param bindings the keys of each action */
  constructor(profile: string, bindings: Record<string, string[]>) {
    this.profile = profile;
    this.bindings = bindings;
    for (const [name, keys] of Object.entries(bindings)) for (const key of keys) this._actions.set(key, name);
  }

  action(typed: string) {
    const bare = typed.replace(/^shift\+([a-z])$/, "$1");
    return this._actions.get(typed) || this._actions.get(bare) || null;
  }

  isBegun(typed: string) {
    return [...this._actions.keys()].some((key) => key.startsWith(`${typed} `));
  }

  /** The first key of an action, for the page's labels. */
  label(name: string) {
    const keys = this.bindings[name] || [];
    const shown = keys.find((key) => key === "space") || keys[0];
    return shown ? keyLabel(shown) : "";
  }

  labels(name: string) {
    return (this.bindings[name] || []).map(keyLabel);
  }
}
