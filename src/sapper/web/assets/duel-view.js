// @ts-check
// A duel while it is played: the two above the board, and beside it who leads and what happened.

/** @import { Move } from "./duel-data.js" */
/** @import { PartyParts, PartyState, SessionEvents } from "./types.js" */

import { announce } from "./announce.js";
import { EXPLODED } from "./cell-values.js";
import { button, el, fill, icon, section, spacer } from "./dom.js";
import { moveWords, score } from "./duel-data.js";
import { DuelHead, duellists, turnWords } from "./duel-head.js";
import { followMoves } from "./follow-moves.js";
import { confirmGiveUp } from "./notices.js";
import { colourOf, nameOf, seatOf } from "./party.js";
import { avatar } from "./party-players.js";
import { ResultPart } from "./result-part.js";
import { message } from "./words.js";

const LISTED = 9; // turns

export class DuelView {
  /** @param {PartyParts} parts */
  constructor(parts) {
    this._parts = parts;
    this._head = new DuelHead(parts.themes);
    this._result = new ResultPart(parts);
    this._title = el("h2");
    this._score = el("p", { class: "sentence standing" });
    this._list = el("ol", { class: "turns" });
    this._how = el("p", { class: "small muted" });
    /** @type {Move[]} the last one first */
    this._moves = [];
    this._game = "";
    this._listed = "";
    this._said = 0;
    this._giveUp = button(message("duel.give-up"), () => this._askGiveUp(), {
      iconName: "flag-outline",
      kind: "centred",
    });
    this._play = el(
      "div",
      { class: "group" },
      section(this._title, this._score),
      section(el("h2", {}, message("duel.turns")), this._list),
      section(el("h2", {}, message("duel.how")), this._how),
      spacer(),
      el("div", { class: "row" }, this._giveUp),
    );
    this.panel = el("div", { class: "contest duel" }, this._result.element, this._play);
    this.triad = this._head.element;
    this._stops = [parts.session.on("delta", (event) => this._moved(event)), followMoves(parts)];
  }

  left() {
    for (const stop of this._stops) stop();
  }

  update() {
    const { party, game } = this._parts.state;
    if (!party || !game) return;
    this._play.hidden = party.stage !== "playing";
    this._result.update();
    if (game.id !== this._game) this._moves = [];
    this._game = game.id;
    this._head.show(party, game.mines);
    this._showScore(party, game.mines);
    this._showMoves(party);
    this._say(party);
    this._giveUp.hidden = party.seat === null || game.isOver;
  }

  chip() {
    const rounds = this._parts.state.party?.terms.best_of ?? 1;
    return rounds > 1 ? message("duel.best-of", { rounds }) : "";
  }

  tick() {
    this._head.tick();
  }

  /**
   * @param {PartyState} party
   * @param {number} mines
   */
  _showScore(party, mines) {
    const { terms, turn, seat: own } = party;
    const rounds = terms.best_of;
    this._title.textContent = rounds > 1 ? message("duel.game", { round: party.round, rounds }) : message("duel.title");
    const [one, other] = duellists(party);
    if (!other) return;
    const points = turn?.points[one.seat] ?? 0;
    const others = turn?.points[other.seat] ?? 0;
    const words =
      one.seat === own
        ? score(points, others, mines, (text) => el("b", {}, text))
        : [message("duel.watched", { name: one.name, points, other: other.name, others })];
    fill(this._score, words);
    this._how.textContent = terms.bonus
      ? message("duel.how-text", { seconds: terms.bonus })
      : message("duel.how-no-bonus");
  }

  /** @param {SessionEvents["delta"]} event */
  _moved({ delta, changes }) {
    const isMove = delta.kind === "open" && delta.seq > 1; // a duel begins with an opening that is nobody's
    if (!isMove || typeof delta.cell !== "number" || !changes.length) return;
    const seen = changes.find(({ index }) => index === delta.cell)?.to;
    if (seen === undefined) return;
    this._moves = [{ by: delta.by ?? 0, cell: delta.cell, seen }, ...this._moves].slice(0, LISTED);
  }

  /** @param {PartyState} party */
  _showMoves(party) {
    const { game } = this._parts.state;
    const { themes } = this._parts;
    const listed = JSON.stringify([this._moves, themes.name, party.seats.map(({ name }) => name)]);
    if (!game || listed === this._listed) return;
    this._listed = listed;
    const rows = this._moves.map((move) => {
      const seat = seatOf(party, move.by);
      return el(
        "li",
        {},
        seat && avatar(themes, seat),
        el("span", { class: "unseen" }, nameOf(party, move.by)),
        el("b", { class: "square" }, game.name(move.cell)),
        this._glyph(move, seat ? colourOf(themes, seat) : ""),
        el("span", { class: "muted" }, moveWords(move)),
      );
    });
    fill(this._list, rows.length ? rows : el("li", { class: "muted" }, message("duel.no-turns")));
  }

  /**
   * @param {Move} move
   * @param {string} colour
   */
  _glyph({ seen }, colour) {
    if (seen === EXPLODED) {
      const flag = icon("flag");
      flag.style.setProperty("--flag", colour);
      return flag;
    }
    const number = el("b", { class: "glyph" }, seen ? String(seen) : "");
    if (seen) number.style.color = this._parts.themes.current.number[seen - 1];
    return number;
  }

  /**
   * Those who listen hear every turn.
   * @param {PartyState} party
   */
  _say(party) {
    const { turn } = party;
    const { game } = this._parts.state;
    if (!turn || !game || turn.seq === this._said || party.stage !== "playing") return;
    this._said = turn.seq;
    const [move] = this._moves;
    const words = turnWords(party);
    if (!move) {
      announce(`${words}.`);
      return;
    }
    announce(said(move, { name: nameOf(party, move.by), square: game.name(move.cell), turn: words }, party.seat));
  }

  _askGiveUp() {
    const { party } = this._parts.state;
    if (!party) return;
    const other = duellists(party).find(({ seat }) => seat !== party.seat);
    const { session, ask: open, closeQuestion: close } = this._parts;
    confirmGiveUp({ open, close }, other?.name ?? "", () => session.resign());
  }
}

/**
 * A move in words, and whose turn it is after it.
 * @param {Move} move
 * @param {{ name: string, square: string, turn: string }} values
 * @param {number | null} own
 */
function said({ by, seen }, { name, square, turn }, own) {
  if (seen === EXPLODED) {
    return by === own
      ? message("duel.said-found-you", { square, turn })
      : message("duel.said-found", { name, square, turn });
  }
  return by === own
    ? message("duel.said-missed-you", { square, turn })
    : message("duel.said-missed", { name, square, turn });
}
