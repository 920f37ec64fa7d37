// What was read from a file of any format, and playing it again before it is stored: only what its moves give counts.

import type { Engine, Grade, Status } from "../../engine/engine.ts";
import type { Over, Phrase } from "../../protocol.ts";
import type { Rules, Rulesets } from "../rules.ts";
import type { Bytes } from "../seed.ts";
import type { Draft, StoredTrack } from "../store.ts";

import { figuresOf } from "../figures.ts";
import { type Entry, LiveGame } from "../live-game.ts";
import { localId } from "../names.ts";
import { Refusal } from "../refusal.ts";
import { configuration, gradeOf } from "../rules.ts";
import { freshSeed } from "../seed.ts";

const MOST_ACTIONS = 100_000;

/** A replay as a file has it. */
export interface ReadReplay {
  rules: Rules;
  seed: Bytes | null;
  field: Uint8Array | null; // bit 7 for a mine; null where nothing was opened
  log: Entry[];
  status: Status;
  player: string;
  playedAt: number; // seconds since 1970
  program: string;
  isKnownBoard: boolean;
  mode: string; // how another program laid its board, "" if in the usual way
  track?: StoredTrack;
  notes: Phrase[]; // where the file disagrees with what it gives
}

export const broken = () => new Refusal("rules", "alone.broken");

/** Play a replay again; return it as it is stored, or throw a Refusal where its moves do not give its result. */
export function verified(engine: Engine, replay: ReadReplay, rulesets: Rulesets, now: number): Draft {
  const { rules, seed, log, status, mode, track } = replay;
  if (log.length > MOST_ACTIONS) throw broken();
  if (log.some((entry, at) => at > 0 && entry.at < log[at - 1].at)) throw broken();
  const field = seed ? undefined : (replay.field ?? undefined);
  const beginning = {
    id: localId(),
    room: "",
    rules,
    seed,
    field,
    salt: freshSeed(),
    isKnownBoard: replay.isKnownBoard,
  };
  const live = played(engine, new LiveGame(engine, beginning, rulesets), log);
  if (!live.isOver || live.status !== status) throw new Refusal("rules", "alone.another-end");
  const mines = (cells: Uint8Array | null | undefined) => cells?.map((cell) => cell & 0x80).join("") ?? "";
  if (mines(replay.field) !== mines(live.minefield)) throw broken();
  const figures = figuresOf(engine, live);
  const fields: Draft["fields"] = live.isSearchedFor ? [...live.fields] : [];
  live.free();
  const end = {
    status: status as Over["status"],
    at: log.at(-1)?.at ?? 0,
    endedAt: replay.playedAt,
    name: replay.player,
    configuration: configuration(live.rules, rulesets),
    log,
    figures: { ...figures, remarks: figures.remarks.filter((remark) => remark !== "alone") },
    sentAs: null,
    refused: "",
  };
  const { id, room, salt, isKnownBoard } = beginning;
  const known = { id, room, rules: rules.text, seed, salt, isKnownBoard, fields };
  const more = { ...(field ? { field } : {}), ...(mode ? { mode } : {}), ...(track ? { track } : {}) };
  return { ...known, ...more, createdAt: now, elapsed: 0, end, isImported: true };
}

/** Play a list of actions on the boards that follow from the seed, or on the one that is known. */
function played(engine: Engine, live: LiveGame, log: Entry[]) {
  for (const entry of log) {
    const first = live.cellToPrepare(entry);
    if (first !== null) prepare(engine, live, first);
    try {
      live.apply(entry, entry.at);
    } catch {
      throw broken();
    }
  }
  return live;
}

function prepare(engine: Engine, live: LiveGame, first: number) {
  if (!live.isSearchedFor) return live.lay(first);
  const { width, height, mines } = live.rules;
  const grade = gradeOf(live.rules) as Grade;
  const search = engine.search({ width, height, mines, first, grade }, live.beginning.seed as Bytes);
  for (;;) {
    const { done, value } = search.next();
    if (!done) continue;
    if (!value.minefield) throw broken();
    return live.remember(first, value.minefield);
  }
}
