// A race while it is run: everybody on a line under the board, and beside it how far each one is.

import type { PartyParts, PartyState } from "../../types.ts";

import { announce } from "../../ui/announce.ts";
import { el, fill, section, spacer } from "../../ui/dom.ts";
import { clock } from "./clock.ts";
import { followMoves } from "../follow-moves.ts";
import { ghostBoard } from "../../board/ghost-cells.ts";
import { endings, racerOf, racersOf, standing } from "../../play/race-order.ts";
import { ownSeat } from "../state.ts";
import { Lane, RacerList } from "./race-lane.ts";
import { RACE_RESULT } from "./race-result.ts";
import { ResultPart } from "./result.ts";
import { message } from "../../ui/words.ts";

const MINUTE = 60_000; // ms

export class RaceView {
  isWide = true;
  _parts: PartyParts;
  _lane: Lane;
  _list: RacerList;
  _boards: RacerList;
  _round: HTMLSpanElement;
  _standing: HTMLParagraphElement;
  _note: HTMLParagraphElement;
  _result: ResultPart;
  _race: HTMLElement;
  _ended: HTMLElement;
  panel: HTMLDivElement;
  _short: HTMLParagraphElement;
  _limit: HTMLParagraphElement;
  _warned = ""; // what was last read out about it
  below: HTMLDivElement;
  _said: Map<number, string> = new Map(); // the status of each seat, as it was said
  _ghosts: Map<number, { key: string; board: ReturnType<typeof ghostBoard> }> = new Map();
  _stop: () => void;

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._lane = new Lane(parts.themes);
    this._list = new RacerList(parts.themes);
    this._boards = new RacerList(parts.themes); // of the round that is over
    this._round = el("span", { class: "tiny muted" });
    this._standing = el("p", { class: "sentence standing" });
    this._note = el("p", { class: "small muted" });
    this._result = new ResultPart(parts, RACE_RESULT);
    this._race = section(
      el("div", { class: "row" }, el("h2", {}, message("race.title")), spacer(), this._round),
      this._standing,
      this._list.element,
      this._note,
    );
    const boards = el("details", {}, el("summary", {}, message("race.in-the-end")), this._boards.element);
    boards.addEventListener("toggle", () => this.update()); // what is folded has no size to draw in
    this._ended = section(boards);
    this.panel = el("div", { class: "contest race" }, this._result.element, this._race, this._ended);
    this._short = el("p", { class: "short-standing" }); // phones have no panel beside the board
    this._limit = el("p", { class: "sentence limit", hidden: true });
    this.below = el("div", { class: "race-below" }, this._limit, this._lane.element, this._short);
    this._stop = followMoves(parts);
  }

  left() {
    this._stop();
  }

  update() {
    const { party, game } = this._parts.state;
    if (!party) return;
    const isRunning = party.stage === "playing";
    this.below.hidden = !isRunning;
    this._race.hidden = !isRunning;
    this._result.update();
    this._showBoards(isRunning ? null : party);
    if (!isRunning) return;
    const racers = racersOf(party, game);
    const rounds = party.terms.best_of;
    this._round.textContent = rounds > 1 ? message("race.round", { round: party.round, rounds }) : "";
    const words = () => standing(racers, (text) => el("b", {}, text));
    fill(this._standing, words());
    fill(this._short, words(), this._isSealed ? ` ${message("race.sealed")}` : "");
    this._lane.show(racers);
    this._list.show(racers);
    this._note.textContent = this._noteText();
    const news = [...endings(this._said, racers), ...this._showLimit()];
    this._said = new Map(racers.map(({ seat, status }) => [seat, status]));
    if (news.length) announce(news.join(" "));
  }

  tick() {
    const warning = this._showLimit();
    if (warning.length) announce(warning.join(" "));
  }

  /** Show how long those who still play have, and return it when it is to be read out: at first, and at one minute. */
  _showLimit() {
    const { party, game } = this._parts.state;
    const left = party?.stopsAt ? party.stopsAt - performance.now() : 0;
    this._limit.hidden = left <= 0;
    const isPlaying = Boolean(party && ownSeat(party)?.plays && !game?.isOver);
    const time = clock(Math.max(0, left));
    const words = isPlaying ? message("rooms.limit-you", { time }) : message("rooms.limit-others", { time });
    if (this._limit.textContent !== words) this._limit.textContent = words;
    const warned = left <= 0 ? "" : left > MINUTE ? "far" : "near";
    const isNews = warned && warned !== this._warned;
    this._warned = warned;
    return isNews ? [words] : [];
  }

  chip() {
    const rounds = this._parts.state.party?.terms.best_of ?? 1;
    return rounds > 1 ? message("race.best-of", { rounds }) : "";
  }

  /** Show what everybody had open, once the round is over. */
  _showBoards(party: PartyState | null) {
    const ghosts = Object.values(party?.ghosts ?? {});
    this._ended.hidden = !ghosts.length;
    if (!party || !ghosts.length) return;
    for (const ghost of ghosts) {
      if (this._ghosts.get(ghost.seat)?.key === ghost.cells) continue;
      this._ghosts.set(ghost.seat, { key: ghost.cells, board: ghostBoard(ghost) });
    }
    const racers = party.result.filter(({ seat }) => party.ghosts[seat]).map((score) => racerOf(party, score));
    this._boards.show(racers, this._ghosts);
  }

  /** Whether the player's own game ended before the whole board was seen, which is shown later. */
  get _isSealed() {
    const { over, game } = this._parts.state;
    return Boolean(over?.sealed && over.status !== "won" && over.game === game?.id);
  }

  _noteText() {
    const { party } = this._parts.state;
    if (this._isSealed) return message("race.sealed");
    const plays = Boolean(party && ownSeat(party)?.plays); // whoever came late watches
    return plays ? message("race.bars") : message("race.watched");
  }
}
