// What of a game is in the store: every action before it is shown, the clock now and then, and its end.

import type { LiveGame } from "./live-game.ts";
import type { Draft, GameEnd, Store, StoredGame } from "./store.ts";

export type GameStore = Pick<Store, "begin" | "append" | "update">;

export class GameRecord {
  number = 0; // of the game in the store, 0 before anything of it is there
  isFinished = false; // its end is stored
  _live: LiveGame;
  _storedTo = 0; // how many of its actions are there
  _createdAt = 0; // when it was to be stored for the first time
  _ending: Pick<StoredGame, "end" | "fields"> | null = null; // that could not be stored yet

  constructor(live: LiveGame, stored: StoredGame | null = null) {
    this._live = live;
    if (!stored) return;
    this.number = stored.number;
    this.isFinished = stored.end !== null;
    this._storedTo = live.seq;
    this._createdAt = stored.createdAt;
  }

  /** Store what was played since the last time; return whether the game is new in the store. */
  async store(store: GameStore, today: number): Promise<boolean> {
    const { log, seq } = this._live;
    this._createdAt ||= today;
    const isNew = !this.number;
    if (isNew) this.number = await store.begin(this._draft(), log);
    else await store.append(this.number, this._storedTo + 1, log.slice(this._storedTo));
    this._storedTo = seq;
    return isNew;
  }

  /** Store the playing time. One that is lost is made up for by the next. */
  async storeTime(store: GameStore, elapsed: number) {
    if (this.number) await store.update(this.number, { elapsed }).catch(() => {});
  }

  /** Store how the game ended. Where that fails, `finishLate` can be called later, also when another game is played. */
  async finish(store: GameStore, end: GameEnd) {
    this._createdAt ||= end.endedAt * 1000;
    this._ending = { end, fields: [...this._live.fields] };
    await this.finishLate(store);
  }

  async finishLate(store: GameStore) {
    if (!this._ending) return;
    if (this.number) await store.update(this.number, this._ending);
    else this.number = await store.begin({ ...this._draft(), ...this._ending });
    this._ending = null;
    this.isFinished = true;
  }

  _draft(): Draft {
    const { beginning, fields, isSearchedFor } = this._live;
    const { id, room, rules, seed, field, salt, isKnownBoard, daily } = beginning;
    const found: StoredGame["fields"] = isSearchedFor ? [...fields] : [];
    const known = { id, room, rules: rules.text, seed, ...(field ? { field } : {}), salt, isKnownBoard, daily };
    return { ...known, fields: found, createdAt: this._createdAt, elapsed: 0, end: null };
  }
}
