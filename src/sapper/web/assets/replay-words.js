// @ts-check
// A finished game in words: how it ended, on which board, when.

/** @import { Finished } from "./protocol.js" */
/** @import { Settings } from "./settings.js" */

import { gradeName, gradeOf } from "./grades.js";
import { action, locale, message, rule, status, time } from "./words.js";

/**
 * @param {string} level such as 30x16/99
 */
export function sizeOf(level) {
  const [width, height, mines] = level.split(/[x/]/).map(Number);
  return { width, height, mines };
}

/**
 * The level and its size: Expert 30×16 · 99.
 * @param {Settings} settings
 * @param {Pick<Finished, "level" | "ruleset">} game
 */
export function levelWords(settings, { level, ruleset }) {
  const { width, height, mines } = sizeOf(level);
  return `${settings.levelName({ width, height, mines }, ruleset)} ${width}×${height} · ${mines}`;
}

/** @param {Pick<Finished, "layout">} game */
export function layoutWords({ layout }) {
  const grade = gradeOf(layout);
  return grade === "off" ? rule("layout").value(layout) : `${action("pick-layout").name} ${gradeName(grade)}`;
}

/** @param {Pick<Finished, "status" | "elapsed">} game */
export const resultWords = ({ status: end, elapsed }) =>
  message("viewer.result", { result: status(end), time: time(elapsed) });

/**
 * Day and time of day.
 * @param {number} when in seconds since 1970
 */
export function whenWords(when) {
  if (!when) return "";
  const date = new Date(when * 1000);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleString(locale(), {
    day: "numeric",
    month: "short",
    year: isThisYear ? undefined : "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}
