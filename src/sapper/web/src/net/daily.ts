// What the server knows of daily boards, and what the page makes of it.

import type { Bar, Daily, DailyLevel, DailySolution } from "../protocol.ts";

import { fetchApi } from "./api.ts";

const MINUTE = 60 * 1000; // ms
const DAY = 24 * 3600 * 1000; // ms

/**
 * Read something of the daily boards; null if the server cannot be reached.
 * @param path below /api/daily
 */
async function read(path: string): Promise<any> {
  const answer = await fetchApi(`/api/daily${path}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** The boards of a day, of today without one. */
export const readDaily = (day: string = ""): Promise<Daily | null> => read(day && `/${day}`);

/** The solution of a board whose day is over. */
export const readSolution = (day: string, level: string): Promise<DailySolution | null> => read(`/${day}/${level}`);

/** The share of the others of a table that were slower. */
export const slowerShare = (place: number, ranked: number) =>
  Math.floor((100 * (ranked - place)) / Math.max(1, ranked - 1)) / 100;

/** The place of the bar that a time is in, of bars in the order of their times. */
export const barOf = (bars: Pick<Bar, "end">[], time: number) => {
  const at = bars.findIndex(({ end }) => time < end);
  return at < 0 ? bars.length - 1 : at;
};

/** A span of time in whole minutes, of which the last has begun. */
export function hoursAndMinutes(ms: number) {
  const minutes = Math.max(0, Math.ceil(ms / MINUTE));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

export const isSolved = ({ own }: DailyLevel) => own?.status === "won";

/** The first board without a ranked try, or with one in play. */
export const nextLevel = (levels: DailyLevel[]) =>
  levels.find(({ own }) => own?.status === "playing") ?? levels.find(({ own }) => own === null);

/** A day as a date at midnight UTC. */
export const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** The day that is some days after another. */
export const dayAfter = (day: string, count: number) =>
  new Date(dateOf(day).getTime() + count * DAY).toISOString().slice(0, 10);

/**
 * The days of a month from the Monday on or before the first; an empty string stands for a day of another month.
 * @param month such as 2026-11
 */
export function daysOf(month: string): string[] {
  const first = `${month}-01`;
  const before = (dateOf(first).getUTCDay() + 6) % 7;
  const days = Array(before).fill("");
  for (let day = first; day.startsWith(month); day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** The month that is some months after another. */
export function monthAfter(month: string, count: number) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/**
 * What a player's days add up to.
 * @param days how the try at each level ended, by day
 * @param level whose share is wanted, by its place
 */
export function totals(days: Record<string, string[]>, level: number) {
  const played = Object.values(days);
  const ended = played.map((statuses) => statuses[level]).filter((status) => status && status !== "playing");
  const won = played.flat().filter((status) => status === "won").length;
  return {
    days: played.length,
    solved: won,
    whole: played.filter((statuses) => statuses.every((status) => status === "won")).length,
    share: ended.length ? ended.filter((status) => status === "won").length / ended.length : null,
  };
}
