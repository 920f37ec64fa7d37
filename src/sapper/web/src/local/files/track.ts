// The hand that played a game, packed as docs/replay-format.md says.

import type { StoredTrack } from "../store.ts";

import { HAND_WORDS } from "../../engine/engine.ts";
import { damaged, NumberReader } from "./actions.ts";

const MOST_BYTES = 1 << 24;
const MOST_EVENTS = 500_000;
const MOST_SQUARE = 10_000; // pixels
const MOST_PLACE = 2 ** 31;
const KINDS = HAND_WORDS.indexOf("mt") + 1; // that a track may have

export async function unpackTrack(packed: Uint8Array): Promise<StoredTrack> {
  const reader = new NumberReader(await inflated(packed));
  const [square, count] = [reader.number(), reader.number()];
  if (square < 1 || square > MOST_SQUARE)
    throw damaged("file.field", { name: "SquareSize", given: square, allowed: `1-${MOST_SQUARE}` });
  if (count > MOST_EVENTS) throw damaged("file.too-many", { most: MOST_EVENTS });
  const kinds = reader.take(count).slice();
  if (kinds.some((kind) => (kind & 15) >= KINDS)) throw damaged("file.invalid", { name: "track.kinds" });
  const column = (isTime: boolean) => {
    let value = 0;
    return Array.from({ length: count }, (_, place) => {
      value += isTime && place ? reader.number() : reader.difference();
      return value;
    });
  };
  const [times, xs, ys] = [column(true), column(false), column(false)];
  if (!reader.atEnd) throw damaged("file.invalid", { name: "track.columns" });
  if ([...xs, ...ys].some((place) => Math.abs(place) >= MOST_PLACE)) throw damaged("file.far");
  return { square, times, kinds, xs, ys };
}

export async function packTrack({ square, times, kinds, xs, ys }: StoredTrack): Promise<Uint8Array> {
  const out: number[] = [];
  const write = (value: number) => {
    for (; value >= 128; value = Math.floor(value / 128)) out.push((value % 128) + 128);
    out.push(value);
  };
  const writeDifference = (value: number) => write(value < 0 ? -2 * value - 1 : 2 * value);
  write(square);
  write(kinds.length);
  for (const kind of kinds) out.push(kind);
  for (const [place, time] of times.entries())
    if (place) write(time - times[place - 1]);
    else writeDifference(time);
  for (const places of [xs, ys])
    for (const [at, place] of places.entries()) writeDifference(place - (at ? places[at - 1] : 0));
  return deflated(Uint8Array.from(out));
}

export const deflated = (data: Uint8Array) => piped(data, new CompressionStream("deflate"));

/** Decompress, but never to more than a limit. */
export async function inflated(data: Uint8Array): Promise<Uint8Array> {
  try {
    return await piped(data, new DecompressionStream("deflate"));
  } catch {
    throw damaged("file.invalid", { name: "zlib" });
  }
}

async function piped(data: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const stream = new Blob([data as Uint8Array<ArrayBuffer>]).stream().pipeThrough(through);
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError("too large");
    parts.push(value);
  }
}
