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

export class HandOver {
  _store: Pick<Store, "all" | "update" | "inPlay">;
  _post: (message: FromWorker) => void;
  _fetch: typeof fetch;
  _isSaved = true;
  _isSending = false;

  constructor(
    store: Pick<Store, "all" | "update" | "inPlay">,
    post: (message: FromWorker) => void,
    ask: typeof fetch = (...given) => fetch(...given),
  ) {
    this._store = store;
    this._post = post;
    this._fetch = ask;
  }

  /** Whether the last action is on the disk. */
  stored(isSaved: boolean, _isFull = false) {
    if (isSaved === this._isSaved) return;
    this._isSaved = isSaved;
    this.report();
  }

  /** Tell the page what waits, in the order in which it will be sent. */
  async report() {
    const games = ended(await this._store.all()).filter(({ end }) => end.sentAs === null);
    const bytes = games.reduce((sum, game) => sum + JSON.stringify(sent(game)).length, 0);
    const inPlay = (await this._store.inPlay()).length;
    this._post({ kind: "news", news: { isSaved: this._isSaved, waiting: games.map(waiting), bytes, inPlay } });
  }

  /** Send what waits, one after the other; stop where the server cannot be reached. */
  async send() {
    if (this._isSending) return;
    this._isSending = true;
    try {
      for (const game of ended(await this._store.all())) {
        if (game.end.sentAs !== null || game.end.refused) continue;
        if (!(await this._sendOne(game))) return;
        await this.report();
      }
    } finally {
      this._isSending = false;
    }
  }

  /** Return whether the server has answered. */
  async _sendOne(game: Ended): Promise<boolean> {
    const body = JSON.stringify(sent(game));
    const headers = { "content-type": "application/json" };
    const answer = await this._fetch(ADDRESS, { method: "POST", body, headers }).catch(() => null);
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
