// What happened in a contest so far, as those who watch were sent it: how far each was when, who led, who has ended.

import type { Racer } from "../../play/race-order.ts";

const SOON = 2000; // ms of playing time: a page whose first report is later has not seen the beginning
const LEAST_LEAD = 1000; // ms: a shorter one is passed over, as in the replay of a round

export interface WatchedEvent {
  at: number; // milliseconds of playing time
  seat: number;
  kind: string; // lead, won, lost or abandoned
}

export class WatchStory {
  round = 0;
  now = 0; // milliseconds of playing time
  curves: Map<number, [number, number][]> = new Map(); // time and share, by seat
  events: WatchedEvent[] = [];
  _ended: Set<number> = new Set();
  _sawStart = true;
  _leader: number | null = null; // whose lead is told
  _ahead: { seat: number; since: number } | null = null; // who leads, perhaps not for long

  /** Take a report on all players. */
  take(round: number, racers: readonly Racer[]) {
    const isFirst = round !== this.round;
    if (isFirst) Object.assign(this, new WatchStory(), { round });
    this.now = Math.max(this.now, ...racers.map(({ at }) => at));
    if (isFirst) this._sawStart = this.now < SOON;
    for (const racer of racers) this._takeOne(racer);
    this._takeLead(racers);
    this.events.sort((one, other) => one.at - other.at);
  }

  /** How far a player has been until now, or until their end. */
  lineOf(seat: number): [number, number][] {
    const curve = this.curves.get(seat) ?? [[this.now, 0]];
    return this._ended.has(seat) ? curve : [...curve, [this.now, curve[curve.length - 1][1]]];
  }

  _takeOne({ seat, status, share, at }: Racer) {
    const start: [number, number] = this._sawStart ? [0, 0] : [this.now, share];
    const curve = this.curves.get(seat) ?? [start];
    this.curves.set(seat, curve);
    const isOver = status !== "playing";
    if (this._ended.has(seat)) return;
    if (curve[curve.length - 1][1] !== share) curve.push([isOver ? at : this.now, share]);
    if (!isOver) return;
    this._ended.add(seat);
    this.events.push({ at, seat, kind: status });
  }

  /** Note who is ahead of all others, of those who are not out. */
  _takeLead(racers: readonly Racer[]) {
    const there = racers.filter(({ status }) => status === "playing" || status === "won");
    const best = Math.max(0, ...there.map(({ share }) => share));
    const first = there.filter(({ share }) => share === best);
    if (!best || first.length !== 1) return;
    const [{ seat, status }] = first;
    if (this._ahead?.seat !== seat) this._ahead = { seat, since: this.now };
    const isLasting = status === "won" || this.now - this._ahead.since >= LEAST_LEAD;
    if (!isLasting || seat === this._leader) return;
    const isKnown = this._sawStart || this._leader !== null; // since when they lead
    this._leader = seat;
    if (!isKnown) return;
    this.events.push({ at: this._ahead.since, seat, kind: "lead" });
  }
}
