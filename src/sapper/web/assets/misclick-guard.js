// @ts-check
// Opens that look like a slip: where the numbers, taken with the player's own flags, say that there is a mine.

/** @import { BoardModel } from "./types.js" */

import { HIDDEN, QUESTION, isOpen } from "./cell-values.js";

export const PATIENCE = 2000; // ms in which a second open counts as meant

/** @param {number} seen */
const isUndecided = (seen) => seen === HIDDEN || seen === QUESTION;

/**
 * Whether a number beside a closed cell needs a mine in every closed cell that the player has not flagged.
 * @param {BoardModel} board
 * @param {number} index
 */
export function isMineByFlags(board, index) {
  if (!isUndecided(board.seen(index))) return false;
  return board.around(index).some((number) => {
    const seen = board.seen(number);
    if (!isOpen(seen) || seen === 0) return false;
    const closed = board.around(number).filter((near) => isUndecided(board.seen(near))).length;
    return seen - board.flagsAround(number) === closed;
  });
}

/** Lets an open through, or asks for it a second time. */
export class MisclickGuard {
  constructor() {
    this._asked = -1;
    this._until = 0;
  }

  /**
   * Whether to ask before a cell is opened at a time in milliseconds. Asking twice for the same cell is a yes.
   * @param {BoardModel} board
   * @param {number} index
   * @param {number} at
   */
  asks(board, index, at) {
    const isMeant = index === this._asked && at <= this._until;
    const asks = !isMeant && isMineByFlags(board, index);
    this._asked = asks ? index : -1;
    this._until = at + PATIENCE;
    return asks;
  }
}
