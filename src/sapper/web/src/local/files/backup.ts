// All finished games of this browser in one file, in the format of a server's backup (docs/page.md), which a server, the
// program and another browser read. What only a browser knows of its games is in the first line.

import type { Engine } from "../../engine/engine.ts";
import type { RefusedLine, Restored } from "../../protocol.ts";
import type { Ended } from "../lists.ts";
import type { Rulesets } from "../rules.ts";
import type { Draft, Store } from "../store.ts";

import { ended, imported } from "../lists.ts";
import { Refusal } from "../refusal.ts";
import { restored } from "../server.ts";
import { asBytes, asLetters } from "./byte-reader.ts";
import { readFile } from "./read-file.ts";
import { verified } from "./replay.ts";
import { writeText } from "./text.ts";

const FORMAT = "sapper-backup";
const VERSION = 1;

/** What a browser knows of a game in addition to its replay. */
type Known = Pick<Draft, "createdAt" | "isKnownBoard" | "daily" | "isImported">;

interface Around {
  engine: Engine;
  store: Pick<Store, "all" | "begin">;
  rulesets: Rulesets;
  today: () => number;
}

const allEnded = async (store: Around["store"]) => {
  const games = await store.all();
  return [...ended(games), ...imported(games)].sort((one, other) => one.number - other.number);
};

export async function backup({ engine, store, rulesets, today }: Around): Promise<string> {
  const games = await allEnded(store);
  const lines: string[] = [];
  for (const game of games) {
    const live = restored(engine, game, game.end.log, rulesets, 0);
    lines.push(btoa(asLetters(new TextEncoder().encode(await writeText(game, live)))));
    live.free();
  }
  const known = games.map(({ createdAt, isKnownBoard, daily, isImported }) => ({
    createdAt,
    isKnownBoard,
    daily,
    isImported,
  }));
  const created = Math.floor(today() / 1000);
  const head = { format: FORMAT, version: VERSION, games: games.length, created_at: created, browser: known };
  return `${[JSON.stringify(head), ...lines].join("\n")}\n`;
}

/** Store the games of a backup that are not here yet; each is played again first. */
export async function restore(text: string, around: Around): Promise<Restored> {
  const { engine, store, rulesets, today } = around;
  const [first, ...lines] = text.split("\n").filter(Boolean);
  const head = headOf(first);
  const contents = new Set((await allEnded(store)).map(contentOf));
  const done = { restored: 0, known: 0, refused: [] as RefusedLine[] };
  for (const [line, replay] of lines.entries()) {
    try {
      const draft = verified(engine, await readFile(engine, decoded(replay), "", rulesets), rulesets, today());
      const content = contentOf(draft);
      if (contents.has(content)) done.known++;
      else await store.begin(withKnown(draft, head[line]));
      done.restored += Number(!contents.has(content));
      contents.add(content);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.refused.push({ line, why: error.phrase.code, phrase: error.phrase });
    }
  }
  return done;
}

/** A game by what was played: the same one is stored once. */
export const contentOf = ({ rules, seed, field, end }: Pick<Ended, "rules" | "seed" | "field" | "end"> | Draft) =>
  JSON.stringify([rules, String(seed ?? field), end?.endedAt, end?.log]);

function headOf(line: string): Partial<Known>[] {
  try {
    const { browser } = JSON.parse(line);
    return Array.isArray(browser) ? browser : [];
  } catch {
    return [];
  }
}

function decoded(line: string) {
  try {
    return asBytes(atob(line));
  } catch {
    throw new Refusal("rules", "error.not-base64");
  }
}

/** A game of a browser is one of its own again: in its statistics, and handed over, which stores the same game once. */
function withKnown(draft: Draft, known: Partial<Known> | undefined): Draft {
  if (!known || known.isImported || !draft.end) return draft;
  const end = { ...draft.end, figures: { ...draft.end.figures } };
  const isKnownBoard = known.isKnownBoard !== false;
  const remarks = end.figures.remarks.filter((remark) => remark !== "known board" || isKnownBoard);
  end.figures.remarks = ["alone", ...remarks];
  const createdAt = Number(known.createdAt) || draft.createdAt;
  return { ...draft, end, createdAt, isKnownBoard, daily: known.daily ?? null, isImported: false };
}
