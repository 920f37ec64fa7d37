// The day of a player as a text to give away: times, places and a box for each board, nothing of a board itself.

import type { Daily, DailyLevel, OwnTry } from "../protocol.ts";

import { dateOf } from "../net/daily.ts";
import { ordinal } from "../play/race-order.ts";
import { level as levelName, locale, message, status as statusWord, time } from "../ui/words.ts";

const BOXES: Record<string, string> = { won: "■", lost: "☒", abandoned: "☒" };
const OPEN = "□";

/** @param address where the boards are played */
export function shareText({ day, levels, streak }: Pick<Daily, "day" | "levels" | "streak">, address: string) {
  const date = dateOf(day).toLocaleDateString(locale(), { timeZone: "UTC", day: "numeric", month: "short" });
  const boxes = levels.map(({ own }) => BOXES[own?.status ?? ""] ?? OPEN).join(" ");
  const ended = levels.filter(({ own }) => own && own.status !== "playing");
  const streakWords = streak > 1 ? [`${streak} ${message("daily.in-a-row", { count: streak })}`] : [];
  return [`${message("daily.share-day", { date })}   ${boxes}`, ...columns(ended), ...streakWords, address].join("\n");
}

function columns(levels: DailyLevel[]) {
  const rows = levels.map(({ level, own }) => [levelName(level), ...resultOf(own as OwnTry)]);
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map(([name, result, place]) =>
    `${name.padEnd(widths[0])}  ${result.padStart(widths[1])}  ${place.padStart(widths[2])}`.trimEnd(),
  );
}

function resultOf({ status, time: elapsed, place }: OwnTry) {
  if (status === "won") return [time(elapsed ?? 0), place ? ordinal(place) : ""];
  return [statusWord(status).toLowerCase(), ""];
}
