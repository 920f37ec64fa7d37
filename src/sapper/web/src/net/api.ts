// Requests over HTTP: to the server that the page came from, or to the one inside the page where there is none.

import { isLocalNumber } from "../local/names.ts";
import { IS_STATIC } from "../ui/address.ts";

type Answer = (path: string, options?: RequestInit) => Promise<Response>;

let loadLocal: (() => Promise<Answer>) | null = null; // starts the server inside the page
let isLocal = IS_STATIC;

/** Say how the server inside the page is started: nothing is loaded for that yet. */
export function answerWith(load: () => Promise<Answer>) {
  loadLocal = load;
}

/** Ask the server inside the page from now on, or no longer. */
export function askLocally(isWanted: boolean) {
  isLocal = isWanted || IS_STATIC;
}

export const isAskedLocally = () => isLocal;

/** Fetch something of the API. Games that were played without a server are known in this browser only. */
export async function fetchApi(path: string, options: RequestInit = {}): Promise<Response> {
  const game = /^\/api\/games\/(\d+)/.exec(path);
  if (loadLocal && (isLocal || (game && isLocalNumber(Number(game[1]))))) {
    const answer = await loadLocal();
    return answer(path, options);
  }
  return IS_STATIC ? new Response("{}", { status: 503 }) : fetch(path, options); // the start page asks early
}
