// The order of a race: places, and where a player stands, in words.

import type { Game } from "../board/model.ts";
import type { Score, SeatRating } from "../protocol.ts";
import type { PartyState } from "../types.ts";

import { locale, message, percent, pieces, time } from "../ui/words.ts";

/** A player in a race, or a game that is played again beside the player's own. */
export interface Racer {
  seat: number;
  name: string;
  colour: number;
  isYou: boolean;
  status: string;
  share: number;
  at: number;
  isAway?: boolean;
  label?: string; // beside the name
  ping?: number; // the round trip to the server in milliseconds
  device?: string;
  strength?: string; // of the solver
  rating?: SeatRating | null;
}

/** Return everybody in the round, with what is known of them now. The player's own game is ahead of the reports. */
export const racersOf = (
  {
    seats,
    seat: own,
    progress,
    pings = {},
  }: Pick<PartyState, "seats" | "seat" | "progress"> & Partial<Pick<PartyState, "pings">>,
  game: Pick<Game, "status" | "share" | "elapsed"> | null,
): Racer[] =>
  seats
    .filter(({ plays }) => plays)
    .map(({ seat, name, colour, is_here: isHere = false, device, strength, rating }) => {
      const { status = "playing", share = 0, at = 0 } = progress[seat] ?? {};
      const isYou = seat === own;
      const known = isYou && game ? { status: game.status, share: game.share ?? share, at: game.elapsed } : null;
      const label = isYou ? message("race.you") : "";
      const isAway = !isHere;
      const ping = pings[seat];
      const person = { seat, name, colour, isYou, label, ping, device, strength, rating, isAway };
      return { ...person, ...(known ?? { status, share, at }) };
    });

/** Return a player as the round ended for them. */
export function racerOf(
  { seats, seat: own }: Pick<PartyState, "seats" | "seat">,
  { seat, status = "", share = 0, at = 0 }: Score,
): Racer {
  const { name = "", colour = 0, device, strength } = seats.find((one) => one.seat === seat) ?? {};
  const isYou = seat === own;
  return { seat, name, colour, isYou, label: isYou ? message("race.you") : "", device, strength, status, share, at };
}

/** Those who won come first, those who gave up last. */
const ORDER: Record<string, number> = { won: 0, abandoned: 2 };

/** Those who opened the board are before the others, by time; these by how much they have open. */
function compare(one: Pick<Racer, "status" | "share" | "at">, other: Pick<Racer, "status" | "share" | "at">) {
  const [order, otherOrder] = [ORDER[one.status] ?? 1, ORDER[other.status] ?? 1];
  if (order !== otherOrder || order === ORDER.abandoned) return order - otherOrder;
  return order === ORDER.won ? one.at - other.at : other.share - one.share;
}

/** Return racers in the order of the race; equal ones by their seats. */
export const inOrder = <T extends Racer>(racers: readonly T[]) =>
  [...racers].sort((one, other) => compare(one, other) || one.seat - other.seat);

/** Return the place of a racer, from 1: equal ones share a place. */
export const placeOf = (racers: readonly Racer[], racer: Racer) =>
  1 + racers.filter((other) => compare(other, racer) < 0).length;

/** A place as people say it: 2nd. */
export function ordinal(number: number) {
  const form = new Intl.PluralRules(locale(), { type: "ordinal" }).select(number);
  if (form === "one") return message("race.first", { number });
  if (form === "two") return message("race.second", { number });
  if (form === "few") return message("race.third", { number });
  return message("race.later", { number });
}

/** The distance of two racers, in whole percent as they are shown. */
const apart = (one: Racer, other: Racer) => Math.abs(Math.round(one.share * 100) - Math.round(other.share * 100)) / 100;

/**
 * Say where the player stands, as texts and elements; without a player of our own, who leads.
 * @param strong how the place is pointed out
 */
export function standing(racers: readonly Racer[], strong: (text: string) => unknown = (text) => text): unknown[] {
  const you = racers.find(({ isYou }) => isYou);
  const sorted = inOrder(racers);
  if (!you) return leaders(sorted);
  const place = placeOf(racers, you);
  if (you.status === "won") return pieces("race.finished", { time: time(you.at), place: strong(ordinal(place)) });
  if (you.status === "lost") return pieces("race.hit", { share: percent(you.share) });
  const other = sorted.find((racer) => racer !== you);
  if (!other) return [message("race.alone")];
  const gap = apart(you, other);
  const share = percent(gap);
  if (!gap && other.status !== "won" && you.status !== "abandoned") return levelWith(other);
  if (place === 1) return pieces("race.ahead", { share, name: other.name });
  return pieces("race.behind", { place: strong(ordinal(place)), share, name: other.name });
}

const levelWith = ({ name, status }: Racer) =>
  status === "lost" || status === "abandoned" ? pieces("race.level-out", { name }) : pieces("race.level", { name });

/**
 * Places on a line that are at least some way apart, for shares in rising order: no mark is hidden behind another.
 * @param least a part of the line
 */
export function spread(shares: readonly number[], least: number) {
  let before = -least;
  const pushed = shares.map((share) => (before = Math.max(Math.min(1, share), before + least)));
  return pushed.map((at, number) => Math.max(0, Math.min(at, 1 - least * (shares.length - 1 - number))));
}

function leaders([first, second]: Racer[]): unknown[] {
  if (!first) return [];
  if (first.status === "won") return pieces("race.has-won", { name: first.name, time: time(first.at) });
  if (!second) return pieces("race.leads-alone", { name: first.name });
  if (!apart(first, second)) return pieces("race.leads-level", { name: first.name, other: second.name });
  return pieces("race.leads", { name: first.name, share: percent(apart(first, second)), other: second.name });
}

/** The progress of a player, as the end of a line: the open share, or the result. */
export function reached({ status, share, at, isAway }: Pick<Racer, "status" | "share" | "at" | "isAway">) {
  if (status === "won") return message("race.row-won", { time: time(at) });
  if (status === "lost") return `${message("race.row-hit")}, ${percent(share)}`;
  if (status === "abandoned") return `${message("race.row-given-up")}, ${percent(share)}`;
  return isAway ? `${message("race.row-away")}, ${percent(share)}` : percent(share);
}

/**
 * Say what ended for others between two reports: those who listen hear it once.
 * @param before the status of each seat
 */
export function endings(before: ReadonlyMap<number, string>, racers: readonly Racer[]) {
  const ended = racers.filter(({ seat, status, isYou }) => !isYou && before.get(seat) !== status);
  return ended.map((racer) => ending(racer)).filter(Boolean);
}

function ending({ name, status, share, at }: Racer) {
  if (status === "won") return message("race.has-won", { name, time: time(at) });
  if (status === "lost") return message("race.has-hit", { name, share: percent(share) });
  if (status === "abandoned") return message("race.has-given-up", { name, share: percent(share) });
  return "";
}

/** The text of an event of a round about a player. */
export function eventWords({ kind }: { kind: string }, name: string) {
  if (kind === "lead") return message("round.lead", { name });
  if (kind === "won") return message("round.won", { name });
  if (kind === "lost") return message("round.lost", { name });
  return kind === "solved" ? message("round.solved", { name }) : message("round.abandoned", { name });
}
