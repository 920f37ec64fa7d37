// @ts-check
// A race while it is run: everybody on a line under the board, and beside it how far each one is.

/** @import { PartyParts } from "./types.js" */

import { announce } from "./announce.js";
import { el, fill, section, spacer } from "./dom.js";
import { followMoves } from "./follow-moves.js";
import { ghostBoard } from "./ghost-cells.js";
import { endings, racersOf, standing } from "./race-data.js";
import { ownSeat } from "./party.js";
import { Lane, RacerList } from "./racers.js";
import { ResultPart } from "./result-part.js";
import { message } from "./words.js";

export class RaceView {
  /** @param {PartyParts} parts */
  constructor(parts) {
    this.isWide = true;
    this._parts = parts;
    this._lane = new Lane(parts.themes);
    this._list = new RacerList(parts.themes);
    this._round = el("span", { class: "tiny muted" });
    this._standing = el("p", { class: "sentence standing" });
    this._note = el("p", { class: "small muted" });
    this._result = new ResultPart(parts);
    this._race = section(
      el("div", { class: "row" }, el("h2", {}, message("race.title")), spacer(), this._round),
      this._standing,
      this._list.element,
      this._note,
    );
    this.panel = el("div", { class: "contest race" }, this._result.element, this._race);
    this._short = el("p", { class: "short-standing" }); // phones have no panel beside the board
    this.below = el("div", { class: "race-below" }, this._lane.element, this._short);
    /** @type {Map<number, string>} the status of each seat, as it was said */
    this._said = new Map();
    /** @type {Map<number, { cells: string, board: ReturnType<typeof ghostBoard> }>} */
    this._ghosts = new Map();
    this._stop = followMoves(parts);
  }

  left() {
    this._stop();
  }

  update() {
    const { party, game } = this._parts.state;
    if (!party) return;
    const isRunning = party.stage === "playing";
    this._race.hidden = this.below.hidden = !isRunning;
    this._result.update();
    if (!isRunning) return;
    const racers = racersOf(party, game);
    const rounds = party.terms.best_of;
    this._round.textContent = rounds > 1 ? message("race.round", { round: party.round, rounds }) : "";
    for (const node of [this._standing, this._short]) {
      fill(
        node,
        standing(racers, (text) => el("b", {}, text)),
      );
    }
    this._lane.show(racers);
    this._list.show(racers, this._readGhosts());
    this._note.textContent = this._noteText();
    const news = endings(this._said, racers);
    this._said = new Map(racers.map(({ seat, status }) => [seat, status]));
    if (news.length) announce(news.join(" "));
  }

  chip() {
    const rounds = this._parts.state.party?.terms.best_of ?? 1;
    return rounds > 1 ? message("race.best-of", { rounds }) : "";
  }

  /** Which squares the others have open, as far as it is shown. */
  _readGhosts() {
    const ghosts = this._parts.state.party?.ghosts ?? {};
    for (const ghost of Object.values(ghosts)) {
      if (this._ghosts.get(ghost.seat)?.cells === ghost.cells) continue;
      this._ghosts.set(ghost.seat, { cells: ghost.cells, board: ghostBoard(ghost) });
    }
    const shown = [...this._ghosts].filter(([seat]) => seat in ghosts);
    return new Map(shown.map(([seat, { cells, board }]) => [seat, { board, key: cells }]));
  }

  _noteText() {
    const { party } = this._parts.state;
    if (Object.keys(party?.ghosts ?? {}).length) return message("race.ghosts");
    const plays = Boolean(party && ownSeat(party)?.plays); // whoever came late watches
    return plays ? message("race.ghosts-later") : message("race.watched");
  }
}
