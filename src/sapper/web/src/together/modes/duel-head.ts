// Two players above the board: names, clocks, score, whose turn it is, and a bar whose middle is the win.

import type { PartySeat } from "../../protocol.ts";
import type { Themes } from "../../themes/theme.ts";
import type { PartyState } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { clock } from "./clock.ts";
import { timeLeft, toWin, tug } from "./duel-score.ts";
import { colourOf, isCountingDown, nameOf, seatOf, secondsUntil } from "../state.ts";
import { avatar } from "../players.ts";
import { message, pieces } from "../../ui/words.ts";

const SHORT = 10_000; // ms that are pointed out on a clock

/** One of the two. */
class Side {
  _themes: Themes;
  _picture: HTMLSpanElement;
  _name: HTMLElement;
  _you: HTMLSpanElement;
  _time: HTMLSpanElement;
  _clock: HTMLSpanElement;
  _points: HTMLSpanElement;
  element: HTMLDivElement;
  _shown = "";

  constructor(kind: string, themes: Themes) {
    this._themes = themes;
    this._picture = el("span");
    this._name = el("b", { class: "name" });
    this._you = el("span", { class: "tiny muted" });
    this._time = el("span");
    const words = pieces("duel.left", { time: this._time });
    this._clock = el(
      "span",
      { class: "clock", role: "timer" },
      words.map((part) => (typeof part === "string" ? el("span", { class: "words" }, part) : part)),
    );
    this._points = el("span", { class: "points" });
    const who = el("span", { class: "about" }, el("span", { class: "who" }, this._name, this._you), this._clock);
    this.element = el("div", { class: `duellist ${kind}` }, this._picture, who, this._points);
  }

  show(seat: PartySeat, { isYou, isMoving, points }: { isYou: boolean; isMoving: boolean; points: number }) {
    const shown = JSON.stringify([seat.name, seat.colour, isYou, this._themes.name]);
    if (shown !== this._shown) {
      const picture = avatar(this._themes, seat);
      this._picture.replaceWith(picture);
      this._picture = picture;
      this._name.textContent = seat.name;
      this._you.textContent = isYou ? ` ${message("race.you")}` : "";
      this.element.style.setProperty("--who", colourOf(this._themes, seat));
      this._shown = shown;
    }
    this._points.textContent = String(points);
    this.element.classList.toggle("moving", isMoving);
  }

  tick(ms: number) {
    const text = clock(ms);
    if (this._time.textContent !== text) this._time.textContent = text;
    this._clock.classList.toggle("short", ms < SHORT);
  }
}

export class DuelHead {
  _themes: Themes;
  _sides: Side[];
  _turn: HTMLElement;
  _left: HTMLSpanElement;
  _wins: HTMLSpanElement;
  _bars: HTMLElement[];
  _tug: HTMLDivElement;
  element: HTMLDivElement;
  _party: PartyState | null = null;

  constructor(themes: Themes) {
    this._themes = themes;
    this._sides = [new Side("near", themes), new Side("far", themes)];
    this._turn = el("b");
    this._left = el("span");
    this._wins = el("span");
    this._bars = [el("i"), el("i")];
    this._tug = el("div", { class: "tug", role: "img" }, this._bars[0], el("u"), this._bars[1]);
    const middle = el("div", { class: "middle" }, this._turn, this._left, this._wins);
    const row = el("div", { class: "turns-row" }, this._sides[0].element, middle, this._sides[1].element);
    this.element = el("div", { class: "turns-head" }, row, this._tug);
  }

  show(party: PartyState, mines: number) {
    this._party = party;
    const { turn, seat: own } = party;
    const pair = duellists(party);
    const points = pair.map(({ seat }) => turn?.points[seat] ?? 0);
    for (const [at, seat] of pair.entries()) {
      const isMoving = turn?.seat === seat.seat && (turn.is_running ?? true);
      this._sides[at].show(seat, { isYou: seat.seat === own, isMoving, points: points[at] });
      this._bars[at].style.setProperty("--who", colourOf(this._themes, seat));
      this._bars[at].style.width = `${tug([points[at]], mines)[0] * 100}%`;
    }
    this._left.textContent = message("count.mines-left", { count: mines - points[0] - (points[1] ?? 0) });
    const wins = toWin(mines);
    this._wins.textContent = message("duel.to-win", { count: wins });
    const [one, other] = pair;
    if (other) {
      const values = { name: one.name, points: points[0], other: other.name, others: points[1], wins };
      this._tug.setAttribute("aria-label", message("duel.tug", values));
    }
    const mover = seatOf(party, leader(party));
    this.element.style.setProperty("--turn", mover ? colourOf(this._themes, mover) : "transparent");
    this.tick();
  }

  tick() {
    const { _party: party } = this;
    const now = performance.now();
    if (!party?.turn) return;
    const words = isCountingDown(party, now)
      ? message("together.starting", { seconds: secondsUntil(party.startsAt, now) })
      : turnWords(party);
    if (this._turn.textContent !== words) this._turn.textContent = words;
    const passed = now - party.turn.since;
    for (const [at, { seat }] of duellists(party).entries()) this._sides[at].tick(timeLeft(party.turn, seat, passed));
  }
}

/** The two who play or have played: whoever sits at this page comes first. */
export function duellists({ seats, seat: own, turn }: Pick<PartyState, "seats" | "seat" | "turn">) {
  const players = seats.filter(({ seat, plays }) => (turn ? seat in turn.points : plays));
  return players.sort((one, other) => Number(other.seat === own) - Number(one.seat === own)).slice(0, 2);
}

/** The seat of whoever is to move, or has won; null before the start and after a draw. */
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
