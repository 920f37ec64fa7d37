// A race while it is run: everybody on a line under the board, and beside it how far each one is.

import type { Racer } from "../../play/race-order.ts";
import type { PartyParts, PartyState } from "../../types.ts";

import { announce } from "../../ui/announce.ts";
import { el, section } from "../../ui/dom.ts";
import { html, nothing, render, spacer } from "../../ui/template.ts";
import { clock } from "./clock.ts";
import { followMoves } from "../follow-moves.ts";
import { ghostBoard } from "../../board/ghost-cells.ts";
import { endings, racerOf, racersOf, standing } from "../../play/race-order.ts";
import { ownSeat } from "../state.ts";
import { Lane, RacerList } from "./race-lane.ts";
import { RACE_RESULT } from "./race-result.ts";
import { ResultPart } from "./result.ts";
import { WatchGrid, isWatched } from "../watch/grid.ts";
import { message } from "../../ui/words.ts";

const MINUTE = 60_000; // ms
const strong = (text: string) => html`<b>${text}</b>`;

export class RaceView {
  isWide = true;
  _parts: PartyParts;
  _lane: Lane;
  _list: RacerList;
  _boards: RacerList;
  _result: ResultPart;
  _race = el("section", { class: "group" });
  _ended: HTMLElement;
  panel: HTMLDivElement;
  _warned = ""; // what was last read out about the limit
  below = el("div", { class: "race-below" });
  _said: Map<number, string> = new Map(); // the status of each seat, as it was said
  _ghosts: Map<number, { key: string; board: ReturnType<typeof ghostBoard> }> = new Map();
  _grid: WatchGrid;
  _stop: () => void;

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._lane = new Lane(parts.themes);
    this._list = new RacerList(parts.themes);
    this._boards = new RacerList(parts.themes); // of the round that is over
    this._result = new ResultPart(parts, RACE_RESULT);
    const boards = el("details", {}, el("summary", {}, message("race.in-the-end")), this._boards.element);
    boards.addEventListener("toggle", () => this.update()); // what is folded has no size to draw in
    this._ended = section(boards);
    this.panel = el("div", { class: "contest race" }, this._result.element, this._race, this._ended);
    this._grid = new WatchGrid(parts);
    this._stop = followMoves(parts);
  }

  left() {
    this._grid.left();
    this._stop();
  }

  update() {
    const { party, game } = this._parts.state;
    if (!party) return;
    const isRunning = party.stage === "playing";
    this.below.hidden = !isRunning || isWatched(party);
    this._race.hidden = !isRunning;
    this._result.update();
    this._showBoards(isRunning ? null : party);
    this._grid.show(party, isRunning ? racersOf(party, null) : party.result.map((score) => racerOf(party, score)));
    if (!isRunning) return;
    const racers = racersOf(party, game);
    this._lane.show(racers);
    this._list.show(racers);
    render(this._raceView(party, racers), this._race);
    render(this._belowView(racers), this.below);
    const news = [...endings(this._said, racers), ...this._warning()];
    this._said = new Map(racers.map(({ seat, status }) => [seat, status]));
    if (news.length) announce(news.join(" "));
  }

  tick() {
    const { party, game } = this._parts.state;
    if (party?.stage !== "playing") return;
    this._grid.tick(party);
    render(this._belowView(racersOf(party, game)), this.below);
    const warning = this._warning();
    if (warning.length) announce(warning.join(" "));
  }

  key(typed: string) {
    const { party } = this._parts.state;
    return Boolean(party && this._grid.key(typed, party));
  }

  _raceView(party: PartyState, racers: Racer[]) {
    const { terms, round } = party;
    const rounds = terms.best_of;
    return html`
      <div class="row">
        <h2>${message("race.title")}</h2>
        ${spacer}<span class="tiny muted">${rounds > 1 ? message("race.round", { round, rounds }) : ""}</span>
      </div>
      <p class="sentence standing">${standing(racers, strong)}</p>
      ${isWatched(party) ? this._grid.events(racers) : this._list.element}
      ${isWatched(party) ? nothing : html`<p class="small muted">${this._noteText()}</p>`}`;
  }

  /** Under the board, where phones have no panel beside it: the limit, the line, and where the player stands. */
  _belowView(racers: Racer[]) {
    const limit = this._timeLeft > 0 ? html`<p class="sentence limit">${this._limitText()}</p>` : nothing;
    const sealed = this._isSealed ? ` ${message("race.sealed")}` : "";
    return html`${limit}${this._lane.element}<p class="short-standing">${standing(racers, strong)}${sealed}</p>`;
  }

  /** How long those who still play have, in milliseconds; 0 where nothing is limited. */
  get _timeLeft() {
    const stopsAt = this._parts.state.party?.stopsAt;
    return stopsAt ? Math.max(0, stopsAt - performance.now()) : 0;
  }

  _limitText() {
    const { party, game } = this._parts.state;
    const isPlaying = Boolean(party && ownSeat(party)?.plays && !game?.isOver);
    const time = clock(this._timeLeft);
    return isPlaying ? message("rooms.limit-you", { time }) : message("rooms.limit-others", { time });
  }

  /** The limit when it is to be read out: at first, and at one minute. */
  _warning() {
    const left = this._timeLeft;
    const warned = left <= 0 ? "" : left > MINUTE ? "far" : "near";
    const isNew = warned && warned !== this._warned;
    this._warned = warned;
    return isNew ? [this._limitText()] : [];
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
    const plays = Boolean(party && ownSeat(party)?.plays); // a player who came late watches
    return plays ? message("race.bars") : message("race.watched");
  }
}
