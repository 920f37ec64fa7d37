// The report of a game, as sapper/analysis/report.py makes it: what each move cost and what luck did, in chances to win.

import type { Choice, Engine, Odds } from "../../engine/engine.ts";
import type { Phrase, Report, ReportedMove } from "../../protocol.ts";
import type { LiveGame, Entry } from "../live-game.ts";
import type { Rules } from "../rules.ts";
import type { Verdict } from "./verdict.ts";

import { WRONG_FLAG, around } from "../../board/cell-values.ts";
import { positionOf } from "./advice.ts";
import { QUICK } from "./best-move.ts";
import { SolverProblem, oddsOf } from "./odds.ts";
import { type Position, phrase, round } from "./phrasing.ts";
import { Refusal } from "../refusal.ts";
import { gradeOf } from "../rules.ts";
import { isUntouched, judge } from "./verdict.ts";

const MOST_REPORTED = 16_384; // cells: sapper/analysis/help_limit.py
const [RIGHT, GOOD, INACCURATE] = [0.005, 0.01, 0.04]; // a move that costs less than these shares of a game is that
const ROUNDING = 1e-9; // a cost below one of these shares by less is that share
const UNBEATEN: ReportedMove["quality"][] = ["best", "only-move", "right-guess", "unlucky"];
const PLAYED_OUT = Math.log(1e9); // the logarithm of the arrangements above which a position is not played out
const DRAWN = 64; // arrangements that stand for all that several squares may show
const SEED = new Uint8Array(16);
const ENDS: Record<string, number> = { won: 1, lost: 0, abandoned: 0 };

interface Chance {
  share: number;
  isExact: boolean;
  best: number | null; // the cell that it opens; null where nothing is left to open, or where that was not searched
}

/** Report a game from its beginning, move by move: it yields after each, and returns the report. */
export function* reportOf(engine: Engine, live: LiveGame, log: Entry[]): Generator<undefined, Report> {
  try {
    check(live.beginning.rules, log);
    const reporter = new Reporter(engine, live);
    for (const [place, entry] of log.entries()) if (reporter.step(place, entry)) yield;
    return reporter.made();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { text: "", phrase: error.phrase, reported: false };
  }
}

function check(rules: Rules, log: Entry[]) {
  const { width, height, mines, choices } = rules;
  const level = `${width}x${height}/${mines}`;
  if (width * height > MOST_REPORTED)
    throw new SolverProblem(phrase("solver.report-size", { most: MOST_REPORTED, level }));
  if (Number(choices.lives) > 1) throw new SolverProblem(phrase("solver.report-lives"));
  if (choices.guessing !== "honest") throw new SolverProblem(phrase("solver.report-guessing"));
  if (log.some(({ kind }) => kind === "undo" || kind === "redo")) throw new SolverProblem(phrase("solver.report-undo"));
}

class Reporter {
  _engine: Engine;
  _live: LiveGame;
  _isProven: boolean;
  _last: Chance | null = null; // after the last move
  _moves: ReportedMove[] = [];

  constructor(engine: Engine, live: LiveGame) {
    this._engine = engine;
    this._live = live;
    this._isProven = gradeOf(live.beginning.rules) !== null;
  }

  /** Play an action; return whether it was a move of the report. The first click is none where the rules promise it. */
  step(place: number, entry: Entry): boolean {
    const { _engine: engine, _live: live } = this;
    const position = positionOf(live);
    const found = judge(engine, position, entry, live.rules);
    const wasOver = live.isOver;
    live.apply(entry, entry.at);
    if (wasOver || (!found && entry.kind !== "resign")) return false;
    if (found?.kind === "certain" && isUntouched(position) && !this._moves.length) return false;
    this._moves.push({ action: place, at: entry.at, ...this._move(position, found) });
    return true;
  }

  _move(position: Position, found: Verdict | null): Omit<ReportedMove, "action" | "at"> {
    const before = this._before(position);
    const { status } = this._live;
    const after =
      status in ENDS ? { share: ENDS[status], isExact: true, best: null } : this._value(positionOf(this._live));
    const risk = found ? 1 - found.survival : 0;
    this._last = after;
    const reported = (quality: ReportedMove["quality"], expected: number) => {
      const exact = before.isExact && after.isExact;
      const other = (found?.safe.length ? found.best : before.best) ?? null;
      const best = UNBEATEN.includes(quality) ? null : other;
      return { quality, risk, before: before.share, expected, after: after.share, best, exact };
    };
    if (!found) return reported("mistake", 0);
    if (found.kind === "not-judged") throw new SolverProblem(phrase("solver.odds-too-long"));
    if (found.kind === "certain") return reported(found.safe.length === 1 ? "only-move" : "best", before.share);
    const expected = Math.min(this._expected(position, found, before), before.share);
    return reported(quality(found, before.share - expected, after.share > 0 || status === "won"), expected);
  }

  /** The chance before a move: the one after the last, which is what makes the sums add up. */
  _before(position: Position): Chance {
    return this._last ?? this._value(position);
  }

  _value(position: Position): Chance {
    if (this._isProven) return { share: 1, isExact: true, best: null }; // such a board can be won without a guess from everywhere
    return chanceOf(this._engine, position, oddsOf(this._engine, position), "best");
  }

  _expected(position: Position, found: Verdict, before: Chance): number {
    if (this._isProven || !found.survival) return found.survival;
    const { _engine: engine } = this;
    const chances = oddsOf(engine, position);
    const mean = meanAfter(engine, position, chances, found);
    if (before.isExact || before.best === null) return mean;
    if (found.cells.length === 1 && found.cells[0] === before.best) return before.share;
    const reference = meanAfterCell(engine, position, chances, before.best);
    return reference ? (before.share * mean) / reference : mean;
  }

  made(): Report {
    const moves = this._moves;
    const start = moves.length ? moves[0].before : 1;
    const end = moves.length ? moves[moves.length - 1].after : start;
    const given = sum(moves, ({ before, expected }) => before - expected);
    return {
      text: "",
      phrase: sentence(start, given, end),
      start,
      end,
      given_away: given,
      luck: sum(moves, ({ after, expected }) => after - expected),
      exact: moves.every(({ exact }) => exact),
      moves: moves.map((move) => ({
        ...move,
        risk: round(move.risk, 4),
        before: round(move.before, 6),
        expected: round(move.expected, 6),
        after: round(move.after, 6),
      })),
    };
  }
}

const sum = (moves: ReportedMove[], part: (move: ReportedMove) => number) =>
  moves.reduce((total, move) => total + part(move), 0);

/** The chances given away and taken by luck, in a sentence whose numbers add up. */
function sentence(start: number, given: number, end: number): Phrase {
  const [from, lost, to] = [start, given, end].map((share) => round(share * 100, 0));
  const luck = to - from + lost;
  const fate = { estimate: Math.abs(luck) / 100 };
  const way = luck < 0 ? "took" : luck ? "gave" : "even";
  if (lost) return phrase(`report.${way}`, { given: { estimate: lost / 100 }, ...(luck ? { luck: fate } : {}) });
  return phrase(`report.nothing-${way}`, luck ? { luck: fate } : {});
}

function quality({ kind, survival }: Verdict, given: number, hasHeld: boolean): ReportedMove["quality"] {
  const cost = given + ROUNDING;
  if (kind === "needless-guess") return "needless-guess";
  if (!survival || cost >= INACCURATE) return "mistake";
  if (cost >= GOOD) return "inaccuracy";
  if (cost >= RIGHT) return "good";
  return hasHeld ? "right-guess" : "unlucky";
}

/** The chance of a perfect player to win: exact where the position is nearly decided, else estimated. */
function chanceOf(engine: Engine, position: Position, { logArrangements }: Odds, strength: "best" | "fast"): Chance {
  if (logArrangements < PLAYED_OUT) {
    const choice = engine.exactMove(position, ...QUICK);
    if (choice.verdict === "solved") return chosen(choice, true);
  }
  return chosen(engine.choose(position, strength), false);
}

const chosen = ({ why, win, cell }: Choice, isExact: boolean): Chance =>
  why === "nothing" ? { share: 1, isExact, best: null } : { share: win, isExact, best: cell };

/** The mean chance to win after a guess, over all that its squares may show. */
function meanAfter(engine: Engine, position: Position, chances: Odds, { cells, survival }: Verdict): number {
  const safe = new Set(chances.safe);
  const doubtful = cells.filter((cell) => !safe.has(cell));
  if (doubtful.length === 1) return meanAfterCell(engine, position, chances, doubtful[0]);
  return survival * meanOfDraws(engine, position, doubtful);
}

function meanAfterCell(engine: Engine, position: Position, { logArrangements }: Odds, cell: number): number {
  let total = 0;
  for (let number = 0; number <= around(position, cell).length; number++) {
    const after = withNumbers(position, [cell], () => number);
    const found = engine.odds(after);
    if (found.verdict !== "solved") continue;
    total += Math.exp(found.logArrangements - logArrangements) * chanceOf(engine, after, found, "fast").share;
  }
  return Math.min(total, 1);
}

/** The mean chance once some squares are open and safe, over fixed draws of what they show. */
function meanOfDraws(engine: Engine, position: Position, cells: number[]): number {
  const known = withNumbers(position, cells, () => WRONG_FLAG); // to the solver: safe, and its number not known
  let total = 0;
  for (const field of engine.draw(known, SEED, DRAWN)) {
    const after = withNumbers(position, cells, (cell) => field[cell] & 15);
    total += chanceOf(engine, after, oddsOf(engine, after), "fast").share;
  }
  return total / DRAWN;
}

function withNumbers(position: Position, cells: number[], number: (cell: number) => number): Position {
  const seen = position.cells.slice();
  for (const cell of cells) seen[cell] = number(cell);
  return { ...position, cells: seen };
}
