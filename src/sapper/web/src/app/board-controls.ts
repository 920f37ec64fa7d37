// What can be done at the board besides moves: keys of what is open beside it, finding, reading aloud, zooming.

import type { App } from "./app.ts";
import type { Cell } from "../types.ts";

import { announce } from "../ui/announce.ts";
import { Finder } from "../input/find-cell.ts";
import { words } from "../board/speech.ts";
import { message } from "../ui/words.ts";

export class BoardControls {
  _app: App;
  _finder: Finder;

  constructor(app: App) {
    this._app = app;
    this._finder = new Finder({
      state: app.state,
      cursor: () => app.input.cursor,
      go: (cell) => this._goTo(cell),
      tell: (text) => app.news.showBriefly(text),
    });
  }

  /** Keys of what is open beside the board come first. */
  menuKey(typed: string) {
    const { state, shell, advice, draft, playing } = this._app;
    if (this._finder.takes(typed)) return true;
    if (typed === "escape" && state.page) {
      shell.closePage();
      return true;
    }
    if (typed === "escape" && !state.screen && (state.hint || state.bestMove || state.isShowingOdds)) {
      advice?.clear();
      return true;
    }
    if (typed === "escape" && !state.screen && state.isDrafting) {
      draft?.toggle();
      return true;
    }
    return shell.key(typed) || (!state.screen && playing.key(typed));
  }

  /** Ask what to find with 0, go on or back with 1 or -1. */
  find(step: number) {
    if (step) this._finder.repeat(step);
    else this._finder.begin();
  }

  /** Bring the cursor to a cell that was looked for, and read it. */
  _goTo(cell: Cell) {
    this._app.input.putCursor(cell);
    if (!this._app.grid.hasFocus) this.read("square");
  }

  /** A screen reader clicked a cell: it does what the key that opens does. */
  open(cell: Cell) {
    this._app.input.putCursor(cell);
    this._app.input.act("open");
  }

  /** Read something aloud. */
  read(what: string, cell: Cell = this._app.input.cursor) {
    if (this._app.state.game) announce(words(what, this._app.state.game, cell));
  }

  swapButtons() {
    this._app.input.swapButtons();
    announce(this._app.state.isSwapped ? message("game.swapped") : message("game.not-swapped"));
  }

  zoom(factor: number | null) {
    const { state, view } = this._app;
    if (!state.game || state.screen) return;
    if (factor) view.zoomBy(factor);
    else view.zoomReset();
  }
}
