// The hands of the last games played here, in the browser's own database: they are never sent anywhere.

import type { Track } from "../protocol.ts";

const NAME = "sapper-hands";
const STORE = "hands";
const VERSION = 2; // 1 knew a game by its number alone, which another server gives to another game
const MOST = 100; // games

/** A hand as it is stored, under the number of its game. */
interface StoredHand {
  board: string; // its mines, "" where they were secret at the end of the game
  storedAt: number;
  track: Track;
}

/** Mines as the board of a stored hand, from the indices of an end or from the rows of a finished game. */
export function boardOf(mines: readonly number[] | string | null | undefined) {
  const places = typeof mines === "string" ? minesIn(mines.replace(/\s/g, "")) : (mines ?? []);
  return [...places].sort((one, other) => one - other).join(" ");
}

const minesIn = (cells: string) => Array.from(cells, (cell, at) => (cell === "*" ? at : -1)).filter((at) => at >= 0);

/** Store the hand of a finished game; the oldest ones are forgotten. */
export async function storeHand(id: number, board: string, track: Track) {
  await withHands(async (hands) => {
    hands.put({ board, storedAt: Date.now(), track } satisfies StoredHand, id);
    const [keys, all] = [await done(hands.getAllKeys()), (await done(hands.getAll())) as StoredHand[]];
    const byAge = all.map(({ storedAt }, at) => ({ storedAt, key: keys[at] }));
    for (const { key } of byAge.sort((one, other) => one.storedAt - other.storedAt).slice(0, -MOST)) hands.delete(key);
  });
}

/** Return the hand of a game on a board that was played in this browser; null if there is none. */
export async function storedHand(id: number, board: string): Promise<Track | null> {
  const found = (await withHands((hands) => done(hands.get(id)))) as StoredHand | undefined;
  return found && (!found.board || found.board === board) ? found.track : null;
}

/** Forget the hands of games that no longer exist. */
export const forgetHands = (isGone: (id: number) => boolean) =>
  withHands(async (hands) => {
    for (const key of (await done(hands.getAllKeys())) as number[]) if (isGone(key)) hands.delete(key);
  });

async function withHands<T>(use: (hands: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await use(database.transaction(STORE, "readwrite").objectStore(STORE));
  } finally {
    database.close(); // when its transactions are done
  }
}

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, VERSION);
  asked.onupgradeneeded = () => {
    if (asked.result.objectStoreNames.contains(STORE)) asked.result.deleteObjectStore(STORE);
    asked.result.createObjectStore(STORE);
  };
  return done(asked) as Promise<IDBDatabase>;
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}
