// The file of a replay with the hand that this browser recorded: docs/replay-format.md. It is made here, and sent nowhere.

import type { FinishedGame, Step, Track } from "../protocol.ts";

import { asLetters } from "../local/files/byte-reader.ts";
import { deflated, inflated, packTrack } from "../local/files/track.ts";
import { sha256 } from "../ui/sha256.ts";
import { completed } from "./hand-moves.ts";
import { boardOf, storedHand } from "./stored-hands.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const TITLE = "sapper replay 3"; // of replays with a track
const AFTER_TRACK = /^(played|player 0|result): /; // the first line after it
const MAGIC = 4; // bytes before the version
const [SIGNED, PARTS] = [2, 3]; // versions of the packed form
const [IS_SIGNED, HAS_TRACK] = [1, 4]; // of its parts
const SIGNATURE = 96; // bytes: a key and a proof, before the name of the game
const DIGEST = 16;

/** The hand of a finished game of this browser, with every step of the game; null where none was recorded. */
export async function handOf(
  game: FinishedGame,
  steps: AsyncIterable<{ steps: Step[]; width: number; height: number }>,
) {
  const track = game.has_track ? null : await storedHand(game.id, boardOf(game.minefield)).catch(() => null);
  if (!track) return null;
  const all: Step[] = [];
  let size = { width: 0, height: 0 };
  for await (const part of steps) {
    all.push(...part.steps);
    size = part;
  }
  return completed(track, all, size);
}

/** The text form of a replay, with a hand. */
export async function textWithHand(text: string, track: Track) {
  const lines = text.slice(0, text.lastIndexOf("digest: ")).split("\n");
  lines[0] = TITLE;
  const at = lines.findIndex((line) => AFTER_TRACK.test(line));
  lines.splice(at, 0, `track: ${btoa(asLetters(await packTrack(stored(track))))}`);
  const body = lines.join("\n");
  return `${body}digest: ${sha256(body)}\n`;
}

/** The packed form of a replay, with a hand. It has no mode: that is of games of other programs. */
export async function packedWithHand(data: Bytes, track: Track): Promise<Bytes> {
  const isSigned = data[MAGIC] === SIGNED;
  const body = await inflated(data.slice(MAGIC + 1, -DIGEST));
  const signature = isSigned ? SIGNATURE + 1 + body[SIGNATURE] : 0; // the name of a game has less than 128 letters
  const packed = await packTrack(stored(track));
  const parts = joined(
    [HAS_TRACK + (isSigned ? IS_SIGNED : 0)],
    body.slice(0, signature),
    numbered(packed.length),
    packed,
    body.slice(signature),
  );
  const compressed = await deflated(parts);
  const whole = joined(data.slice(0, MAGIC), [PARTS], compressed);
  const digest = sha256(whole).slice(0, 2 * DIGEST);
  return joined(
    whole,
    Array.from({ length: DIGEST }, (_, at) => Number.parseInt(digest.slice(2 * at, 2 * at + 2), 16)),
  );
}

const stored = ({ kinds, actions, ...others }: Track) => ({
  ...others,
  kinds: Uint8Array.from(kinds, (kind, at) => Number(kind) + 16 * Number(actions[at])),
});

/** A number in bytes of seven bits, the lowest first; all but the last have the highest bit. */
function numbered(value: number) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push(128 + (rest % 128));
  }
}

function joined(...parts: ArrayLike<number>[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
