// @ts-check
// Finished games from the server: their steps, their verdicts, odds of a position, files to import.

/** @import { BrokenReplay, Chances, Finished, FinishedGame, GameReview, Imported, JudgedMove, Picture, Steps } from "./protocol.js" */

import { message } from "./words.js";

const TRIES = 6;
const PAUSE = 300; // ms before the second try, twice as much before each further one
const PATIENCE = 30_000; // ms for one answer: then it is the turn of the next request
const MOST_BYTES = 1 << 20; // of a file: what the server takes

/** What the server refused, in a sentence. */
export class Refused extends Error {}

/** @type {Promise<unknown>} */
let waiting = Promise.resolve();

/**
 * Ask the server, after everything that was asked for before: it works on one thing at a time for each player.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<any>}
 */
export function ask(path, options = {}) {
  const answer = waiting.then(() => fetchJson(path, options));
  waiting = answer.catch(() => null);
  return answer;
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function fetchJson(path, options) {
  for (let tried = 1; ; tried++) {
    const { answer, found } = await fetchOnce(path, options);
    if (answer.ok) return found;
    const isBusy = answer.status === 503 || answer.status === 429;
    if (!isBusy || tried === TRIES) throw new Refused(found.error ?? message("viewer.no-answer"));
    const wait = Number(answer.headers.get("retry-after")) * 1000 || PAUSE * 2 ** (tried - 1);
    await new Promise((done) => setTimeout(done, Math.min(wait, 5000)));
  }
}

/**
 * Return an answer and what is in it, or throw after a while: others wait for it.
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<{ answer: Response, found: any }>}
 */
async function fetchOnce(path, options) {
  options.signal?.throwIfAborted();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PATIENCE);
  const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal;
  try {
    const answer = await fetch(path, { ...options, signal });
    return { answer, found: parsed(await answer.text()) };
  } catch {
    options.signal?.throwIfAborted();
    throw new Refused(message("viewer.no-answer"));
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<FinishedGame>}
 */
export const readGame = (id, signal) => ask(`/api/games/${encodeURIComponent(id)}`, { signal });

/**
 * The actions of a game, part by part.
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<Steps>}
 */
export const readSteps = (id, signal) => parts(`/api/games/${encodeURIComponent(id)}/steps`, signal);

/**
 * The verdicts on the moves of a game, part by part.
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<GameReview>}
 */
export const readReview = (id, signal) => parts(`/api/games/${encodeURIComponent(id)}/review`, signal);

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<any>}
 */
async function* parts(path, signal) {
  for (let from = 0; from !== null; ) {
    const part = await ask(`${path}?from=${from}`, { signal });
    yield part;
    from = part.next;
  }
}

/**
 * How a game looked at its end.
 * @param {number} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Picture>}
 */
export const readPicture = (id, signal) => ask(`/api/games/${id}/picture`, { signal });

/**
 * Other games on the same minefield.
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Finished[]>}
 */
export const readSameBoard = (id, signal) => ask(`/api/games/${encodeURIComponent(id)}/same-board`, { signal });

/**
 * Finished games, the newest first.
 * @param {Record<string, string>} query
 * @param {AbortSignal} [signal]
 * @returns {Promise<Finished[]>}
 */
export const readGames = (query, signal) => ask(`/api/games?${new URLSearchParams(query)}`, { signal });

/**
 * The odds of a position.
 * @param {string} board as a diagram
 * @param {AbortSignal} [signal]
 * @returns {Promise<Chances>}
 */
export const readOdds = (board, signal) =>
  ask("/api/odds", { method: "POST", body: JSON.stringify({ board }), signal });

/**
 * Store the replay in a file; return its number.
 * @param {File} file
 * @returns {Promise<Imported>}
 */
export function importFile(file) {
  if (file.size > MOST_BYTES) return Promise.reject(new Refused(message("viewer.too-large")));
  return ask(`/api/replays?${new URLSearchParams({ name: file.name })}`, { method: "POST", body: file });
}

/**
 * As much of a replay that does not add up as can be played.
 * @param {File} file
 * @returns {Promise<BrokenReplay>}
 */
export const readPlayable = (file) => ask("/api/replays/playable", { method: "POST", body: file });

/**
 * The verdict on a move as its icon shows it: round is sound, a triangle is the player's, a diamond is chance.
 * @param {Pick<JudgedMove, "verdict">} move
 * @param {boolean} hasHit
 */
export function verdictIcon({ verdict }, hasHit) {
  if (verdict === "right-guess") return hasHit ? "verdict-unlucky" : "verdict-forced";
  return {
    certain: "verdict-best",
    "needless-guess": "verdict-needless",
    mistake: "verdict-mistake",
    "not-judged": "",
  }[verdict];
}

/** @param {Pick<JudgedMove, "verdict">} move */
export const isMistake = ({ verdict }) => verdict === "needless-guess" || verdict === "mistake";

/** @param {Pick<JudgedMove, "verdict">} move */
export const isGuess = ({ verdict }) => verdict === "right-guess";
