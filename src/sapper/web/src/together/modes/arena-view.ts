// An arena while it runs: time and solved boards above the board, and beside it a table that follows everybody.

import type { PartyParts } from "../../types.ts";
import type { ArenaRow } from "./arena-table.ts";
import type { ResultOf } from "./result.ts";

import { announce } from "../../ui/announce.ts";
import { arenaTable, arenaWords, resultWords } from "./arena-table.ts";
import { ArenaSeals } from "./arena-seals.ts";
import { el, fill, icon, section, spacer } from "../../ui/dom.ts";
import { clock } from "./clock.ts";
import { followMoves } from "../follow-moves.ts";
import { colourOf, isCountingDown, secondsUntil } from "../state.ts";
import { avatar } from "../players.ts";
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
  _time: HTMLSpanElement;
  _bar: HTMLElement;
  _solved: HTMLSpanElement;
  _solvedWord: HTMLSpanElement;
  _mines: HTMLSpanElement;
  _board: HTMLSpanElement;
  triad: HTMLDivElement;
  _standing: HTMLParagraphElement;
  _rows: HTMLOListElement;
  _note: HTMLParagraphElement;
  _play: HTMLElement;
  panel: HTMLDivElement;
  _where: string;
  _said: string;
  _stop: () => void;

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._result = new ResultPart(parts, RESULT);
    this._seals = new ArenaSeals(parts);
    this._time = el("span", { class: "big" });
    this._bar = el("i");
    this._solved = el("span", { class: "big" });
    this._solvedWord = el("span", { class: "tiny muted" });
    this._mines = el("span", { class: "big" });
    this._board = el("span", { class: "tiny muted" });
    this.triad = el(
      "div",
      { class: "arena-head" },
      el(
        "div",
        { class: "arena-row" },
        el("div", { class: "part", role: "timer" }, icon("clock"), this._time),
        el("div", { class: "part centre" }, this._solved, this._solvedWord),
        el("div", { class: "part end" }, el("span", { class: "part" }, icon("mine"), this._mines), this._board),
      ),
      el("div", { class: "bar" }, this._bar),
    );
    this._standing = el("p", { class: "sentence standing" });
    this._rows = el("ol", { class: "arena-table" });
    this._note = el("p", { class: "small muted" });
    this._play = section(
      el("div", { class: "row" }, el("h2", {}, message("arena.title")), spacer()),
      this._standing,
      this._rows,
      this._note,
    );
    this.panel = el("div", { class: "contest arena" }, this._result.element, this._play, this._seals.element);
    this._said = this._where = "";
    this._stop = followMoves(parts);
  }

  left() {
    this._stop();
  }

  update() {
    const { party, game } = this._parts.state;
    if (!party) return;
    const isRunning = party.stage === "playing";
    this._play.hidden = !isRunning;
    this._result.update();
    this._seals.update();
    if (!isRunning) return;
    const rows = arenaTable(party);
    const you = rows.find(({ isYou }) => isYou);
    const { boards } = party.terms;
    this._where = you ? where(you, boards) : "";
    this._solved.textContent = String(you?.solved ?? 0);
    const word = message("arena.solved");
    this._solvedWord.textContent = you?.place && rows.length > 1 ? `${word}, ${ordinal(you.place)}` : word;
    this._mines.textContent = game ? String(game.minesLeft).replace("-", "−") : "";
    const words = arenaWords(rows);
    this._standing.textContent = words;
    this._note.textContent = you?.isDone ? message("arena.over-before") : message("arena.next");
    this._showRows(rows, boards);
    this._announce(`${this._where}. ${words}`, isRunning);
    this.tick();
  }

  chip() {
    const { party } = this._parts.state;
    return party ? message("arena.chip", { minutes: party.terms.minutes }) : "";
  }

  tick() {
    const { party } = this._parts.state;
    if (!party?.endsAt) return;
    const now = performance.now();
    const length = party.terms.minutes * MINUTE;
    const left = Math.max(0, Math.min(length, party.endsAt - now));
    const words = isCountingDown(party, now)
      ? message("together.starting", { seconds: secondsUntil(party.startsAt, now) })
      : this._where;
    if (this._board.textContent !== words) this._board.textContent = words;
    const text = clock(left);
    if (this._time.textContent === text) return;
    this._time.textContent = text;
    this._bar.style.width = `${(left / length) * 100}%`;
  }

  _showRows(rows: readonly ArenaRow[], boards: number) {
    fill(
      this._rows,
      rows.map((row) => {
        const bar = el("i");
        bar.style.width = `${Math.round(row.share * 100)}%`;
        const line = el(
          "li",
          { class: row.isYou ? "now" : null },
          el("span", { class: "place muted" }, row.place ? String(row.place) : "–"),
          avatar(this._parts.themes, row),
          el(
            "span",
            { class: "about" },
            el(
              "span",
              { class: "who" },
              row.name,
              row.isYou ? el("small", { class: "muted" }, ` ${message("race.you")}`) : null,
            ),
            el("span", { class: "tiny muted" }, where(row, boards)),
            el("span", { class: "bar" }, bar),
          ),
          el("b", {}, String(row.solved)),
        );
        line.style.setProperty("--who", colourOf(this._parts.themes, row));
        return line;
      }),
    );
  }

  /** Those who listen hear a new board, and when their place changes. */
  _announce(words: string, isRunning: boolean) {
    if (!isRunning || words === this._said) return;
    if (this._said) announce(words);
    this._said = words;
  }
}

/** Where somebody is. */
const where = ({ board, isDone }: ArenaRow, boards: number) =>
  isDone ? message("arena.done") : message("arena.board", { board: Math.min(board + 1, boards), boards });
