// From buttons and keys to actions, move for move as sapper/controls/gestures.py. Nothing here changes a board.
//
// A board has width, height, mines, flags, opened, minesLeft and at(cell); a cell is [row, col] and null is outside.
// Controls and rules carry the names of the settings and of the rules: controls["chord-middle"], rules["protect-flags"].

import type { Action, Cell, Controls, GestureBoard, MoveKind, RuleChoices } from "../types.ts";

import { FLAG, HIDDEN, QUESTION, isClosed } from "../board/cell-values.ts";

export type Button = "left" | "middle" | "right";

const OPEN_TASK = "open";
const CHORD_TASK = "chord";
const MARK_TASK = "mark";
const MARK_OR_CHORD = "mark or chord";

export const isOpen = (board: GestureBoard, cell: Cell) => board.at(cell) <= 8;
export const action = (kind: MoveKind, cell: Cell): Action => ({ kind, row: cell[0], col: cell[1] });

/** A cell off the board is no cell, so that every caller has one case less. */
export function onBoard(board: GestureBoard, cell: Cell | null) {
  const fits = cell && cell[0] >= 0 && cell[1] >= 0 && cell[0] < board.height && cell[1] < board.width;
  return fits ? cell : null;
}

/** The gestures of each device at a cell, by the controls and the rules. */
export class Hand {
  controls: Controls;
  rules: RuleChoices;

  constructor(controls: Controls, rules: RuleChoices) {
    this.controls = controls;
    this.rules = rules;
  }

  get hasChords() {
    return this.rules.chord !== "off";
  }

  _open(board: GestureBoard, cell: Cell) {
    if (isOpen(board, cell) && this.controls["chord-left-on-number"] && this.hasChords) return this._chord(cell);
    return [action("open", cell)];
  }

  _chord(cell: Cell | null) {
    return cell && this.hasChords ? [action("chord", cell)] : [];
  }

  /** The next mark in the cycle: blank, flag, question mark where the rules have it, blank. */
  _mark(board: GestureBoard, cell: Cell) {
    const seen = board.at(cell);
    if (!isClosed(seen) || !this._hasMarks(board)) return [];
    const { rules } = this;
    if (seen === HIDDEN) {
      const isFull = rules.flags === "capped" && board.flags >= board.mines;
      return [action(isFull && rules.questions ? "question" : "flag", cell)];
    }
    return [action(seen === FLAG && rules.questions ? "question" : "clear", cell)];
  }

  _right(board: GestureBoard, cell: Cell) {
    if (!isOpen(board, cell)) return this._mark(board, cell);
    return this.controls["chord-right-on-number"] ? this._chord(cell) : [];
  }

  _hasMarks(board: GestureBoard) {
    if (this.rules.flags === "off") return false;
    const isBegun = board.opened > 0 || board.minesLeft + board.flags < board.mines;
    return this.rules.preflag || isBegun;
  }

  // What is drawn pressed

  _closedAround(board: GestureBoard, [row, col]: Cell) {
    const found: Cell[] = [];
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = col - 1; c <= col + 1; c++) {
        const seen = onBoard(board, [r, c]) ? board.at([r, c]) : 0;
        if (seen === HIDDEN || (seen === QUESTION && !this.rules["protect-questions"])) found.push([r, c]);
      }
    }
    return found;
  }

  _ifPressable(board: GestureBoard, cell: Cell) {
    const seen = board.at(cell);
    const isProtected =
      (seen === FLAG && this.rules["protect-flags"]) || (seen === QUESTION && this.rules["protect-questions"]);
    return isClosed(seen) && !isProtected ? [cell] : [];
  }
}

/** The buttons of a mouse: left acts where it comes up, two together chord when the first of them does. */
export class Mouse extends Hand {
  _down: Set<Button> = new Set();
  _cell: Cell | null = null;
  _leftTask: string | null = null;
  _rightTask: string | null = null;
  _isChording = false;
  _lastClick: { cell: Cell; at: number } | null = null;

  constructor(controls: Controls, rules: RuleChoices) {
    super(controls, rules);
  }

  /** Forget every button, as when a new game begins or the window loses the mouse. */
  cancel() {
    this._down = new Set();
    this._cell = null;
    this._dropTasks();
  }

  /** Forget the buttons that are not held any more: their release was not seen. */
  retain(held: readonly Button[]) {
    for (const button of [...this._down].filter((down) => !held.includes(down))) {
      this._down.delete(button);
      this._takeTask(button);
      this._isChording &&= this._down.size > 0;
    }
  }

  /** The buttons that are down do nothing any more, but still count as down. */
  _dropTasks() {
    this._leftTask = null;
    this._rightTask = null;
    this._isChording = false;
    this._lastClick = null;
  }

  /** A double click needs the time `at`, in milliseconds. */
  press(
    board: GestureBoard,
    button: Button,
    cell: Cell | null,
    { shift = false, at = null }: { shift?: boolean; at?: number | null } = {},
  ) {
    cell = this._cell = onBoard(board, cell);
    this._down.add(button);
    if (button === "middle") this._dropTasks();
    if (this._down.has("middle")) return [];
    if (this._down.size === 2 && this.controls["chord-both-buttons"] && this.hasChords) {
      this._isChording = true;
      return [];
    }
    return button === "left" ? this._pressLeft(board, cell, shift, at) : this._pressRight(board, cell);
  }

  move(cell: Cell | null) {
    this._cell = cell;
  }

  release(board: GestureBoard, button: Button, cell: Cell | null) {
    cell = this._cell = onBoard(board, cell);
    if (!this._down.delete(button)) return [];
    if (button === "middle") return this.controls["chord-middle"] ? this._chord(cell) : [];
    if (this._isChording) {
      this._dropTasks();
      return this._chord(cell);
    }
    const task = this._takeTask(button);
    // S4: over the opposite type nothing happens
    if (button === "right" && task === CHORD_TASK && cell && !isOpen(board, cell)) return [];
    return task && cell ? this._finish(board, task, cell) : [];
  }

  /** The cells to draw pressed. */
  preview(board: GestureBoard): Cell[] {
    const cell = onBoard(board, this._cell);
    if (!cell) return [];
    if (this._isChording || this._holdsMiddle) return this._closedAround(board, cell);
    const task = this._leftTask || this._rightTask;
    const open = isOpen(board, cell);
    if (task === OPEN_TASK) {
      const chords = open && this.controls["chord-left-on-number"] && this.hasChords;
      return chords ? this._closedAround(board, cell) : this._ifPressable(board, cell);
    }
    if (task === CHORD_TASK) return open || this._leftTask ? this._closedAround(board, cell) : [];
    if (task === MARK_OR_CHORD && open) {
      const chords = this.controls["chord-right-on-number"] && this.hasChords;
      return chords ? this._closedAround(board, cell) : [];
    }
    return task && this._mark(board, cell).length ? [cell] : [];
  }

  /** Whether the face holds its breath: an opening may follow. */
  get facePressed() {
    return Boolean(this._leftTask || this._rightTask === CHORD_TASK || this._isChording || this._holdsMiddle);
  }

  _takeTask(button: Button) {
    const task = button === "left" ? this._leftTask : this._rightTask;
    if (button === "left") this._leftTask = null;
    else this._rightTask = null;
    return task;
  }

  _pressLeft(board: GestureBoard, cell: Cell | null, shift: boolean, at: number | null) {
    this._leftTask = null;
    if (this._down.has("right")) return [];
    const isDouble = this._isDoubleClick(board, cell, at);
    if (!cell) return [];
    const chords = this.hasChords && ((shift && this.controls["chord-shift-left"]) || isDouble);
    const task = chords ? CHORD_TASK : OPEN_TASK;
    if (this.controls.reveal === "press") return this._finish(board, task, cell);
    this._leftTask = task;
    return [];
  }

  _pressRight(board: GestureBoard, cell: Cell | null) {
    this._leftTask = this._rightTask = null;
    if (!cell) return [];
    const open = isOpen(board, cell);
    const onPress = this.controls.flag === "press";
    if (onPress && !open) return this._mark(board, cell);
    if (!onPress && this.controls["right-drag"] === "position-decides") this._rightTask = MARK_OR_CHORD;
    else if (!open) this._rightTask = MARK_TASK;
    else if (this.controls["chord-right-on-number"] && this.hasChords) this._rightTask = CHORD_TASK;
    return [];
  }

  _finish(board: GestureBoard, task: string, cell: Cell) {
    if (task === OPEN_TASK) return this._open(board, cell);
    if (task === MARK_TASK) return this._mark(board, cell);
    return task === MARK_OR_CHORD ? this._right(board, cell) : this._chord(cell);
  }

  _isDoubleClick(board: GestureBoard, cell: Cell | null, at: number | null) {
    const last = this._lastClick;
    this._lastClick = null;
    if (!cell || at === null || !isOpen(board, cell)) return false;
    this._lastClick = { cell, at };
    if (!last || last.cell[0] !== cell[0] || last.cell[1] !== cell[1]) return false;
    const waited = at - last.at;
    return waited >= 0 && waited <= Number(this.controls["double-click-ms"]) && this.controls["chord-double-click"];
  }

  get _holdsMiddle() {
    return this._down.has("middle") && this.controls["chord-middle"] && this.hasChords;
  }
}

/** The keys that play at the cursor: open, mark, chord and right-button of the key map. */
export class Keyboard extends Hand {
  press(board: GestureBoard, name: string, cell: Cell | null) {
    cell = onBoard(board, cell);
    if (!cell) return [];
    if (name === "open") return this._open(board, cell);
    if (name === "chord") return this._chord(cell);
    if (name === "mark") return this._mark(board, cell);
    return name === "right-button" ? this._right(board, cell) : [];
  }
}
