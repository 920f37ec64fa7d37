// The moments of a game: at each opening the technique that was at hand, how long it took, and what was played. The same
// as sapper/learn/moments.py.

import type { Engine } from "../../engine/engine.ts";
import type { LiveGame, Entry } from "../live-game.ts";
import type { Position } from "../advice/phrasing.ts";
import type { Technique } from "./techniques.ts";

import { FLAG, MINE, SYMBOLS, isClosed } from "../../board/cell-values.ts";
import { positionOf } from "../advice/advice.ts";
import { conclusion } from "../advice/explanations.ts";
import { withCertainMines } from "../advice/hints.ts";
import { SolverProblem, oddsOf } from "../advice/odds.ts";
import { isUntouched, judge } from "../advice/verdict.ts";
import { keyOf } from "./keys.ts";
import { techniqueOf } from "./techniques.ts";

export const VERSION = 2; // raised whenever a moment is computed in another way
const LATE = 15_000; // ms
const MOST_CELLS = 16_384;

export type Outcome = "found" | "late" | "guessed" | "erred" | "riskier";

/** A position with a safe square, or in which another guess was better, before an action. `key` is empty unless missed. */
export interface Moment {
  place: number;
  technique: Technique | null; // null: nothing was certain
  waited: number; // milliseconds since the opening before
  outcome: Outcome;
  key: string;
}

/** Yield after each action of a game from its beginning; return its moments. */
export function* momentsOf(engine: Engine, live: LiveGame, log: Entry[]): Generator<undefined, Moment[]> {
  const found: Moment[] = [];
  if (live.cells > MOST_CELLS) return found;
  let since = 0;
  for (const [place, entry] of log.entries()) {
    const position = { ...positionOf(live), cells: live.game.cells().slice() };
    const verdict = live.isOver ? null : judge(engine, position, entry, live.rules);
    live.apply(entry, entry.at);
    if (!verdict) continue;
    const waited = entry.at - since;
    since = entry.at;
    if (isUntouched(position) || verdict.kind === "not-judged") continue;
    if (!verdict.safe.length) {
      const key = keyOf(diagramOf(position));
      if (verdict.kind === "mistake") found.push({ place, technique: null, waited, outcome: "riskier", key });
      continue;
    }
    const technique = techniqueAt(engine, position);
    if (!technique) continue;
    const outcome = outcomeOf(verdict.kind, waited);
    found.push({ place, technique, waited, outcome, key: outcome === "found" ? "" : keyOf(diagramOf(position)) });
    yield;
  }
  return found;
}

function techniqueAt(engine: Engine, position: Position): Technique | null {
  try {
    const known = withCertainMines(position, oddsOf(engine, position));
    const why = conclusion(engine, known);
    return why && techniqueOf(known, why);
  } catch (error) {
    if (!(error instanceof SolverProblem)) throw error;
    return null;
  }
}

function outcomeOf(kind: string, waited: number): Outcome {
  if (kind === "mistake") return "erred";
  if (kind === "needless-guess") return "guessed";
  return waited > LATE ? "late" : "found";
}

/** A position as a diagram: the level, then a line for each row. */
export function diagramOf({ width, height, mines, cells }: Position) {
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from(cells.subarray(row * width, (row + 1) * width), (seen) => SYMBOLS[seen]).join(""),
  );
  return [`${width}x${height}/${mines}`, ...rows].join("\n");
}

/** The board before an action of a game, with those of its flags that are proven, and no other marks. */
export function questionAt(engine: Engine, live: LiveGame, log: Entry[], place: number) {
  for (const entry of log.slice(0, place)) live.apply(entry, entry.at);
  const position = positionOf(live);
  const known = withCertainMines(position, oddsOf(engine, position));
  const cells = position.cells.map((seen, at) =>
    !isClosed(seen) ? seen : seen === FLAG && known.cells[at] === MINE ? FLAG : SYMBOLS.indexOf("."),
  );
  return diagramOf({ ...position, cells });
}
