// The packed form of a replay, as sapper/replay/packed.py writes it.

import type { Status } from "../../engine/engine.ts";
import type { Rulesets } from "../rules.ts";
import type { ReadReplay } from "./replay.ts";

import { sha256 } from "../../ui/sha256.ts";
import { Refusal } from "../refusal.ts";
import { readRules } from "../rules.ts";
import { seedOf } from "../seed.ts";
import { damaged, NumberReader, unpackActions } from "./actions.ts";
import { asLetters, wrongFile } from "./byte-reader.ts";
import { inflated, unpackTrack } from "./track.ts";

const MAGIC = "SAPR";
const NEWEST = 3; // 2 has a signature, 3 has parts
const DIGEST_BYTES = 16;
const STATUSES: Status[] = ["ready", "playing", "paused", "won", "lost", "abandoned"];
const [KNOWN_BOARD, RESULTS] = [1 << 3, 1 << 5]; // bits above the number of a status
const [SIGNED, MODE, TRACK] = [1, 2, 4];
const SIGNATURE_BYTES = 32 + 64;

export const isMine = (data: Uint8Array) => asLetters(data.subarray(0, 4)) === MAGIC;

export async function readPacked(data: Uint8Array, rulesets: Rulesets): Promise<ReadReplay> {
  const body = data.subarray(0, -DIGEST_BYTES);
  const version = body[MAGIC.length] ?? 0;
  if (version < 1 || version > NEWEST) throw wrongFile("error.replay-version", { version });
  const digest = Array.from(data.subarray(-DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!sha256(body).startsWith(digest)) throw wrongFile("error.replay-digest");
  const reader = new NumberReader(await inflated(body.subarray(MAGIC.length + 1)));
  const parts = version === NEWEST ? reader.take(1)[0] : version === 2 ? SIGNED : 0;
  if (parts & SIGNED) {
    reader.take(SIGNATURE_BYTES);
    reader.text();
  }
  const mode = parts & MODE ? reader.text() : "";
  const track = parts & TRACK ? await unpackTrack(reader.take(reader.number())) : undefined;
  const rules = readRules(reader.text(), rulesets);
  const seed = reader.text();
  const program = reader.text();
  const playedAt = reader.number();
  const players = Array.from({ length: fewPlayers(reader.number()) }, () => reader.text());
  const result = reader.number();
  const status = STATUSES[result % KNOWN_BOARD];
  if (!status || result >= RESULTS) throw damaged("file.invalid", { name: "results" });
  const cells = rules.width * rules.height;
  let field: Uint8Array | null = null;
  if (reader.take(1)[0]) {
    const bits = reader.take((cells + 7) >> 3);
    field = Uint8Array.from({ length: cells }, (_, cell) => (bits[cell >> 3] << (cell & 7)) & 0x80);
  }
  return {
    rules,
    seed: seed ? seedOf(seed) : null,
    field,
    log: unpackActions(reader.rest, cells),
    status,
    player: players[0] ?? "",
    playedAt,
    program,
    isKnownBoard: Boolean(result & KNOWN_BOARD),
    mode,
    track,
    notes: [],
  };
}

/** Replays of several players need a server. */
function fewPlayers(count: number) {
  if (count > 1) throw new Refusal("rules", "alone.needs-server");
  return count;
}
