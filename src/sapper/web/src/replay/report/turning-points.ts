// What the report of a game is made of: which moves decided something, which of them cost most, and what can be trained.

import type { JudgedMove, Report, ReportedMove } from "../../protocol.ts";

import { isMistake } from "../../net/replays.ts";

type Quality = ReportedMove["quality"];

const MOST_KEY_MOMENTS = 4;

/** The kinds of moves, the best first, with their icons and their colours. */
export const QUALITIES: Record<Quality, { image: string; kind: string }> = {
  best: { image: "verdict-best", kind: "good" },
  "only-move": { image: "verdict-best", kind: "good" },
  good: { image: "verdict-good", kind: "good" },
  inaccuracy: { image: "verdict-inaccuracy", kind: "warn" },
  mistake: { image: "verdict-mistake", kind: "bad" },
  "needless-guess": { image: "verdict-needless", kind: "bad" },
  "right-guess": { image: "verdict-forced", kind: "warn" },
  unlucky: { image: "verdict-unlucky", kind: "strong" },
};

/** The share of a game that a better move would not have cost. */
export const givenAway = ({ before, expected }: ReportedMove) => before - expected;

/** The share that luck gave, or took if it is negative. */
export const luckOf = ({ after, expected }: ReportedMove) => after - expected;

/** The moves in which the player decided something, or luck did: all but certain ones. */
export const turningPoints = (moves: ReportedMove[]) =>
  moves.filter(({ quality }) => quality !== "best" && quality !== "only-move");

const cost = (move: ReportedMove) => givenAway(move) - Math.min(luckOf(move), 0);

/** The turning points that cost most, in the order they were played. */
export function keyMoments(moves: ReportedMove[]) {
  const costly = turningPoints(moves).toSorted((one, other) => cost(other) - cost(one));
  return costly.slice(0, MOST_KEY_MOMENTS).sort((one, other) => one.action - other.action);
}

/** The costliest turning point. */
export const worst = (moves: ReportedMove[]) =>
  turningPoints(moves).reduce<ReportedMove | null>(
    (most, move) => (most && cost(most) >= cost(move) ? most : move),
    null,
  );

/** The start, what was given away and luck in whole percent, which add up to the end as the shares do. */
export function percents({ start = 0, given_away = 0, end = 0 }: Report) {
  const [from, given, to] = [start, given_away, end].map((share) => Math.round(share * 100));
  return { from, given, luck: to - from + given };
}

/** The moves that the trainer asks again. */
export const trained = (moves: ReportedMove[], judged: Map<number, JudgedMove>) =>
  moves.filter(({ action }) => isMistake(judged.get(action) ?? { verdict: "certain" }));

/** The square that would have won more often, where the verdict names another one or none. */
export const betterByChance = ({ best }: ReportedMove, judged: JudgedMove | undefined) =>
  best !== null && best !== undefined && judged?.best !== best ? best : null;
