// What the page asks the server about the people with whom the player has played, and decides about them.

import type { NewReport, PeopleMet } from "../protocol.ts";

import { said } from "../board/phrases.ts";
import { fetchApi } from "./api.ts";
import { message } from "../ui/words.ts";

/** Ask for a change, once: what the server refuses is thrown as a sentence. */
export async function send(path: string, method: string, content?: unknown): Promise<any> {
  const body = content === undefined ? {} : { body: JSON.stringify(content) };
  const answer = await fetchApi(path, { method, ...body }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (!answer?.ok || !found) throw new Error((found && said(found)) || message("alone.failed"));
  return found;
}

/** Return the people, null from an older server or without one. */
export async function readPeople(signal: AbortSignal): Promise<PeopleMet | null> {
  const answer = await fetchApi("/api/me/people", { signal }).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

export const showMe = (is_seen: boolean) => send("/api/me/seen", "POST", { is_seen });
export const block = (player: string, is_blocked: boolean) => send("/api/me/block", "POST", { player, is_blocked });
export const report = (told: NewReport) => send("/api/me/report", "POST", told);
export const challenge = (player: string, party: string) => send("/api/me/challenge", "POST", { player, party });
export const decline = (party: string) => send("/api/me/decline", "POST", { party });
