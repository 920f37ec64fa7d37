// The best move, as sapper/analysis/best_move.py chooses and explains it.

import type { Choice, Engine } from "../../engine/engine.ts";
import type { Phrase } from "../../protocol.ts";
import type { Rules } from "../rules.ts";

import { FLAG } from "../../board/cell-values.ts";
import { SolverProblem, check } from "./odds.ts";
import { type Position, phrase, square } from "./phrasing.ts";
import { gradeOf } from "../rules.ts";

// Boards on which the estimated chance to win was found true.
const MOST_ESTIMATED = 1024;
const DENSEST_ESTIMATED = 0.22;
const MOST_PLAYED_OUT = 1024;
export const QUICK: [arrangements: number, work: number] = [300, 1_000_000]; // of a position that is nearly decided
const NEARLY = 1e-12;

export interface Move {
  cell: number;
  safe: number;
  win: number | null;
  why: string; // certain, first, fifty-fifty, endgame, look-ahead, safest or only
  flagged: number | null; // a better cell that has a flag
}

/** The cell to open, never one with a flag. */
export function bestMove(engine: Engine, position: Position, strength: "fast" | "best"): Move {
  const move = moveOf(engine, position, engine.choose(position, strength, false));
  if (position.cells[move.cell] !== FLAG) return move;
  const choice = engine.choose(position, strength, true);
  if (choice.verdict === "solved" && choice.why === "nothing") throw new SolverProblem(phrase("solver.all-flagged"));
  const other = moveOf(engine, position, choice);
  const isExact = move.why === "endgame" && other.why === "endgame" && move.win !== null && other.win !== null;
  const isAsGood = isExact && (other.win as number) >= (move.win as number) - NEARLY;
  return isAsGood || other.why === "certain" ? other : { ...other, flagged: move.cell };
}

/** The best first cell where the choice matters: a corner without a flag. Null where the rules say it all. */
export function bestFirst({ width, height, mines, cells }: Position, rules: Rules): Move | null {
  const first = String(rules.choices.first);
  if (gradeOf(rules) || !["cell", "any"].includes(first)) return null;
  const safe = first === "cell" ? 1 : 1 - mines / (width * height);
  const corners = [0, width - 1, (height - 1) * width, width * height - 1];
  const cell = corners.find((corner) => cells[corner] !== FLAG);
  return cell === undefined ? null : { cell, safe, win: null, why: "first", flagged: null };
}

export const remarkOf = (position: Position, { flagged }: Move): Phrase | null =>
  flagged === null ? null : phrase("best-move.flagged", { square: square(position, flagged) });

function moveOf(engine: Engine, position: Position, choice: Choice): Move {
  check(engine, position, choice.verdict);
  if (choice.why === "nothing") throw new SolverProblem(phrase("solver.all-open"));
  const { cell, safe, why } = choice;
  return { cell, safe, win: chanceToWin(engine, position, choice), why, flagged: null };
}

/** The chance to win after a move where it is exact or well estimated, else null. */
function chanceToWin(engine: Engine, position: Position, { why, win }: Choice) {
  const size = position.width * position.height;
  const isMeasured = size <= MOST_ESTIMATED && position.mines <= DENSEST_ESTIMATED * size;
  if (why === "endgame" || (why !== "first" && isMeasured)) return win;
  if ((why === "certain" || why === "fifty-fifty") && size <= MOST_PLAYED_OUT) {
    const exact = engine.exactMove(position, ...QUICK, false);
    return exact.verdict === "solved" ? exact.win : null;
  }
  return null;
}
