// What the page asks the server about players.

import type { LinkCode, Me, PlayerPage, RecoveryCode } from "../protocol.ts";

import { said } from "../board/phrases.ts";
import { fetchApi } from "../net/api.ts";
import { ask } from "../net/replays.ts";
import { message } from "../ui/words.ts";

/** Ask for a change, once: what the server refuses is thrown as a sentence. */
async function send(path: string, method: string, content?: unknown): Promise<any> {
  const body = content === undefined ? {} : { body: JSON.stringify(content) };
  const answer = await fetchApi(path, { method, ...body }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (!answer?.ok || !found) throw new Error((found && said(found)) || message("alone.failed"));
  return found;
}

export const readMe = (): Promise<Me> => ask("/api/me");
export const readPlayer = (id: string): Promise<PlayerPage> => ask(`/api/players/${encodeURIComponent(id)}`);
export const takeName = (name: string): Promise<Me> => send("/api/me/name", "POST", { name });
export const setPublic = (is_public: boolean): Promise<Me> => send("/api/me/public", "POST", { is_public });
export const makeCode = (): Promise<RecoveryCode> => send("/api/me/code", "POST");
export const makeLink = (): Promise<LinkCode> => send("/api/me/link", "POST");
export const restore = (code: string): Promise<Me> => send("/api/me/restore", "POST", { code });
export const signOutOthers = (): Promise<Me> => send("/api/me/tokens", "DELETE");
export const deleteEverything = (): Promise<Me> => send("/api/me", "DELETE");
export const EVERYTHING = "/api/me/everything";
