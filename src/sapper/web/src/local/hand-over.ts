// Finished games wait in this browser until a server is there: it plays them again before it stores them.

import type { Phrase } from "../protocol.ts";
import type { FromWorker, Waiting } from "./line.ts";
import type { Ended } from "./lists.ts";
import type { GameEnd, Store } from "./store.ts";

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

type Known = Pick<Store, "unsettled" | "update" | "inPlay" | "game">;

export class HandOver {
  _store: Known;
  _around: Around;
  _isSaved = true;
  _sizes: Map<number, number> = new Map(); // of the games that wait, as they are sent
  _isSending = false;
  _isWaiting = false; // for the time to send again
  _wait = FIRST_WAIT;

  constructor(store: Known, around: Pick<Around, "post"> & Partial<Around>) {
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
    const inPlay = (await this._store.inPlay()).length;
    this._post(ended(await this._store.unsettled()), inPlay);
  }

  _post(games: Ended[], inPlay: number) {
    this._sizes = new Map(games.map((game) => [game.number, this._sizes.get(game.number) ?? sizeOf(game)]));
    const bytes = [...this._sizes.values()].reduce((sum, size) => sum + size, 0);
    const { post, hasDatabase } = this._around;
    post({ kind: "news", news: { hasDatabase, isSaved: this._isSaved, waiting: games.map(waiting), bytes, inPlay } });
  }

  /** Send what waits, one after the other. Where the server does not take a game for now, go on later. */
  async send() {
    if (this._isSending) return;
    this._isSending = true;
    try {
      const inPlay = (await this._store.inPlay()).length;
      const left = ended(await this._store.unsettled());
      for (const game of left.filter(({ end }) => !end.refused)) {
        const end = await this._sendOne(game);
        if (!end) return this._sendLater();
        this._wait = FIRST_WAIT;
        left.splice(left.indexOf(game), 1, ...(end.refused ? [{ ...game, end }] : []));
        this._post(left, inPlay);
      }
    } finally {
      this._isSending = false;
    }
  }

  /** The player has seen that a game was refused: it stays in the statistics of this browser, and waits no longer. */
  async dismiss(number: number) {
    const game = await this._store.game(number);
    if (game?.end?.refused) await this._store.update(number, { end: { ...game.end, isDismissed: true } });
    await this.report();
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

  /** The result of handing a game over; null if the server was out of reach, busy, full or failing. */
  async _sendOne(game: Ended): Promise<GameEnd | null> {
    const body = JSON.stringify(sent(game));
    const headers = { "content-type": "application/json" };
    const answer = await this._around.ask(ADDRESS, { method: "POST", body, headers }).catch(() => null);
    if (!answer || (!answer.ok && answer.status !== REFUSED)) return null;
    const found: { id?: number; error?: string; phrase?: Phrase } = await answer.json();
    const refused = answer.ok ? "" : JSON.stringify(found.phrase ?? { code: "alone.broken" });
    const end = { ...game.end, sentAs: (answer.ok && found.id) || null, refused };
    try {
      await this._store.update(game.number, { end });
      return end;
    } catch {
      return null; // the storage is full, or the player has deleted it: a game that is sent again is stored once
    }
  }
}

const sizeOf = (game: Ended) => JSON.stringify(sent(game)).length;

const waiting = ({ number, rules, daily, end }: Ended): Waiting => ({
  number: listedAs(number),
  rules,
  daily: daily ?? null,
  status: end.status,
  at: end.at,
  refused: end.refused ? JSON.parse(end.refused) : null,
});

/** A game as the server takes it: from this it follows whether it can have been played. */
export const sent = ({ rules, seed, daily = null, createdAt, end }: Ended) => ({
  rules,
  seed: seed && seedText(seed),
  status: end.status,
  began_at: Math.floor(createdAt / 1000),
  ended_at: end.endedAt,
  name: end.name,
  daily,
  actions: end.log,
});
