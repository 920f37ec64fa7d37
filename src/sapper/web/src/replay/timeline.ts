// The time line of a game: speed, events, the chance to win or the luck used, mistakes and guesses.

import type { JudgedMove, Report } from "../protocol.ts";
import type { ReplayBoard } from "../board/replay-board.ts";
import type { Canvas, Theme } from "../types.ts";

import { alpha } from "../board/paint.ts";
import { columnOf, luckUsed, speeds } from "./charts.ts";
import { TimeTrack } from "./time-track.ts";
import { isGuess, isMistake } from "../net/replays.ts";

const STRIP = 10; // px, the height of the speed
const TICKS = [14, 21]; // px, from top to bottom
const LUCK = [32, 92]; // px
const COLUMN = 8; // px of a column of speed

export class Timeline extends TimeTrack {
  _board: ReplayBoard | null = null;
  _moves: readonly JudgedMove[] = [];
  report: Report | null = null; // once it came, the curve is the chance to win

  /**
   * Show a game, as far as it came, and the verdicts on its moves, as far as they came.
   * @param length in milliseconds
   */
  show(board: ReplayBoard, moves: readonly JudgedMove[], length: number) {
    this._board = board;
    this._moves = moves;
    this.setLength(length);
  }

  _drawChart(c: Canvas, theme: Theme, width: number) {
    if (!this._board) return;
    this._drawSpeed(c, theme, width);
    this._drawTicks(c, theme, width, this._board);
    this._drawLuck(c, theme, width);
  }

  _drawSpeed(c: Canvas, theme: Theme, width: number) {
    const columns = Math.max(1, Math.floor(width / COLUMN));
    const values = speeds(this._moves, this._length, columns);
    const most = Math.max(...values, 0.001);
    const size = width / columns;
    for (const [column, value] of values.entries()) {
      c.fillStyle = alpha(theme.accent, 0.12 + 0.88 * (value / most));
      c.fillRect(column * size, 0, size - 0.5, STRIP);
    }
  }

  _drawTicks(c: Canvas, theme: Theme, width: number, board: ReplayBoard) {
    const [top, bottom] = TICKS;
    for (const { at, kind } of board.steps) {
      const x = columnOf(at, this._length, Math.floor(width));
      c.fillStyle = alpha(kind === "flag" ? theme.flag : theme.muted, 0.8);
      c.fillRect(x, top, 1, bottom - top);
    }
  }

  _drawLuck(c: Canvas, theme: Theme, width: number) {
    const [top, bottom] = LUCK;
    const values = this._curve();
    const place = (share: number) => bottom - share * (bottom - top - 8);
    c.beginPath();
    let y = place(this.report?.start ?? 0);
    c.moveTo(0, y);
    for (const [index, { at }] of this._moves.entries()) {
      const x = this._share(at) * width;
      c.lineTo(x, y);
      y = place(values[index]);
      c.lineTo(x, y);
    }
    c.lineTo(width, y);
    c.strokeStyle = theme.hint.reason;
    c.lineWidth = 2;
    c.lineJoin = "round";
    c.stroke();
    c.lineTo(width, bottom);
    c.lineTo(0, bottom);
    c.fillStyle = alpha(theme.hint.reason, 0.1);
    c.fill();
    for (const [index, move] of this._moves.entries()) {
      if (!isMistake(move) && !isGuess(move)) continue;
      const x = this._share(move.at) * width;
      if (isMistake(move)) drawTriangle(c, theme.bad, theme.panel, x, place(values[index]));
      else drawDiamond(c, theme.warn, theme.panel, x, place(values[index]));
    }
  }

  /** The height of the curve after each move: the chance to win, or the share of the luck used. */
  _curve(): number[] {
    const { report } = this;
    if (!report) {
      const used = luckUsed(this._moves);
      const most = Math.max(used.at(-1) ?? 0, 0.05);
      return used.map((luck) => luck / most);
    }
    const after = new Map((report.moves ?? []).map((move) => [move.action, move.after]));
    let chance = report.start ?? 0;
    return this._moves.map((move) => (chance = after.get(move.action) ?? chance));
  }
}

function drawTriangle(c: Canvas, color: string, edge: string, x: number, y: number) {
  c.beginPath();
  c.moveTo(x, y - 6.5);
  c.lineTo(x + 6.5, y + 5);
  c.lineTo(x - 6.5, y + 5);
  finish(c, color, edge);
}

function drawDiamond(c: Canvas, color: string, edge: string, x: number, y: number) {
  c.beginPath();
  c.moveTo(x, y - 6.5);
  c.lineTo(x + 6.5, y);
  c.lineTo(x, y + 6.5);
  c.lineTo(x - 6.5, y);
  finish(c, color, edge);
}

function finish(c: Canvas, color: string, edge: string) {
  c.closePath();
  c.lineWidth = 2;
  c.strokeStyle = edge;
  c.stroke();
  c.fillStyle = color;
  c.fill();
}
