// Two players above the board: names, clocks, score, whose turn it is, and a bar whose middle is the win.

import type { PartySeat } from "../../protocol.ts";
import type { Themes } from "../../themes/theme.ts";
import type { PartyState } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { html, render, styles } from "../../ui/template.ts";
import { clock } from "./clock.ts";
import { timeLeft, toWin, tug } from "./duel-score.ts";
import { isCountingDown, nameOf, seatOf, secondsUntil } from "../state.ts";
import { avatar, colourOf, pingMark, ratingMark } from "../../play/people.ts";
import { message, pieces } from "../../ui/words.ts";

const SHORT = 10_000; // ms that are pointed out on a clock
const KINDS = ["near", "far"];

export class DuelHead {
  _themes: Themes;
  element = el("div", { class: "turns-head" });

  constructor(themes: Themes) {
    this._themes = themes;
  }

  show(party: PartyState, mines: number) {
    const { turn } = party;
    const pair = duellists(party);
    const points = pair.map(({ seat }) => turn?.points[seat] ?? 0);
    const mover = seatOf(party, leader(party));
    const [near, far] = pair.map((seat, at) => this._side(party, seat, KINDS[at], points[at]));
    this.element.style.setProperty("--turn", mover ? colourOf(this._themes, mover) : "transparent");
    render(
      html`
        <div class="turns-row">
          ${near}
          <div class="middle">
            <b>${headWords(party, performance.now())}</b>
            <span>${message("count.mines-left", { count: mines - points[0] - (points[1] ?? 0) })}</span>
            <span>${message("duel.to-win", { count: toWin(mines) })}</span>
          </div>
          ${far}
        </div>
        <div class="tug" role="img" aria-label=${tugWords(pair, points, mines)}>
          ${this._bar(pair[0], points[0], mines)}<u></u>${this._bar(pair[1], points[1], mines)}
        </div>`,
      this.element,
    );
  }

  _side({ turn, seat: own, pings }: PartyState, seat: PartySeat, kind: string, points: number) {
    const isMoving = turn?.seat === seat.seat && (turn.is_running ?? true);
    const left = turn ? timeLeft(turn, seat.seat, performance.now() - turn.since) : null;
    const you = seat.seat === own ? ` ${message("race.you")}` : "";
    return html`
      <div class=${`rival ${kind}${isMoving ? " moving" : ""}`} ${styles({ "--who": colourOf(this._themes, seat) })}>
        ${avatar(this._themes, seat)}
        <span class="about">
          <span class="who"><b class="name">${seat.name}</b><span class="tiny muted">${you}</span> ${ratingMark(seat.rating)} ${pingMark(pings[seat.seat])}</span>
          <span class=${left !== null && left < SHORT ? "clock short" : "clock"} role="timer">${clockWords(left)}</span>
        </span>
        <span class="points">${points}</span>
      </div>`;
  }

  _bar(seat: PartySeat | undefined, points = 0, mines = 0) {
    const share = tug([points], mines)[0];
    const colour = seat ? colourOf(this._themes, seat) : "";
    return html`<i ${styles({ "--who": colour, width: `${share * 100}%` })}></i>`;
  }
}

/** The clock with its words around it: a phone shows the time alone. */
const clockWords = (left: number | null) =>
  pieces("duel.left", { time: html`<span>${left === null ? "" : clock(left)}</span>` }).map((part) =>
    typeof part === "string" ? html`<span class="words">${part}</span>` : part,
  );

const headWords = (party: PartyState, now: number) =>
  party.turn && isCountingDown(party, now)
    ? message("together.starting", { seconds: secondsUntil(party.startsAt, now) })
    : turnWords(party);

function tugWords([one, other]: PartySeat[], [points, others]: number[], mines: number) {
  if (!other) return "";
  return message("duel.tug", { name: one.name, points, other: other.name, others, wins: toWin(mines) });
}

/** The two who play or have played: the player of this page comes first. */
export function duellists({ seats, seat: own, turn }: Pick<PartyState, "seats" | "seat" | "turn">) {
  const players = seats.filter(({ seat, plays }) => (turn ? seat in turn.points : plays));
  return players.sort((one, other) => Number(other.seat === own) - Number(one.seat === own)).slice(0, 2);
}

/** The seat of the player who is to move, or has won; null before the start and after a draw. */
function leader({ stage, turn, result }: PartyState) {
  if (stage === "playing") return turn?.seat ?? null;
  const [first, ...others] = result.filter(({ place }) => place === 1);
  return others.length ? null : (first?.seat ?? null);
}

/** Say whose turn it is, or who has won. */
export function turnWords(party: PartyState) {
  const { stage, turn, seat } = party;
  if (!turn) return "";
  if (stage !== "playing") {
    const winner = leader(party);
    if (winner === null) return message("duel.drawn");
    return winner === seat ? message("duel.you-won") : message("duel.won-by", { name: nameOf(party, winner) });
  }
  return turn.seat === seat ? message("duel.your-turn") : message("duel.turn-of", { name: nameOf(party, turn.seat) });
}
