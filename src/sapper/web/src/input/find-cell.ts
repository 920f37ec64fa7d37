// Finding cells with the keyboard: / and 3 goes to the next closed cell beside a 3, / and F to the next flag.

import type { Game } from "../board/model.ts";
import type { Cell, State } from "../types.ts";

import { FLAG, HIDDEN, QUESTION } from "../board/cell-values.ts";
import { isVisible } from "../state.ts";
import { message, words } from "../ui/words.ts";

const MOST = 200_000; // cells that are looked at; of a large board only what was in view can be found
const MARKS: Record<string, number> = { f: FLAG, "?": QUESTION };

/** Whether a cell is closed and has no flag. */
export const isUndecided = (game: Game, index: number) => [HIDDEN, QUESTION].includes(game.seen(index));

/**
 * Return the next cell that fits, in reading order and around; null if there is none.
 * @param step 1 or -1
 */
export function nextCell(game: Game, [row, col]: Cell, step: number, fits: (index: number) => boolean): Cell | null {
  const cells = game.width * game.height;
  const start = row * game.width + col;
  for (let passed = 1; passed <= Math.min(cells, MOST); passed++) {
    const index = (start + step * passed + cells * 2) % cells;
    if (fits(index)) return [Math.floor(index / game.width), index % game.width];
  }
  return null;
}

/** Return what a key after / asks for: a number, or what a cell with a mark shows; null for any other key. */
export const targetOf = (typed: string) => (/^[1-8]$/.test(typed) ? Number(typed) : (MARKS[typed] ?? null));

/** Whether a cell is what was asked for: closed beside that number, or with that mark. */
export function fitsTarget(game: Game, target: number, index: number) {
  if (target > 8) return game.seen(index) === target;
  return isUndecided(game, index) && game.around(index).some((near) => game.seen(near) === target);
}

/** The find key waits for one more key, which says what to find; two other keys repeat that. */
export class Finder {
  _state: State;
  _cursor: () => Cell;
  _go: (cell: Cell) => void;
  _tell: (text: string) => void;
  _isWaiting = false;
  _target: number | null = null; // what was asked for last

  constructor({
    state,
    cursor,
    go,
    tell,
  }: { state: State; cursor: () => Cell; go: (cell: Cell) => void; tell: (text: string) => void }) {
    this._state = state;
    this._cursor = cursor;
    this._go = go;
    this._tell = tell;
  }

  /** Wait for the key that says what to find. */
  begin() {
    if (!isVisible(this._state) || this._state.screen) return;
    this._isWaiting = true;
    this._tell(message("find.prompt"));
  }

  /** Take the key that says what to find; return whether it was waited for. Any other key is what it always is. */
  takes(typed: string) {
    if (!this._isWaiting) return false;
    this._isWaiting = false;
    const target = targetOf(typed);
    if (target === null) return typed === "escape";
    this._target = target;
    this.repeat(1);
    return true;
  }

  /** Go to the next one, or with -1 to the one before. */
  repeat(step: number) {
    const { game, screen } = this._state;
    const { _target: target } = this;
    if (target === null) this.begin();
    else if (game?.isVisible && !screen) {
      const found = nextCell(game, this._cursor(), step, (index) => fitsTarget(game, target, index));
      if (found) this._go(found);
      else this._tell(noneWords(target));
    }
  }
}

function noneWords(target: number) {
  if (target <= 8) return message("find.none-beside", { number: target });
  return message("find.none", { square: words("squares", target === FLAG ? "flag" : "question").name });
}
