// A backup of the player's games, sent back to a server in parts: see docs/page.md.

import type { Restored } from "../protocol.ts";

import { fetchApi, isAskedLocally } from "../net/api.ts";
import { ask } from "../net/replays.ts";
import { said } from "../board/phrases.ts";
import { message } from "../ui/words.ts";

/** `stopped` says why not everything was sent, "" if it was. */
type Outcome = Restored & { stopped: string };

const FORMAT = "sapper-backup";
const VERSION = 1;
const PART = { bytes: 200_000, lines: 200 }; // less than a server takes at once, so that progress shows
const BUSY = 503;
const MOST_TRIES = 30;
const MOST_BYTES = 512 * 1024 * 1024; // of a file, which is read as a whole

/** Split the lines of a backup into parts that a server takes. */
export function partsOf(lines: string[]): string[][] {
  const parts: string[][] = [];
  let bytes = PART.bytes;
  for (const line of lines) {
    const isFull = bytes + line.length > PART.bytes || parts[parts.length - 1].length >= PART.lines;
    if (isFull) {
      parts.push([]);
      bytes = 0;
    }
    parts[parts.length - 1].push(line);
    bytes += line.length + 1;
  }
  return parts;
}

/** Return the replays in a file; throw an error whose message says what is wrong with it. */
export function replaysIn(text: string) {
  const [head, ...lines] = text.split("\n").map((line) => line.trim());
  let described: { format?: unknown; version?: unknown } | null = null;
  try {
    described = JSON.parse(head);
  } catch {
    // not even JSON
  }
  if (described?.format !== FORMAT) throw new Error(message("charts.no-backup"));
  if (described.version !== VERSION) throw new Error(message("charts.newer-backup"));
  return lines.filter(Boolean);
}

/** Send a part, and again as long as the server has no time for it, as it may look at the part before. */
async function send(part: string[]): Promise<Response | null> {
  for (let tries = 1; ; tries++) {
    const answer = await fetchApi("/api/backup", { method: "POST", body: part.join("\n") }).catch(() => null);
    if (answer?.status !== BUSY || tries === MOST_TRIES) return answer;
    await new Promise((go) => setTimeout(go, 1000 * Number(answer.headers.get("retry-after") ?? 1)));
  }
}

/** Restore the games of a file. What was sent stays, whatever comes after it. */
export async function restoreFile(file: File, progress: (done: number, count: number) => void): Promise<Outcome> {
  if (file.size > MOST_BYTES) throw new Error(message("charts.no-backup"));
  const text = await file.text();
  const lines = replaysIn(text);
  if (isAskedLocally()) return { ...(await ask("/api/backup", { method: "POST", body: text })), stopped: "" };
  const outcome: Outcome = { restored: 0, known: 0, refused: [], stopped: "" };
  let sent = 0;
  progress(0, lines.length);
  for (const part of partsOf(lines)) {
    const answer = await send(part);
    if (!answer?.ok) {
      outcome.stopped = said((await answer?.json().catch(() => null)) ?? {}) || message("charts.failed");
      break;
    }
    const { restored, known, refused }: Restored = await answer.json();
    outcome.restored += restored;
    outcome.known += known;
    outcome.refused.push(...refused);
    sent += part.length;
    progress(sent, lines.length);
  }
  return outcome;
}
