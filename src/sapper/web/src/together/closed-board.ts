// The board of a room before its game: all of it closed, in the size of the rules.

import type { Board } from "../protocol.ts";
import type { Settings } from "../input/settings.ts";

import { Game } from "../board/model.ts";
import { readRules } from "./wording.ts";

/** Return a closed board without a game: it has no id. */
export function closedBoard(rules: string, settings: Settings) {
  const { ruleset, level, layout, lives, guessing } = readRules(rules, settings);
  const { width, height, mines } = level;
  const board: Board = {
    t: "board",
    room: "",
    game: "",
    seq: 0,
    at: 0,
    status: "ready",
    rules: `${ruleset} ${width}x${height}/${mines} layout=${layout}`,
    width,
    height,
    mines,
    mines_left: mines,
    lives,
    digest: "",
    choices: {
      ...settings.schema.choices,
      ...settings.schema.rulesets[ruleset]?.choices,
      ruleset,
      layout,
      lives,
      guessing,
      practice: false,
    },
    cells: ".",
  };
  return new Game(board);
}
