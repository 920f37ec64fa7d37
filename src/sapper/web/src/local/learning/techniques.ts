// The techniques of the game: what the simplest proof on a board has to use, as sapper/learn/techniques.py says it.

import type { Explanation as Facts } from "../../engine/engine.ts";
import type { Position } from "../advice/phrasing.ts";

import { MINE, around } from "../../board/cell-values.ts";
import { GRADES } from "../../engine/boards.ts";
import { patternOf } from "../advice/explanations.ts";

/** The techniques, from the first that a player meets to the last. */
export const TECHNIQUES = [
  "single",
  "1-1",
  "1-2",
  "reduction",
  "pair",
  "hole",
  "corner",
  "1-2-1",
  "1-2-2-1",
  "chain",
  "mine-count",
  "case-split",
] as const;
export type Technique = (typeof TECHNIQUES)[number];

const OF_GRADE = { single: "single", pairs: "pair", chains: "chain", count: "mine-count", full: "case-split" } as const;
const PATTERNS: Record<string, Technique> = { "1-1": "1-1", "1-2": "1-2", reduction: "reduction", hole: "hole" };
const ROWS: Record<string, Technique> = { "1-2-1": "1-2-1", "1-2-2-1": "1-2-2-1" };

/** The technique of a proof on a board: the row that its numbers make, or else that of its hardest step. */
export function techniqueOf(position: Position, why: Facts): Technique {
  const grade = why.grade ?? "full";
  if (grade === "pairs" || grade === "chains") {
    const row = rowOf(position, why.numbers);
    if (row) return row;
  }
  const rank = (place: number) => GRADES.indexOf(why.steps[place].grade ?? "full");
  const hardest = why.steps.reduce((best, _, place) => (rank(place) >= rank(best) ? place : best), 0);
  const step = why.steps[hardest];
  if (step.grade !== grade || grade !== "pairs") return OF_GRADE[grade];
  const named = PATTERNS[patternOf(position, why, hardest) ?? ""] ?? "pair";
  return named === "hole" && touchAtCorner(position, step.numbers) ? "corner" : named;
}

/** The technique of three or four numbers in a row or a column, from the first of a proof to the last. */
function rowOf(position: Position, numbers: number[]): Technique | undefined {
  const { width, cells } = position;
  if (!numbers.length) return undefined;
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const isRow = Math.floor(first / width) === Math.floor(last / width);
  if (!isRow && first % width !== last % width) return undefined;
  const step = isRow ? 1 : width;
  const span = Array.from({ length: (last - first) / step + 1 }, (_, at) => first + at * step);
  if (!numbers.every((number) => span.includes(number)) || span.some((cell) => cells[cell] > 8)) return undefined;
  return ROWS[span.map((cell) => cells[cell] - minesAround(position, cell)).join("-")];
}

const minesAround = (position: Position, cell: number) =>
  around(position, cell).filter((near) => position.cells[near] === MINE).length;

function touchAtCorner({ width }: Position, [one, other]: number[]) {
  const rows = Math.floor(one / width) - Math.floor(other / width);
  return Math.abs(rows) === 1 && Math.abs((one % width) - (other % width)) === 1;
}
