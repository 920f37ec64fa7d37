// Advice on a board as messages: the answers to `help`, the review of a lost game, and what pages ask about positions.

import type { Engine } from "../../engine/engine.ts";
import type { FinishedBoard, Help, Hint, JudgedMove, Move, Odds, Phrase, Proof, Review } from "../../protocol.ts";
import type { Entry, LiveGame } from "../live-game.ts";
import type { GameEnd } from "../store.ts";

import { EXPLODED, HIDDEN, SYMBOLS } from "../../board/cell-values.ts";
import { type Move as Best, bestFirst, bestMove, remarkOf } from "./best-move.ts";
import { explained, sentenceOf } from "./explanations.ts";
import { CONCLUSION, MOVE, REASON, hint, marks } from "./hints.ts";
import { SolverProblem, oddsOf as solve } from "./odds.ts";
import { type Position, phrase, round } from "./phrasing.ts";
import { Refusal } from "../refusal.ts";
import { isUntouched, judge, promiseOf, reviewMessage } from "./verdict.ts";

const MOST_HELPED = 16_384; // cells: sapper/analysis/help_limit.py

/** The board of a game as far as it is visible. */
export const positionOf = ({ rules, game }: LiveGame): Position => ({
  width: rules.width,
  height: rules.height,
  mines: rules.mines,
  cells: game.cells(),
});

/** Throw a Refusal if the game is not in a state in which help can be given. */
export function checkHelp(asked: Help, live: LiveGame) {
  if (live.isOver) throw new Refusal("over", `refusal.over-${live.status}`);
  if (live.status === "paused") throw new Refusal("paused", "refusal.game-paused");
  if (live.cells > MOST_HELPED) throw new Refusal("limit", "refusal.help-size", { count: MOST_HELPED });
  const position = positionOf(live);
  if (!isUntouched(position) || (asked.topic === "move" && bestFirst(position, live.rules))) return;
  const first = promiseOf(live.rules);
  throw new Refusal("first-click", `first-click.${first}`, first === "top-left" ? { square: [0, 0] } : {});
}

/** The answer about the board of a game. */
export function advice(engine: Engine, { game, n, topic, stage = MOVE }: Help, live: LiveGame): Hint | Odds | Move {
  const position = positionOf(live);
  const named = { game, seq: live.seq, n };
  if (topic === "hint") return { t: "hint", ...named, ...hintMessage(engine, position, stage) };
  if (topic === "odds") return { t: "odds", ...named, ...oddsMessage(engine, position) };
  if (topic !== "move") throw new Refusal("no-answer", "refusal.no-answer");
  const first = isUntouched(position) ? bestFirst(position, live.rules) : null;
  solveUnless(first, engine, position);
  return { t: "move", ...named, ...moveMessage(position, first ?? bestMove(engine, position, "best")) };
}

function solveUnless(first: Best | null, engine: Engine, position: Position) {
  if (!first) solve(engine, position); // throws where no minefield fits
}

export function hintMessage(engine: Engine, position: Position, stage: number) {
  const chances = solve(engine, position);
  if (stage === 0) {
    const certain = chances.safe.length > 0;
    return { stage, text: "", certain, cells: {}, phrase: phrase(certain ? "hint.certain" : "hint.not-certain") };
  }
  const found = hint(engine, position, chances);
  const why = found.explanation;
  const certain = why !== null && !found.isAssuming;
  const isLast = stage === MOVE;
  return {
    stage,
    text: "",
    certain,
    cells: marks(position, found, stage),
    kind: isLast ? found.action : null,
    cell: isLast ? found.cell : null,
    grade: why && stage >= REASON ? why.grade : null,
    pattern: why && stage >= CONCLUSION ? why.pattern : null,
    risk: stage >= CONCLUSION && !certain ? round(found.risk, 4) : null,
    phrase: found.phrases[stage - 1],
  };
}

export function oddsMessage(engine: Engine, position: Position) {
  const { chances, safe, mined } = solve(engine, position);
  const cells = [...chances.keys()].filter((cell) => !Number.isNaN(chances[cell]));
  return { cells, chances: cells.map((cell) => round(chances[cell], 4)), safe, mine: mined };
}

export function moveMessage(position: Position, move: Best) {
  const remark = remarkOf(position, move);
  return {
    cell: move.cell,
    safe: round(move.safe, 6),
    win: move.win === null ? null : round(move.win, 6),
    why: "",
    remark: "",
    phrase: phrase(`best-move.${move.why}`),
    remark_phrase: remark,
  };
}

/** The verdict on the move that lost a game. */
export function reviewOf(engine: Engine, live: LiveGame): Review | null {
  if (live.cells > MOST_HELPED) return null;
  const before = live.restarted();
  for (const entry of live.log.slice(0, -1)) before.apply(entry, entry.at);
  const last = live.log[live.log.length - 1];
  const move = last.kind === "redo" ? before.game.nextRedo : last;
  const position = positionOf(before);
  const found = move && judge(engine, position, move as Entry, before.rules);
  before.free();
  return found ? { t: "review", game: live.beginning.id, seq: live.seq, ...reviewMessage(position, found) } : null;
}

// -- For the viewer

/** The verdicts on the moves from an action on, as many as are asked for. */
export function judgedMoves(engine: Engine, live: LiveGame, log: Entry[], from: number, most: number) {
  const moves: JudgedMove[] = [];
  for (const [place, entry] of log.entries()) {
    const position = place >= from ? { ...positionOf(live), cells: live.game.cells().slice() } : null;
    const found = position && judge(engine, position, entry, live.rules);
    live.apply(entry, entry.at);
    if (!found) continue;
    const after = live.game.cells();
    const solved = engine.progress({ ...positionOf(live), cells: after });
    const luck = found.survival > 0 ? round(-Math.log(found.survival), 6) + 0 : 0;
    const said = found.kind === "certain" ? {} : { ...spoken(found.phrase), ...better(found) };
    const hit = found.cells.some((cell) => after[cell] === EXPLODED);
    moves.push({
      action: place,
      at: entry.at,
      verdict: found.kind,
      risk: round(1 - found.survival, 4),
      luck: luck || 0,
      solved,
      ...said,
    });
    if (moves.length >= most && !hit && place + 1 < log.length) return { moves, next: place + 1 };
  }
  return { moves, next: null };
}

const spoken = (said: Phrase) => ({ text: "", phrase: said });

function better({ safe, explanation, best, bestRisk }: NonNullable<ReturnType<typeof judge>>) {
  const reason = explanation ? { reason: explanation.numbers } : {};
  return { safe, ...reason, ...(best === null ? {} : { best, best_risk: round(bestRisk, 4) }) };
}

/** The solution of the board of a finished game. */
export function proofOf(
  engine: Engine,
  live: LiveGame,
): Pick<Proof, "complete" | "first" | "opened" | "hardest" | "steps"> {
  const { width, height, mines } = live.rules;
  const first = live.first as number;
  const field = live.fields.get(first) as Uint8Array;
  const found = engine.prove(live.rules, field, first);
  const position = { width, height, mines, cells: new Uint8Array(width * height).fill(HIDDEN) };
  const show = (cells: number[]) => {
    for (const cell of cells) position.cells[cell] = field[cell] & 15;
  };
  show(found.opened);
  const steps = found.steps.map(({ explanation, opened }) => {
    const why = explained(position, explanation);
    const step = {
      safe: why.safe,
      cells: why.cells,
      grade: why.grade ?? "full",
      numbers: why.numbers,
      text: "",
      opened,
      phrase: sentenceOf(why),
    };
    show(opened);
    return step;
  });
  return { complete: found.solved, first, opened: found.opened, hardest: found.hardest, steps };
}

/** The difficulty of the board of a finished game. */
export function boardOf(engine: Engine, live: LiveGame, { at, figures }: GameEnd): FinishedBoard {
  const { width, height } = live.rules;
  const first = live.first as number;
  const field = live.fields.get(first) as Uint8Array;
  const { bbbv, openings, islands, zini, hzini } = engine.measure(live.rules, field);
  const { solved: isSolved, hardest } = engine.grade(live.rules, field, first);
  const time = at / 1000;
  const { solved } = figures;
  const ratio = (part: number) => (solved ? part / solved : null);
  const constant = STNB[`${width}x${height}/${live.rules.mines}`];
  const hasStnb = constant && at && bbbv;
  return {
    bbbv,
    openings,
    islands,
    zini,
    hzini,
    max_efficiency: Math.min(zini, hzini) ? bbbv / Math.min(zini, hzini) : null,
    hardest,
    needs_guess: !isSolved,
    rqp: ratio(time ** 2),
    ios: at && solved > 1 ? Math.log(time) / Math.log(solved) : null,
    qg: ratio(time ** 1.7),
    stnb: hasStnb ? ((constant * solved) / time ** 1.7) * Math.sqrt(solved / bbbv) : null,
  };
}

/** The constant of STNB for each level: sapper/analysis/metrics/game.py. */
const STNB: Record<string, number> = { "8x8/10": 47.299, "16x16/40": 153.73, "30x16/99": 435.001 };

// -- For the analysis board

/** Read a diagram as the page writes it: the level, then the rows. */
export function readDiagram(text: string): Position {
  const [level, ...rows] = text.trim().split(/\s*\n\s*/);
  const [width, height, mines] = (/^(\d+)x(\d+)\/(\d+)$/.exec(level)?.slice(1) ?? []).map(Number);
  const cells = Uint8Array.from(rows.join(""), (symbol) => SYMBOLS.indexOf(symbol));
  if (!width || cells.length !== width * height || cells.includes(255)) throw new Refusal("rules", "alone.failed");
  return { width, height, mines, cells };
}

export const chancesOf = (engine: Engine, diagram: string) => oddsMessage(engine, readDiagram(diagram));

/** Everything about a position in one answer. */
export function analysed(engine: Engine, diagram: string) {
  const position = readDiagram(diagram);
  try {
    solve(engine, position);
  } catch (error) {
    if (!(error instanceof SolverProblem && error.isContradiction)) throw error;
    const numbers = [...position.cells.keys()].filter((cell) => position.cells[cell] > 0 && position.cells[cell] <= 8);
    return { fits: false, text: "", clash: error.clash.length ? error.clash : numbers, phrase: error.sentence };
  }
  const { logArrangements } = solve(engine, position);
  const found = { fits: true, log_arrangements: logArrangements, odds: oddsMessage(engine, position) };
  try {
    const move = bestMove(engine, position, "best");
    const best = moveMessage(position, move);
    const candidates = move.safe < 1 ? [{ cell: move.cell, risk: round(1 - move.safe, 4), win: best.win }] : [];
    return { ...found, best, hint: hintMessage(engine, position, CONCLUSION), candidates };
  } catch (error) {
    if (!(error instanceof SolverProblem)) throw error;
    return { ...found, text: "", phrase: error.phrase };
  }
}
