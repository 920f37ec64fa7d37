// The games that were played in this browser, in its own database: every action of one in play, and what became of it.

import type { Entry } from "./live-game.ts";
import type { Figures } from "./figures.ts";
import type { Moment } from "./learning/moments.ts";
import type { Bytes } from "./seed.ts";

const NAME = "sapper-games";
const GAMES = "games";
const ACTIONS = "actions";

/** A game as it is stored; its actions are stored apart as long as it is in play. */
export interface StoredGame {
  number: number; // by which it is listed and handed over
  id: string;
  room: string;
  rules: string;
  seed: Bytes | null; // null for a board of a file that does not say it
  field?: Uint8Array; // the minefield, where no seed gives it
  salt: Bytes;
  isKnownBoard: boolean;
  daily?: string | null; // the day whose board it is; games of earlier versions do not say
  fields: [first: number, field: Uint8Array][]; // minefields that took long to find
  createdAt: number; // milliseconds since 1970
  elapsed: number; // playing time that no action says
  end: GameEnd | null; // null while it is in play
  isImported?: boolean; // it was read from a file
  mode?: string; // how another program laid its board, if not in the usual way
  track?: StoredTrack; // the hand that played it
  study?: { version: number; moments: Moment[] }; // what there is to learn in it
}

/** The events of a mouse; above its lowest four bits a kind has the number of actions that it made. */
export interface StoredTrack {
  square: number; // pixels
  times: number[];
  kinds: Uint8Array;
  xs: number[];
  ys: number[];
}

/** The end of a game. */
export interface GameEnd {
  status: "won" | "lost" | "abandoned";
  at: number;
  endedAt: number; // seconds since 1970
  name: string;
  configuration: string;
  log: Entry[];
  figures: Figures;
  sentAs: number | null; // the number that the server gave it
  refused: string; // why the server did not take it, as a phrase in JSON
  isDismissed?: boolean; // the player has seen that it was refused
}

export type Draft = Omit<StoredGame, "number">;

/**
 * Whether nothing more will become of a game: the server has it, or the player has seen that it does not take it. One
 * on a board without a seed is not sent, as nobody could check that board.
 */
export const isSettled = ({ end, isImported, seed }: StoredGame) =>
  end !== null && (end.sentAs !== null || Boolean(end.isDismissed) || Boolean(isImported) || seed === null);

/** A change of a game that is not stored. */
export class UnknownGame extends Error {
  constructor(number: number) {
    super(`no game ${number} is stored`);
  }
}

export class Store {
  _database: IDBDatabase;
  _seenTo = 0; // the last game that was looked at
  _unsettled: Set<number> = new Set(); // of those

  constructor(database: IDBDatabase) {
    this._database = database;
  }

  static async open(factory: IDBFactory = indexedDB) {
    const asked = factory.open(NAME, 1);
    asked.onupgradeneeded = () => {
      const games = asked.result.createObjectStore(GAMES, { keyPath: "number", autoIncrement: true });
      games.createIndex("room", "room");
      asked.result.createObjectStore(ACTIONS);
    };
    const database = await done(asked);
    database.onversionchange = () => database.close(); // a newer page in another tab comes first
    return new Store(database);
  }

  /** Store a game that begins, with the actions that it has already; return its number. */
  async begin(game: Draft, log: Entry[] = []): Promise<number> {
    const change = this._change();
    const number = (await done(change.objectStore(GAMES).add(game))) as number;
    const actions = change.objectStore(ACTIONS);
    for (const [at, entry] of log.entries()) actions.put(entry, [number, at + 1]);
    await committed(change);
    return number;
  }

  /** Store actions of a game that is in play, of which the first is the `seq`-th. */
  async append(number: number, seq: number, log: Entry[]) {
    const change = this._change(ACTIONS);
    for (const [at, entry] of log.entries()) change.objectStore(ACTIONS).put(entry, [number, seq + at]);
    await committed(change);
  }

  /** Store what else is known of a game: minefields, playing time, how it ended and what became of it. */
  async update(number: number, changes: Partial<StoredGame>) {
    const change = this._change();
    const games = change.objectStore(GAMES);
    const known = (await done(games.get(number))) as StoredGame | undefined;
    if (!known) throw new UnknownGame(number);
    games.put({ ...known, ...changes });
    if (changes.end) change.objectStore(ACTIONS).delete(actionsOf(number));
    await committed(change);
  }

  async game(number: number): Promise<StoredGame | null> {
    return ((await done(this._read(GAMES).get(number))) as StoredGame | undefined) ?? null;
  }

  /** The last game of a room, with its actions. */
  async ofRoom(room: string): Promise<{ game: StoredGame; log: Entry[] } | null> {
    const games = (await done(this._read(GAMES).index("room").getAll(room))) as StoredGame[];
    const game = games.at(-1);
    return game ? { game, log: await this.log(game) } : null;
  }

  async log(game: StoredGame): Promise<Entry[]> {
    if (game.end) return game.end.log;
    return (await done(this._read(ACTIONS).getAll(actionsOf(game.number)))) as Entry[];
  }

  /** Every game, in the order in which they began. */
  async all(): Promise<StoredGame[]> {
    return (await done(this._read(GAMES).getAll())) as StoredGame[];
  }

  /** The games that are in play or wait for a server. One that is settled stays so: it is read only once. */
  async unsettled(): Promise<StoredGame[]> {
    const games = this._read(GAMES);
    const asked = [...this._unsettled].map((number) => done(games.get(number)));
    const later = (await done(games.getAll(IDBKeyRange.lowerBound(this._seenTo, true)))) as StoredGame[];
    const known = (await Promise.all(asked)) as (StoredGame | undefined)[];
    const found = [...known, ...later].filter((game): game is StoredGame => game !== undefined && !isSettled(game));
    this._seenTo = later.at(-1)?.number ?? this._seenTo;
    this._unsettled = new Set(found.map(({ number }) => number));
    return found;
  }

  /** Games that are not finished, with the number of their actions. */
  async inPlay(): Promise<{ game: StoredGame; actions: number }[]> {
    const open = (await this.unsettled()).filter(({ end }) => !end);
    const counts = open.map(({ number }) => done(this._read(ACTIONS).count(actionsOf(number))));
    const actions = await Promise.all(counts);
    return open.map((game, at) => ({ game, actions: actions[at] })).filter((one) => one.actions > 0);
  }

  async delete(numbers: number[]) {
    const change = this._change();
    for (const number of numbers) {
      change.objectStore(GAMES).delete(number);
      change.objectStore(ACTIONS).delete(actionsOf(number));
    }
    await committed(change);
  }

  _change(...stores: string[]) {
    return this._database.transaction(stores.length ? stores : [GAMES, ACTIONS], "readwrite");
  }

  _read(store: string) {
    return this._database.transaction(store).objectStore(store);
  }
}

const actionsOf = (number: number) => IDBKeyRange.bound([number, 0], [number, Number.MAX_SAFE_INTEGER]);

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

/** Return when a change is on the disk as far as the browser promises it. */
function committed(change: IDBTransaction): Promise<void> {
  return new Promise((stored, failed) => {
    change.oncomplete = () => stored();
    change.onabort = change.onerror = () => failed(change.error);
  });
}
