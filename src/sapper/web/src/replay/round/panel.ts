// Next to the boards of a round: what was played, who leads now, the result, and what happened when.

import type { PlayedRound, PlayerPart, RoundEvent, RoundSeat } from "../../protocol.ts";
import type { Themes } from "../../themes/theme.ts";

import { eventWords, standing } from "../../play/race-order.ts";
import { avatar, botText } from "../../play/people.ts";
import { button, html, icon, nothing, repeat } from "../../ui/template.ts";
import { addressOf } from "../../ui/address.ts";
import { isTeam, leaderAt, leadsOf, racersAt, roundMode } from "./lanes.ts";
import { whenWords } from "../words.ts";
import { message, mode, percent, seconds, status, time } from "../../ui/words.ts";

export interface PanelParts {
  themes: Themes;
  seek: (at: number) => void;
  open: (name: string, id?: string) => void;
  share: () => void;
}

export const nameOf = ({ name, seat }: Pick<RoundSeat, "name" | "seat">) =>
  name || message("rooms.player", { number: seat + 1 });

/** The way to play and the number of players: Race, 4 players. */
export const kindWords = (round: PlayedRound) =>
  message("round.of", { mode: mode(roundMode(round).name).name, count: round.seats.length });

/** The result of a player, in a word. */
export function endWords(round: PlayedRound, seat: RoundSeat) {
  const { winsBy } = roundMode(round);
  if (winsBy === "points") return message("rooms.points-of", { count: seat.points ?? 0 });
  return winsBy === "team" ? percent(seat.share) : seat.status === "won" ? time(seat.at) : status(seat.status);
}

/**
 * @param at the moment in view
 * @param done what each player did, where all play one board
 * @param note in place of the sentence about who leads
 */
export function panelView(
  parts: PanelParts,
  round: PlayedRound,
  at: number,
  done: readonly PlayerPart[],
  note: string,
) {
  const changes = Math.max(0, leadsOf(round).length - 1);
  const before = round.events.findLast((event) => event.at <= at);
  const strong = (text: string) => html`<b>${text}</b>`;
  const who =
    note || (roundMode(round).winsBy === "time" ? standing(asWatched(round, at), strong) : leadWords(round, at));
  return html`
    <section class="group">
      <div class="row small muted"><b>${kindWords(round)}</b><span class="spacer"></span>${whenWords(round.ended_at / 1000)}</div>
      <p class="sentence" role="status">${isTeam(round) && !note ? teamWords(round) : who}</p>
      ${isTeam(round) ? nothing : html`<p class="muted small">${message("round.changes", { count: changes })}</p>`}
    </section>
    <section class="group"><h2>${message("rooms.result")}</h2>
      <ul class="round-result">${round.seats.map((seat) => resultRow(parts, round, seat, done))}</ul>
    </section>
    <section class="group list-part"><h2>${message("round.events")}</h2>
      <ol class="round-events">${repeat(
        round.events,
        (event) => `${event.at} ${event.seat} ${event.kind}`,
        (event) => eventRow(parts, round, event, event === before),
      )}</ol>
    </section>
    <div class="row actions">
      ${ownGame(round) ? button(message("round.own"), () => parts.open("replay", String(ownGame(round))), { iconName: "chart" }) : nothing}
      ${button(message("together.share"), parts.share, { iconName: "share" })}
    </div>`;
}

/** The racers, of whom none is the one who looks: it is said who leads. */
const asWatched = (round: PlayedRound, at: number) =>
  racersAt(round, at).map((racer) => ({ ...racer, name: nameOf(racer), isYou: false }));

function leadWords(round: PlayedRound, at: number) {
  const seat = round.seats.find((one) => one.seat === leaderAt(round, at));
  return seat ? message("round.leads", { name: nameOf(seat) }) : message("round.level");
}

function teamWords({ seats, length }: PlayedRound) {
  const end = time(length);
  const [first] = seats;
  if (first?.status === "won") return message("together.won", { time: end });
  return first?.status === "lost"
    ? message("together.lost", { time: end })
    : message("together.abandoned", { time: end });
}

/** The game of the player who looks, where they had one of their own. */
const ownGame = ({ games, own }: PlayedRound) =>
  games.find(({ seats }) => typeof own === "number" && seats.length === 1 && seats[0] === own)?.game ?? 0;

function resultRow({ themes, open }: PanelParts, round: PlayedRound, seat: RoundSeat, done: readonly PlayerPart[]) {
  const name = nameOf(seat);
  const game = round.games.find(({ seats }) => seats.includes(seat.seat))?.game;
  const part = done.find(({ by }) => by === seat.seat);
  const about = part ? partWords(part) : botText({ device: seat.is_bot ? "bot" : "", strength: seat.strength });
  const label = message("result.watch", { name });
  const go = (event: Event) => {
    event.preventDefault();
    open("replay", String(game));
  };
  return html`<li class=${seat.seat === round.own ? "own" : ""}>
    <span class="place">${isTeam(round) ? "" : seat.place || message("result.late")}</span>${avatar(themes, seat)}
    <span class="who"><b dir="auto">${name}</b>${about ? html`<small class="muted">${about}</small>` : nothing}</span>
    <b class="reached">${endWords(round, seat)}</b>
    ${game ? html`<a class="tool" href=${addressOf(`/replay/${game}`)} title=${label} aria-label=${label} @click=${go}>${icon("play")}</a>` : nothing}
  </li>`;
}

const partWords = ({ opened, flags, hits }: PlayerPart) => {
  const known = { opened: String(opened), flags: message("together.flags", { count: flags }) };
  return hits
    ? message("together.part-hits", { ...known, hits: message("together.hits", { count: hits }) })
    : message("together.part", known);
};

function eventRow({ themes, seek }: PanelParts, round: PlayedRound, event: RoundEvent, isNow: boolean) {
  const seat = round.seats.find((one) => one.seat === event.seat);
  if (!seat) return nothing;
  return html`<li><button type="button" aria-current=${isNow ? "true" : nothing} @click=${() => seek(event.at)}>
    <span class="when">${seconds(event.at, 1)}</span>${avatar(themes, seat)}
    <span>${eventWords(event, nameOf(seat))}</span></button></li>`;
}
