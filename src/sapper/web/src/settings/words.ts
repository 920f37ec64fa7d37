// The words of every setting, whichever the schema has.

import type { OptionWords } from "../ui/words.ts";

import { setting } from "../ui/words.ts";

const WORDS: Record<string, (name: string) => OptionWords> = {
  display: (name) => setting("display", name),
  controls: (name) => setting("controls", name),
  game: (name) => setting("game", name),
  sound: (name) => setting("sound", name),
  together: (name) => setting("together", name),
  keys: (name) => setting("keys", name),
};

export const settingWords = (section: string, name: string) => WORDS[section](name);
