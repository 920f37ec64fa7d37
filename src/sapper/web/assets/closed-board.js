// @ts-check
// The board of a room before its game: all of it closed, in the size of the rules.

/** @import { Board } from "./protocol.js" */
/** @import { Settings } from "./settings.js" */

import { Game } from "./game.js";
import { readRules } from "./party-words.js";

/**
 * Return a closed board that nobody plays: it has no id.
 * @param {string} rules
 * @param {Settings} settings
 */
export function closedBoard(rules, settings) {
  const { ruleset, level, layout, lives } = readRules(rules, settings);
  const { width, height, mines } = level;
  /** @type {Board} */
  const board = {
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
      practice: false,
    },
    cells: ".",
  };
  return new Game(board);
}
