// What keys may be bound to, by the rules of sapper/controls/keys.py.

import type { Settings } from "./settings.ts";
import type { Chosen, Schema } from "../types.ts";

import { NAMES } from "./keys.ts";
import { ownKeys, profileKeys } from "./settings.ts";

const COUNTS = /^[1-9]/; // what the vim profile counts with

/** A key that cannot be the key for an action, because `other` is the key for `owner`; or the vim profile counts with it. */
export interface KeyConflict {
  action: string;
  key: string;
  other?: string;
  owner?: string;
}

/**
 * Return the first key with two actions, that begins another's series, or that vim counts with; null if there is none.
 * The player's own bindings are blamed.
 * @param bindings the keys of each action
 * @param own which of them are the player's
 */
function conflictOf(
  profile: string,
  bindings: Record<string, string[]>,
  own: Record<string, unknown>,
): KeyConflict | null {
  const taken: Map<string, string> = new Map();
  const actions = Object.keys(bindings);
  for (const action of [...actions.filter((name) => !(name in own)), ...actions.filter((name) => name in own)]) {
    for (const key of bindings[action]) {
      if (profile === "vim" && COUNTS.test(key)) return { action, key };
      for (const [other, owner] of taken) {
        const begins = `${other} `.startsWith(`${key} `) || `${key} `.startsWith(`${other} `);
        if (begins && (owner !== action || other !== key)) return { action, key, other, owner };
      }
      taken.set(key, action);
    }
  }
  return null;
}

/**
 * Return the one spelling of a key or of keys pressed one after another, as keys.py has it; null for what is no key.
 */
export function spellKey(text: string) {
  const strokes = text.split(/\s+/).filter(Boolean).map(spellStroke);
  return strokes.length && !strokes.includes(null) ? strokes.join(" ") : null;
}

const MODIFIERS = ["ctrl", "alt", "shift"];
const NAMED = new Set(Object.values(NAMES));

function spellStroke(text: string) {
  const plus = text.slice(0, -1).lastIndexOf("+"); // the last character may be the key + itself
  const held = plus > 0 ? text.slice(0, plus).toLowerCase().split("+") : [];
  let key = plus > 0 ? text.slice(plus + 1) : text;
  if (/^[A-Z]$/.test(key) && !held.length) held.push("shift");
  key = key.toLowerCase();
  const isKey = /^[^\p{C}\p{Z}]$/u.test(key) || NAMED.has(key) || /^f([1-9]|1[0-2])$/.test(key);
  if (!isKey || new Set(held).size < held.length || held.some((name) => !MODIFIERS.includes(name))) return null;
  return [...MODIFIERS.filter((name) => held.includes(name)), key].join("+");
}

/** Return the first key of one's own that cannot be; null if there is none. */
export function keyConflict(chosen: Chosen, schema: Schema) {
  const profile = String(chosen.keys?.profile ?? schema.settings.keys.profile.default);
  const own = ownKeys(chosen);
  return conflictOf(profile, { ...profileKeys(schema, profile), ...own }, own);
}

/**
 * Change the profile, or the keys of an action: null for its usual ones. Return what stands against it; then nothing is
 * changed.
 */
export function changeKeys(settings: Settings, name: string, value: string | string[] | null) {
  const { [name]: _, ...keys } = settings.given("keys");
  const changed = value === null ? keys : { ...keys, [name]: value };
  const conflict = keyConflict({ keys: changed }, settings.schema);
  if (!conflict) settings.replace({ ...settings.chosen, keys: changed });
  return conflict;
}

/** Go back to the usual keys of actions whose own ones cannot be: another version may have stored them. */
export function dropBadKeys(settings: Settings) {
  const keys = settings.given("keys");
  const bad = Object.entries(ownKeys({ keys })).filter(([, own]) => own.some((key) => spellKey(key) !== key));
  for (const [name] of bad) delete keys[name];
  for (let found = keyConflict({ keys }, settings.schema); found; found = keyConflict({ keys }, settings.schema)) {
    delete keys[found.action]; // the key stays with the action that has it by default
    bad.push([found.action, []]);
  }
  if (bad.length) settings.replace({ ...settings.chosen, keys });
}
