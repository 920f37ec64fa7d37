// @ts-check
// Where the player is: the rail, screens in place of the board, pages beside it, the address, the title, and the focus.

/** @import { Page, Parts, State } from "./types.js" */

import { fill, find, load } from "./dom.js";
import { Panel } from "./panel.js";
import { buildRail } from "./rail.js";
import { SCREENS, pathOf, placeOf, titleOf } from "./screens.js";

export class Shell {
  /**
   * @param {{
   *   state: State,
   *   parts: () => Parts,
   *   board: { parts: HTMLElement[], canvas: HTMLCanvasElement, setFolded: (isFolded: boolean) => void },
   *   usualPage: () => Page | null,
   *   enter: (room: string) => void,
   *   hideBoard: () => void,
   *   boardTitle: () => string,
   *   changed: () => void,
   * }} options `hideBoard` is called before a screen takes the place of the board, `changed` after every change
   */
  constructor({ state, parts, board, usualPage, enter, hideBoard, boardTitle, changed }) {
    this._state = state;
    this._parts = parts;
    this._board = board;
    this._enter = enter;
    this._hideBoard = hideBoard;
    this._boardTitle = boardTitle;
    this._changed = changed;
    this._root = find("app");
    this.stage = find("stage");
    this.panel = new Panel(find("panel"), usualPage);
    /** @type {Page | null} in place of the board */
    this._screen = null;
    /** @type {Page | null} beside the board */
    this._page = null;
    this._isBoardShown = false;
    this._isLoading = false;
    this._turn = 0; // counts changes of place: one that is overtaken while it loads is dropped
    this._markRail = buildRail(find("rail"), (name) => this._railPressed(name));
    addEventListener("popstate", () => this.goTo(location.pathname));
  }

  // -- Going somewhere

  /**
   * Show what an address names.
   * @param {string} path
   */
  async goTo(path) {
    const { name, id } = placeOf(path);
    if (name !== "board") return this.open(name, id);
    this._enter(id);
    this._place("", null, null);
    this.focusBoard();
  }

  /**
   * Open a screen or a page of the panel by its name, and by its id where its address has one.
   * @param {string} name
   */
  async open(name, id = "") {
    const screen = SCREENS[name];
    if (!screen?.make) return;
    const turn = ++this._turn;
    this._isLoading = true;
    const parts = this._parts();
    if (screen.kind === "screen") this._hideBoard(); // nobody sees the board
    if (screen.needsThemes) await parts.themes.loadAll();
    const page = await load(screen.make(parts, id));
    if (turn !== this._turn) return;
    if (screen.kind === "screen") this._place(name, page, null, id);
    else this._place("", null, page, id);
  }

  /**
   * Open a page that has no name of its own in the registry, such as a question.
   * @param {Page} page
   */
  openPage(page) {
    this._place("", null, page);
  }

  /** Show the board; a page beside it stays. */
  showBoard() {
    this._place("", null, this._page, this._page ? this._state.id : "");
    this.focusBoard();
  }

  /** A board came that nobody asked for just now: if it is in view, the address names its room. */
  boardCame() {
    if (!this._state.screen && !this._isLoading) this._setAddress();
  }

  showBoardOrHome() {
    if (this._state.game) this.showBoard();
    else this.open("home");
  }

  /** Close the page that was opened beside the board. */
  closePage() {
    if (!this._state.game) {
      this.open("home");
      return;
    }
    this._place("", null, null);
    this.focusBoard();
  }

  /** The room of the address does not exist: the start page takes its place in the history. */
  leaveRoom() {
    if (this._state.screen || this._isLoading || SCREENS[this._state.page]?.path) return;
    history.replaceState(null, "", "/");
    this.open("home");
  }

  /** @param {string} name */
  _railPressed(name) {
    const { screen, page, game } = this._state;
    if (name === "play") {
      if (screen && screen !== "home" && game) this.showBoard();
      else this.open("home");
    } else if (SCREENS[name].kind === "screen") this.open(name);
    else if (name === page) this.closePage();
    else this.open(name);
  }

  /**
   * @param {string} name of the screen in place of the board
   * @param {Page | null} screen
   * @param {Page | null} page beside the board
   */
  _place(name, screen, page, id = "") {
    const { _state: state } = this;
    this._turn++;
    this._isLoading = false;
    state.screen = name;
    state.page = page?.name ?? "";
    state.id = id;
    this._screen = screen;
    if (page) this.fold(false);
    this._root.classList.toggle("wide", Boolean(screen));
    this.stage.classList.toggle("full", Boolean(screen));
    if (screen) fill(this.stage, screen.element);
    else if (!this._isBoardShown) fill(this.stage, this._board.parts);
    this._isBoardShown = !screen;
    if (page !== this._page) this.panel.open(page);
    this._page = page;
    this._setAddress();
    this._changed();
  }

  /** Add an entry to the history if the address of what is shown is another one. */
  _setAddress() {
    const path = pathOf(this._state);
    if (path !== location.pathname) history.pushState(null, "", path);
  }

  // -- What is shown

  /** @param {boolean} isFolded */
  fold(isFolded) {
    this._root.classList.toggle("folded", isFolded);
    this._board.setFolded(isFolded);
    this._changed();
  }

  /** @param {boolean} isStill */
  setStill(isStill) {
    this._root.classList.toggle("still", isStill);
  }

  focusBoard() {
    if (!this._state.screen) this._board.canvas.focus({ preventScroll: true });
  }

  /** Keep the focus where it is needed after a command. */
  restoreFocus() {
    if (!this._state.screen && (!this._state.page || document.activeElement === document.body)) this.focusBoard();
  }

  update() {
    const { screen, page } = this._state;
    this._markRail(screen || page);
    this._screen?.update?.();
    this.panel.update();
    document.title = titleOf(this._state, this._boardTitle());
  }

  /** Other colours: pages with pictures paint them again. */
  repaint() {
    this._screen?.paint?.();
  }

  /**
   * Let the page or screen that is open have a key; return whether it took it.
   * @param {string} typed
   */
  key(typed) {
    return this.panel.key(typed) || Boolean(this._screen?.key?.(typed));
  }
}
