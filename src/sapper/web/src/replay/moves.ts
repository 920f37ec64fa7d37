// The list of moves beside a replay: each with its verdict, the one just played pointed out. A click goes there.

import type { JudgedMove } from "../protocol.ts";
import type { ReplayBoard } from "../board/replay-board.ts";

import { EXPLODED } from "../board/cell-values.ts";
import { el, icon } from "../ui/dom.ts";
import { verdictIcon } from "../net/replays.ts";
import { message, percent, seconds, words } from "../ui/words.ts";

const ROWS = 120; // that are in the page at once, around the move just played
const MARGIN = 20; // rows before the first or the last of them, at which others take their place

export class MoveList {
  _go: (place: number) => void;
  _board: ReplayBoard | null = null;
  _judged: Map<number, JudgedMove> = new Map();
  players: Map<number, string> = new Map(); // The names of those who played, by their numbers, if they were several.
  halves: ReadonlySet<number> = new Set(); // the chords that began with the press that set a flag
  _first = -1;
  _current: HTMLElement | null = null;
  element: HTMLOListElement;

  /** @param go to just after an action */
  constructor(go: (place: number) => void) {
    this._go = go;
    this.element = el("ol", { class: "moves", "aria-label": message("replay.moves") });
    this.element.addEventListener("click", (event) => {
      const row = event.target instanceof Element ? event.target.closest("button") : null;
      if (row) this._go(Number(row.dataset.place));
    });
  }

  /** @param judged by the place of the action */
  show(board: ReplayBoard, judged: Map<number, JudgedMove>) {
    this._board = board;
    this._judged = judged;
    this._first = -1;
    this.update();
  }

  /** Point out the move just played. */
  update() {
    const board = this._board;
    if (!board) return;
    const here = board.place - 1;
    const isNear = here >= this._first + MARGIN || this._first === 0;
    const isInside = here < this._first + ROWS - MARGIN || this._first + ROWS >= board.length;
    if (this._first < 0 || !isNear || !isInside) this._fill(board, here);
    const row = (this.element.children[here - this._first] ?? null) as HTMLElement | null;
    if (row && row === this._current) return;
    this._current?.firstElementChild?.removeAttribute("aria-current");
    row?.firstElementChild?.setAttribute("aria-current", "step");
    this._setStop(row ?? this.element.firstElementChild);
    this._current = row;
    if (row) this._bringIntoView(row);
  }

  /** The list is one stop of the tab key: up and down step through it. */
  _setStop(row: Element | null) {
    this.element.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    row?.firstElementChild?.setAttribute("tabindex", "0");
  }

  _bringIntoView(row: HTMLElement) {
    const list = this.element;
    const top = row.offsetTop; // from the list, which is positioned
    const isIn = top >= list.scrollTop && top + row.offsetHeight <= list.scrollTop + list.clientHeight;
    if (!isIn) list.scrollTop = top - list.clientHeight / 2;
  }

  _fill(board: ReplayBoard, here: number) {
    this._first = Math.max(0, Math.min(here - ROWS / 2, board.length - ROWS));
    const rows = [];
    for (let at = this._first; at < Math.min(this._first + ROWS, board.length); at++) rows.push(this._row(board, at));
    this.element.replaceChildren(...rows);
    this._current = null;
  }

  _row(board: ReplayBoard, at: number) {
    const { kind, cell, cells, at: when, by } = board.steps[at];
    const opened = cells.filter((value, index) => index % 2 === 1 && value <= 8).length;
    const name = cell === null ? "" : board.name(cell);
    const player = this.players.get(by);
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", tabindex: "-1", "data-place": String(at + 1) },
        el("span", { class: "number" }, String(at + 1)),
        el(
          "span",
          { class: "what" },
          player ? [initial(player), el("span", { class: "unseen" }, player), " "] : null,
          el("b", {}, name),
          name ? " " : "",
          el("span", {}, this.halves.has(at) ? message("replay.one-and-a-half") : words("moves", kind).name),
          opened > 1 ? ` +${opened}` : "",
        ),
        this._verdict(board, at),
        el("span", { class: "when" }, seconds(when, 1)),
      ),
    );
  }

  _verdict(board: ReplayBoard, at: number) {
    const move = this._judged.get(at);
    if (!move) return el("span");
    const hasHit = board.steps[at].cells.some((value, index) => index % 2 === 1 && value === EXPLODED);
    const image = verdictIcon(move, hasHit);
    const isSound = move.verdict === "certain";
    const word = words("verdicts", move.verdict).name;
    const label = isSound ? el("span", { class: "unseen" }, word) : `${word} ${percent(move.risk)}`;
    return el("span", { class: `verdict ${move.verdict}` }, image ? icon(image) : null, label);
  }
}

/** The round mark of a player; the name is beside it, or said to those who cannot see it. */
export const initial = (name: string) =>
  el("span", { class: "initial", title: name, "aria-hidden": "true" }, [...name][0].toUpperCase());
