// Opens that look like a slip: where the numbers, taken with the player's own flags, say that there is a mine.

import type { BoardModel } from "../types.ts";

import { HIDDEN, QUESTION, isOpen } from "../board/cell-values.ts";

export const PATIENCE = 2000; // ms in which a second open counts as meant

const isUndecided = (seen: number) => seen === HIDDEN || seen === QUESTION;

/** Whether a number beside a closed cell needs a mine in every closed cell that the player has not flagged. */
export function isMineByFlags(board: BoardModel, index: number) {
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
  _asked = -1;
  _until = 0;

  /** Whether to ask before a cell is opened at a time in milliseconds. Asking twice for the same cell is a yes. */
  asks(board: BoardModel, index: number, at: number) {
    const isMeant = index === this._asked && at <= this._until;
    const asks = !isMeant && isMineByFlags(board, index);
    this._asked = asks ? index : -1;
    this._until = at + PATIENCE;
    return asks;
  }
}
