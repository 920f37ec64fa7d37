// Questions about a position: one at a time, the latest wins, and one that is overtaken is cancelled.

import type { Hint, Move, Odds, Phrase } from "../protocol.ts";

import { fetchApi } from "../net/api.ts";
import { said } from "../board/phrases.ts";

type Chances = Pick<Odds, "cells" | "chances" | "safe" | "mine">;

type Reason = Pick<Hint, "text" | "phrase" | "certain" | "cells" | "grade" | "pattern" | "risk">;

type Best = Pick<Move, "cell" | "safe" | "win" | "why" | "phrase" | "remark" | "remark_phrase">;

export interface Candidate {
  cell: number;
  risk: number;
  win: number | null;
}

export interface Answer {
  fits: boolean;
  text?: string;
  phrase?: Phrase | null;
  clash?: number[];
  log_arrangements?: number;
  odds?: Chances | null;
  hint?: Reason | null;
  best?: Best | null;
  candidates?: Candidate[];
}

export interface Step {
  safe: boolean;
  cells: number[];
  grade: string;
  numbers?: number[];
  text?: string;
  phrase?: Phrase | null;
}

const DEBOUNCE = 120; // ms after the last change
const AGAIN = 200; // ms until the server is asked again after it was busy, and longer each time
const PATIENCE = 2000; // ms that an answer may take that is not waited for any more
const MOST_TRIES = 8;
const BUSY = [429, 503];

/** A refusal of the server. */
export class Problem extends Error {
  isBusy: boolean;

  constructor(why: string, isBusy: boolean) {
    super(why);
    this.isBusy = isBusy;
  }
}

/** Send something to the API and return its answer; throw a `Problem` with the sentence of the server. */
async function post(path: string, body: BodyInit, signal: AbortSignal | undefined) {
  const answer = await fetchApi(path, { method: "POST", body, signal });
  const found = await answer.json();
  if (!answer.ok) throw new Problem(said(found), BUSY.includes(answer.status));
  return found;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The last request: the server works for a player on one thing at a time. */
let line: Promise<unknown> = Promise.resolve();

/**
 * Ask when everything before it is answered, and until the server has time for it.
 * @param options what is not wanted any more is not sent
 */
export function ask(
  path: string,
  body: BodyInit,
  { signal, isWanted = () => true }: { signal?: AbortSignal; isWanted?: () => boolean } = {},
): Promise<any> {
  const turn = line.then(() => (isWanted() ? askAgain(path, body, signal) : null));
  line = turn.catch((error) => error.name === "AbortError" && pause(AGAIN)); // until the server has noticed it
  return turn;
}

async function askAgain(path: string, body: BodyInit, signal: AbortSignal | undefined) {
  for (let tries = 1; ; tries++) {
    try {
      return await post(path, body, signal);
    } catch (error) {
      if (!(error instanceof Problem && error.isBusy) || tries >= MOST_TRIES) throw error;
    }
    await pause(AGAIN * tries);
    signal?.throwIfAborted();
  }
}

/** Ask about a position. */
export const askAbout = (
  what: "analysis" | "proof" | "arrangement",
  diagram: string,
  options: { signal?: AbortSignal; isWanted?: () => boolean } = {},
) => ask(`/api/${what}`, JSON.stringify({ board: diagram }), options);

export class Asker {
  _isReady: () => boolean;
  _answered: (diagram: string, answer: Answer) => void;
  _failed: (diagram: string, why: string) => void;
  _timer = 0;
  _wanted: AbortController | null = null; // of the question that is wanted

  /** @param parts `isReady` says whether asking now would be no help in a game whose clock runs */
  constructor({
    isReady,
    answered,
    failed,
  }: {
    isReady: () => boolean;
    answered: (diagram: string, answer: Answer) => void;
    failed: (diagram: string, why: string) => void;
  }) {
    this._isReady = isReady;
    this._answered = answered;
    this._failed = failed;
  }

  /** Ask about a position in a moment, in place of what was asked before. */
  ask(diagram: string) {
    this.cancel();
    this._timer = setTimeout(() => this._send(diagram), DEBOUNCE);
  }

  /** Drop what was asked. Most answers come within milliseconds: only one that takes longer is cancelled. */
  cancel() {
    clearTimeout(this._timer);
    const overtaken = this._wanted;
    this._wanted = null;
    if (overtaken) setTimeout(() => overtaken.abort(), PATIENCE);
  }

  async _send(diagram: string, tries = 0) {
    if (!this._isReady() && tries < MOST_TRIES) {
      this._timer = setTimeout(() => this._send(diagram, tries + 1), AGAIN); // the pause of the game is on its way
      return;
    }
    const wanted = new AbortController();
    this._wanted = wanted;
    const isWanted = () => this._wanted === wanted;
    const [answer, error] = await askAbout("analysis", diagram, { signal: wanted.signal, isWanted }).then(
      (found) => [found, null],
      (failure) => [null, failure],
    );
    if (!isWanted()) return;
    this._wanted = null;
    if (error) this._failed(diagram, error instanceof Problem ? error.message : "");
    else this._answered(diagram, answer);
  }
}
