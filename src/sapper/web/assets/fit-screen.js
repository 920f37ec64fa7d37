// @ts-check
// A board that fills the screen: as many cells as fit at a size that a finger or a pointer hits well.

/** @import { Settings } from "./settings.js" */
/** @import { LevelSize } from "./types.js" */

import { parseSize } from "./state.js";

const TOUCH_CELL = 44; // px
const POINTER_CELL = 32;
const LEAST = 4; // cells across or down: smaller boards are no game

/** Whether the main pointer of this device is a finger. */
export const isCoarse = () => matchMedia("(pointer: coarse)").matches;

/**
 * Return the board that fills a room of CSS pixels, with mines as dense as those of another board, within a limit.
 * @param {{ width: number, height: number }} room
 * @param {number} cell px
 * @param {LevelSize} like
 * @param {LevelSize | null} limit
 * @returns {LevelSize}
 */
export function fitBoard(room, cell, like, limit = null) {
  const width = within(room.width / cell, limit?.width);
  const height = within(room.height / cell, limit?.height);
  const density = like.mines / Math.max(1, like.width * like.height);
  const most = Math.min(limit?.mines ?? Infinity, width * height - 1);
  return { width, height, mines: Math.max(1, Math.min(most, Math.round(width * height * density))) };
}

/**
 * @param {number} count
 * @param {number} [most]
 */
const within = (count, most = Infinity) => Math.min(most, Math.max(LEAST, Math.floor(count)));

/**
 * Return the board that fills this window, as dense as a level, by default the one that is chosen. style.css and
 * narrow.css say how much room there is.
 * @param {Settings} settings
 */
export function fitScreen(settings, level = settings.get("game", "level")) {
  const style = getComputedStyle(document.documentElement);
  const room = {
    width: Number.parseFloat(style.getPropertyValue("--room-width")),
    height: Number.parseFloat(style.getPropertyValue("--room-height")),
  };
  const limit = parseSize(settings.schema.rulesets[settings.ruleset].largest ?? "");
  return fitBoard(room, isCoarse() ? TOUCH_CELL : POINTER_CELL, settings.levelSize(level), limit);
}
