// A finished round at any moment: which game each player is in, how far they are, who leads. Nothing here draws.

import type { PlayedRound, RoundEvent, RoundSeat } from "../../protocol.ts";
import type { Racer } from "../../play/race-order.ts";
import type { Timed } from "../playback.ts";
import type { ReplayBoard } from "../../board/replay-board.ts";

import { MODES, type Mode } from "../../modes.ts";
import { modeOf } from "../../state.ts";

/** A game on the clock of the round. */
export interface LaneGame {
  game: number;
  start: number; // milliseconds after the start of the round
  length: number;
  board: ReplayBoard | null; // as far as it came
}

/** A place in view: the games of a player one after the other, or the game that all share. */
export interface Lane {
  seats: number[];
  games: LaneGame[];
}

export const roundMode = ({ mode }: Pick<PlayedRound, "mode">): Mode => modeOf({ mode });

export function lanesOf({ games, seats }: Pick<PlayedRound, "games" | "seats">): Lane[] {
  const lanes: Map<string, Lane> = new Map();
  for (const { game, seats: players, start, length } of games) {
    const key = players.join(" ");
    const lane = lanes.get(key) ?? { seats: players, games: [] };
    lane.games.push({ game, start, length, board: null });
    lanes.set(key, lane);
  }
  for (const lane of lanes.values()) lane.games.sort((one, other) => one.start - other.start);
  const order = seats.map(({ seat }) => seat).sort((one, other) => one - other);
  return [...lanes.values()].sort((one, other) => order.indexOf(one.seats[0]) - order.indexOf(other.seats[0]));
}

/** The game that a lane shows at a moment: the last one that has begun. */
export const gameAt = ({ games }: Lane, at: number) => games.findLast(({ start }) => start <= at) ?? games[0];

/** All actions of a round at their times, for the playback. */
export class RoundTimes implements Timed {
  times: number[] = [];
  duration: number;

  /** @param duration in milliseconds */
  constructor(duration: number) {
    this.duration = duration;
  }

  /** Take the actions of a game that came. */
  add({ start, board }: LaneGame) {
    const times = board?.times.map((at) => start + at) ?? [];
    this.times = [...this.times, ...times].sort((one, other) => one - other);
  }

  get length() {
    return this.times.length;
  }

  placeAt(at: number) {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * How far a player was at a moment: a share of the board, or the boards that are solved and a share of the next. At the
 * start nothing is open yet, also where the first square is opened at once.
 */
export const reachedAt = ({ curve }: Pick<RoundSeat, "curve">, at: number) =>
  at > 0 ? (curve.findLast(([since]) => since <= at)?.[1] ?? 0) : 0;

/** Everybody as racers at a moment. */
export function racersAt({ seats, games, mode, own }: PlayedRound, at: number): Racer[] {
  const { hasBoards } = roundMode({ mode });
  return seats.map((seat) => {
    const last = games.filter((game) => game.seats.includes(seat.seat)).at(-1);
    const isOver = Boolean(last && !hasBoards && at >= last.start + last.length);
    return {
      seat: seat.seat,
      name: seat.name,
      colour: seat.colour,
      isYou: seat.seat === own,
      strength: seat.strength,
      status: isOver ? seat.status : "playing",
      share: reachedAt(seat, at),
      at: seat.at,
    };
  });
}

/** The leads as stretches of time: each lasts until the next, the last one until the end. */
export function leadsOf({ events, length }: Pick<PlayedRound, "events" | "length">) {
  const leads = events.filter(({ kind }) => kind === "lead");
  return leads.map(({ seat, at }, number) => ({ seat, from: at, to: leads[number + 1]?.at ?? length }));
}

/** Who led at a moment, null for no one. */
export const leaderAt = (round: Pick<PlayedRound, "events" | "length">, at: number) =>
  leadsOf(round).findLast(({ from }) => from <= at)?.seat ?? null;

/** The next event after a moment, or with a negative way the one before it. */
export function eventFrom(events: readonly RoundEvent[], at: number, way: number) {
  return way > 0 ? events.find((event) => event.at > at) : events.findLast((event) => event.at < at);
}

/** The mode of those in which all play one board for one result. */
export const isTeam = ({ mode }: Pick<PlayedRound, "mode">) => MODES[roundMode({ mode }).name].winsBy === "team";

/** Whose each cell is at a place of a game of several: the last player who changed it. */
export function ownersAt({ steps }: Pick<ReplayBoard, "steps">, place: number) {
  const owners: Map<number, number> = new Map();
  for (const { cells, by } of steps.slice(0, place)) {
    for (let at = 0; at < cells.length; at += 2) owners.set(cells[at], by);
  }
  return owners;
}

/**
 * How boards stand side by side: the number of columns with the largest cells.
 * @param around what a board needs in addition to its cells, in CSS pixels
 */
export function columnsFor(
  count: number,
  board: { width: number; height: number },
  room: { width: number; height: number },
  gap: number,
  around: { width: number; height: number },
) {
  const cell = (columns: number) => {
    const rows = Math.ceil(count / columns);
    const width = (room.width - gap * (columns - 1)) / columns - around.width;
    const height = (room.height - gap * (rows - 1)) / rows - around.height;
    return Math.min(width / board.width, height / board.height);
  };
  const choices = Array.from({ length: Math.max(1, count) }, (_, number) => number + 1);
  return choices.reduce((best, columns) => (cell(columns) > cell(best) ? columns : best), 1);
}
