// @ts-check
// The words of every setting, whichever the schema has.

/** @import { OptionWords } from "./words.js" */

import { setting } from "./words.js";

/** @type {Record<string, (name: string) => OptionWords>} */
const WORDS = {
  display: (name) => setting("display", name),
  controls: (name) => setting("controls", name),
  game: (name) => setting("game", name),
  sound: (name) => setting("sound", name),
  keys: (name) => setting("keys", name),
};

/**
 * @param {string} section
 * @param {string} name
 */
export const settingWords = (section, name) => WORDS[section](name);
