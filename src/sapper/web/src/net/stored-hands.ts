// The hands of the last games played here, in the browser's own database: they are never sent anywhere.

import type { Track } from "../protocol.ts";

const NAME = "sapper-hands";
const STORE = "hands";
const MOST = 100; // games

/** Store the hand of a finished game; the oldest ones are forgotten. */
export async function storeHand(id: number, track: Track) {
  const database = await open();
  const hands = database.transaction(STORE, "readwrite").objectStore(STORE);
  hands.put(track, id);
  const known = (await done(hands.getAllKeys())) as number[];
  for (const old of known.sort((one, other) => one - other).slice(0, -MOST)) hands.delete(old);
  database.close();
}

/** Return the hand of a game that was played in this browser; null if there is none. */
export async function storedHand(id: number): Promise<Track | null> {
  const database = await open();
  const found = await done(database.transaction(STORE).objectStore(STORE).get(id));
  database.close();
  return (found as Track | undefined) ?? null;
}

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  return done(asked) as Promise<IDBDatabase>;
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}
