// What is said of a tournament: its name, when it is, how it counts.

import type { TournamentCard } from "../../protocol.ts";

import { locale, message } from "../../ui/words.ts";

const DAY = 86_400_000; // ms
const HOUR = 3_600_000;

/** What is special about a kind of tournament: see sapper/modes/tournaments. */
interface Format {
  name: string;
  most: number; // players of a race, where the mode allows
  hasTurns: boolean; // it is played in rounds, else for a time
  title: () => string;
  text: () => string;
  short: () => string;
  boxes: () => string; // what the boxes of the table are
  win: () => string; // what a win counts
  less: () => string; // what counts one point
}

const RACES: Format = {
  name: "races",
  most: 4,
  hasTurns: false,
  title: () => message("tournament.races"),
  text: () => message("tournament.races-text"),
  short: () => message("tournament.races-short"),
  boxes: () => message("tournament.boxes-races"),
  win: () => message("tournament.win-races"),
  less: () => message("tournament.a-second"),
};
const SWISS: Format = {
  name: "swiss",
  most: 2,
  hasTurns: true,
  title: () => message("tournament.swiss"),
  text: () => message("tournament.swiss-text"),
  short: () => message("tournament.swiss-short"),
  boxes: () => message("tournament.boxes-swiss"),
  win: () => message("tournament.win-swiss"),
  less: () => message("tournament.a-draw"),
};

/** The kinds of tournaments, in the order in which they are offered. */
export const FORMATS: readonly Format[] = [RACES, SWISS];

export const formatOf = ({ format }: Pick<TournamentCard, "format">) =>
  FORMATS.find(({ name }) => name === format) ?? RACES;

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
  return card.slot === "weekly" ? message("tournament.weekly") : formatOf(card).title();
}

/** How long it lasts. */
export const lengthText = (card: TournamentCard) =>
  formatOf(card).hasTurns
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
