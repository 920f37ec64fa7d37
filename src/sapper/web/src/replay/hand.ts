// The hand in a replay: where the pointer is at a time, which buttons are down, where it stayed.

import type { Track } from "../protocol.ts";

const TRAIL_MS = 700;
const LONGEST_STAY = 2000; // ms at one place that count: a player may have gone away
const MOVED = "0";
const LEFT_UP = "2";
const RIGHT_DOWN = "3";
const RIGHT_UP = "4";
const MIDDLE_DOWN = "5";
const MARKS = ["flag", "question", "clear"];
const BITS: Record<string, number> = { 1: 1, 2: -1, 3: 2, 4: -2, 5: 4, 6: -4, 7: 1 }; // of the buttons; down, or -up

export type HandView = "trail" | "heat" | "off";
export const HAND_VIEWS: HandView[] = ["trail", "heat", "off"];

export class Hand {
  track: Track;

  constructor(track: Track) {
    this.track = track;
  }

  /** The number of events up to a time. */
  placeAt(at: number) {
    const { times } = this.track;
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The last places of the pointer, in cells, the newest last; empty before the first event. */
  trailAt(at: number): { x: number; y: number }[] {
    const { square, xs, ys } = this.track;
    const end = this.placeAt(at);
    const first = Math.max(0, Math.min(this.placeAt(at - TRAIL_MS - 1), end - 1));
    return xs.slice(first, end).map((x, place) => ({ x: x / square, y: ys[first + place] / square }));
  }

  /** The buttons that are down at a time: 1 left, 2 right, 4 middle, added up. */
  buttonsAt(at: number) {
    let down = 0;
    const { kinds } = this.track;
    for (let place = 0, end = this.placeAt(at); place < end; place++) {
      if (kinds[place] === MOVED) continue;
      const bit = BITS[kinds[place]] ?? 0;
      down = bit > 0 ? down | bit : down & ~-bit;
    }
    return down;
  }

  /** The chords that left ends while the press that set a mark is still down: half a click less. By their places. */
  halves(kindOf: (place: number) => string): Set<number> {
    const found = new Set<number>();
    const { kinds, actions } = this.track;
    let [played, hasMarked] = [0, false];
    for (let at = 0; at < actions.length; at++) {
      const places = Array.from({ length: Number(actions[at]) }, (_, more) => played + more);
      if (kinds[at] === RIGHT_DOWN) hasMarked = places.some((place) => MARKS.includes(kindOf(place)));
      else if (kinds[at] === LEFT_UP && hasMarked) {
        for (const place of places) if (kindOf(place) === "chord") found.add(place);
      } else if (kinds[at] === RIGHT_UP || kinds[at] === MIDDLE_DOWN) hasMarked = false;
      played += places.length;
    }
    return found;
  }

  /** The stay of the pointer on each cell, by its index, as a share of the longest one. */
  heat(width: number, height: number): Map<number, number> {
    const { square, times, xs, ys } = this.track;
    const stays = new Map<number, number>();
    for (let place = 0; place + 1 < times.length; place++) {
      const [row, col] = [Math.floor(ys[place] / square), Math.floor(xs[place] / square)];
      const stay = Math.min(times[place + 1] - Math.max(times[place], 0), LONGEST_STAY);
      if (stay <= 0 || row < 0 || col < 0 || row >= height || col >= width) continue;
      stays.set(row * width + col, (stays.get(row * width + col) ?? 0) + stay);
    }
    const longest = Math.max(...stays.values(), 0);
    return new Map([...stays].map(([cell, stay]) => [cell, stay / longest]));
  }
}
