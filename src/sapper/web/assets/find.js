// @ts-check
// Finding cells with the keyboard: / and 3 goes to the next closed cell beside a 3, / and F to the next flag.

/** @import { Game } from "./game.js" */
/** @import { Cell, State } from "./types.js" */

import { FLAG, HIDDEN, QUESTION } from "./cell-values.js";
import { isVisible } from "./state.js";
import { message, words } from "./words.js";

const MOST = 200_000; // cells that are looked at; of a large board only what was in view can be found
/** @type {Record<string, number>} */
const MARKS = { f: FLAG, "?": QUESTION };

/**
 * Whether a cell is closed and has no flag.
 * @param {Game} game
 * @param {number} index
 */
export const isUndecided = (game, index) => [HIDDEN, QUESTION].includes(game.seen(index));

/**
 * Return the next cell that fits, in reading order and around; null if there is none.
 * @param {Game} game
 * @param {Cell} from
 * @param {number} step 1 or -1
 * @param {(index: number) => boolean} fits
 * @returns {Cell | null}
 */
export function nextCell(game, [row, col], step, fits) {
  const cells = game.width * game.height;
  const start = row * game.width + col;
  for (let passed = 1; passed <= Math.min(cells, MOST); passed++) {
    const index = (start + step * passed + cells * 2) % cells;
    if (fits(index)) return [Math.floor(index / game.width), index % game.width];
  }
  return null;
}

/**
 * Return what a key after / asks for: a number, or what a cell with a mark shows; null for any other key.
 * @param {string} typed
 */
export const targetOf = (typed) => (/^[1-8]$/.test(typed) ? Number(typed) : (MARKS[typed] ?? null));

/**
 * Whether a cell is what was asked for: closed beside that number, or with that mark.
 * @param {Game} game
 * @param {number} target
 * @param {number} index
 */
export function fitsTarget(game, target, index) {
  if (target > 8) return game.seen(index) === target;
  return isUndecided(game, index) && game.around(index).some((near) => game.seen(near) === target);
}

/** The find key waits for one more key, which says what to find; two other keys repeat that. */
export class Finder {
  /**
   * @param {{ state: State, cursor: () => Cell, go: (cell: Cell) => void, tell: (text: string) => void }} parts
   */
  constructor({ state, cursor, go, tell }) {
    this._state = state;
    this._cursor = cursor;
    this._go = go;
    this._tell = tell;
    this._isWaiting = false;
    /** @type {number | null} what was asked for last */
    this._target = null;
  }

  /** Wait for the key that says what to find. */
  begin() {
    if (!isVisible(this._state) || this._state.screen) return;
    this._isWaiting = true;
    this._tell(message("find.prompt"));
  }

  /**
   * Take the key that says what to find; return whether it was waited for. Any other key is what it always is.
   * @param {string} typed
   */
  takes(typed) {
    if (!this._isWaiting) return false;
    this._isWaiting = false;
    const target = targetOf(typed);
    if (target === null) return typed === "escape";
    this._target = target;
    this.repeat(1);
    return true;
  }

  /**
   * Go to the next one, or with -1 to the one before.
   * @param {number} step
   */
  repeat(step) {
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

/** @param {number} target */
function noneWords(target) {
  if (target <= 8) return message("find.none-beside", { number: target });
  return message("find.none", { square: words("squares", target === FLAG ? "flag" : "question").name });
}
