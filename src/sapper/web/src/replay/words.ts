// A finished game in words: how it ended, on which board, when.

import type { Finished } from "../protocol.ts";
import type { Settings } from "../input/settings.ts";

import { gradeName, gradeOf } from "../play/new-game/grades.ts";
import { action, locale, message, rule, status, time } from "../ui/words.ts";

/** @param level such as 30x16/99 */
function sizeOf(level: string) {
  const [width, height, mines] = level.split(/[x/]/).map(Number);
  return { width, height, mines };
}

/** The level and its size: Expert 30×16 · 99. */
export function levelWords(settings: Settings, { level, ruleset }: Pick<Finished, "level" | "ruleset">) {
  const { width, height, mines } = sizeOf(level);
  return `${settings.levelName({ width, height, mines }, ruleset)} ${width}×${height} · ${mines}`;
}

export function layoutWords({ layout }: Pick<Finished, "layout">) {
  const grade = gradeOf(layout);
  return grade === "off" ? rule("layout").value(layout) : `${action("pick-layout").name} ${gradeName(grade)}`;
}

export const resultWords = ({ status: end, elapsed }: Pick<Finished, "status" | "elapsed">) =>
  message("viewer.result", { result: status(end), time: time(elapsed) });

/**
 * Day and time of day.
 * @param when in seconds since 1970
 */
export function whenWords(when: number) {
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
