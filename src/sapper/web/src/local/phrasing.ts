// Phrases as sapper/phrase.py makes them: a code of the catalogue with the values of its text.

import type { Phrase } from "../protocol.ts";

/** What the engine looks at: a board as far as it is visible. */
export interface Position {
  width: number;
  height: number;
  mines: number;
  cells: Uint8Array;
}

const LEAST = 0.001; // the smallest chance that is spelled out

export const phrase = (code: string, values: Record<string, unknown> = {}): Phrase => ({ code, values });

/** A chance, rounded to what is shown. */
export const chance = (share: number) => ({ chance: isNearlyCertain(share) ? share : rounded(share, 1) });

/** An estimated chance. */
export const estimate = (share: number) =>
  share >= 0.005 && share < 0.995 ? { estimate: rounded(share, 0) } : chance(share);

export const spelled = (count: number) => ({ spelled: count });
export const word = (section: string, name: string) => ({ word: `${section}.${name}` });
export const commas = (parts: unknown[]) => ({ commas: parts });

/** A cell as phrases have it: its row and column. */
export const square = ({ width }: { width: number }, cell: number): [number, number] => [
  Math.floor(cell / width),
  cell % width,
];

/** A number on the board with its cell. */
export const numberAt = (position: Position, cell: number) =>
  phrase("reason.number", { number: position.cells[cell], square: square(position, cell) });

export const sorted = (cells: Iterable<number>) => [...cells].sort((one, other) => one - other);

const isNearlyCertain = (share: number) => (share > 0 && share < LEAST) || (share > 1 - LEAST && share < 1);

/** As Python formats: half of the last digit goes to the even one. */
export function rounded(share: number, decimals: number) {
  const scaled = share * 100 * 10 ** decimals;
  const below = Math.floor(scaled);
  const whole = scaled - below === 0.5 ? below + (below % 2) : Math.round(scaled);
  return Number((whole / 10 ** decimals / 100).toFixed(2 + decimals));
}
