// The moves of a game among the events of the hand that was recorded here.

import type { Step, Track } from "../protocol.ts";

const EARLIEST = 100; // ms that a move may come before its event: clocks differ
const LATEST = 3000; // ms that it may come after it: a server far away
const MARKS = ["flag", "question", "clear"];
const MOVED = "0";
const LEFT_UP = "2";
const RIGHT_DOWN = "3";
const RIGHT_ALONE = "r"; // right goes down and up, which chords on an open square where the settings say so
const PRESSES = "135";
const RELEASES = "246"; // of the same buttons
const MOUSE = "mouse";

export type Size = { width: number; height: number };

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
    if (step.device !== MOUSE) return null;
    const at = eventOf(step, acting, from, size);
    if (at === null) return null;
    made[at]++;
    from = at + 1;
  }
  return { ...track, actions: made.join("") };
}

/**
 * Return the hand with every step of the game: what no event made is a movement to its square, as keys and fingers make
 * it, or where the pointer was.
 */
export function completed(track: Track, steps: readonly Step[], size: Size): Track {
  const { square } = track;
  const kinds = gestures(track.kinds);
  const events = track.times.map((at, place) => ({
    at,
    kind: track.kinds[place],
    x: track.xs[place],
    y: track.ys[place],
    made: 0,
  }));
  const acting = { ...track, kinds };
  let [from, added] = [0, 0]; // the next event of the track, and how many are new before it
  for (const step of steps) {
    const at = step.cell !== null && step.device === MOUSE ? eventOf(step, acting, from, size) : null;
    if (at !== null) {
      events[at + added].made++;
      from = at + 1;
      continue;
    }
    while (from < track.times.length && track.times[from] <= step.at) from++;
    const last = events[from + added - 1];
    const place = step.cell === null ? (last ?? { x: 0, y: 0 }) : centreOf(step.cell, size.width, square);
    const made = { at: Math.max(step.at, last?.at ?? step.at), kind: MOVED, x: place.x, y: place.y, made: 1 };
    events.splice(from + added, 0, made);
    added++;
  }
  return {
    square,
    times: events.map(({ at }) => at),
    kinds: events.map(({ kind }) => kind).join(""),
    xs: events.map(({ x }) => x),
    ys: events.map(({ y }) => y),
    actions: events.map(({ made }) => Math.min(made, 9)).join(""),
  };
}

const centreOf = (cell: number, width: number, square: number) => ({
  x: (cell % width) * square + (square >> 1),
  y: Math.floor(cell / width) * square + (square >> 1),
});

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

/** The cell under the pointer at an event, null outside the board. */
export function cellAt({ square, xs, ys }: Track, at: number, { width, height }: Size) {
  const [row, col] = [Math.floor(ys[at] / square), Math.floor(xs[at] / square)];
  return row >= 0 && col >= 0 && row < height && col < width ? row * width + col : null;
}
