// The daily boards, as sapper/daily.py has them: they follow from the date, so they can be dealt without a server.

import type { Daily, DailyLevel, OwnTry } from "../protocol.ts";
import type { Rules, Rulesets } from "./rules.ts";
import type { Bytes } from "./seed.ts";
import type { StoredGame } from "./store.ts";

import { cellName } from "../board/cell-values.ts";
import { sha256 } from "../ui/sha256.ts";
import { listedAs } from "./names.ts";
import { Refusal } from "./refusal.ts";
import { readRules } from "./rules.ts";
import { fromHex } from "./seed.ts";

const DAY = 24 * 3600; // seconds
/** The levels in their order, each with the reasoning that its board asks for at most. */
const GRADES = new Map([
  ["beginner", "single"],
  ["intermediate", "pairs"],
  ["expert", "chains"],
]);

export interface DailyBoard {
  day: string; // the date in UTC
  rules: Rules;
  seed: Bytes;
  first: number; // the cell that is open at the start
}

/** The board of a day and a level; throw a Refusal if there is no such level. */
export function dailyBoard(day: string, level: string, rulesets: Rulesets): DailyBoard {
  const grade = GRADES.get(level);
  if (!grade) {
    const choices = { commas: [...GRADES.keys()] };
    throw new Refusal("daily", "error.no-daily", { given: `'${level.slice(0, 40)}'`, choices });
  }
  const rules = readRules(`${level} layout=no-guess-${grade}`, rulesets);
  const digest = sha256(`sapper daily 1\n${day}\n${level}\n`);
  const first = BigInt(`0x${digest.slice(32, 48)}`) % BigInt(rules.width * rules.height);
  return { day, rules, seed: fromHex(digest.slice(0, 32)), first: Number(first) };
}

/** The day of a moment in milliseconds since 1970. */
export const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The first game of this browser on a board. */
export const tryAt = (games: StoredGame[], { day, rules }: DailyBoard) =>
  games.find((game) => game.daily === day && game.rules === rules.text);

/** The boards of today with the tries of this browser. Tables and streaks are a server's. */
export function dailyToday(games: StoredGame[], moment: number, rulesets: Rulesets): Daily {
  const day = dayOf(moment);
  const levels = [...GRADES.keys()].map((level, at): DailyLevel => {
    const board = dailyBoard(day, level, rulesets);
    const { width, height, mines } = board.rules;
    const tried = tryAt(games, board);
    return {
      level,
      rules: board.rules.text,
      width,
      height,
      mines,
      grade: at + 1,
      first: cellName(Math.floor(board.first / width), board.first % width),
      own: tried ? ownTry(tried) : null,
      is_unranked: false,
      cells: null,
      played: 0,
      solved: 0,
      median: null,
      ranked: 0,
      times: [],
      table: [],
    };
  });
  const left = DAY - (Math.floor(moment / 1000) % DAY);
  return { day, today: day, seconds_left: left, levels, streak: 0, best_streak: 0, days: {} };
}

const ownTry = ({ number, room, end }: StoredGame): OwnTry => ({
  status: end?.status ?? "playing",
  room: end ? null : room,
  game: end && listedAs(number),
  time: end?.at ?? null,
  bbbv: end?.figures.bbbv ?? null,
  place: null,
  objections: ["alone"],
});
