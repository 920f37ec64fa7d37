// The names of rooms and games that were begun in this browser, and the numbers by which its finished games are listed.

const ROOM = "local-";
const NUMBERS = 1e12; // a server's own numbers are smaller

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join("");

export const newRoom = () => ROOM + random();
export const localId = () => `local-${random()}`;
export const isLocalRoom = (room: string | null | undefined) => Boolean(room?.startsWith(ROOM));

/** The number of a stored game in lists and addresses. */
export const listedAs = (number: number) => NUMBERS + number;
export const numberOf = (listed: number) => listed - NUMBERS;
export const isLocalNumber = (listed: number) => listed > NUMBERS;
