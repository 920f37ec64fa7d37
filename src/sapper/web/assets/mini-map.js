// @ts-check
// The map of a board on a phone: over a corner of it while it is panned, and gone soon after.

/** @import { BoardView } from "./board.js" */
/** @import { CellsInView, State } from "./types.js" */
/** @import { Themes } from "./theme.js" */

import { el } from "./dom.js";
import { MapView } from "./map.js";

const SHOWN_FOR = 1200; // ms

export class MiniMap {
  /**
   * @param {BoardView} view
   * @param {State} state
   * @param {Themes} themes
   */
  constructor(view, state, themes) {
    this._state = state;
    this._themes = themes;
    this._view = view;
    this._map = new MapView(view);
    this._timer = 0;
    this.element = el("div", { class: "mini-map", hidden: true }, this._map.element);
  }

  /** The board was panned: show where, for a moment. */
  show() {
    const { game } = this._state;
    clearTimeout(this._timer);
    if (!game?.isVisible || this._view.fits) {
      this.element.hidden = true;
      return;
    }
    this._map.draw(game, this._themes.current);
    this.element.hidden = false;
    this.element.classList.remove("gone");
    this._timer = setTimeout(() => this.element.classList.add("gone"), SHOWN_FOR);
  }
}

/**
 * Return whether a board was panned from one view to another, and not only laid out or zoomed.
 * @param {CellsInView | null} before
 * @param {CellsInView} after
 */
export const isPan = (before, after) =>
  before !== null &&
  (before.top !== after.top || before.left !== after.left) &&
  Math.abs(before.width - after.width) <= 1 &&
  Math.abs(before.height - after.height) <= 1;
