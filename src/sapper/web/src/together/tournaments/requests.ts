// What the page asks the server about tournaments.

import type { Tournament, TournamentCard } from "../../protocol.ts";

import { said } from "../../board/phrases.ts";
import { fetchApi } from "../../net/api.ts";
import { message } from "../../ui/words.ts";

const ALL = "/api/tournaments";

/** What a player wants of a tournament: to be signed up, to play the next race, or to sit out. */
export type Wish = "in" | "ready" | "out";

/** What is played in a new tournament. */
export interface NewTerms {
  format: string;
  mode: string;
  rules: string;
  name: string;
  starts_in: number; // minutes
  minutes: number;
  turns: number;
}

/** Ask once; what the server refuses is thrown as a sentence. */
async function ask(path: string, options: RequestInit = {}): Promise<any> {
  const answer = await fetchApi(path, options).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (!answer?.ok || !found) throw new Error((found && said(found)) || message("alone.failed"));
  return found;
}

const post = (path: string, content: unknown) => ask(path, { method: "POST", body: JSON.stringify(content) });

export const readTournaments = (): Promise<TournamentCard[]> => ask(ALL);
/** Without an id there is none: that address is the list. */
export async function readTournament(id: string): Promise<Tournament> {
  if (!id) throw new Error(said({ phrase: { code: "refusal.no-tournament" } }));
  return ask(`${ALL}/${encodeURIComponent(id)}`);
}

export const makeTournament = (terms: NewTerms): Promise<Tournament> => post(ALL, terms);
export const enterTournament = (tournament: string, wants: Wish): Promise<Tournament> =>
  post(`${ALL}/entry`, { tournament, wants });

/** The address of the signed result. */
export const fileOf = (id: string) => `${ALL}/${encodeURIComponent(id)}/file`;
