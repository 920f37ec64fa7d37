// @ts-check
// What the server knows of daily boards, and what the page makes of it.

/** @import { Daily, DailyLevel, DailySolution } from "./protocol.js" */

const DAY = 24 * 3600 * 1000; // ms

/**
 * Read something of the daily boards; null if the server cannot be reached.
 * @param {string} path below /api/daily
 * @returns {Promise<any>}
 */
async function read(path) {
  const answer = await fetch(`/api/daily${path}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/**
 * The boards of a day, of today without one.
 * @param {string} day
 * @returns {Promise<Daily | null>}
 */
export const readDaily = (day = "") => read(day && `/${day}`);

/**
 * The solution of a board whose day is over.
 * @param {string} day
 * @param {string} level
 * @returns {Promise<DailySolution | null>}
 */
export const readSolution = (day, level) => read(`/${day}/${level}`);

/**
 * Today in short, for the start page: what was solved, what to play next; null if the server cannot be reached.
 */
export async function dailySummary() {
  const daily = await readDaily();
  return (
    daily && {
      day: daily.day,
      secondsLeft: daily.seconds_left,
      streak: daily.streak,
      solved: daily.levels.filter(isSolved).length,
      boards: daily.levels.length,
      next: nextLevel(daily.levels)?.level ?? null,
    }
  );
}

/** @param {DailyLevel} level */
export const isSolved = ({ own }) => own?.status === "won";

/**
 * The first board without a ranked try, or with one in play.
 * @param {DailyLevel[]} levels
 */
export const nextLevel = (levels) =>
  levels.find(({ own }) => own?.status === "playing") ?? levels.find(({ own }) => own === null);

/**
 * A day as a date at midnight UTC.
 * @param {string} day
 */
export const dateOf = (day) => new Date(`${day}T00:00:00Z`);

/**
 * The day so many days after another.
 * @param {string} day
 * @param {number} count
 */
export const dayAfter = (day, count) => new Date(dateOf(day).getTime() + count * DAY).toISOString().slice(0, 10);

/**
 * The days of a month from the Monday on or before the first; an empty string stands for a day of another month.
 * @param {string} month such as 2026-11
 * @returns {string[]}
 */
export function daysOf(month) {
  const first = `${month}-01`;
  const before = (dateOf(first).getUTCDay() + 6) % 7;
  const days = Array(before).fill("");
  for (let day = first; day.startsWith(month); day = dayAfter(day, 1)) days.push(day);
  return days;
}

/**
 * The month so many months after another.
 * @param {string} month
 * @param {number} count
 */
export function monthAfter(month, count) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/**
 * What a player's days add up to.
 * @param {Record<string, string[]>} days how the try at each level ended, by day
 * @param {number} level whose share is wanted, by its place
 */
export function totals(days, level) {
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
