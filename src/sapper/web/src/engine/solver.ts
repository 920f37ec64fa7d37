// Odds and moves, from nothing but what is visible.

import { bytesOf, type KernelModule } from "./module.ts";
import { Words } from "./words.ts";
import type { Level } from "./boards.ts";

/** The visible board, a value for each cell: 0 to 8, or one of `CellState`. */
export interface Position extends Level {
  cells: Uint8Array;
}

// The order of these lists is that of the kernel's enumerations.
export const VERDICTS = ["solved", "contradiction", "out-of-budget"] as const;
export type Verdict = (typeof VERDICTS)[number];
const STRENGTHS = ["safest", "fast", "best"] as const;
export type Strength = (typeof STRENGTHS)[number];
const MOVE_REASONS = ["certain", "first", "fifty-fifty", "endgame", "look-ahead", "safest", "only", "nothing"] as const;
export type MoveReason = (typeof MOVE_REASONS)[number];
const SAFE = 1;
const MINED = 2;

export interface Odds {
  verdict: Verdict;
  chances: Float64Array; // of a mine at each cell, NaN where it is open; empty unless solved
  safe: number[];
  mined: number[];
  logArrangements: number;
  contradiction: number[]; // numbers that cannot all be true
}

export interface Choice {
  verdict: Verdict;
  cell: number;
  safe: number;
  win: number;
  why: MoveReason;
}

const ODDS_BUDGET = 2 ** 32;

/** The numbers of a position as the kernel's functions take them. */
export const levelOf = ({ width, height, mines }: Level) => [width, height, mines];

export function odds(
  kernel: KernelModule,
  position: Position,
  { budget = ODDS_BUDGET, trustFlags = false } = {},
): Odds {
  const answer = kernel.call("odds", [...levelOf(position), Number(trustFlags), budget], position.cells);
  const words = new Words(answer.words);
  const verdict = VERDICTS[words.number()];
  const contradiction = words.cells();
  const certain = verdict === "solved" ? bytesOf(answer, words.read, position.cells.length) : new Uint8Array();
  const safe: number[] = [];
  const mined: number[] = [];
  for (let cell = 0; cell < certain.length; cell++) {
    if (certain[cell] === SAFE) safe.push(cell);
    else if (certain[cell] === MINED) mined.push(cell);
  }
  const [logArrangements = 0] = answer.numbers;
  return { verdict, chances: answer.numbers.subarray(1), safe, mined, logArrangements, contradiction };
}

export function choose(kernel: KernelModule, position: Position, strength: Strength, avoidsFlags = false): Choice {
  const values = [...levelOf(position), STRENGTHS.indexOf(strength), Number(avoidsFlags)];
  return readChoice(kernel, "choose", values, position);
}

export function exactMove(
  kernel: KernelModule,
  position: Position,
  arrangements: number,
  work: number,
  avoidsFlags = false,
): Choice {
  const values = [...levelOf(position), arrangements, work, Number(avoidsFlags)];
  return readChoice(kernel, "exact_move", values, position);
}

function readChoice(kernel: KernelModule, name: string, values: number[], position: Position): Choice {
  const { words, numbers } = kernel.call(name, values, position.cells);
  const [verdict, cell, why] = words;
  const [safe, win] = numbers;
  return { verdict: VERDICTS[verdict], cell, safe, win, why: MOVE_REASONS[why] };
}

/** Minefields that explain a position, each drawn with the same chance; none if nothing explains it. */
export function draw(kernel: KernelModule, position: Position, seed: Uint8Array, count: number): Uint8Array[] {
  const answer = kernel.call("draw", [...levelOf(position), count], seed, position.cells);
  const size = position.cells.length;
  const [drawn] = answer.words;
  return Array.from({ length: drawn }, (_, index) => bytesOf(answer, 1 + index * Math.ceil(size / 4), size));
}

/** The 3BV that is visibly done. */
export function progress(kernel: KernelModule, position: Position): number {
  return kernel.call("progress", levelOf(position), position.cells).words[0];
}
