// One redraw for each frame in which something changed: everything but the cells follows the state.

import type { Settings } from "../input/settings.ts";
import type { BoardInput } from "../input/board-input.ts";
import type { Cover } from "./cover.ts";
import type { News } from "./news.ts";
import type { PlayScreen } from "../play/play-screen.ts";
import type { Playing, State } from "../types.ts";
import type { Shell } from "./shell/shell.ts";

import { el } from "../ui/dom.ts";
import { coverOf, offlineText, retryText } from "./cover.ts";
import { OfflineCard, tryNow } from "./offline/offline-card.ts";
import { unsavedWords } from "../play/unsaved.ts";
import { wantsRulers } from "../state.ts";
import { onLanguage } from "../ui/language.ts";
import { message } from "../ui/words.ts";

const FOLLOWS = 80; // ms until what is beside the board follows a pan: a pan has no time for it in every frame

interface Shown {
  state: State;
  settings: Settings;
  board: PlayScreen;
  shell: Shell;
  input: BoardInput;
  news: News;
  connect: () => void;
  playAlone: () => void; // leave a game that waits for the server
  drawn: () => void; // everything follows the state
  all: () => Playing[];
}

export class Redraw {
  _shown: Shown;
  _offlineCard: OfflineCard;
  _tryNow: HTMLElement | null = null;
  _frame = 0;
  _following = 0;
  _needsLayout = true;
  _hasRulers = false; // the squares are named at the edges of the board
  _namedCells: number[] = []; // the squares that words of the panel name: they are brought into view
  _zoomed = ""; // the game whose board is shown as a whole

  constructor(shown: Shown) {
    this._shown = shown;
    this._offlineCard = new OfflineCard(shown.connect, shown.playAlone);
    new ResizeObserver(() => this.changed({ isLayout: true })).observe(shown.shell.stage);
    onLanguage(() => this._reword());
  }

  /** Something changed: draw in the next frame. */
  changed({ isLayout = false } = {}) {
    this._needsLayout ||= isLayout;
    this._frame ||= requestAnimationFrame(() => this._render());
  }

  /** The board was panned: the map shows soon where the view is. */
  panned() {
    this._following ||= setTimeout(() => {
      this._following = 0;
      this.changed();
    }, FOLLOWS);
  }

  /**
   * Bring squares into view that the panel names, and again when its height leaves another part of the board in view.
   */
  reveal(cells: readonly number[]) {
    if (!cells.length && !this._namedCells.length) return;
    this._namedCells = [...cells];
    this.changed({ isLayout: true });
  }

  /** Squares that belong to the one that was hit come into view with it. */
  revealMore(cells: readonly number[]) {
    this.reveal([...this._namedCells.slice(0, 1), ...cells]);
  }

  _render() {
    this._frame = 0;
    const { state, settings, board, shell, input, drawn, all } = this._shown;
    const hasRulers = wantsRulers(state, settings.get("display", "rulers"));
    this._needsLayout ||= shell.isPhone && hasRulers !== this._hasRulers; // there they take room
    this._hasRulers = hasRulers;
    if (this._needsLayout) shell.measure();
    shell.update();
    const cover = coverOf(state, Date.now());
    const isBoardShown = Boolean(state.game) && !state.screen;
    const wasHidden = board.element.hidden;
    board.element.hidden = !state.game;
    board.setCover(cover);
    for (const one of all()) one.update();
    this._sayOffline(cover);
    if (this._needsLayout) this._layout();
    this._needsLayout = false;
    drawn();
    if (wasHidden && isBoardShown) shell.keepFocus();
    board.grid.show(state.game, input.cursor, state.isCursorShown);
    if (!state.game) return;
    board.view.setRulers(hasRulers);
    board.update();
  }

  _layout() {
    const { board, shell } = this._shown;
    board.dock.update(); // it takes some of the room
    board.layout(shell.stage);
    this._zoomOut();
    board.reveal(this._namedCells);
  }

  /** A phone shows the whole height of a board that is won, once. */
  _zoomOut() {
    const { state, board, shell, all } = this._shown;
    const { game } = state;
    if (!shell.isPhone || game?.status !== "won" || this._zoomed === game.id || !all().some(({ hasEnd }) => hasEnd))
      return;
    this._zoomed = game.id;
    board.view.fitHeight();
  }

  _reword() {
    this._offlineCard.forget();
    this._tryNow?.remove();
    this._tryNow = null;
    this._shown.news.set("");
    this.changed({ isLayout: true });
  }

  /** Say that the server is gone: in place of a board that has not come or is paused, else over whatever is in view. */
  _sayOffline(cover: Cover | null) {
    const { state, shell, news, connect, playAlone } = this._shown;
    const { isOffline, screen, game } = state;
    const isCovered = cover?.kind === "offline" && !screen;
    this._offlineCard.show(shell.stage, isCovered && !game ? cover : null);
    const unsaved = state.alone && unsavedWords(state.alone);
    if (unsaved) return news.set(unsaved);
    if (!isOffline || isCovered) return news.set("");
    this._tryNow ??= el(
      "span",
      { class: "row" },
      tryNow(message("page.try-now"), connect),
      state.party || state.alone ? null : tryNow(message("local.play"), playAlone),
    );
    news.set(offlineText(state), { aside: retryText(state, Date.now()), button: this._tryNow });
  }
}
