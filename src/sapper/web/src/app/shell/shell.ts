// Where the player is: the rail, screens in place of the board, pages beside it, questions over both, the address, the
// title, and the focus.

import type { Page, Parts, Screen, State } from "../../types.ts";

import { WATCH, addressOf, pathNow } from "../../ui/address.ts";
import { LoadError, el, fill, find, loadIcons, loadStyles, loaded } from "../../ui/dom.ts";
import { Panel } from "./panel.ts";
import { buildRail } from "./rail.ts";
import { SCREENS, pathOf, placeOf, titleOf } from "./screens.ts";
import { pullToClose } from "./sheet.ts";
import { isServerGone } from "../../state.ts";
import { loadWords, onLanguage } from "../../ui/language.ts";
import { isWindow } from "../../ui/windows.ts";

/** The screen behind the panel: the board has no name. */
interface Stage {
  name: string;
  page: Page | null;
}

export class Shell {
  _state: State;
  _parts: () => Parts;
  _board;
  _wantsPanel: () => boolean;
  _enter: (room: string) => void;
  _enterParty: (id: string, isWatching: boolean) => void;
  _leaveBoard: () => void;
  _returnToBoard: () => void;
  _boardTitle: () => string;
  _changed: () => void;
  _root: HTMLElement;
  stage: HTMLElement;
  panel: Panel;
  _rail: HTMLElement;
  _shade: HTMLDivElement;
  isPhone = false;
  _question: HTMLDialogElement;
  screenPage: Page | null = null; // in place of the board
  _page: Page | null = null; // beside the board
  _opener: Element | null = null; // what had the focus when the page beside the board was opened
  _isBoardShown = false;
  _isLoading = false;
  _isMissing = false; // what the address names could not be loaded, and nothing else is shown
  _turn = 0; // counts changes of place: one that is overtaken while it loads is dropped
  _markRail: ReturnType<typeof buildRail>;

  /**
   * @param options `leaveBoard` is called before something else is read, `returnToBoard` when the board is in view again,
   *   `changed` after every change, `dismiss` when what fits the game is pulled down on a phone
   */
  constructor(options: {
    state: State;
    parts: () => Parts;
    board: {
      parts: HTMLElement[];
      focus: () => void;
      dock: { element: HTMLElement };
      setFolded: (isFolded: boolean) => void;
    };
    defaultPage: () => Page | null;
    wantsPanel: () => boolean;
    dismiss: () => void;
    enter: (room: string) => void;
    enterParty: (id: string, isWatching: boolean) => void;
    leaveBoard: () => void;
    returnToBoard: () => void;
    boardTitle: () => string;
    changed: () => void;
  }) {
    const { state, parts, board, defaultPage, wantsPanel, enter, leaveBoard, returnToBoard, boardTitle, changed } =
      options;
    this._state = state;
    this._parts = parts;
    this._board = board;
    this._wantsPanel = wantsPanel;
    this._enter = enter;
    this._enterParty = options.enterParty;
    this._leaveBoard = leaveBoard;
    this._returnToBoard = returnToBoard;
    this._boardTitle = boardTitle;
    this._changed = changed;
    this._root = find("app");
    this.stage = find("stage");
    const dismiss = () => (state.page ? this.closePage() : options.dismiss());
    this.panel = new Panel(find("panel"), defaultPage, dismiss);
    this._rail = find("rail");
    this._shade = el("div", { class: "shade", onclick: dismiss });
    this.panel.element.before(this._shade);
    this._root.append(board.dock.element);
    pullToClose(this.panel.element, { canPull: () => this.isPhone, close: dismiss });
    this._question = find("question") as HTMLDialogElement;
    this._markRail = this._buildRail();
    onLanguage(() => this._remake());
    this._question.addEventListener("keydown", (event) => event.stopPropagation()); // no key of it plays
    pullToClose(this._question, { canPull: () => this.isPhone, close: () => this.closeQuestion() });
    this._question.addEventListener("click", (event) => {
      if (event.target === this._question) this.closeQuestion(); // outside what it says
    });
    this._question.addEventListener("close", () => {
      if (!this._question.open) fill(this._question);
      if (document.activeElement === document.body) this.restoreFocus();
    });
    addEventListener("popstate", () => this.goTo(pathNow()));
  }

  // -- Going somewhere

  /** Show what an address names. */
  async goTo(path: string) {
    const { name, id } = placeOf(path);
    if (SCREENS[name].kind !== "board") return this.open(name, id);
    if (name === "party") this._enterParty(id, path.endsWith(WATCH));
    else this._enter(id);
    this._place("", null, null);
    this.focusBoard();
  }

  /** Take over a start page that is in view already. */
  adopt(home: Page) {
    this._state.screen = "home";
    this.screenPage = home;
    this._arrange();
  }

  /** Open a screen or a page of the panel by its name, and by its id where its address has one. */
  async open(name: string, id = "") {
    const screen = SCREENS[name];
    if (!screen?.make) return;
    const turn = ++this._turn;
    this._isLoading = true;
    const parts = this._parts();
    if (screen.path) this._leaveBoard();
    const page = await loaded(made(screen, parts, id)).catch((error) => {
      if (error instanceof LoadError) error.path = screen.path?.replace(":id", id) ?? "";
      return this._loadFailed(turn, error);
    });
    if (turn !== this._turn) return;
    if (screen.kind === "screen") this._place(name, page, null, id);
    else await this._openBeside(page, id, turn);
  }

  /** The player stays where he is. */
  _loadFailed(turn: number, error: Error): never {
    if (turn === this._turn) this._isLoading = false;
    if (turn === this._turn && !this._state.screen && !this._state.game) this._isMissing = true;
    if (!this._state.screen) this._returnToBoard();
    throw error;
  }

  async _openBeside(page: Page, id: string, turn: number) {
    const stage = await this._behind();
    if (turn !== this._turn) return;
    this._opener = document.activeElement;
    this._place(stage.name, stage.page, page, id);
  }

  /** What a page of the panel stands beside: what is in view, or the start page where there is no game. */
  async _behind(): Promise<Stage> {
    const { screen, game, room } = this._state;
    if (screen || game || room) return { name: screen, page: this.screenPage };
    return { name: "home", page: (await SCREENS.home.make?.(this._parts(), "")) ?? null };
  }

  /** Other words: make again what is shown, with the focus and the view where they were. */
  async _remake() {
    const { screen, page, id } = this._state;
    this._markRail = this._buildRail();
    const turn = ++this._turn;
    const again = (name: string) => (SCREENS[name]?.make ? made(SCREENS[name], this._parts(), id) : null);
    const [shown, beside] = await loaded(Promise.all([again(screen), again(page)]));
    if (turn !== this._turn) return;
    const restore = placeIn(document.body);
    this._place(screen, shown, beside, id);
    restore();
  }

  _buildRail() {
    return buildRail(this._rail, (name) => this._railPressed(name));
  }

  /** Ask a question over everything, wherever the player is. */
  ask(page: Page) {
    fill(this._question, page.element);
    if (!this._question.open) this._question.showModal();
    page.focus?.();
  }

  get isAsking() {
    return this._question.open;
  }

  closeQuestion() {
    this._question.close();
  }

  /** Show the board; a page beside it stays. */
  showBoard() {
    this._place("", null, this._page, this._page ? this._state.id : "");
    if (!this._page) this.focusBoard();
  }

  /**
   * The server can be reached again: show what could not be loaded, or what a screen could not read. A browser
   * remembers that a module did not come, as long as the document lives.
   */
  lineBack() {
    const { screen, id } = this._state;
    if (this._isMissing) location.reload();
    else if (SCREENS[screen]?.isLive && !this._state.page) this.open(screen, id);
  }

  /** A board came that was not asked for just now: if it is in view, the address names its room. */
  boardCame() {
    if (!this._state.screen && !this._isLoading && !this._isMissing) this._setAddress();
  }

  showBoardOrHome() {
    if (this._state.game) this.showBoard();
    else this.open("home");
  }

  /** Close the page that was opened beside the board or the screen. */
  closePage() {
    const { screen, game, room } = this._state;
    if (!screen && !game && !room) {
      this.open("home");
      return;
    }
    const opener = this._opener;
    this._place(screen, this.screenPage, null);
    if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus();
    else this.focusBoard();
    this.keepFocus();
  }

  /** The room of the address does not exist. */
  leaveRoom() {
    const { screen, page } = this._state;
    if (screen || this._isLoading || this._isMissing) return;
    if (SCREENS[page]?.path) {
      this.open(page);
      return;
    }
    this.open("missing");
  }

  _railPressed(name: string) {
    const { screen, page, game, party } = this._state;
    if (name === "play") {
      if (screen && screen !== "home" && game && !party) this.showBoard();
      else this.open("home");
    } else if (name === "together" && party && screen && screen !== "together") this.showBoard();
    else if (SCREENS[name].kind === "screen") this.open(name);
    else if (name === page) this.closePage();
    else this.open(name);
  }

  /**
   * @param name of the screen in place of the board
   * @param page beside the board
   */
  _place(name: string, screen: Page | null, page: Page | null, id = "") {
    const { _state: state } = this;
    this._turn++;
    this._isLoading = false;
    this._isMissing = false;
    state.screen = name;
    state.page = page?.name ?? "";
    state.id = id;
    if (screen && screen !== this.screenPage) fill(this.stage, screen.element);
    else if (!screen && !this._isBoardShown) fill(this.stage, this._board.parts);
    if (screen !== this.screenPage) this.screenPage?.left?.();
    this.screenPage = screen;
    this._isBoardShown = !screen;
    this._page = page;
    if (!page) this._opener = null;
    this._arrange();
    this.panel.open(page);
    this._setAddress();
    if (!screen && !SCREENS[state.page]?.path) this._returnToBoard();
    if (screen) this.keepFocus();
    this._changed();
  }

  /** Add an entry to the history if the address of what is shown is another one. One that leads nowhere stays. */
  _setAddress() {
    const { screen, page } = this._state;
    if (screen === "missing" && !page) return;
    const path = pathOf(this._state);
    if (path === pathNow()) return;
    const isSameRoom = path.replace(WATCH, "") === pathNow().replace(WATCH, ""); // the way back does not change the seat
    if (isSameRoom) history.replaceState(history.state, "", addressOf(path));
    else history.pushState(null, "", addressOf(path));
  }

  /** Give the stage and the panel their places. What fits a game in play may be folded away, news never is. */
  _arrange() {
    const { screen, page } = this._state;
    const isDefaultPage = !page && this.panel.isDefaultPage;
    const isFolded = !screen && isDefaultPage && !this._wantsPanel();
    const classes = { wide: screen && !page, folded: isFolded, sheet: page, calm: isDefaultPage };
    for (const [name, isOn] of Object.entries(classes)) this._root.classList.toggle(name, Boolean(isOn));
    this.stage.classList.toggle("full", Boolean(screen));
    for (const node of [this.stage, this._rail, this._board.dock.element]) node.inert = this.isPhone && Boolean(page);
    this._board.setFolded(isFolded);
  }

  // -- What is shown

  setStill(isStill: boolean) {
    this._root.classList.toggle("still", isStill);
  }

  focusBoard() {
    if (!this._state.screen) this._board.focus();
  }

  /** If what had the focus is gone, the board or the heading of the screen takes it: it is never nowhere. */
  keepFocus() {
    if (document.activeElement !== document.body) return;
    if (!this._state.screen) {
      this.focusBoard();
      return;
    }
    const heading = this.stage.querySelector("h1") ?? this.stage; // a screen may be loading what it shows
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  /** Keep the focus where it is needed after a command. */
  restoreFocus() {
    if (!this._state.screen && (!this._state.page || document.activeElement === document.body)) this.focusBoard();
  }

  measure() {
    this.isPhone = isWindow("phone");
  }

  update() {
    const { screen, page, party } = this._state;
    const focused = document.activeElement;
    this._markRail(page || screen || (party ? "together" : ""), isServerGone(this._state));
    this.screenPage?.update?.();
    this.panel.update();
    this._arrange();
    if (!focused?.isConnected) this.keepFocus();
    document.title = titleOf(this._state, this._boardTitle());
  }

  /** Other colours: pages with pictures paint them again. */
  repaint() {
    this.screenPage?.paint?.();
  }

  /** Let the page or screen that is open have a key; return whether it took it. */
  key(typed: string) {
    return this.panel.key(typed) || Boolean(this.screenPage?.key?.(typed));
  }
}

/** Return what brings the focus and the view of what is made again to where they are now. */
function placeIn(root: HTMLElement) {
  const name = (document.activeElement as HTMLElement | null)?.dataset?.name;
  const scrolled = [...root.querySelectorAll("*")].filter((node) => node.scrollTop && node.className);
  const tops = scrolled.map((node) => [`.${[...node.classList].join(".")}`, node.scrollTop] as const);
  return () => {
    for (const [selector, top] of tops) root.querySelector(selector)?.scrollTo({ top, behavior: "instant" });
    if (name) root.querySelector<HTMLElement>(`[data-name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  };
}

/** Make a page with all that it needs. */
async function made(screen: Screen, parts: Parts, id: string): Promise<Page> {
  await loadWords(screen.words ?? "page-words"); // a page reads them when it is made
  if (screen.needsThemes) await parts.themes.loadAll();
  const styles = screen.styles && Promise.all([...screen.styles.map(loadStyles), loadIcons("icons-more.svg")]);
  const [page] = await Promise.all([(screen.make as NonNullable<Screen["make"]>)(parts, id), styles]);
  return page;
}
