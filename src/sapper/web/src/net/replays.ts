// Finished games from the server: their steps, their verdicts, odds of a position, files to import.

import type {
  BrokenReplay,
  Chances,
  Finished,
  FinishedBoard,
  FinishedGame,
  GameReview,
  Imported,
  JudgedMove,
  ListedRound,
  Picture,
  PlayedRound,
  Proof,
  Report,
  Steps,
  Track,
} from "../protocol.ts";

import { fetchApi } from "./api.ts";
import { isLocalNumber } from "../local/names.ts";
import { said } from "../board/phrases.ts";
import { saveFile } from "../ui/text-files.ts";
import { message } from "../ui/words.ts";

const TRIES = 6;
const PAUSE = 300; // ms before the second try, twice as much before each further one
const PATIENCE = 30_000; // ms for one answer: then it is the turn of the next request
const MEGABYTE = 1 << 20;
export const MOST_MEGABYTES = 1; // of a file: what the server takes

export type BoardProof = Pick<Proof, "complete" | "first" | "opened" | "hardest" | "steps">;

/** Whether a server writes the replay of a game, in every format; one of this browser is written here. */
export const canSave = (id: number) => !isLocalNumber(id);

/** Save the replay of a game as a file, with the hand that this browser recorded, where it has one. */
export async function saveReplay(id: number, format: "text" | "packed" = "text") {
  const { handOf, packedWithHand, textWithHand } = await import("./hand-file.ts");
  const hand = await handOf(await readGame(String(id)), readSteps(String(id)));
  if (format === "packed") {
    const data = new Uint8Array(await (await readFile(id, format)).arrayBuffer());
    return saveFile(`sapper-${id}.sapper`, hand ? await packedWithHand(data, hand) : data, "application/octet-stream");
  }
  const text = canSave(id) ? await (await readFile(id, format)).text() : await ask(`/api/games/${id}/replay`);
  saveFile(`sapper-${id}.${canSave(id) ? "txt" : "replay"}`, hand ? await textWithHand(text, hand) : text);
}

/** A refusal of the server, in a sentence; `status` is 0 where no answer came. */
export class Refused extends Error {
  status: number;

  constructor(why: string, status = 0) {
    super(why);
    this.status = status;
  }
}

let waiting: Promise<unknown> = Promise.resolve();

/** Ask the server, after everything that was asked for before: it works on one thing at a time for each player. */
export function ask(path: string, options: RequestInit = {}): Promise<any> {
  const answer = waiting.then(() => fetchJson(path, options));
  waiting = answer.catch(() => null);
  return answer;
}

/** Ask for one of a list. Without an id there is none: that address is the list. */
async function askOne(list: string, id: string, missing: string, signal?: AbortSignal) {
  if (!id) throw new Refused(said({ phrase: { code: missing } }), 404);
  return ask(`${list}/${encodeURIComponent(id)}`, { signal });
}

async function fetchJson(path: string, options: RequestInit) {
  for (let tried = 1; ; tried++) {
    const { answer, found } = await fetchOnce(path, options);
    if (answer.ok) return found;
    const isBusy = answer.status === 503 || answer.status === 429;
    if (!isBusy || tried === TRIES) throw new Refused(said(found) || message("viewer.no-answer"), answer.status);
    const wait = Number(answer.headers.get("retry-after")) * 1000 || PAUSE * 2 ** (tried - 1);
    await new Promise((done) => setTimeout(done, Math.min(wait, 5000)));
  }
}

/** Return an answer and what is in it, or throw after a while: others wait for it. */
async function fetchOnce(path: string, options: RequestInit): Promise<{ answer: Response; found: any }> {
  options.signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE);
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
  try {
    const answer = await fetchApi(path, { ...options, signal });
    return { answer, found: parsed(await answer.text()) };
  } catch {
    options.signal?.throwIfAborted();
    throw new Refused(message("viewer.no-answer"));
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A finished game. */
export const readGame = (id: string, signal?: AbortSignal): Promise<FinishedGame> =>
  askOne("/api/games", id, "refusal.no-finished-game", signal);

/** The actions of a game, part by part. */
export const readSteps = (id: string, signal?: AbortSignal): AsyncGenerator<Steps> =>
  parts(`/api/games/${encodeURIComponent(id)}/steps`, signal);

/** The verdicts on the moves of a game, part by part. */
export const readReview = (id: string, signal?: AbortSignal): AsyncGenerator<GameReview> =>
  parts(`/api/games/${encodeURIComponent(id)}/review`, signal);

/** The chances that the moves of a game gave away, and those that luck took. */
export const readReport = (id: string, signal?: AbortSignal): Promise<Report> =>
  ask(`/api/games/${encodeURIComponent(id)}/report`, { signal });

/** A finished round of several players. */
export const readRound = (id: string, signal?: AbortSignal): Promise<PlayedRound> =>
  askOne("/api/rounds", id, "refusal.no-round", signal);

/** The last finished rounds of the player. */
export const readRounds = (limit: number, signal?: AbortSignal): Promise<ListedRound[]> =>
  ask(`/api/rounds?${new URLSearchParams({ limit: String(limit) })}`, { signal });

/** The hand that played a game, where it was recorded. */
export const readTrack = (id: string, signal?: AbortSignal): Promise<Track> =>
  ask(`/api/games/${encodeURIComponent(id)}/track`, { signal });

async function* parts(path: string, signal?: AbortSignal): AsyncGenerator<any> {
  for (let from = 0; from !== null; ) {
    const part = await ask(`${path}?from=${from}`, { signal });
    yield part;
    from = part.next;
  }
}

/** The difficulty of the board of a game. */
export const readBoard = (id: number): Promise<FinishedBoard> => ask(`/api/games/${id}/board`);

/** The solution of the board of a game. */
export const readProof = (id: number): Promise<BoardProof> => ask(`/api/games/${id}/proof`);

/** The board of a game at its end. */
export const readPicture = (id: number, signal?: AbortSignal): Promise<Picture> =>
  ask(`/api/games/${id}/picture`, { signal });

/** Other games on the same minefield. */
export const readSameBoard = (id: string, signal?: AbortSignal): Promise<Finished[]> =>
  ask(`/api/games/${encodeURIComponent(id)}/same-board`, { signal });

/** Finished games, the newest first. */
export const readGames = (query: Record<string, string>, signal?: AbortSignal): Promise<Finished[]> =>
  ask(`/api/games?${new URLSearchParams(query)}`, { signal });

/**
 * The odds of a position.
 * @param board as a diagram
 */
export const readOdds = (board: string, signal?: AbortSignal): Promise<Chances> =>
  ask("/api/odds", { method: "POST", body: JSON.stringify({ board }), signal });

/** The replay of a game as a file, in a format that not every game can be written in. */
export async function readFile(game: number, format: string) {
  const answer = await fetchApi(`/api/games/${game}/replay?format=${format}`).catch(() => null);
  if (!answer?.ok) throw new Refused(said(parsed((await answer?.text()) ?? "")) || message("viewer.no-answer"));
  return answer.blob();
}

/** Store the replay in a file; return its number. */
export function importFile(file: File): Promise<Imported> {
  if (file.size > MOST_MEGABYTES * MEGABYTE) {
    return Promise.reject(new Refused(message("viewer.too-large", { most: MOST_MEGABYTES })));
  }
  return ask(`/api/replays?${new URLSearchParams({ name: file.name })}`, { method: "POST", body: file });
}

/** As much of a replay that does not add up as can be played. */
export const readPlayable = (file: File): Promise<BrokenReplay> =>
  ask("/api/replays/playable", { method: "POST", body: file });

/** The verdict on a move as its icon shows it: round is sound, a triangle is the player's, a diamond is chance. */
export function verdictIcon({ verdict }: Pick<JudgedMove, "verdict">, hasHit: boolean) {
  if (verdict === "right-guess") return hasHit ? "verdict-unlucky" : "verdict-forced";
  return {
    certain: "verdict-best",
    "needless-guess": "verdict-needless",
    mistake: "verdict-mistake",
    "not-judged": "",
  }[verdict];
}

export const isMistake = ({ verdict }: Pick<JudgedMove, "verdict">) =>
  verdict === "needless-guess" || verdict === "mistake";

export const isGuess = ({ verdict }: Pick<JudgedMove, "verdict">) => verdict === "right-guess";
