// What a player learns from the games of this browser: positions to train, insights, and the path.

import type { Engine } from "../../engine/engine.ts";
import type { OwnPath, PathProgress } from "../../protocol.ts";
import type { Ended } from "../lists.ts";
import type { Rulesets } from "../rules.ts";
import type { Store } from "../store.ts";
import type { Studied } from "./insights.ts";

import { ended, filtered, isHelped } from "../lists.ts";
import { listedAs } from "../names.ts";
import { seedText } from "../seed.ts";
import { restored } from "../server.ts";
import { unhurried } from "../unhurried.ts";
import { cardsOf, insightsOf } from "./insights.ts";
import { VERSION, momentsOf, questionAt } from "./moments.ts";
import { EFFICIENCY, STEPS, type Step } from "./steps.ts";

interface Around {
  engine: Engine;
  store: Pick<Store, "all" | "update">;
  rulesets: Rulesets;
}

const AT_ONCE = 5; // games in one answer: it says how many are left

/** Look at some games of which nothing is known yet, the newest first; return all that are known. */
async function study({ engine, store, rulesets }: Around) {
  const isKnown = ({ study: known }: Ended) => known?.version === VERSION;
  const unknown = ended(await store.all())
    .filter((game) => !isKnown(game))
    .toReversed();
  for (const game of unknown.slice(0, AT_ONCE)) {
    const live = restored(engine, game, game.end.log, rulesets, 0);
    const again = live.restarted();
    live.free();
    const moments = await unhurried(momentsOf(engine, again, game.end.log)).catch(() => []);
    again.free();
    await store.update(game.number, { study: { version: VERSION, moments } });
  }
  return { known: ended(await store.all()).filter(isKnown), left: Math.max(unknown.length - AT_ONCE, 0) };
}

const studied = ({ number, end, study: known }: Ended): Studied => ({
  game: listedAs(number),
  endedAt: end.endedAt,
  moments: known?.moments ?? [],
});

export async function training(around: Around) {
  const { known, left } = await study(around);
  return { left, cards: cardsOf(known.map(studied)) };
}

export async function insights(around: Around, query: URLSearchParams) {
  const { known, left } = await study(around);
  const device = query.get("device");
  const games = filtered(known, query, around.rulesets).filter((game) => !device || deviceOf(game) === device);
  return { left, ...insightsOf(games.map(studied)) };
}

/** The device that most actions were made with. */
function deviceOf({ end }: Ended) {
  const counts: Map<string, number> = new Map();
  for (const { device = "" } of end.log) counts.set(device, (counts.get(device) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0])[0];
}

export function question({ engine, rulesets }: Around, game: Ended, place: number) {
  const live = restored(engine, game, game.end.log, rulesets, 0);
  const again = live.restarted();
  live.free();
  const board = questionAt(engine, again, game.end.log, place);
  again.free();
  return { board, kind: "replay", actions: place };
}

/** The progress of the player at each step of the path. */
export async function ownPath({ store }: Around): Promise<OwnPath> {
  const games = ended(await store.all());
  return { steps: STEPS.map((step) => progressAt(step, games)) };
}

function progressAt(step: Step, games: Ended[]): PathProgress {
  const tries = games.flatMap((game) => {
    const board = game.rules === step.rules ? step.seeds.indexOf(game.seed ? seedText(game.seed) : "") : -1;
    return board < 0 ? [] : [{ game, board }];
  });
  const won = tries.filter(({ game }) => game.end.status === "won");
  const stars = won.flatMap(({ game }) => starsOf(step, game));
  return {
    step: step.number,
    tries: tries.length,
    best: won.length ? Math.min(...won.map(({ game }) => game.end.at)) : null,
    stars: [...new Set(stars)].sort(),
    won: [...new Set(won.map(({ board }) => board))].sort(),
  };
}

function starsOf({ pace }: Step, game: Ended) {
  const { at, figures } = game.end;
  const earned = { time: at < pace, "no-help": !isHelped(game), efficiency: (figures.efficiency ?? 0) >= EFFICIENCY };
  return Object.entries(earned).flatMap(([star, isEarned]) => (isEarned ? [star] : []));
}
