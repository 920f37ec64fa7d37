// The games of a browser that gives the page no database, as in some private windows: they last as long as the page.

import type { Entry } from "./live-game.ts";

import { type Draft, type StoredGame, UnknownGame, isSettled } from "./store.ts";

/** A store in memory, with the methods of `Store`. */
export class UnstoredGames {
  games: StoredGame[] = [];
  actions: Map<number, Entry[]> = new Map();
  _last = 0;

  async begin(game: Draft, log: Entry[] = []) {
    const number = ++this._last;
    this.games.push({ ...game, number });
    this.actions.set(number, structuredClone(log));
    return number;
  }

  async append(number: number, seq: number, log: Entry[]) {
    this.actions.get(number)?.splice(seq - 1, log.length, ...structuredClone(log));
  }

  async update(number: number, changes: Partial<StoredGame>) {
    const game = this.games.find((one) => one.number === number);
    if (!game) throw new UnknownGame(number);
    Object.assign(game, structuredClone(changes));
  }

  async game(number: number) {
    return this.games.find((one) => one.number === number) ?? null;
  }

  async all() {
    return this.games;
  }

  async unsettled() {
    return this.games.filter((game) => !isSettled(game));
  }

  async ofRoom(room: string) {
    const game = this.games.findLast((one) => one.room === room);
    return game ? { game, log: game.end?.log ?? this.actions.get(game.number) ?? [] } : null;
  }

  async inPlay() {
    const open = this.games.filter(({ end }) => !end);
    return open.map((game) => ({ game, actions: this.actions.get(game.number)?.length ?? 0 }));
  }

  async delete(numbers: number[]) {
    this.games = this.games.filter(({ number }) => !numbers.includes(number));
  }
}
