// @ts-check
// Practice from a position of the analysis board: on the minefield of its file, or on a random one that fits.

/** @import { BoardView } from "./board.js" */
/** @import { Position } from "./position.js" */

import { Problem, askAbout } from "./analysis-request.js";
import { button, el, section } from "./dom.js";
import { PracticeGame } from "./practice.js";
import { message } from "./words.js";

export class AnalysisPractice {
  /**
   * @param {BoardView} view
   * @param {{ begun: () => void, changed: () => void, failed: (why: string) => void, takeOver: () => void }} events
   */
  constructor(view, { begun, changed, failed, takeOver }) {
    this._view = view;
    this._begun = begun;
    this._changed = changed;
    this._failed = failed;
    this._takeOver = takeOver;
    /** @type {PracticeGame | null} */
    this.game = null;
    this._note = "";
    /** @type {{ diagram: string, rows: string } | null} */
    this._minefield = null;
  }

  /**
   * Note the minefield that belongs to a position, if its file had one.
   * @param {Position} position
   * @param {string | null} rows
   */
  setMinefield(position, rows) {
    this._minefield = rows ? { diagram: position.diagram, rows } : null;
  }

  /**
   * Play on from a position, on its own minefield if there is one.
   * @param {Position} position
   */
  begin(position, { isAnother = false } = {}) {
    const isOwn = !isAnother && this._minefield?.diagram === position.diagram;
    return this._begin(position, isOwn ? this._minefield?.rows : undefined);
  }

  /**
   * @param {Position} position
   * @param {string} [own]
   */
  async _begin(position, own) {
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

  /**
   * Open a square, or flag it.
   * @param {number} index
   * @param {boolean} isRight
   */
  playAt(index, isRight) {
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
