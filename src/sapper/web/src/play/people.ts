// Players as they are shown wherever several play: the letter on the colour, and what marks a program.

import type { SeatRating } from "../protocol.ts";

import { html, styles } from "../ui/template.ts";
import { message, number } from "../ui/words.ts";

/** The letter that stands for a player in addition to the colour: the first of the name, or the number of the seat. */
export function initialOf({ name, seat }: { name: string; seat: number }) {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? String(seat + 1);
}

export const colourOf = ({ players }: { players: string[] }, { colour }: { colour: number }) =>
  players[colour % players.length];

/** The round mark of a player: the initial on the colour. */
export const avatar = (
  themes: { players: string[] },
  seat: { name: string; seat: number; colour: number; device?: string; is_bot?: boolean },
  { kind = "", at = "" } = {},
) =>
  html`<span class=${`avatar ${seat.device === "bot" || seat.is_bot ? "bot" : ""} ${kind}`.replace(/ +/g, " ").trim()} aria-hidden="true" ${styles(
    {
      "--player": colourOf(themes, seat),
      ...(at && { "--at": at }),
    },
  )}>${initialOf(seat)}</span>`;

/** The mark of a seat of a program: the solver with its strength, or any bot; empty for people. */
export function botText({ device, strength }: { device?: string; strength?: string }) {
  if (strength === "slow") return message("opponents.is-slow");
  if (strength === "fast") return message("opponents.is-fast");
  if (strength) return message("opponents.is-steady");
  return device === "bot" ? message("together.is-bot") : "";
}

/** A rating as people read it: with a question mark as long as it is not certain. */
export const ratingText = ({ value, is_sure: isSure }: SeatRating) => `${value}${isSure ? "" : "?"}`;

/** The ratings of several players: from the lowest to the highest; empty where nobody has one. */
export function ratingsText(seats: { rating?: SeatRating | null }[]) {
  const rated = seats.flatMap(({ rating }) => rating ?? []).sort((one, other) => one.value - other.value);
  const [least, most] = [rated[0], rated.at(-1)].map((one) => one && ratingText(one));
  return least === most ? (least ?? "") : `${least}–${most}`;
}

/** The rating of a player in what is played, and what the last round changed; nothing for a player without one. */
export function ratingMark(rating: SeatRating | null | undefined) {
  if (!rating) return null;
  const { gain, is_sure: isSure } = rating;
  const title = isSure ? message("rooms.rating-title") : message("rooms.rating-unsure");
  const change = typeof gain === "number" ? html` <span class=${gainKind(gain)}>${signed(gain)}</span>` : null;
  return html`<span class="rating tiny" title=${title}>${ratingText(rating)}${change}</span>`;
}

/** A change of a rating with its sign. */
export const signed = (gain: number) => (gain > 0 ? `+${number(gain)}` : gain < 0 ? `−${number(-gain)}` : "±0");

/** How a change of a rating is coloured. */
export const gainKind = (gain: number) => (gain > 0 ? "good" : gain < 0 ? "bad" : "muted");

/** The round trip of a player to the server; nothing as long as it is not known. */
export const pingMark = (ping: number | undefined) =>
  ping === undefined
    ? null
    : html`<span class="ping tiny muted" title=${message("rooms.ping-title")}>${message("rooms.ping", { ms: ping })}</span>`;
