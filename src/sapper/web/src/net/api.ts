// Requests over HTTP: to the server that the page came from, or to the one inside the page where there is none.

import type { InPlay } from "../protocol.ts";

import { isLocalNumber } from "../local/names.ts";
import { IS_STATIC } from "../ui/address.ts";

type Answer = (path: string, options?: RequestInit) => Promise<Response>;

let loadLocal: (() => Promise<Answer>) | null = null; // starts the server inside the page
let goesAlone = () => false;
let isLocal = IS_STATIC;

/**
 * Say how the server inside the page is started: nothing is loaded for that yet.
 * @param gone called when the other one cannot be reached; returns whether this one answers in its place
 */
export function answerWith(load: () => Promise<Answer>, gone: () => boolean) {
  loadLocal = load;
  goesAlone = gone;
}

/** Ask the server inside the page from now on, or no longer. */
export function askLocally(isWanted: boolean) {
  isLocal = isWanted || IS_STATIC;
}

export const isAskedLocally = () => isLocal;

const STORED = "sapper.alone";

/** Whether this browser has games of its own to go on with, or to hand over to a server. */
export const hasOwnGames = () => localStorage.getItem(STORED) !== null;

/** Note whether there are such games: nothing is loaded for them where there are none. */
export function noteOwnGames(isTrue: boolean) {
  if (isTrue) localStorage.setItem(STORED, "1");
  else localStorage.removeItem(STORED);
}

/** The games to go on with, those of this browser too. */
export async function fetchRooms(): Promise<InPlay[]> {
  const asked = [fetchApi("/api/rooms")];
  if (loadLocal && !isLocal && hasOwnGames()) asked.push(loadLocal().then((answer) => answer("/api/rooms")));
  const answers = await Promise.all(asked.map((answer) => answer.catch(() => null)));
  const rooms = await Promise.all(answers.map((answer) => (answer?.ok ? answer.json() : [])));
  return rooms.flat();
}

/** Fetch something of the API. Games that were played without a server are known in this browser only. */
export async function fetchApi(path: string, options: RequestInit = {}): Promise<Response> {
  const game = /^\/api\/games\/(\d+)/.exec(path);
  if (loadLocal && (isLocal || (game && isLocalNumber(Number(game[1]))))) {
    const answer = await loadLocal();
    return answer(path, options);
  }
  if (IS_STATIC) return new Response("{}", { status: 503 }); // the start page asks early
  return fetch(path, options).catch(async (error) => {
    if (options.signal?.aborted || !loadLocal || !goesAlone()) throw error;
    return (await loadLocal())(path, options);
  });
}
