// What the page asks the server about players.

import type { LinkCode, Me, PlayerPage, RecoveryCode } from "../protocol.ts";

import { send } from "../net/people.ts";
import { ask } from "../net/replays.ts";

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
