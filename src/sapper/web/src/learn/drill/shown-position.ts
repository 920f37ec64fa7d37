// A position as the canvas reads it: the board of a question, perhaps with the mines that refute an answer.

import type { BoardModel } from "../../types.ts";

import { EXPLODED, FLAG, MINE, around, cellName, isClosed } from "../../board/cell-values.ts";
import { cellsOf } from "../../board/board-picture.ts";

export class ShownPosition implements BoardModel {
  width: number;
  height: number;
  mines: number;
  isVisible = true;
  values: Uint8Array;

  /** @param diagram the level, then a line for each row */
  constructor(diagram: string) {
    const [level, ...rows] = diagram.split("\n");
    [this.width, this.height, this.mines] = level.split(/[x/]/).map(Number);
    this.values = cellsOf(rows.join(""));
  }

  seen(index: number) {
    return this.values[index];
  }

  around(index: number) {
    return around(this, index);
  }

  flagsAround(index: number) {
    return this.around(index).filter((near) => this.values[near] === FLAG).length;
  }

  /** Mines that have no flag. */
  get minesLeft() {
    return this.mines - this.values.reduce((sum, value) => sum + Number(value === FLAG), 0);
  }

  name(index: number) {
    return cellName(Math.floor(index / this.width), index % this.width);
  }

  /** The same position after some squares have changed. */
  after(moves: readonly (readonly [cell: number, value: number])[]) {
    for (const [cell, value] of moves) this.values[cell] = value;
    return this;
  }

  /** The same position with the mines of a minefield; the chosen square is shown as hit if it is one. */
  withMines(mines: readonly number[], chosen: number | null) {
    const closed = mines.filter((cell) => isClosed(this.values[cell]));
    return this.after(closed.map((cell) => [cell, cell === chosen ? EXPLODED : MINE] as const));
  }
}
