// Lists of the games that were played in this browser: the newest, the fastest, statistics. Nothing in them is ranked.

import type { Best, Finished, OwnBest, Standing } from "../protocol.ts";
import type { StoredGame } from "./store.ts";

import { listedAs } from "./names.ts";
import { configuration, readRules, type Rulesets } from "./rules.ts";

const MOST = 200; // games in one answer
const HELP = new Set(["hinted", "practice", "undone", "assisted"]);
/** Remarks that all games of this browser have. */
const USUAL = new Set(["alone", "paused"]);

export type Ended = StoredGame & { end: NonNullable<StoredGame["end"]> };

/** The finished games that were played in this browser. */
export const ended = (games: StoredGame[]) =>
  games.filter((game): game is Ended => game.end !== null && !game.isImported);

/** The games that were read from files. */
export const imported = (games: StoredGame[]) =>
  games.filter((game): game is Ended => game.end !== null && Boolean(game.isImported));

/** A finished game as it stands in a list. */
export function listed({ number, rules, end }: Ended): Finished {
  const [ruleset, level] = rules.split(" ");
  const { figures, log } = end;
  return {
    id: listedAs(number),
    rules,
    level,
    ruleset,
    layout: /layout=(\S+)/.exec(rules)?.[1] ?? "random",
    status: end.status,
    elapsed: end.at,
    ended_at: end.endedAt,
    name: end.name,
    actions: log.length,
    bbbv: figures.bbbv,
    solved: figures.solved,
    clicks: figures.clicks,
    left: figures.left,
    right: figures.right,
    chords: figures.chords,
    effective: figures.effective,
    hints: figures.hints,
    ranked: false,
    remarks: figures.remarks,
    together: "",
  };
}

/** Whether a game was played without help on a board that was not known. */
const isPlain = ({ end }: Ended) => end.figures.remarks.every((remark) => USUAL.has(remark));

/** Whether a game was played with help. */
export const isHelped = ({ end }: Ended) => end.figures.remarks.some((remark) => HELP.has(remark));

const winsOf = (games: StoredGame[], rules: string) =>
  ended(games)
    .filter((game) => game.end.status === "won" && game.end.configuration === rules && isPlain(game))
    .sort((one, other) => one.end.at - other.end.at);

/** The place of a win among those of this browser by the same rules; null for other games. */
export function standingOf(games: StoredGame[], number: number, rules: string): Standing | null {
  const wins = winsOf(games, rules);
  const own = wins.find((game) => game.number === number);
  if (!own) return null;
  const others = wins.filter((game) => game !== own);
  const faster = others.filter(({ end }) => end.at < own.end.at).length;
  return { place: faster + 1, wins: wins.length, best: others[0]?.end.at ?? null };
}

export function ownBest(games: StoredGame[], asked: string[], rulesets: Rulesets): OwnBest[] {
  return asked.map((text) => {
    const rules = configuration(readRules(text, rulesets), rulesets);
    return { rules, best: winsOf(games, rules)[0]?.end.at ?? null };
  });
}

/** The best times by each rules that were played, those played last first. No time from a file is ranked. */
export function bestTimes(games: StoredGame[], query: URLSearchParams, rulesets: Rulesets): Best[] {
  const chosen = filtered(games, query, rulesets);
  const found = new Set(chosen.toReversed().map(({ end }) => end.configuration));
  const isOfFiles = query.get("source") === "imported";
  const unranked = isOfFiles ? chosen : ended(games).filter((game) => !isPlain(game));
  const lists = [...found].map((rules) => ({
    rules,
    ranked: isOfFiles ? [] : winsOf(games, rules).slice(0, 10).map(listed),
    others: unranked
      .filter((game) => game.end.status === "won" && game.end.configuration === rules)
      .sort((one, other) => one.end.at - other.end.at)
      .slice(0, isOfFiles ? 10 : 3)
      .map(listed),
  }));
  return lists.filter(({ ranked, others }) => ranked.length || others.length);
}

export const ORDERS: Record<string, (one: Ended, other: Ended) => number> = {
  newest: (one, other) => other.number - one.number,
  oldest: (one, other) => one.number - other.number,
  fastest: (one, other) => one.end.at - other.end.at,
  slowest: (one, other) => other.end.at - one.end.at,
  "most-3bv": (one, other) => other.end.figures.bbbv - one.end.figures.bbbv,
  "least-3bv": (one, other) => one.end.figures.bbbv - other.end.figures.bbbv,
};

export function gamesList(games: StoredGame[], query: URLSearchParams, rulesets: Rulesets): Finished[] {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? 50), MOST);
  const order = ORDERS[query.get("order") ?? "newest"] ?? ORDERS.newest;
  return filtered(games, query, rulesets)
    .sort(order)
    .slice(offset, offset + limit)
    .map(listed);
}

/** The names of the players of games from files, those with the most games first. */
export function playersOf(games: StoredGame[]): string[] {
  const counts = new Map<string, number>();
  for (const { end } of imported(games)) if (end.name) counts.set(end.name, (counts.get(end.name) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([name]) => name);
}

const boardOf = ({ seed, field }: StoredGame) => String(seed ?? field);

/** Other games on the same board. */
export const sameBoard = (games: StoredGame[], game: StoredGame): Finished[] =>
  ended(games)
    .filter((one) => one.number !== game.number && one.rules === game.rules && boardOf(one) === boardOf(game))
    .toReversed()
    .map(listed);

/** The games that the filters of the page leave. */
export function filtered(games: StoredGame[], query: URLSearchParams, { levels }: Pick<Rulesets, "levels">): Ended[] {
  const [level, ruleset, layout] = ["level", "ruleset", "layout"].map((name) => query.get(name));
  const named = new Set(Object.values(levels));
  const from = Number(query.get("since") ?? 0);
  const [status, player] = [query.get("status"), query.get("player")];
  const isAsked = query.get("source") === "imported" ? imported : ended;
  return isAsked(games).filter((game) => {
    const one = listed(game);
    const mode = one.layout === "random" ? "random" : "no-guess";
    return (
      (!level || (level === "custom" ? !named.has(one.level) : one.level === (levels[level] ?? level))) &&
      (!ruleset || one.ruleset === ruleset) &&
      (!layout || layout === one.layout || layout === mode) &&
      (!status || game.end.status === status) &&
      (!player || game.end.name === player) &&
      (!query.get("plain") || !isHelped(game)) &&
      one.ended_at >= from
    );
  });
}
