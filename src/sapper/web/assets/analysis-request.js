// @ts-check
// Questions about a position: one at a time, the latest wins, and one that is overtaken is cancelled.

/** @import { Hint, Move, Odds } from "./protocol.js" */
/**
 * @typedef {Pick<Odds, "cells" | "chances" | "safe" | "mine">} Chances
 * @typedef {Pick<Hint, "text" | "certain" | "cells" | "grade" | "pattern" | "risk">} Reason
 * @typedef {Pick<Move, "cell" | "safe" | "win" | "why" | "remark">} Best
 * @typedef {{ cell: number, risk: number, win: number | null }} Candidate
 * @typedef {{
 *   fits: boolean, text?: string, clash?: number[], log_arrangements?: number, odds?: Chances | null,
 *   hint?: Reason | null, best?: Best | null, candidates?: Candidate[],
 * }} Answer
 * @typedef {{ safe: boolean, cells: number[], grade: string, numbers?: number[], text?: string }} Step
 */

const DEBOUNCE = 120; // ms after the last change
const AGAIN = 200; // ms until the server is asked again after it was busy, and longer each time
const PATIENCE = 2000; // ms that an answer may take that nobody waits for any more
const MOST_TRIES = 8;
const BUSY = [429, 503];

/** What the server said instead of an answer. */
export class Problem extends Error {
  /**
   * @param {string} why
   * @param {boolean} isBusy
   */
  constructor(why, isBusy) {
    super(why);
    this.isBusy = isBusy;
  }
}

/**
 * Send something to the API and return its answer; throw a `Problem` with the sentence of the server.
 * @param {string} path
 * @param {BodyInit} body
 * @param {AbortSignal | undefined} signal
 */
async function post(path, body, signal) {
  const answer = await fetch(path, { method: "POST", body, signal });
  const found = await answer.json();
  if (!answer.ok) throw new Problem(found.error, BUSY.includes(answer.status));
  return found;
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** @type {Promise<unknown>} what was asked last: the server works for a player on one thing at a time */
let line = Promise.resolve();

/**
 * Ask when everything before it is answered, and until the server has time for it.
 * @param {string} path
 * @param {BodyInit} body
 * @param {{ signal?: AbortSignal, isWanted?: () => boolean }} options what is not wanted any more is not sent
 * @returns {Promise<any>}
 */
export function ask(path, body, { signal, isWanted = () => true } = {}) {
  const turn = line.then(() => (isWanted() ? askAgain(path, body, signal) : null));
  line = turn.catch((error) => error.name === "AbortError" && pause(AGAIN)); // until the server has noticed it
  return turn;
}

/**
 * @param {string} path
 * @param {BodyInit} body
 * @param {AbortSignal | undefined} signal
 */
async function askAgain(path, body, signal) {
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

/**
 * Ask about a position.
 * @param {"analysis" | "proof" | "arrangement"} what
 * @param {string} diagram
 * @param {{ signal?: AbortSignal, isWanted?: () => boolean }} options
 */
export const askAbout = (what, diagram, options = {}) =>
  ask(`/api/${what}`, JSON.stringify({ board: diagram }), options);

export class Asker {
  /**
   * @param {{
   *   isReady: () => boolean,
   *   answered: (diagram: string, answer: Answer) => void,
   *   failed: (diagram: string, why: string) => void,
   * }} parts `isReady` says whether asking now would be no help in a game whose clock runs
   */
  constructor({ isReady, answered, failed }) {
    this._isReady = isReady;
    this._answered = answered;
    this._failed = failed;
    this._timer = 0;
    /** @type {AbortController | null} of the question that is wanted */
    this._wanted = null;
  }

  /**
   * Ask about a position in a moment, in place of what was asked before.
   * @param {string} diagram
   */
  ask(diagram) {
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

  /** @param {string} diagram */
  async _send(diagram, tries = 0) {
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
