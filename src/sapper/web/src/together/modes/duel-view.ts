// A duel while it is played: the two above the board, and beside it who leads and what happened.

import type { Game } from "../../board/model.ts";
import type { Move } from "./duel-score.ts";
import type { ResultOf } from "./result.ts";
import type { PartyParts, PartyState, SessionEvents } from "../../types.ts";

import { announce } from "../../ui/announce.ts";
import { EXPLODED } from "../../board/cell-values.ts";
import { el } from "../../ui/dom.ts";
import { button, html, render, spacer, styles } from "../../ui/template.ts";
import { moveWords, resultWords, score } from "./duel-score.ts";
import { DuelHead, duellists, turnWords } from "./duel-head.ts";
import { followMoves } from "../follow-moves.ts";
import { NoticePage } from "../../play/notices.ts";
import { nameOf, seatOf } from "../state.ts";
import { avatar, colourOf } from "../../play/people.ts";
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
  _moves: Move[] = []; // the last one first
  _game = "";
  _said = 0;
  _play = el("div", { class: "group" });
  panel: HTMLDivElement;
  triad: HTMLDivElement;
  _stops: (() => void)[];

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._head = new DuelHead(parts.themes);
    this._result = new ResultPart(parts, RESULT);
    this.panel = el("div", { class: "contest" }, this._result.element, this._play);
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
    render(this._playView(party, game), this._play);
    this._say(party);
  }

  chip() {
    const rounds = this._parts.state.party?.terms.best_of ?? 1;
    return rounds > 1 ? message("duel.best-of", { rounds }) : "";
  }

  tick() {
    const { party, game } = this._parts.state;
    if (party?.turn && game) this._head.show(party, game.mines);
  }

  _playView(party: PartyState, game: Game) {
    const { terms, round } = party;
    const rounds = terms.best_of;
    const rows = this._moves.length
      ? this._moves.map((move) => this._row(party, game, move))
      : html`<li class="muted">${message("duel.no-turns")}</li>`;
    const canGiveUp = party.seat !== null && !game.isOver;
    const giveUp = { iconName: "flag-outline", kind: "centred" };
    return html`
      <section class="group">
        <h2>${rounds > 1 ? message("duel.game", { round, rounds }) : message("duel.title")}</h2>
        <p class="sentence standing">${scoreWords(party, game.mines)}</p>
      </section>
      <section class="group"><h2>${message("duel.turns")}</h2><ol class="turns">${rows}</ol></section>
      <section class="group">
        <h2>${message("duel.how")}</h2>
        <p class="small muted">${
          terms.bonus ? message("duel.how-text", { seconds: terms.bonus }) : message("duel.how-no-bonus")
        }</p>
      </section>
      ${spacer}
      <div class="row">${canGiveUp ? button(message("duel.give-up"), () => this._askGiveUp(), giveUp) : null}</div>`;
  }

  _moved({ delta, changes }: SessionEvents["delta"]) {
    const isMove = delta.kind === "open" && delta.seq > 1; // a duel begins with an opening that counts for neither player
    if (!isMove || typeof delta.cell !== "number" || !changes.length) return;
    const seen = changes.find(({ index }) => index === delta.cell)?.to;
    if (seen === undefined) return;
    this._moves = [{ by: delta.by ?? 0, cell: delta.cell, seen }, ...this._moves].slice(0, LISTED);
  }

  _row(party: PartyState, game: Game, move: Move) {
    const { themes } = this._parts;
    const seat = seatOf(party, move.by);
    return html`
      <li>
        ${seat && avatar(themes, seat)}<span class="unseen">${nameOf(party, move.by)}</span>
        <b class="square">${game.name(move.cell)}</b>
        ${this._glyph(move, seat ? colourOf(themes, seat) : "")}
        <span class="muted">${moveWords(move)}</span>
      </li>`;
  }

  _glyph({ seen }: Move, colour: string) {
    if (seen === EXPLODED) {
      return html`<svg class="icon" aria-hidden="true" ${styles({ "--flag": colour })}><use href="#i-flag"></use></svg>`;
    }
    const color = seen ? this._parts.themes.current.number[seen - 1] : "";
    return html`<b class="glyph" ${styles({ color })}>${seen || ""}</b>`;
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

/** Say who leads, to a player as to one who watches. */
function scoreWords(party: PartyState, mines: number) {
  const [one, other] = duellists(party);
  if (!other) return "";
  const points = party.turn?.points[one.seat] ?? 0;
  const others = party.turn?.points[other.seat] ?? 0;
  if (one.seat === party.seat) return score(points, others, mines, (text) => html`<b>${text}</b>`);
  return message("duel.watched", { name: one.name, points, other: other.name, others });
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
