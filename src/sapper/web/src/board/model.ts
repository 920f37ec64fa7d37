// The page's model of a board: what the server sent, and on top of it the flags that it has not confirmed yet.

import type { Board, Chunk, Delta, Inbound } from "../protocol.ts";
import type { Cell, CellsInView, Change } from "../types.ts";

import { EXPLODED, FLAG, HIDDEN, QUESTION, SYMBOLS, around, cellName, isClosed } from "./cell-values.ts";

interface MapPart {
  left: number;
  top: number;
  width: number;
  height: number;
  share: number;
}

const valueOfSymbol = (symbol: string) => SYMBOLS.indexOf(symbol);
const CHUNK = 64;
const SEAL = "sapper.seal";
const MOST_CHUNKS = 1024; // in the page at once, about 4 MB
const MARKS: Record<string, number> = { flag: FLAG, question: QUESTION, clear: HIDDEN };
const MOVES = new Set(["open", "chord", "flag", "question", "clear"]);

/** One byte for each cell of a board that came whole. */
class WholeCells {
  _values: Uint8Array<ArrayBuffer>;

  constructor(count: number, symbols: string) {
    this._values = new Uint8Array(count);
    if (symbols.length === 1) this._values.fill(valueOfSymbol(symbols));
    else for (let index = 0; index < count; index++) this._values[index] = valueOfSymbol(symbols[index]);
  }

  get(index: number) {
    return this._values[index];
  }

  set(index: number, value: number) {
    this._values[index] = value;
  }

  /** What is known, for the map: all of it, and the runs of open cells in it. */
  *parts(width: number): Generator<MapPart> {
    const height = this._values.length / width;
    yield { left: 0, top: 0, width, height, share: 0 };
    for (let start = 0, at = 0; at < this._values.length; at = start) {
      for (start = at; start < this._values.length && this._values[start] > 8; ) start++;
      at = start;
      const end = (Math.floor(at / width) + 1) * width;
      while (start < Math.min(end, this._values.length) && this._values[start] <= 8) start++;
      if (start > at) yield { left: at % width, top: Math.floor(at / width), width: start - at, height: 1, share: 1 };
    }
  }

  /** The number of open cells. */
  get opened() {
    return this._values.reduce((sum, value) => sum + (value <= 8 ? 1 : 0), 0);
  }
}

/** The parts of a large board that were in view. What never came looks closed. */
class ChunkedCells {
  _width: number;
  _across: number;
  chunks: Map<number, Uint8Array> = new Map();
  _open: Map<number, number> = new Map(); // how many cells of a part are open, until it changes

  constructor(width: number) {
    this._width = width;
    this._across = Math.ceil(width / CHUNK);
  }

  get(index: number) {
    const row = Math.floor(index / this._width);
    const col = index - row * this._width;
    const chunk = this.chunks.get(Math.floor(row / CHUNK) * this._across + Math.floor(col / CHUNK));
    return chunk ? chunk[(row % CHUNK) * CHUNK + (col % CHUNK)] : HIDDEN;
  }

  set(index: number, value: number) {
    const row = Math.floor(index / this._width);
    const col = index - row * this._width;
    const number = Math.floor(row / CHUNK) * this._across + Math.floor(col / CHUNK);
    const chunk = this.chunks.get(number);
    if (!chunk) return;
    chunk[(row % CHUNK) * CHUNK + (col % CHUNK)] = value;
    this._open.delete(number);
  }

  /** Take a part as it is now; the one that came first makes room if there are too many. */
  put(number: number, symbols: string) {
    const left = (number % this._across) * CHUNK;
    const width = Math.min(CHUNK, this._width - left);
    const values = new Uint8Array(CHUNK * CHUNK).fill(HIDDEN);
    if (symbols.length === 1) values.fill(valueOfSymbol(symbols));
    else
      for (let at = 0; at < symbols.length; at++) {
        values[Math.floor(at / width) * CHUNK + (at % width)] = valueOfSymbol(symbols[at]);
      }
    this.drop(number);
    this.chunks.set(number, values);
    const [first] = this.chunks.keys();
    if (this.chunks.size > MOST_CHUNKS) this.drop(first);
  }

  drop(number: number) {
    this.chunks.delete(number);
    this._open.delete(number);
  }

  /** The parts that came, and how much of each is open, for the map. */
  *parts(): Generator<MapPart> {
    for (const [number, values] of this.chunks) {
      const open = this._open.get(number) ?? values.reduce((sum, value) => sum + (value <= 8 ? 1 : 0), 0);
      this._open.set(number, open);
      const [left, top] = [(number % this._across) * CHUNK, Math.floor(number / this._across) * CHUNK];
      yield { left, top, width: CHUNK, height: CHUNK, share: open / (CHUNK * CHUNK) };
    }
  }
}

/** Return the seal first shown for a game, which no later one may replace; it outlives a reload. */
function firstSeal(game: string, digest: string) {
  if (!game) return digest; // nobody plays it
  const [id, first] = (sessionStorage.getItem(SEAL) ?? "").split(" ");
  if (id === game) return first;
  sessionStorage.setItem(SEAL, `${game} ${digest}`);
  return digest;
}

export class Game {
  room: string;
  id: string;
  seq: number;
  status: string;
  rules: string;
  width: number;
  height: number;
  mines: number;
  lives: number;
  choices: Record<string, string | number | boolean | string[]>;
  digest: string;
  minesLeftTold: number;
  isChunked: boolean;
  isKnownBoard: boolean;
  hints: number;
  forgiven: number; // forced guesses that were safe by the rules
  undos: number;
  redos: number;
  forgotten: number | null;
  clicks: number;
  _at: number;
  _since: number;
  _isStopped = false; // while there is no line
  /** The closed cells that an open or a chord without an answer would open, by n */
  _awaited: Map<number, number[]> = new Map();
  _guesses: Map<number, { n: number; value: number }> = new Map(); // marks that are not confirmed, by index
  _mines: Set<number> = new Set(); // where the mines were, once that is known
  _cells: WholeCells | ChunkedCells | null;
  _shareBefore: number | null = null;

  /** Take a game from a `board` message. */
  constructor(board: Board) {
    const { room, game, seq, at, status, rules, width, height, mines, lives, choices } = board;
    this.room = room;
    this.id = game;
    this.seq = seq;
    this.status = status;
    this.rules = rules;
    this.width = width;
    this.height = height;
    this.mines = mines;
    this.lives = lives;
    this.choices = choices;
    this.digest = firstSeal(game, board.digest);
    this.minesLeftTold = board.mines_left;
    this.isChunked = board.chunked ?? false;
    this.isKnownBoard = board.known_board ?? false;
    this.hints = board.hints ?? 0;
    this.forgiven = board.forgiven ?? 0;
    this.undos = board.undo ?? 0;
    this.redos = board.redo ?? 0;
    this.forgotten = board.forgotten ?? null;
    this.clicks = board.clicks ?? 0;
    this._at = at;
    this._since = performance.now();
    this._cells = this._read(board);
  }

  /** The game is over: take where the mines were. */
  showMines(mines: readonly number[]) {
    this._mines = new Set(mines);
  }

  _read(board: Board) {
    if (board.status === "paused") return null;
    if (board.chunked) return new ChunkedCells(this.width);
    return board.cells ? new WholeCells(this.width * this.height, board.cells) : null;
  }

  // -- Time

  setTime(at: number) {
    this._at = at;
    this._since = performance.now();
    this._isStopped = false;
  }

  /** Let the time stand still: only the server knows how much of it counts. */
  stopClock() {
    this._at = this.elapsed;
    this._isStopped = true;
  }

  /** Let the time go on, unless a message has set it already. */
  startClock() {
    if (this._isStopped) this.setTime(this._at);
  }

  /** Playing time in milliseconds: the server's, with our own clock between its messages. */
  get elapsed() {
    const isRunning = this.status === "playing" && !this._isStopped;
    return isRunning ? this._at + (performance.now() - this._since) : this._at;
  }

  get isOver() {
    return ["won", "lost", "abandoned"].includes(this.status);
  }

  get isPaused() {
    return this.status === "paused";
  }

  /** Whether there are cells to look at: never in a pause. */
  get isVisible() {
    return this._cells !== null;
  }

  // -- What gestures and the canvas read

  seen(index: number) {
    if (!this._cells) return HIDDEN;
    if (this.status === "won" && this._mines.has(index)) return FLAG; // nothing is left to find
    return this._guesses.get(index)?.value ?? this._cells.get(index);
  }

  at([row, col]: Cell) {
    return this.seen(row * this.width + col);
  }

  /** A cell as people write it: C7. */
  name(index: number) {
    return cellName(Math.floor(index / this.width), index % this.width);
  }

  get minesLeft() {
    if (this.status === "won") return 0;
    let left = this.minesLeftTold;
    for (const [index, { value }] of this._guesses) {
      left += (this._cells?.get(index) === FLAG ? 1 : 0) - (value === FLAG ? 1 : 0);
    }
    return left;
  }

  get flags() {
    const lives = Number(this.choices.lives ?? 1);
    return this.mines - this.minesLeft - Math.min(lives - this.lives, lives - 1); // a mine that ends the game is none
  }

  /** The number of open safe cells; of a board in parts only whether there are any. */
  get opened() {
    if (!(this._cells instanceof WholeCells)) return this.status === "ready" ? 0 : 1;
    return this._cells.opened;
  }

  /** The share of it that is open; null where that cannot be seen. In a pause it stays as it was. */
  get share() {
    if (this.isChunked) return null;
    if (!this._cells) return this._shareBefore;
    return this.opened / Math.max(1, this.width * this.height - this.mines);
  }

  /** The number of parts of a large board that are in the page. */
  get chunkCount() {
    return this._cells instanceof ChunkedCells ? this._cells.chunks.size : 0;
  }

  /** The indices of the neighbours. */
  around(index: number) {
    return around(this, index);
  }

  flagsAround(index: number) {
    let flags = 0;
    for (const near of this.around(index)) {
      const seen = this.seen(near);
      if (seen === FLAG || seen === EXPLODED) flags++;
    }
    return flags;
  }

  /** The known parts of the board as rectangles, each with the share of it that is open. */
  parts() {
    return this._cells ? [...this._cells.parts(this.width)] : [];
  }

  /** The board as a diagram, a line for each row; empty where there is nothing to see. */
  diagram() {
    const cells = this._cells;
    if (!cells) return "";
    const lines = [];
    for (let row = 0; row < this.height; row++) {
      let line = "";
      for (let col = 0; col < this.width; col++) line += SYMBOLS[cells.get(row * this.width + col)];
      lines.push(line);
    }
    return lines.join("\n");
  }

  /** 3BV solved so far, as far as it can be seen: openings, and open numbers that touch none. */
  solved() {
    const cells = this._cells;
    if (!cells || this.isChunked) return null;
    const count = this.width * this.height;
    const done = new Uint8Array(count);
    let solved = 0;
    for (let start = 0; start < count; start++) {
      if (cells.get(start) !== 0 || done[start]) continue;
      solved++;
      const stack = [start];
      done[start] = 1;
      while (stack.length) {
        for (const near of this.around(stack.pop() ?? start)) {
          const value = cells.get(near);
          if (value <= 8 && !done[near]) {
            done[near] = 1;
            if (value === 0) stack.push(near);
          }
        }
      }
    }
    for (let index = 0; index < count; index++) if (!done[index] && cells.get(index) <= 8) solved++;
    return solved;
  }

  // -- What changes it

  /** Show a mark at once, before the server has confirmed it. */
  guess(n: number, kind: string, index: number) {
    if (!this._cells) return;
    if (kind in MARKS) this._guesses.set(index, { n, value: MARKS[kind] });
    else this._awaited.set(n, this._opening(kind, index));
  }

  /** The closed cells that an open or a chord is about. */
  _opening(kind: string, index: number) {
    const isChord = kind === "chord" && this.flagsAround(index) === this.seen(index);
    const cells = kind === "open" ? [index] : isChord ? this.around(index) : [];
    return cells.filter((cell) => [HIDDEN, QUESTION].includes(this.seen(cell)));
  }

  /** Whether a cell has a mark that the server has not confirmed. */
  isGuessed(index: number) {
    return this._guesses.has(index);
  }

  /** The cells that stay pressed until the server has answered. */
  get awaited() {
    return [...this._awaited.values()].flat().filter((cell) => isClosed(this.seen(cell)));
  }

  /** After a reload of the board: marks that are still on their way are shown again. */
  restoreGuesses(pending: Map<number, Inbound>) {
    for (const message of pending.values()) {
      if (message.t === "play" && message.game === this.id) this.guess(message.n, message.kind, message.cell ?? -1);
    }
  }

  /** Drop what was guessed for a request, and return it; null if there is none. */
  settle(n: number | null | undefined) {
    if (typeof n === "number") this._awaited.delete(n);
    for (const [index, guess] of this._guesses) {
      if (guess.n !== n) continue;
      this._guesses.delete(index);
      return { index, value: guess.value };
    }
    return null;
  }

  /** Take a delta, and return the cells it changed; null if one before it is missing. */
  apply(delta: Delta, isOurs: boolean): Change[] | null {
    if (delta.seq <= this.seq) return [];
    if (delta.seq !== this.seq + 1) return null;
    this.seq = delta.seq;
    this.status = delta.status;
    this.minesLeftTold = delta.mines_left;
    this.lives = delta.lives;
    this.hints = delta.hints ?? 0;
    this.forgiven = delta.forgiven ?? 0;
    this.undos = delta.undo ?? 0;
    this.redos = delta.redo ?? 0;
    if (delta.completion) this.choices = { ...this.choices, completion: delta.completion };
    this.setTime(delta.at);
    if (MOVES.has(delta.kind)) this.clicks++;
    if (this.isPaused) {
      this._hide();
      return [];
    }
    return this._change(delta, isOurs);
  }

  _change(delta: Delta, isOurs: boolean) {
    if (!this._cells) return [];
    const changes: Change[] = [];
    const flat = delta.cells ?? [];
    const settled = isOurs ? this.settle(delta.n) : null;
    for (let at = 0; at < flat.length; at += 2) {
      const [index, to] = [flat[at], flat[at + 1]];
      const from = settled?.index === index ? settled.value : this.seen(index);
      this._cells.set(index, to);
      if (to <= 8) this._guesses.delete(index); // an open cell has no mark
      changes.push({ index, from, to });
    }
    if (this._cells instanceof ChunkedCells) for (const number of delta.chunks ?? []) this._cells.drop(number);
    return changes;
  }

  /** Take a part of a large board, and return where it is. */
  putChunk({ chunk, cells }: Chunk): CellsInView {
    if (this._cells instanceof ChunkedCells) this._cells.put(chunk, cells);
    const across = Math.ceil(this.width / CHUNK);
    return { top: Math.floor(chunk / across) * CHUNK, left: (chunk % across) * CHUNK, height: CHUNK, width: CHUNK };
  }

  /** While the game is paused, no cell is in the page. */
  _hide() {
    this._shareBefore = this.share;
    this._cells = null;
    this._guesses.clear();
    this._awaited.clear();
  }
}
