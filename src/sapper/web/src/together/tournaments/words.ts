// What is said of a tournament: its name, when it is, how it counts.

import type { TournamentCard } from "../../protocol.ts";

import { locale, message } from "../../ui/words.ts";

const DAY = 86_400_000; // ms
const HOUR = 3_600_000;

/** The kinds of tournaments, as the server declares them. */
export const FORMATS = ["races", "swiss"] as const;

export type FormatName = (typeof FORMATS)[number];

export const formatOf = ({ format }: Pick<TournamentCard, "format">): FormatName =>
  format === "swiss" ? "swiss" : "races";

/** Whether it is played in rounds, else for a time. */
export const hasTurns = (card: Pick<TournamentCard, "format">) => formatOf(card) === "swiss";

export const formatName = (format: FormatName) =>
  format === "swiss" ? message("tournament.swiss") : message("tournament.races");

export const formatText = (format: FormatName) =>
  format === "swiss" ? message("tournament.swiss-text") : message("tournament.races-text");

/** The same in a few words. */
export const formatShort = (format: FormatName) =>
  format === "swiss" ? message("tournament.swiss-short") : message("tournament.races-short");

/** When it begins, in ms. */
export const startOf = ({ starts_at: at }: Pick<TournamentCard, "starts_at">) => at * 1000;

export function clockTime(at: number, now = Date.now()) {
  const isNear = Math.abs(at - now) < DAY / 2 || new Date(at).toDateString() === new Date(now).toDateString();
  const day = isNear ? {} : ({ weekday: "short" } as const);
  return new Date(at).toLocaleTimeString(locale(), { ...day, hour: "2-digit", minute: "2-digit" });
}

/** The name of a tournament: its own, or its kind and its time. */
export function tournamentName(card: TournamentCard) {
  return card.name || message("tournament.at", { name: kindName(card), time: clockTime(startOf(card)) });
}

export function kindName(card: TournamentCard) {
  if (card.slot === "hourly") return message("tournament.hourly");
  return card.slot === "weekly" ? message("tournament.weekly") : formatName(formatOf(card));
}

/** How long it lasts. */
export const lengthText = (card: TournamentCard) =>
  hasTurns(card)
    ? message("tournament.turns", { count: card.turns })
    : message("count.minutes", { count: card.minutes });

/** A time that is left: 23:14, or hours and minutes. */
export function leftText(ms: number) {
  const left = Math.max(0, ms);
  if (left >= HOUR) {
    const minutes = Math.floor(left / 60_000);
    return message("count.time-hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  }
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What stands under a tournament in a list: who won, how many play, how many are signed up. */
export function stageText({ stage, players, winner }: TournamentCard) {
  if (stage === "over") return winner ? message("tournament.won-by", { name: winner }) : message("tournament.nobody");
  if (stage === "playing") return message("tournament.playing", { count: players });
  return players ? message("tournament.signed", { count: players }) : message("tournament.open");
}
