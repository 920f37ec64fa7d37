// What the moments of many games add up to, and the positions among them to train: sapper/learn/insights.py, trainer.py.

import type { Insights, TechniqueInsight, TrainerCard } from "../../protocol.ts";
import type { Moment } from "./moments.ts";

import { TECHNIQUES } from "./techniques.ts";

/** The moments of a finished game. */
export interface Studied {
  game: number; // as it is listed
  endedAt: number; // in seconds since 1970
  moments: Moment[];
}

const isMissed = ({ outcome }: Moment) => outcome !== "found";

/** The positions of games, the newest first, each once. */
export function cardsOf(studied: Studied[]): TrainerCard[] {
  const found: Map<string, TrainerCard> = new Map();
  const newest = studied.toSorted((one, other) => other.endedAt - one.endedAt || other.game - one.game);
  for (const { game, endedAt, moments } of newest) {
    for (const { key, place, technique, outcome } of moments.filter(isMissed))
      if (!found.has(key)) found.set(key, { key, game, place, technique: technique ?? "", outcome, ended_at: endedAt });
  }
  return [...found.values()];
}

/** An insight for each technique that came up in games. */
export function insightsOf(studied: Studied[]): Omit<Insights, "left"> {
  const all = studied.flatMap(({ moments }) => moments);
  const techniques = TECHNIQUES.flatMap((technique): TechniqueInsight[] => {
    const moments = all.filter((one) => one.technique === technique);
    if (!moments.length) return [];
    const missed = moments.filter(isMissed);
    const found = moments.filter((one) => !isMissed(one));
    const waits = (found.length ? found : moments).map(({ waited }) => waited);
    const keys = missed.map(({ key }) => key);
    return [{ technique, seen: moments.length, waited: median(waits), missed: missed.length, keys }];
  });
  return { games: studied.length, techniques };
}

function median(values: number[]) {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  return Math.trunc(sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
}
