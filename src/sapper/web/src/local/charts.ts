// What the charts of the statistics are drawn from: the games that were played in this browser.

import type { Charts } from "../protocol.ts";
import type { Rulesets } from "./rules.ts";
import type { StoredGame } from "./store.ts";

import { type Ended, ORDERS, filtered } from "./lists.ts";
import { listedAs } from "./names.ts";

const DAY = 86_400; // seconds
const STEPS = 20; // parts of the 3BV

/** The data of the charts of the statistics. */
export function charts(all: StoredGame[], query: URLSearchParams, rulesets: Rulesets, today: number): Charts {
  const games = filtered(all, query, rulesets);
  const offset = Number(query.get("offset") ?? 0) * 60; // minutes that the player's clock is ahead of UTC
  const over = games.filter(({ end }) => end.status !== "abandoned");
  const wins = over.filter(({ end }) => end.status === "won");
  const times = wins.map(({ end }) => end.at).sort((one, other) => one - other);
  const speeds = wins.filter(({ end }) => end.at).map(({ end }) => (end.figures.solved * 1000) / end.at);
  const clicks = sum(wins.map(({ end }) => end.figures.clicks));
  const results = over.map(({ end }) => end.status === "won");
  const dayOf = (seconds: number) => Math.floor((seconds + offset) / DAY);
  return {
    games: over.length,
    wins: wins.length,
    abandoned: games.length - over.length,
    rate: over.length ? wins.length / over.length : null,
    interval: over.length ? wilson(wins.length, over.length) : null,
    best: times[0] ?? null,
    mean: times.length ? sum(times) / times.length : null,
    median: times.length ? quantile(times, 0.5) : null,
    streak: results.length - 1 - results.lastIndexOf(false),
    longest_streak: longest(results, true),
    longest_losing_streak: longest(results, false),
    bbbv_per_second: speeds.length ? sum(speeds) / speeds.length : null,
    best_bbbv_per_second: speeds.length ? Math.max(...speeds) : null,
    efficiency: clicks ? sum(wins.map(({ end }) => end.figures.solved)) / clicks : null,
    played: sum(games.map(({ end }) => end.at)),
    percentiles: Object.fromEntries(
      times.length ? [10, 25, 50, 75, 90].map((part) => [part, quantile(times, part / 100)]) : [],
    ),
    distribution: bars(times),
    progress: stretches(over),
    points: wins.map(winOf),
    fastest: [...wins].sort(ORDERS.fastest).slice(0, 10).map(winOf),
    survival: survival(over),
    days: daysOf(games, dayOf),
    today: dayOf(today / 1000),
  };
}

const winOf = ({ number, end }: Ended) => ({
  id: listedAs(number),
  elapsed: end.at,
  bbbv: end.figures.bbbv,
  ended_at: end.endedAt,
  clicks: end.figures.clicks,
});

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The value below which a share of sorted values is, between two of them. */
function quantile(sorted: number[], share: number) {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** The interval of 95 % of a share (Wilson). */
function wilson(wins: number, games: number): [number, number] {
  const z = 1.959964;
  const share = wins / games;
  const centre = (share + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half = (z * Math.sqrt((share * (1 - share)) / games + (z * z) / (4 * games * games))) / (1 + (z * z) / games);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

function longest(results: boolean[], wanted: boolean) {
  let most = 0;
  let run = 0;
  for (const result of results) {
    run = result === wanted ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most;
}

function bars(times: number[]) {
  if (!times.length) return [];
  const last = times[times.length - 1];
  const width = Math.max(1000, Math.ceil((last - times[0] + 1) / 12 / 1000) * 1000);
  const first = Math.floor(times[0] / width) * width;
  const found = Array.from({ length: Math.floor((last - first) / width) + 1 }, (_, at) => ({
    start: first + at * width,
    end: first + (at + 1) * width,
    count: 0,
  }));
  for (const time of times) found[Math.floor((time - first) / width)].count++;
  return found;
}

/** The share of wins and the times in the course of the games, in at most 20 stretches. */
function stretches(over: Ended[]): Charts["progress"] {
  const size = Math.max(10, Math.ceil(over.length / 20));
  return Array.from({ length: Math.ceil(over.length / size) }, (_, at) => {
    const part = over.slice(at * size, (at + 1) * size);
    const times = part.filter(({ end }) => end.status === "won").map(({ end }) => end.at);
    times.sort((one, other) => one - other);
    const value = (share: number) => (times.length ? quantile(times, share) : null);
    return {
      first: at * size + 1,
      last: at * size + part.length,
      games: part.length,
      wins: times.length,
      best: times[0] ?? null,
      median: value(0.5),
      lower: value(0.25),
      upper: value(0.75),
    };
  });
}

function daysOf(games: Ended[], dayOf: (seconds: number) => number): Charts["days"] {
  const days = new Map<number, { day: number; games: number; wins: number }>();
  for (const { end } of games) {
    const day = dayOf(end.endedAt);
    const found = days.get(day) ?? { day, games: 0, wins: 0 };
    days.set(day, found);
    found.games++;
    found.wins += Number(end.status === "won");
  }
  return [...days.values()].sort((one, other) => one.day - other.day);
}

/** The share of games not lost before each part of their 3BV was solved, from nothing to everything. */
function survival(over: Ended[]) {
  const lost = Array(STEPS + 1).fill(0);
  for (const { end } of over.filter((game) => game.end.status === "lost")) {
    const { solved, bbbv } = end.figures;
    lost[bbbv ? Math.min(Math.floor((solved * STEPS) / bbbv), STEPS - 1) : 0]++;
  }
  let alive = over.length;
  return over.length ? lost.map((count) => (alive -= count) + count).map((left) => left / over.length) : [];
}
