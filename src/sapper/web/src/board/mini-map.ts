// The map of a board on a phone: over a corner of it while it is panned, and gone soon after.

import type { BoardView } from "./board-view.ts";
import type { CellsInView, State } from "../types.ts";
import type { Themes } from "../themes/theme.ts";

import { el } from "../ui/dom.ts";
import { MapView } from "./large-map.ts";

const SHOWN_FOR = 1200; // ms

export class MiniMap {
  _state: State;
  _themes: Themes;
  _view: BoardView;
  _map: MapView;
  _timer = 0;
  element: HTMLDivElement;

  constructor(view: BoardView, state: State, themes: Themes) {
    this._state = state;
    this._themes = themes;
    this._view = view;
    this._map = new MapView(view);
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

/** Return whether a board was panned from one view to another, and not only laid out or zoomed. */
export const isPan = (before: CellsInView | null, after: CellsInView) =>
  before !== null &&
  (before.top !== after.top || before.left !== after.left) &&
  Math.abs(before.width - after.width) <= 1 &&
  Math.abs(before.height - after.height) <= 1;
