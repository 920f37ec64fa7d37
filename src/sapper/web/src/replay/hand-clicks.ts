// The clicks of a hand that was recorded here, counted as `ClickCounter` of sapper.analysis.metrics does: also those
// that did nothing.

import type { Size } from "../net/hand-moves.ts";
import type { Step, Track } from "../protocol.ts";

import { HIDDEN, isOpen } from "../board/cell-values.ts";
import { cellAt } from "../net/hand-moves.ts";

export interface HandClicks {
  left: number;
  right: number;
  chords: number;
  oneAndAHalf: number;
}

/** Count the clicks of a hand whose moves were found. */
export function clicksOf(track: Track, steps: readonly Step[], size: Size): HandClicks {
  const moves = steps.filter(({ cell }) => cell !== null);
  const cells = new Uint8Array(size.width * size.height).fill(HIDDEN);
  const counter = new Counter();
  let played = 0;
  for (let at = 0; at < track.kinds.length; at++) {
    const cell = cellAt(track, at, size);
    const count = Number(track.actions[at]);
    const chords = count > 0 && moves[played]?.kind === "chord";
    counter.count(track.kinds[at], cell !== null, cell !== null && isOpen(cells[cell]), chords);
    for (const step of moves.slice(played, played + count)) {
      for (let place = 0; place < step.cells.length; place += 2) cells[step.cells[place]] = step.cells[place + 1];
    }
    played += count;
  }
  return counter.clicks;
}

class Counter {
  clicks: HandClicks = { left: 0, right: 0, chords: 0, oneAndAHalf: 0 };
  _down = new Set<string>();
  _hasMarked = false; // the right button that is down set a mark
  _afterChord = false; // the left button that is down is used up

  count(kind: string, isInside: boolean, isNumber: boolean, chords: boolean) {
    const down = this._down;
    if (kind === "0" || ("13".includes(kind) && down.has("m"))) return;
    if (kind === "1") down.add("l");
    else if (kind === "3") this._pressRight(isInside, isNumber, chords);
    else if (kind === "5") {
      this._down = new Set("m");
      this._hasMarked = this._afterChord = false;
    } else if (kind === "6") this.clicks.chords += Number(down.delete("m") && isInside);
    else if (kind === "2" && down.delete("l")) this._liftLeft(isInside, chords);
    else if (kind === "4" && down.delete("r")) this._liftRight(isInside);
  }

  _pressRight(isInside: boolean, isNumber: boolean, chords: boolean) {
    const isAlone = isInside && !this._down.has("l");
    this._down.add("r");
    if (chords) {
      this.clicks.chords++;
      this._afterChord = true;
      return;
    }
    if (!isAlone || isNumber) return;
    this.clicks.right++;
    this._hasMarked = true;
    this._afterChord = false;
  }

  _liftLeft(isInside: boolean, chords: boolean) {
    const hasRight = this._down.has("r");
    if (isInside && (hasRight || chords)) {
      this.clicks.chords++;
      this.clicks.oneAndAHalf += Number(this._hasMarked);
    } else if (isInside) this.clicks.left += Number(!this._afterChord);
    this._afterChord = isInside && hasRight;
  }

  _liftRight(isInside: boolean) {
    const hasLeft = this._down.has("l");
    if (isInside && hasLeft) this.clicks.chords++;
    else if (isInside) this.clicks.right += Number(!this._hasMarked && !this._afterChord);
    this._afterChord = hasLeft;
    this._hasMarked = false;
  }
}
