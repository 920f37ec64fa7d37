// A game that is played in the page, as sapper/live_game.py has it: its rules, its log, its clock and its minefields.

import type { Engine, EngineGame, FirstClick, Kind } from "../engine/engine.ts";
import type { Board, Delta } from "../protocol.ts";
import type { Rules } from "./rules.ts";
import type { Bytes } from "./seed.ts";

import { SYMBOLS } from "../board/cell-values.ts";
import { Refusal } from "./refusal.ts";
import { gradeOf, withChoice, type Rulesets } from "./rules.ts";
import { sealOf, toHex } from "./seed.ts";

/** An action in the log of a game. */
export interface Entry {
  kind: Kind;
  at: number; // milliseconds of playing time
  cell?: number;
  device?: string;
  x?: number;
  y?: number;
}

/** The beginning of a game. */
export interface Beginning {
  id: string;
  room: string;
  rules: Rules;
  seed: Bytes | null;
  field?: Uint8Array; // the minefield, where no seed gives it
  salt: Bytes;
  isKnownBoard: boolean;
  daily?: string | null; // the day whose board it is
}

/** The effect of an action. */
export interface PlayedEntry {
  entry: Entry;
  seq: number;
  cells: number[];
}

const MOVES = new Set(["open", "flag", "question", "clear", "chord"]);
const OVER = new Set(["won", "lost", "abandoned"]);
const MOST_FIELDS = 8; // minefields of different first cells, after undoing

export class LiveGame {
  beginning: Beginning;
  log: Entry[] = [];
  fields: Map<number, Uint8Array> = new Map(); // minefields by their first cell
  first: number | null = null; // the cell whose minefield is played
  game: EngineGame;
  rules: Rules; // those in force: an action may change what wins
  _engine: Engine;
  _rulesets: Rulesets;
  _elapsed = 0; // when the clock last stopped
  _since: number | null = null;
  digest: string;

  constructor(engine: Engine, beginning: Beginning, rulesets: Rulesets) {
    this._engine = engine;
    this._rulesets = rulesets;
    this.beginning = beginning;
    this.rules = beginning.rules;
    this.game = engine.game(playRules(beginning.rules));
    const { rules, seed, salt } = beginning;
    this.digest = seed ? sealOf(rules.text, seed, salt) : "";
  }

  get status(): Board["status"] {
    return this.game.state.status;
  }

  get isOver() {
    return OVER.has(this.status);
  }

  get isPractice() {
    return Boolean(this.rules.choices.practice);
  }

  get isInProgress() {
    return this.log.length > 0 && !this.isOver;
  }

  get seq() {
    return this.log.length;
  }

  get cells() {
    return this.rules.width * this.rules.height;
  }

  // -- The clock

  elapsed(now: number) {
    return this._since === null || now < this._since ? this._elapsed : this._elapsed + Math.floor(now - this._since);
  }

  /** Let the clock go on from the last action, or from a later time. */
  restartClock(now: number, least = 0) {
    this._elapsed = Math.max(this.log.at(-1)?.at ?? 0, least);
    this._since = null;
    this._follow(now);
  }

  _follow(now: number) {
    const { status } = this;
    if (status === "playing") {
      this._since ??= now;
      return;
    }
    this._elapsed = this.elapsed(now);
    this._since = null;
    if (status === "ready") this._elapsed = this.log.at(-1)?.at ?? 0;
  }

  // -- Playing

  /** The log entry of an action that is played now; throw a Refusal for one that cannot be played. */
  entry(kind: Kind, now: number, more: Partial<Entry> = {}): Entry {
    const { cell } = more;
    if (MOVES.has(kind)) {
      if (cell === undefined || cell === null || cell >= this.cells)
        throw new Refusal("rules", "refusal.needs-cell", { kind, last: this.cells - 1 });
    } else if (cell !== undefined && cell !== null) throw new Refusal("rules", "refusal.no-cell", { kind });
    if (kind === "pause" && this.status === "paused") throw new Refusal("paused", "error.paused-already");
    if (kind.startsWith("completion-") && this.isPractice) throw new Refusal("rules", "error.practice-later");
    const at = Math.max(this.elapsed(now), this.log.at(-1)?.at ?? 0);
    const given = Object.entries(more).filter(([, value]) => value !== undefined && value !== null && value !== "");
    return { kind, at, ...Object.fromEntries(given) };
  }

  /** The first cell whose minefield has to be made before an action is played; null if there is none. */
  cellToPrepare({ kind, cell }: Pick<Entry, "kind" | "cell">): number | null {
    if (!this.game.needsMines || this.status === "paused") return null;
    const move = kind === "redo" ? this.game.nextRedo : { kind, cell };
    if (move?.kind !== "open" || move.cell === undefined || this.fields.has(move.cell)) return null;
    const seen = this.game.cells()[move.cell];
    return seen >= 9 && seen <= 11 ? move.cell : null;
  }

  /** Whether the minefield of a first cell takes long to find. */
  get isSearchedFor() {
    return !this.beginning.field && gradeOf(this.rules) !== null;
  }

  /** Lay the mines of a random board at once, or those that are known. */
  lay(first: number) {
    const { rules, beginning } = this;
    const { field, seed } = beginning;
    const laid = field ?? (seed && this._engine.lay(rules, first, rules.choices.first as FirstClick, seed));
    if (laid) this.remember(first, laid);
  }

  remember(first: number, field: Uint8Array) {
    const oldest = this.fields.keys().next();
    if (this.fields.size >= MOST_FIELDS && !oldest.done) this.fields.delete(oldest.value);
    this.fields.set(first, field);
  }

  /** Play an action whose minefield is there; throw a Refusal where the rules do not allow it. */
  apply(entry: Entry, now: number): PlayedEntry {
    const { game } = this;
    const move = entry.kind === "redo" ? game.nextRedo : entry;
    const field = game.needsMines && move?.kind === "open" ? this.fields.get(move.cell as number) : undefined;
    if (field) {
      game.place(field);
      this.first = move?.cell as number;
    }
    let cells: number[];
    try {
      cells = Array.from(game.apply(entry.kind, entry.cell ?? -1));
    } catch (error) {
      throw this._refusal(error);
    }
    this.log.push(entry);
    const { completion } = game.state;
    if (completion !== this.rules.choices.completion)
      this.rules = withChoice(this.rules, "completion", completion, this._rulesets);
    this._follow(now);
    return { entry, seq: this.log.length, cells };
  }

  _refusal(error: unknown) {
    const code = (error as { code?: unknown }).code;
    if (typeof code !== "string" || !code.startsWith("error.")) return error;
    const values = { completion: this.rules.choices.completion };
    if (code.startsWith("error.over")) return new Refusal("over", code);
    return new Refusal(this.status === "paused" ? "paused" : "rules", code, values);
  }

  /** Whether help is to be logged: at each position once, however often it is asked for. A pause does not change it. */
  get countsHelp() {
    const last = this.log.findLast(({ kind }) => kind !== "pause" && kind !== "resume");
    return last?.kind !== "hint";
  }

  /** The minefield of a game that is over; undefined where nothing was opened. */
  get minefield() {
    return this.first === null ? undefined : this.game.minefield();
  }

  /** The game before its first action, on the same board. */
  restarted() {
    const again = new LiveGame(this._engine, this.beginning, this._rulesets);
    for (const [first, field] of this.fields) again.remember(first, field);
    return again;
  }

  free() {
    this.game.free();
  }

  // -- Messages

  board(now: number, { n = null as number | null, tab = "" } = {}): Board {
    const { beginning, rules, game } = this;
    const { state } = game;
    const isHidden = state.status === "paused";
    return {
      t: "board",
      room: beginning.room,
      game: beginning.id,
      seq: this.seq,
      at: this.elapsed(now),
      status: state.status,
      rules: beginning.rules.text,
      width: rules.width,
      height: rules.height,
      mines: rules.mines,
      mines_left: state.minesLeft,
      lives: state.lives,
      digest: this.digest,
      choices: {
        ruleset: rules.ruleset,
        level: `${rules.width}x${rules.height}/${rules.mines}`,
        ...rules.choices,
      } as Board["choices"],
      cells: isHidden ? null : symbols(game.cells()),
      known_board: beginning.isKnownBoard,
      clicks: this.log.filter(({ kind }) => MOVES.has(kind)).length,
      hints: state.hints,
      undo: state.undo,
      redo: state.redo,
      forgiven: state.forgiven,
      n,
      tab,
    };
  }

  delta({ entry, seq, cells }: PlayedEntry, { n = null as number | null, tab = "" } = {}): Delta {
    const { state } = this.game;
    return {
      t: "delta",
      game: this.beginning.id,
      seq,
      at: entry.at,
      kind: entry.kind,
      status: state.status,
      mines_left: state.minesLeft,
      lives: state.lives,
      cell: entry.cell ?? null,
      cells,
      hints: state.hints,
      undo: state.undo,
      redo: state.redo,
      completion: entry.kind.startsWith("completion-") ? state.completion : null,
      forgiven: state.forgiven,
      n,
      tab,
    };
  }

  get saltText() {
    return toHex(this.beginning.salt);
  }
}

/** Rules in the form of the engine. */
export function playRules(rules: Rules) {
  const { width, height, mines, choices } = rules;
  return {
    width,
    height,
    mines,
    flags: choices.flags as "free",
    preflag: choices.preflag as boolean,
    protectFlags: choices["protect-flags"] as boolean,
    protectQuestions: choices["protect-questions"] as boolean,
    flood: choices.flood as "stop",
    chord: choices.chord as "exact",
    completion: choices.completion as "clear",
    loss: choices.loss as "all",
    lives: choices.lives as number,
    assists: choices.assists as unknown as string[],
    practice: choices.practice as boolean,
    firstIsSafe: gradeOf(rules) !== null || choices.first === "cell" || choices.first === "opening",
    guessing: choices.guessing as "honest",
  };
}

/** The cells of a board as a message has them; one symbol for a board that shows nothing else. */
export function symbols(cells: Uint8Array) {
  if (cells.every((seen) => seen === cells[0])) return SYMBOLS[cells[0]];
  let text = "";
  for (const seen of cells) text += SYMBOLS[seen];
  return text;
}
