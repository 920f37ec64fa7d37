// Players as they are shown wherever several play: the letter on the colour, and what marks a program.

import { html, styles } from "../ui/template.ts";
import { message } from "../ui/words.ts";

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

/** The round trip of a player to the server; nothing as long as it is not known. */
export const pingMark = (ping: number | undefined) =>
  ping === undefined
    ? null
    : html`<span class="ping tiny muted" title=${message("rooms.ping-title")}>${message("rooms.ping", { ms: ping })}</span>`;
