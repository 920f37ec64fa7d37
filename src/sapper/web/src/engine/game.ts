// A game as the kernel plays it: the rules of `game.py`, from the first click to the end.

import { bytesOf, type KernelModule } from "./module.ts";
import { Words } from "./words.ts";

export type Status = "ready" | "playing" | "paused" | "won" | "lost" | "abandoned";
export type Completion = "clear" | "mark" | "both" | "either";

/** The rules that decide about the actions of a game. */
export interface PlayRules {
  width: number;
  height: number;
  mines: number;
  flags: "free" | "capped" | "off";
  preflag: boolean;
  protectFlags: boolean;
  protectQuestions: boolean;
  flood: "stop" | "sweep";
  chord: "exact" | "at-least" | "off";
  completion: Completion;
  loss: "hit" | "all";
  lives: number;
  assists: readonly string[];
  practice: boolean;
  firstIsSafe: boolean; // the rules promise it, so that the first opening is no guess
  guessing: "honest" | "forgiven" | "punished";
}

export interface GameState {
  status: Status;
  completion: Completion;
  minesLeft: number;
  lives: number;
  hints: number;
  forgiven: number; // forced guesses, which were safe by the rules
  undo: number;
  redo: number;
  opened: number;
  flags: number;
  first: number | null; // the cell for which the mines were placed
}

export interface Move {
  kind: Kind;
  cell: number;
}

/** An action that the rules refuse: `code` is that of the phrase which says why. Nothing has changed. */
export class EngineError extends Error {
  code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

// The order of these lists is that of the kernel's enumerations.
export const STATUSES: readonly Status[] = ["ready", "playing", "paused", "won", "lost", "abandoned"];
const COMPLETIONS: readonly Completion[] = ["clear", "mark", "both", "either"];
const CHORDS = ["exact", "at-least", "off"];
const GUESSING = ["honest", "forgiven", "punished"];
export const KINDS = [
  "open",
  "flag",
  "question",
  "clear",
  "chord",
  "pause",
  "resume",
  "resign",
  "hint",
  "undo",
  "redo",
  "completion-clear",
  "completion-mark",
  "completion-both",
  "completion-either",
] as const;
export type Kind = (typeof KINDS)[number];
const OVER = 1;
const REFUSALS = [
  "",
  "",
  "error.paused",
  "error.no-chording",
  "error.no-flags",
  "error.flags-later",
  "error.completion-needs-flags",
  "error.completion-later",
  "error.only-practice",
  "error.nothing-to-undo",
  "error.nothing-to-redo",
  "error.no-mines-yet",
  "error.guessing-needs-clear",
];
const WITH_CELL = 5; // kinds, from the first on

/** The bits of `kernel/wasm/game.cpp`. */
function switches(rules: PlayRules): number {
  const given = [
    rules.flags !== "off",
    rules.flags === "capped",
    rules.preflag,
    rules.protectFlags,
    rules.protectQuestions,
    rules.flood === "sweep",
    rules.assists.includes("flag-around"),
    rules.assists.includes("auto-flag"),
    rules.assists.includes("auto-open"),
    rules.loss === "all",
    rules.practice,
    rules.firstIsSafe,
  ];
  return given.reduce((bits, isOn, bit) => bits | (Number(isOn) << bit), 0);
}

/** The choices of rules in the order in which the kernel takes them. */
export const choicesOf = (rules: PlayRules) => [
  switches(rules),
  CHORDS.indexOf(rules.chord),
  COMPLETIONS.indexOf(rules.completion),
  GUESSING.indexOf(rules.guessing),
  rules.lives,
];

export class EngineGame {
  rules: PlayRules;
  state!: GameState;
  nextRedo: Move | null = null;
  _kernel: KernelModule;
  _handle: number;

  constructor(kernel: KernelModule, rules: PlayRules) {
    const { width, height, mines } = rules;
    this.rules = rules;
    this._kernel = kernel;
    this._handle = kernel.make("game_new", [width, height, mines, ...choicesOf(rules)]);
    this._read(new Words(kernel.call("game_state", [this._handle]).words));
  }

  /** Whether an opening needs mines first: none was played, or the first was undone. */
  get needsMines(): boolean {
    return this.state.first === null;
  }

  /** Bring the mines for the cell that is opened first: one byte for each cell, with bit 7 for a mine. */
  place(minefield: Uint8Array): void {
    this._kernel.call("game_place", [this._handle], minefield);
  }

  /** Play an action; return each cell that changes and its value, in the order in which an opening ripples. */
  apply(kind: Kind, cell = -1): Uint32Array {
    const code = KINDS.indexOf(kind);
    if (code < 0) throw new RangeError(`there is no action ${kind}`);
    const { words } = this._kernel.call("game_play", [this._handle, code, code < WITH_CELL ? cell : 0]);
    const reader = new Words(words);
    const refusal = reader.number();
    if (refusal === OVER) throw new EngineError(`error.over-${this.state.status}`);
    if (refusal) throw new EngineError(REFUSALS[refusal]);
    this._read(reader);
    return words.subarray(reader.read);
  }

  /** The value of each cell: 0 to 8, or one of `CellState`. */
  cells(): Uint8Array {
    const { width, height } = this.rules;
    return bytesOf(this._kernel.call("game_cells", [this._handle]), 0, width * height);
  }

  /** The mines of a game that is over, one byte for each cell: bit 7 for a mine, the low bits are the number. */
  minefield(): Uint8Array {
    const { width, height } = this.rules;
    return bytesOf(this._kernel.call("game_mines", [this._handle]), 0, width * height);
  }

  /** Give its memory back: the game is not used afterwards. */
  free(): void {
    this._kernel.free("game_free", this._handle);
    this._handle = 0;
  }

  _read(words: Words) {
    const status = STATUSES[words.number()];
    const completion = COMPLETIONS[words.number()];
    const minesLeft = words.signed();
    const [lives, hints, forgiven, undo, redo, opened, flags] = Array.from({ length: 7 }, () => words.number());
    const hasMines = words.flag();
    const first = words.number();
    this.state = {
      status,
      completion,
      minesLeft,
      lives,
      hints,
      forgiven,
      undo,
      redo,
      opened,
      flags,
      first: hasMines ? first : null,
    };
    const kind = KINDS[words.number()];
    const cell = words.number();
    this.nextRedo = kind ? { kind, cell: KINDS.indexOf(kind) < WITH_CELL ? cell : -1 } : null;
  }
}
