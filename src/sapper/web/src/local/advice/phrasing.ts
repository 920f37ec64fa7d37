// Phrases as sapper/phrase.py makes them: a code of the catalogue with the values of its text.

import type { Phrase } from "../../protocol.ts";

/** The input of the engine: a board as far as it is visible. */
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
/** Several texts, joined in a way of their own. */
export const series = (kind: "commas" | "then", parts: unknown[]) => ({ [kind]: parts });
export const commas = (parts: unknown[]) => series("commas", parts);

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

const rounded = (share: number, decimals: number) => round(round(share * 100, decimals) / 100, 2 + decimals);

/** Round as Python does: half of the last digit goes to the even one. */
export function round(value: number, digits: number) {
  const scaled = value * 10 ** digits;
  const below = Math.floor(scaled);
  const isHalf = scaled - below === 0.5 && scaled / 10 ** digits === value;
  return isHalf ? (below + (below % 2)) / 10 ** digits : Number(value.toFixed(digits));
}
