// Practice from a position of the analysis board: on the minefield of its file, or on a random one that fits.

import type { BoardView } from "../board/board-view.ts";
import type { Position } from "./position.ts";

import { Problem, askAbout } from "./request.ts";
import { button, el, section } from "../ui/dom.ts";
import { PracticeGame } from "./practice.ts";
import { message } from "../ui/words.ts";

export class AnalysisPractice {
  _view: BoardView;
  _begun: () => void;
  _changed: () => void;
  _failed: (why: string) => void;
  _takeOver: () => void;
  game: PracticeGame | null = null;
  _note = "";
  _minefield: { diagram: string; rows: string } | null = null;

  constructor(
    view: BoardView,
    {
      begun,
      changed,
      failed,
      takeOver,
    }: { begun: () => void; changed: () => void; failed: (why: string) => void; takeOver: () => void },
  ) {
    this._view = view;
    this._begun = begun;
    this._changed = changed;
    this._failed = failed;
    this._takeOver = takeOver;
  }

  /** Note the minefield that belongs to a position, if its file had one. */
  setMinefield(position: Position, rows: string | null) {
    this._minefield = rows ? { diagram: position.diagram, rows } : null;
  }

  /** Play on from a position, on its own minefield if there is one. */
  begin(position: Position, { isAnother = false } = {}) {
    const isOwn = !isAnother && this._minefield?.diagram === position.diagram;
    return this._begin(position, isOwn ? this._minefield?.rows : undefined);
  }

  async _begin(position: Position, own?: string) {
    try {
      const rows = own ?? (await askAbout("arrangement", position.diagram)).minefield;
      if (!this._view.canvas.isConnected) return;
      this.game = new PracticeGame(position, rows);
      this._note = own ? message("analysis.practice-own") : message("analysis.practice-note");
      this._view.show(this.game, { keepView: true });
      this._begun();
    } catch (error) {
      this._failed(error instanceof Problem ? error.message : message("analysis.unreachable"));
    }
  }

  /** Open a square, or flag it. */
  playAt(index: number, isRight: boolean) {
    const { game } = this;
    if (!game || index < 0) return;
    const changed = isRight ? game.flag(index) : game.open(index);
    for (const cell of changed) this._view.invalidate(cell);
    if (game.status !== "playing") this._view.invalidateAll();
    this._changed();
  }

  undo() {
    this.game?.undo();
    this._view.invalidateAll();
    this._changed();
  }

  /** The section of the panel: what is played, and how to analyse it. */
  section() {
    const taken = button(message("analysis.take-over"), this._takeOver, { iconName: "edit" });
    taken.disabled = this.game?.status !== "playing";
    return section(
      el("p", { class: "answer-title" }, message("analysis.practice")),
      el("p", { class: "muted" }, this._note),
      taken,
    );
  }
}
