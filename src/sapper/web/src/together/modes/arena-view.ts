// An arena while it runs: time and solved boards above the board, and beside it a table that follows everybody.

import type { PartyParts, PartyState } from "../../types.ts";
import type { ArenaRow } from "./arena-table.ts";
import type { ResultOf } from "./result.ts";

import { announce } from "../../ui/announce.ts";
import { arenaTable, arenaWords, resultWords } from "./arena-table.ts";
import { ArenaSeals } from "./arena-seals.ts";
import { el } from "../../ui/dom.ts";
import { html, icon, render, repeat, spacer, styles } from "../../ui/template.ts";
import { clock } from "./clock.ts";
import { followMoves } from "../follow-moves.ts";
import { isCountingDown, secondsUntil } from "../state.ts";
import { avatar, colourOf, pingMark } from "../../play/people.ts";
import { ordinal } from "../../play/race-order.ts";
import { ResultPart } from "./result.ts";
import { message } from "../../ui/words.ts";

const RESULT: ResultOf = {
  words: resultWords,
  columns: () => [{ title: message("result.points"), of: ({ points = 0 }) => String(points) }],
};
const MINUTE = 60_000;

export class ArenaView {
  _parts: PartyParts;
  _result: ResultPart;
  _seals: ArenaSeals;
  triad = el("div", { class: "arena-head" });
  _play = el("section", { class: "group" });
  panel: HTMLDivElement;
  _said = "";
  _stop: () => void;

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._result = new ResultPart(parts, RESULT);
    this._seals = new ArenaSeals(parts);
    this.panel = el("div", { class: "contest arena" }, this._result.element, this._play, this._seals.element);
    this._stop = followMoves(parts);
  }

  left() {
    this._stop();
  }

  update() {
    const { party } = this._parts.state;
    if (!party) return;
    const isRunning = party.stage === "playing";
    this._play.hidden = !isRunning;
    this._result.update();
    this._seals.update();
    if (!isRunning) return;
    const rows = arenaTable(party);
    const you = rows.find(({ isYou }) => isYou);
    const words = arenaWords(rows);
    const { boards } = party.terms;
    render(
      html`
        <div class="row"><h2>${message("arena.title")}</h2>${spacer}</div>
        <p class="sentence standing">${words}</p>
        <ol class="arena-table">${repeat(
          rows,
          ({ seat }) => seat,
          (row) => this._row(row, boards, party.pings[row.seat]),
        )}</ol>
        <p class="small muted">${you?.isDone ? message("arena.over-before") : message("arena.next")}</p>`,
      this._play,
    );
    this._announce(`${you ? where(you, boards) : ""}. ${words}`);
    this.tick();
  }

  chip() {
    const { party } = this._parts.state;
    return party ? message("arena.chip", { minutes: party.terms.minutes }) : "";
  }

  tick() {
    const { party } = this._parts.state;
    if (party?.stage === "playing") render(this._head(party), this.triad);
  }

  /** Time, solved boards, mines and the board that is played, above the board. */
  _head(party: PartyState) {
    const { game } = this._parts.state;
    const rows = arenaTable(party);
    const you = rows.find(({ isYou }) => isYou);
    const now = performance.now();
    const length = party.terms.minutes * MINUTE;
    const left = party.endsAt ? Math.max(0, Math.min(length, party.endsAt - now)) : length;
    const solved = message("arena.solved");
    const board = isCountingDown(party, now)
      ? message("together.starting", { seconds: secondsUntil(party.startsAt, now) })
      : you && where(you, party.terms.boards);
    return html`
      <div class="arena-row">
        <div class="part" role="timer">${icon("clock")}<span class="big">${clock(left)}</span></div>
        <div class="part centre">
          <span class="big">${you?.solved ?? 0}</span>
          <span class="tiny muted">${you?.place && rows.length > 1 ? `${solved}, ${ordinal(you.place)}` : solved}</span>
        </div>
        <div class="part end">
          <span class="part">${icon("mine")}<span class="big">${game ? String(game.minesLeft).replace("-", "−") : ""}</span></span>
          <span class="tiny muted">${board}</span>
        </div>
      </div>
      <div class="bar"><i ${styles({ width: `${(left / length) * 100}%` })}></i></div>`;
  }

  _row(row: ArenaRow, boards: number, ping: number | undefined) {
    const { themes } = this._parts;
    const you = row.isYou ? html`<small class="muted"> ${message("race.you")}</small>` : null;
    return html`
      <li class=${row.isYou ? "now" : ""} ${styles({ "--who": colourOf(themes, row) })}>
        <span class="place muted">${row.place || "–"}</span>
        ${avatar(themes, row)}
        <span class="about">
          <span class="who">${row.name}${you} ${pingMark(ping)}</span>
          <span class="tiny muted">${where(row, boards)}</span>
          <span class="bar"><i ${styles({ width: `${Math.round(row.share * 100)}%` })}></i></span>
        </span>
        <b>${row.solved}</b>
      </li>`;
  }

  /** Those who listen hear a new board, and when their place changes. */
  _announce(words: string) {
    if (words === this._said) return;
    if (this._said) announce(words);
    this._said = words;
  }
}

/** The board that a player has reached. */
const where = ({ board, isDone }: ArenaRow, boards: number) =>
  isDone ? message("arena.done") : message("arena.board", { board: Math.min(board + 1, boards), boards });
