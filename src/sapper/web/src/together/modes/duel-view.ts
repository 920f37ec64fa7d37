// A duel while it is played: the two above the board, and beside it who leads and what happened.

import type { Move } from "./duel-score.ts";
import type { ResultOf } from "./result.ts";
import type { PartyParts, PartyState, SessionEvents } from "../../types.ts";

import { announce } from "../../ui/announce.ts";
import { EXPLODED } from "../../board/cell-values.ts";
import { button, el, fill, icon, section, spacer } from "../../ui/dom.ts";
import { moveWords, resultWords, score } from "./duel-score.ts";
import { DuelHead, duellists, turnWords } from "./duel-head.ts";
import { followMoves } from "../follow-moves.ts";
import { NoticePage } from "../../play/notices.ts";
import { colourOf, nameOf, seatOf } from "../state.ts";
import { avatar } from "../players.ts";
import { ResultPart } from "./result.ts";
import { message } from "../../ui/words.ts";

const LISTED = 9; // turns
const RESULT: ResultOf = {
  words: resultWords,
  columns: (part, party) => [
    { title: message("result.mines"), of: ({ points = 0 }) => String(points) },
    part.replays(party),
  ],
};

export class DuelView {
  _parts: PartyParts;
  _head: DuelHead;
  _result: ResultPart;
  _title: HTMLHeadingElement;
  _score: HTMLParagraphElement;
  _list: HTMLOListElement;
  _how: HTMLParagraphElement;
  _moves: Move[] = []; // the last one first
  _game = "";
  _listed = "";
  _said = 0;
  _giveUp: HTMLButtonElement;
  _play: HTMLDivElement;
  panel: HTMLDivElement;
  triad: HTMLDivElement;
  _stops: (() => void)[];

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._head = new DuelHead(parts.themes);
    this._result = new ResultPart(parts, RESULT);
    this._title = el("h2");
    this._score = el("p", { class: "sentence standing" });
    this._list = el("ol", { class: "turns" });
    this._how = el("p", { class: "small muted" });
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

  _showScore(party: PartyState, mines: number) {
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

  _moved({ delta, changes }: SessionEvents["delta"]) {
    const isMove = delta.kind === "open" && delta.seq > 1; // a duel begins with an opening that is nobody's
    if (!isMove || typeof delta.cell !== "number" || !changes.length) return;
    const seen = changes.find(({ index }) => index === delta.cell)?.to;
    if (seen === undefined) return;
    this._moves = [{ by: delta.by ?? 0, cell: delta.cell, seen }, ...this._moves].slice(0, LISTED);
  }

  _showMoves(party: PartyState) {
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

  _glyph({ seen }: Move, colour: string) {
    if (seen === EXPLODED) {
      const flag = icon("flag");
      flag.style.setProperty("--flag", colour);
      return flag;
    }
    const number = el("b", { class: "glyph" }, seen ? String(seen) : "");
    if (seen) number.style.color = this._parts.themes.current.number[seen - 1];
    return number;
  }

  /** Those who listen hear every turn. */
  _say(party: PartyState) {
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
    const { session, ask, closeQuestion } = this._parts;
    const answers = [
      { label: message("new.keep-playing"), isFirst: true },
      { label: message("duel.give-up"), run: () => session.resign() },
    ];
    const text = message("duel.give-up-text", { name: other?.name ?? "" });
    ask(new NoticePage(closeQuestion, { title: message("duel.give-up-title"), text, answers }));
  }
}

/** A move in words, and whose turn it is after it. */
function said(
  { by, seen }: Move,
  { name, square, turn }: { name: string; square: string; turn: string },
  own: number | null,
) {
  if (seen === EXPLODED) {
    return by === own
      ? message("duel.said-found-you", { square, turn })
      : message("duel.said-found", { name, square, turn });
  }
  return by === own
    ? message("duel.said-missed-you", { square, turn })
    : message("duel.said-missed", { name, square, turn });
}
