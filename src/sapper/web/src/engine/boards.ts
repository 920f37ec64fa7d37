// Minefields: placed by a seed, searched for until none needs a guess, and measured.
//
// A minefield has one byte for each cell: bit 7 is the mine, the low bits are the number.

import { type Answer, bytesOf, type KernelModule } from "./module.ts";

export interface Size {
  width: number;
  height: number;
}

export interface Level extends Size {
  mines: number;
}

const FIRST_CLICKS = ["any", "top-left", "cell", "opening"] as const;
export type FirstClick = (typeof FIRST_CLICKS)[number];

/** The grades of reasoning, by their number from 1. */
export const GRADES = ["single", "pairs", "chains", "count", "full"] as const;
export type Grade = (typeof GRADES)[number];

export interface NoGuessRequest extends Level {
  first: number;
  grade: Grade;
  exactly?: boolean; // lower grades do not solve it
  uniform?: boolean; // random boards until one passes
  budget?: number;
}

export interface Found {
  minefield: Uint8Array | null; // null where the budget was spent
  uniform: boolean;
  tries: number;
}

export interface Measured {
  bbbv: number;
  openings: number;
  islands: number;
  zini: number;
  hzini: number;
}

/** What `generator.py` spends on a board at most, and at first where it reports progress. */
const DEFAULT_BUDGET = 2 ** 27;
const FIRST_BUDGET = 2 ** 20;

export function lay(
  kernel: KernelModule,
  { width, height, mines }: Level,
  first: number,
  firstClick: FirstClick,
  seed: Uint8Array,
): Uint8Array {
  const answer = kernel.call("lay", [width, height, mines, FIRST_CLICKS.indexOf(firstClick), first], seed);
  return bytesOf(answer, 0, width * height);
}

export function generate(kernel: KernelModule, request: NoGuessRequest, seed: Uint8Array): Found {
  const { width, height, mines, first, grade, exactly = false, uniform = false } = request;
  const kind = [GRADES.indexOf(grade) + 1, Number(exactly), Number(uniform)];
  const values = [width, height, mines, first, ...kind, request.budget ?? DEFAULT_BUDGET];
  const answer = kernel.call("generate", values, seed);
  const [isFound, isUniform, tries] = answer.words;
  const minefield = isFound ? bytesOf(answer, 3, width * height) : null;
  return { minefield, uniform: Boolean(isUniform), tries };
}

/** Search with budgets that double until a board is found: a larger one would find the same. */
export function* search(kernel: KernelModule, request: NoGuessRequest, seed: Uint8Array): Generator<Found, Found> {
  const whole = request.budget ?? DEFAULT_BUDGET;
  for (let budget = Math.min(FIRST_BUDGET, whole); budget < whole; budget *= 2) {
    const found = generate(kernel, { ...request, budget }, seed);
    if (found.minefield) return found;
    yield found;
  }
  return generate(kernel, { ...request, budget: whole }, seed);
}

export function needsNoGuess(kernel: KernelModule, { width, height }: Size, first: number, minefield: Uint8Array) {
  return kernel.call("needs_no_guess", [width, height, first], minefield).words[0] === 1;
}

export function bbbv(kernel: KernelModule, { width, height }: Size, minefield: Uint8Array): number {
  return kernel.call("survey", [width, height], minefield).words[0];
}

export function measure(kernel: KernelModule, { width, height }: Size, minefield: Uint8Array): Measured {
  const [bbbv, openings, islands] = kernel.call("survey", [width, height], minefield).words;
  const [zini, hzini] = kernel.call("zini", [width, height], minefield).words;
  return { bbbv, openings, islands, zini, hzini };
}

/** The solved part of the 3BV on a board that shows these cells. */
export function solved(
  kernel: KernelModule,
  { width, height }: Size,
  minefield: Uint8Array,
  cells: Uint8Array,
): number {
  return kernel.call("solved", [width, height], minefield, cells).words[0];
}

/** The seed of a game of a series, counted from 0. */
export function derive(kernel: KernelModule, seed: Uint8Array, index: number | bigint): Uint8Array {
  const number = BigInt(index);
  return bigEndian(kernel.call("derive", [Number(number >> 32n), Number(number & 0xffffffffn)], seed));
}

/** The first words of the random generator. */
export function randomWords(kernel: KernelModule, seed: Uint8Array, count: number): bigint[] {
  const { words } = kernel.call("random_words", [count], seed);
  return Array.from({ length: count }, (_, word) => (BigInt(words[2 * word]) << 32n) | BigInt(words[2 * word + 1]));
}

function bigEndian({ words }: Answer): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * words.length));
  for (const [index, word] of words.entries()) bytes.setUint32(4 * index, word);
  return new Uint8Array(bytes.buffer);
}
