// The clicks of a hand that was recorded here, counted as `ClickCounter` of sapper.analysis.metrics does: also those
// that did nothing. First the moves of the game are found among the events of the hand.

import type { Step, Track } from "../protocol.ts";

import { HIDDEN, isOpen } from "../board/cell-values.ts";

const EARLIEST = 100; // ms that a move may come before its event: clocks differ
const LATEST = 3000; // ms that it may come after it: a server far away
const MARKS = ["flag", "question", "clear"];
const LEFT_UP = "2";
const RIGHT_DOWN = "3";
const RIGHT_ALONE = "r"; // right goes down and up, which chords on an open square where the settings say so
const PRESSES = "135";
const RELEASES = "246"; // of the same buttons

export interface HandClicks {
  left: number;
  right: number;
  chords: number;
  oneAndAHalf: number;
}

type Size = { width: number; height: number };

/** Whether an event can make a move: left opens where it comes up, right marks when it goes down. */
function fits({ kind }: Step, event: string) {
  if (kind === "open") return event === LEFT_UP;
  if (MARKS.includes(kind)) return event === RIGHT_DOWN || event === RIGHT_ALONE;
  return kind === "chord" && (event === RIGHT_ALONE || RELEASES.includes(event));
}

/**
 * Return the hand with how many moves each event made; null if it is not the hand that made them, or if something else
 * than the usual buttons did.
 */
export function matched(track: Track, steps: readonly Step[], size: Size): Track | null {
  const made = new Uint8Array(track.times.length);
  const acting = { ...track, kinds: gestures(track.kinds) };
  let from = 0;
  for (const step of steps) {
    if (step.cell === null) continue;
    if (step.device !== "mouse") return null;
    const at = eventOf(step, acting, from, size);
    if (at === null) return null;
    made[at]++;
    from = at + 1;
  }
  return { ...track, actions: made.join("") };
}

/** The events, without the second release of two buttons, because the first one chords; right alone has its letter. */
function gestures(kinds: string) {
  let [down, rests] = ["", ""];
  return Array.from(kinds, (kind, at) => {
    if (kind === RIGHT_DOWN && !down && /^0*4/.test(kinds.slice(at + 1))) {
      [down, rests] = [down + kind, rests + kind];
      return RIGHT_ALONE;
    }
    const button = PRESSES[RELEASES.indexOf(kind)];
    if (!button) {
      if (PRESSES.includes(kind)) [down, rests] = [down + kind, rests.replace(kind, "")];
      return kind;
    }
    const isRest = rests.includes(button);
    down = down.replaceAll(button, "");
    rests = isRest ? rests.replace(button, "") : rests + down;
    return isRest ? "0" : kind;
  }).join("");
}

/** The first event about the time of a move that may have made it. */
function eventOf(step: Step, track: Track, from: number, size: Size) {
  for (let at = from; at < track.times.length && track.times[at] <= step.at + EARLIEST; at++) {
    const isNear = track.times[at] >= step.at - LATEST;
    if (isNear && fits(step, track.kinds[at]) && cellAt(track, at, size) === step.cell) return at;
  }
  return null;
}

function cellAt({ square, xs, ys }: Track, at: number, { width, height }: Size) {
  const [row, col] = [Math.floor(ys[at] / square), Math.floor(xs[at] / square)];
  return row >= 0 && col >= 0 && row < height && col < width ? row * width + col : null;
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
