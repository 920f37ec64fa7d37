// The kernel in the page: boards, games, odds, hints and proofs, the same as a server's, bit for bit.
//
// Every call is synchronous, so that the page makes it in a worker. Cells are numbered row by row from 0.

import * as boards from "./boards.ts";
import * as deduction from "./deduction.ts";
import { EngineGame, type PlayRules } from "./game.ts";
import * as hand from "./hand.ts";
import { type KernelModule, startModule } from "./module.ts";
import * as solver from "./solver.ts";

export type { FirstClick, Found, Grade, Level, Measured, NoGuessRequest, Size } from "./boards.ts";
export type { Conclusion, Difficulty, Explained, Explanation, Proof, ProofStep, Step } from "./deduction.ts";
export {
  EngineError,
  EngineGame,
  type GameState,
  type Kind,
  KINDS,
  type Move,
  type PlayRules,
  type Status,
} from "./game.ts";
export { HAND_WORDS, type HandEvents, type HandGame } from "./hand.ts";
export type { Choice, MoveReason, Odds, Position, Strength, Verdict } from "./solver.ts";

export class Engine {
  _kernel: KernelModule;

  constructor(kernel: KernelModule) {
    this._kernel = kernel;
  }

  /** Call something when the kernel was stopped in the middle of a call: another one has to take its place. */
  onTrap(call: (error: unknown) => void) {
    this._kernel.onTrap = call;
  }

  /** A game before its first action. */
  game(rules: PlayRules): EngineGame {
    return new EngineGame(this._kernel, rules);
  }

  /** Play the events of a mouse on a minefield. */
  playHand(rules: PlayRules, minefield: Uint8Array, options: hand.HandOptions, events: hand.HandEvents): hand.HandGame {
    return hand.playHand(this._kernel, rules, minefield, options, events);
  }

  // -- Minefields

  /** Place mines by a seed of 16 bytes: all that the first click allows are equally likely. */
  lay(level: boards.Level, first: number, firstClick: boards.FirstClick, seed: Uint8Array): Uint8Array {
    return boards.lay(this._kernel, level, first, firstClick, seed);
  }

  /** Look for a board that needs no guess, within a budget. */
  generate(request: boards.NoGuessRequest, seed: Uint8Array): boards.Found {
    return boards.generate(this._kernel, request, seed);
  }

  /** Look for it with growing budgets: yields what was tried in vain, and returns what was found. */
  search(request: boards.NoGuessRequest, seed: Uint8Array): Generator<boards.Found, boards.Found> {
    return boards.search(this._kernel, request, seed);
  }

  needsNoGuess(size: boards.Size, first: number, minefield: Uint8Array): boolean {
    return boards.needsNoGuess(this._kernel, size, first, minefield);
  }

  bbbv(size: boards.Size, minefield: Uint8Array): number {
    return boards.bbbv(this._kernel, size, minefield);
  }

  measure(size: boards.Size, minefield: Uint8Array): boards.Measured {
    return boards.measure(this._kernel, size, minefield);
  }

  /** The solved part of the 3BV on a board that shows these cells. */
  solved(size: boards.Size, minefield: Uint8Array, cells: Uint8Array): number {
    return boards.solved(this._kernel, size, minefield, cells);
  }

  /** The seed of a game of a series, counted from 0. */
  derive(seed: Uint8Array, index: number | bigint): Uint8Array {
    return boards.derive(this._kernel, seed, index);
  }

  /** The first words of the random generator of a seed. */
  randomWords(seed: Uint8Array, count: number): bigint[] {
    return boards.randomWords(this._kernel, seed, count);
  }

  // -- What can be known of a position

  odds(position: solver.Position, options?: { budget?: number; trustFlags?: boolean }): solver.Odds {
    return solver.odds(this._kernel, position, options);
  }

  /** The best move that a strength finds. */
  choose(position: solver.Position, strength: solver.Strength, avoidsFlags?: boolean): solver.Choice {
    return solver.choose(this._kernel, position, strength, avoidsFlags);
  }

  /** The move that wins most often, over every arrangement. */
  exactMove(position: solver.Position, arrangements: number, work: number, avoidsFlags?: boolean): solver.Choice {
    return solver.exactMove(this._kernel, position, arrangements, work, avoidsFlags);
  }

  /** Minefields that explain a position, each drawn with the same chance. */
  draw(position: solver.Position, seed: Uint8Array, count: number): Uint8Array[] {
    return solver.draw(this._kernel, position, seed, count);
  }

  /** The 3BV that is visibly done. */
  progress(position: solver.Position): number {
    return solver.progress(this._kernel, position);
  }

  /** The simplest conclusion, and why it is true. */
  hint(position: solver.Position): deduction.Explained {
    return deduction.hint(this._kernel, position);
  }

  /** The reason for a cell to be safe or a mine. */
  explain(position: solver.Position, cell: number): deduction.Explained {
    return deduction.explain(this._kernel, position, cell);
  }

  /** All that follows up to a grade, the simplest first. */
  conclude(position: solver.Position, upTo?: boards.Grade) {
    return deduction.conclude(this._kernel, position, upTo);
  }

  /** The solution of a minefield by grades from its first cell. */
  grade(size: boards.Size, minefield: Uint8Array, first: number): deduction.Difficulty {
    return deduction.grade(this._kernel, size, minefield, first);
  }

  /** The same with the reason of every step. */
  prove(size: boards.Size, minefield: Uint8Array, first: number): deduction.Proof {
    return deduction.prove(this._kernel, size, minefield, first);
  }
}

/** Load the kernel: from its bytes, or from its address, which is beside this script. */
export async function loadEngine(source: BufferSource | URL | string = new URL("kernel.wasm", import.meta.url)) {
  return new Engine(await startModule(source));
}
