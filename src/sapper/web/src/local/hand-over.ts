// Finished games wait in this browser until a server is there: it plays them again before it stores them.

import type { Phrase } from "../protocol.ts";
import type { FromWorker, Waiting } from "./line.ts";
import type { Ended } from "./lists.ts";
import type { Store } from "./store.ts";

import { ended } from "./lists.ts";
import { listedAs } from "./names.ts";
import { seedText } from "./seed.ts";

const ADDRESS = "/api/games/alone";
const REFUSED = 422;
const FIRST_WAIT = 5000; // ms until it is tried again; longer each time
const LONGEST_WAIT = 300_000;

interface Around {
  post: (message: FromWorker) => void;
  ask: typeof fetch;
  later: (run: () => void, ms: number) => unknown;
  hasDatabase: boolean;
}

export class HandOver {
  _store: Pick<Store, "all" | "update" | "inPlay">;
  _around: Around;
  _isSaved = true;
  _isSending = false;
  _isWaiting = false; // for the time to send again
  _wait = FIRST_WAIT;

  constructor(store: Pick<Store, "all" | "update" | "inPlay">, around: Pick<Around, "post"> & Partial<Around>) {
    this._store = store;
    this._around = {
      ask: (...given) => fetch(...given),
      later: (run, ms) => setTimeout(run, ms),
      hasDatabase: true,
      ...around,
    };
  }

  /** Whether the last action is on the disk. */
  stored(isSaved: boolean) {
    if (isSaved === this._isSaved) return;
    this._isSaved = isSaved;
    this.report();
  }

  /** Tell the page what waits, in the order in which it will be sent. */
  async report() {
    const games = ended(await this._store.all()).filter(({ end }) => end.sentAs === null);
    const bytes = games.reduce((sum, game) => sum + JSON.stringify(sent(game)).length, 0);
    const inPlay = (await this._store.inPlay()).length;
    const { post, hasDatabase } = this._around;
    post({ kind: "news", news: { hasDatabase, isSaved: this._isSaved, waiting: games.map(waiting), bytes, inPlay } });
  }

  /** Send what waits, one after the other. Where the server does not take a game for now, go on later. */
  async send() {
    if (this._isSending) return;
    this._isSending = true;
    try {
      for (const game of ended(await this._store.all())) {
        if (game.end.sentAs !== null || game.end.refused) continue;
        if (!(await this._sendOne(game))) return this._sendLater();
        this._wait = FIRST_WAIT;
        await this.report();
      }
    } finally {
      this._isSending = false;
    }
  }

  _sendLater() {
    if (this._isWaiting) return;
    this._isWaiting = true;
    this._around.later(() => {
      this._isWaiting = false;
      this.send();
    }, this._wait);
    this._wait = Math.min(2 * this._wait, LONGEST_WAIT);
  }

  /** Return whether the server has decided about a game: it was not out of reach, busy, full or failing. */
  async _sendOne(game: Ended): Promise<boolean> {
    const body = JSON.stringify(sent(game));
    const headers = { "content-type": "application/json" };
    const answer = await this._around.ask(ADDRESS, { method: "POST", body, headers }).catch(() => null);
    if (!answer || (!answer.ok && answer.status !== REFUSED)) return false;
    const found: { id?: number; error?: string; phrase?: Phrase } = await answer.json();
    const refused = answer.ok ? "" : JSON.stringify(found.phrase ?? { code: "alone.broken" });
    await this._store.update(game.number, { end: { ...game.end, sentAs: found.id ?? null, refused } });
    return true;
  }
}

const waiting = ({ number, rules, end }: Ended): Waiting => ({
  number: listedAs(number),
  rules,
  status: end.status,
  at: end.at,
  refused: end.refused ? JSON.parse(end.refused) : null,
});

/** A game as the server takes it: from this it follows whether it can have been played. */
export const sent = ({ rules, seed, daily = null, createdAt, end }: Ended) => ({
  rules,
  seed: seedText(seed),
  status: end.status,
  began_at: Math.floor(createdAt / 1000),
  ended_at: end.endedAt,
  name: end.name,
  daily,
  actions: end.log,
});
