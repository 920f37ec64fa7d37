// A board that fills the screen: as many cells as fit at a size that a finger or a pointer hits well.

import type { Settings } from "../../input/settings.ts";
import type { LevelSize } from "../../types.ts";

import { parseSize } from "../../state.ts";

const TOUCH_CELL = 44; // px
const POINTER_CELL = 32;
const LEAST = 4; // cells across or down: smaller boards are no game

/** Whether the main pointer of this device is a finger. */
export const isCoarse = () => matchMedia("(pointer: coarse)").matches;

/**
 * Return the board that fills a room of CSS pixels, with mines as dense as those of another board, within a limit.
 * @param cell px
 */
export function fitBoard(
  room: { width: number; height: number },
  cell: number,
  like: LevelSize,
  limit: LevelSize | null = null,
): LevelSize {
  const width = within(room.width / cell, limit?.width);
  const height = within(room.height / cell, limit?.height);
  const density = like.mines / Math.max(1, like.width * like.height);
  const most = Math.min(limit?.mines ?? Infinity, width * height - 1);
  return { width, height, mines: Math.max(1, Math.min(most, Math.round(width * height * density))) };
}

const within = (count: number, most: number = Infinity) => Math.min(most, Math.max(LEAST, Math.floor(count)));

/**
 * Return the board that fills this window, as dense as a level, by default the one that is chosen. base.css and
 * shell.css say how much room there is.
 */
export function fitScreen(settings: Settings, level = settings.get("game", "level")) {
  const style = getComputedStyle(document.documentElement);
  const room = {
    width: Number.parseFloat(style.getPropertyValue("--room-width")),
    height: Number.parseFloat(style.getPropertyValue("--room-height")),
  };
  const limit = parseSize(settings.schema.rulesets[settings.ruleset].largest ?? "");
  return fitBoard(room, isCoarse() ? TOUCH_CELL : POINTER_CELL, settings.levelSize(level), limit);
}
