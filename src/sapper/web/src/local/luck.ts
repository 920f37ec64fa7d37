// Skill and luck in the games that were played in this browser, as sapper/history/luck.py adds them up.

import type { Luck, LuckMeans, Report } from "../protocol.ts";
import type { Ended } from "./lists.ts";

const WHOLE = 10_000; // the parts of a game that balances count
const AT_ONCE = 5; // games that are looked at before an answer
const LEAST_GAMES = 6; // in a period
const MOST_PERIODS = 24;

interface Balance {
  start: number;
  given: number;
  luck: number;
  exact: boolean;
}

/** Of the games that were looked at since the page was opened, by their numbers; null for one without a report. */
const known = new Map<number, Balance | null>();

/** Look at some more games, the newest first, and add up what is known. */
export async function luckOf(games: Ended[], report: (game: Ended) => Promise<Report>): Promise<Luck> {
  const waiting = games.filter(({ number }) => !known.has(number)).reverse();
  for (const game of waiting.slice(0, AT_ONCE)) known.set(game.number, balanceOf(await report(game)));
  const balances = games.flatMap((game) => {
    const balance = known.get(game.number);
    return balance ? [{ ...balance, level: game.rules.split(" ")[1], endedAt: game.end.endedAt }] : [];
  });
  const names = [...new Set(balances.map(({ level }) => level))];
  const count = Math.min(MOST_PERIODS, Math.floor(balances.length / LEAST_GAMES) + 1);
  const cut = (at: number) => Math.floor((balances.length * at) / count);
  const parts = count > 1 ? Array.from({ length: count }, (_, at) => balances.slice(cut(at), cut(at + 1))) : [];
  return {
    left: Math.max(waiting.length - AT_ONCE, 0),
    all: balances.length ? means(balances) : null,
    levels: names.map((level) => ({ level, ...means(balances.filter((one) => one.level === level)) })),
    progress: parts.map((part) => ({ first: part[0].endedAt, last: part[part.length - 1].endedAt, ...means(part) })),
  };
}

function balanceOf({ reported, start = 0, given_away = 0, end = 0, exact = true }: Report): Balance | null {
  if (reported === false) return null;
  const [began, given, ended] = [start, given_away, end].map((share) => Math.round(share * WHOLE));
  return { start: began, given, luck: ended - began + given, exact };
}

function means(balances: Balance[]): LuckMeans {
  const sum = (value: (one: Balance) => number) => balances.reduce((total, one) => total + value(one), 0);
  const share = (total: number) => total / balances.length / WHOLE;
  const [start, given, luck] = [sum((one) => one.start), sum((one) => one.given), sum((one) => one.luck)];
  return {
    games: balances.length,
    exact: sum(({ exact }) => Number(exact)),
    start: share(start),
    given_away: share(given),
    luck: share(luck),
    won: share(start - given + luck),
  };
}
