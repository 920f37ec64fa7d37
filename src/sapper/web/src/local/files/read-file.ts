// Reading replays of every format without a server: our own, and the videos of other programs.

import type { Engine } from "../../engine/engine.ts";
import type { Rulesets } from "../rules.ts";

import * as avf from "./avf.ts";
import { wrongFile } from "./byte-reader.ts";
import * as evf from "./evf.ts";
import * as mvf from "./mvf.ts";
import * as packed from "./packed.ts";
import * as rawvf from "./rawvf.ts";
import { play } from "./recording.ts";
import { broken, type ReadReplay } from "./replay.ts";
import * as rmv from "./rmv.ts";
import { isText, readText } from "./text.ts";

const MOST_VIDEO_BYTES = 1 << 22;
const VIDEOS = { rmv, mvf, avf, evf }; // in the order in which content is tried

/** Read a file by its content; where several formats would take it, by the ending of its name. */
export async function readFile(
  engine: Engine,
  data: Uint8Array,
  name: string,
  rulesets: Rulesets,
): Promise<ReadReplay> {
  if (packed.isMine(data)) return packed.readPacked(data, rulesets);
  if (isText(data)) return readText(utf8(data), rulesets);
  if (rawvf.isMine(data)) return play(engine, rawvf.decode(data, engine), rulesets);
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  const named = VIDEOS[ending as keyof typeof VIDEOS];
  const video = [...(named ? [named] : []), ...Object.values(VIDEOS)].find(({ isMine }) => isMine(data)) ?? named;
  if (!video) throw wrongFile("error.not-a-replay");
  if (data.length > MOST_VIDEO_BYTES) throw wrongFile("file.too-large", { most: MOST_VIDEO_BYTES, given: data.length });
  return play(engine, video.decode(data), rulesets);
}

function utf8(data: Uint8Array) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    throw broken();
  }
}
