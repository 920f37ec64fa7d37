// The page as a whole: its parts, what passes between them, and one redraw for each frame in which something changed.

import type { Advice } from "../play/advice.ts";
import type { Cover } from "./cover.ts";
import type { Game } from "../board/model.ts";
import type { Ghost } from "../together/ghost.ts";
import type { News } from "./news.ts";
import type { LastLook } from "../home/last-look.ts";
import type { PartyRoom } from "../together/room.ts";
import type { PartySession } from "../together/session.ts";
import type { Sound, Sounds } from "../play/sounds.ts";
import type { Cell, Page, Parts, SessionEvents } from "../types.ts";

import { Absence } from "./pause-on-leave.ts";
import { announce } from "../ui/announce.ts";
import { AppliedSettings } from "./apply-settings.ts";
import { isBoardLink } from "../home/board-link.ts";
import { cellName } from "../board/cell-values.ts";
import { Choices, chosen } from "../play/choices.ts";
import { makeCommands } from "../play/commands.ts";
import { coverOf, offlineText, retryText } from "./cover.ts";
import { load, loadIcons, whenIdle } from "../ui/dom.ts";
import { Effects } from "../play/effects.ts";
import { Finder } from "../input/find-cell.ts";
import { GamePage } from "../play/game-page.ts";
import { BoardInput } from "../input/board-input.ts";
import { minesLeftWords } from "../board/mines-left.ts";
import { OfflineCard, tryNow } from "./offline-card.ts";
import { PlayScreen } from "../play/play-screen.ts";
import { RemoteSession } from "../net/session.ts";
import { SCREENS, placeOf } from "./screens.ts";
import { Shell } from "./shell.ts";
import { words } from "../board/speech.ts";
import { isBegun, wouldLose, newState, wantsRulers } from "../state.ts";
import { TouchQuestion } from "../input/touch-question.ts";
import { Upgrade } from "./upgrade.ts";
import { message, size, status } from "../ui/words.ts";

/** What the start page has already. */
type Given = Pick<Parts, "settings" | "themes" | "times"> & {
  news: News;
  upgrade?: Upgrade | null;
  home?: Page | null;
  isTouched?: boolean;
};

const BEGINS_GAMES = new Set(["custom", "pick-level", "enter-seed", "places"]); // pages that have no use once a game came
const MARKS = new Set(["flag", "question", "clear"]);
const FOLLOWS = 80; // ms until what is beside the board follows a pan: a pan has no time for it in every frame
const UNSAID = new Set(["room", "game", "stale", "over", "paused", "cancelled", "busy"]); // refusals that need no words

export class App {
  state;
  settings;
  themes;
  _times;
  _news: News;
  _upgrade: Upgrade;
  _home: Page | null;
  _lastLook: LastLook | null = null;
  _isEntering = false; // a room was chosen whose board has not come yet
  _oldEnd = ""; // the game that was over when it came: nothing to celebrate
  _tryNow: HTMLElement | null = null;
  _offlineCard: OfflineCard;
  _following: number;
  _frame: number;
  _needsLayout = true;
  _hasRulers = false; // the squares are named at the edges of the board
  _isAhead = false;
  _isEndHidden = false; // a phone shows the board alone
  _namedCells: number[] = []; // the squares that words of the panel name: they are brought into view
  _zoomed = ""; // the game whose board is shown as a whole
  _advice: Advice | null = null;
  _sounds: Sounds | null = null;
  _endPage: Page | null = null;
  _makeEndPage: (() => Page) | null = null;
  _gamePage: { game: string; page: GamePage } | null = null;
  _ghost: Ghost | null = null;
  room: PartyRoom | null = null;
  session: RemoteSession;
  _absence: Absence;
  choices: Choices;
  commands;
  _board: PlayScreen;
  view;
  grid;
  shell: Shell;
  input;
  _finder;
  _applied: AppliedSettings;
  _touchQuestion: TouchQuestion;
  _effects: Effects;
  parts: Parts;

  constructor({ settings, themes, times, news, upgrade = null, home = null, isTouched = false }: Given) {
    this.state = newState();
    this.state.isTouch = isTouched;
    this.settings = settings;
    this.themes = themes;
    this._times = times;
    this._news = news;
    this._upgrade = upgrade ?? new Upgrade(news);
    this._home = home;
    this._offlineCard = new OfflineCard(() => this.session.connect());
    this._frame = this._following = 0;
    this.session = new RemoteSession(this.state, {
      name: () => settings.get("game", "name") || null,
      view: () => this.view.view,
      addressed: () => placeOf(location.pathname).id,
    });
    this._absence = new Absence(this.state, this.session);
    this.choices = this._makeChoices();
    this.commands = this._makeCommands();
    this._board = this._makeBoard();
    this.view = this._board.view;
    this.grid = this._board.grid;
    this.shell = this._makeShell();
    this.input = this._makeInput();
    this._finder = new Finder({
      state: this.state,
      cursor: () => this.input.cursor,
      go: (cell) => this._goTo(cell),
      tell: (text) => this._news.showBriefly(text),
    });
    this._applied = this._makeApplied();
    this._touchQuestion = new TouchQuestion({
      state: this.state,
      settings,
      canvas: this._board.canvas,
      ask: () => this.shell.open("touch"),
      goBack: () => this.shell.showBoardOrHome(),
      changed: () => this._changed({ isLayout: true }),
    });
    this._effects = new Effects(this.state, this.view, (text, isUrgent) => this.say(text, isUrgent));
    this.parts = this._makeParts();
    this._listen();
  }

  /** Show what the address names, and do what was asked for on the start page. */
  start(first: ((app: App) => void) | null) {
    this._applied.start();
    this._themed();
    if (!first && placeOf(location.pathname).name !== "party") this.session.resume();
    this.session.connect();
    if (this._home) this.shell.adopt(this._home);
    if (first) first(this);
    else this.shell.goTo(location.pathname);
    if (isBoardLink()) this._openLink();
  }

  // -- Parts and what passes between them

  _makeChoices() {
    const { settings } = this;
    return new Choices({
      state: this.state,
      settings,
      session: this.session,
      rearm: () => this._applied.rearm(),
      showBriefly: (text) => this._news.showBriefly(text),
      confirm: (giveUp) =>
        this._notices().then(({ confirmLeave, confirmNew }) =>
          this.state.party
            ? confirmLeave(this._noticeParts, giveUp, { isLost: wouldLose(this.state), isForGame: true })
            : confirmNew(this._noticeParts, giveUp),
        ),
      changed: () => this._changed(),
    });
  }

  _makeCommands() {
    const { settings, themes } = this;
    return makeCommands({
      state: this.state,
      settings,
      themeNames: themes.names,
      session: this.session,
      choices: this.choices,
      open: (name, id) => this.shell.open(name, id),
      leave: () => (this.state.screen ? this.shell.showBoardOrHome() : this.session.togglePause()),
      assist: (topic) => this.assist(topic),
      swapButtons: () => this._swapButtons(),
      analyse: () => this._links().then(({ analyse }) => analyse(this._linkParts)),
      share: () =>
        this.state.party ? this.room?.share() : this._links().then(({ shareGame }) => shareGame(this._linkParts)),
      zoom: (factor) => this._zoom(factor),
      read: (what) => this._read(what),
      find: (step) => (step ? this._finder.repeat(step) : this._finder.begin()),
      people: () => this.room?.showPeople(),
      leaveRoom: () => this.room?.leave(),
    });
  }

  _makeBoard() {
    const { settings, themes } = this;
    return new PlayScreen({
      state: this.state,
      settings,
      themes,
      run: (name) => this.run(name),
      look: (view) => {
        this.session.look(view);
        this._following ||= setTimeout(() => this._follow(), FOLLOWS); // the map shows where the view is
      },
      unfold: () => this.settings.set("display", "panel", true),
      uncover: (kind) => this._uncover(kind),
      tick: () => this.shell.panel.tick(),
      setTouchMode: (mode) => this.input.setTouchMode(mode),
      openMenu: () => this.shell.open("places"),
      showResult: () => this._hideEnd(false),
    });
  }

  _makeShell() {
    return new Shell({
      state: this.state,
      parts: () => this.parts,
      board: this._board,
      usualPage: () => this._usualPage(),
      wantsPanel: () => this.settings.get("display", "panel"),
      dismiss: () => (this.state.game?.isOver ? this._hideEnd(true) : this._advice?.clear()),
      enter: (room) => this._enter(room),
      enterParty: (id) => this._enterParty((party) => party.join(id)),
      leaveBoard: () => {
        this._absence.leave();
        this._lastLook?.store();
      },
      returnToBoard: () => this._absence.return(),
      boardTitle: () => this._boardTitle(),
      changed: () => this._changed({ isLayout: true }),
    });
  }

  _makeInput() {
    return new BoardInput({
      state: this.state,
      view: this.view,
      area: this._board.element,
      play: (action, device, place) => this.session.play(action, device, place),
      run: (name) => this.run(name),
      menuKey: (typed) => this._menuKey(typed),
      focus: () => this.grid.hasFocus || this.grid.focus(),
      read: (what) => this.grid.hasFocus || this._read(what), // the cell with the focus is read anyway
      warn: ([row, col]) => this._sayBriefly(message("touch.warning", { square: cellName(row, col) })),
      changed: () => this._changed(),
    });
  }

  _makeApplied() {
    const { state, settings, themes, choices, view, grid, input, shell } = this;
    const keysChanged = () => {
      this._gamePage = null; // it shows keys
    };
    const changed = (change: { isLayout?: boolean } = {}) => this._changed(change);
    return new AppliedSettings({ state, settings, themes, choices, view, grid, input, shell, keysChanged, changed });
  }

  _makeParts(): Parts {
    const { settings, themes } = this;
    return {
      state: this.state,
      settings,
      themes,
      times: this._times,
      session: this.session,
      choices: this.choices,
      commands: this.commands,
      run: (name) => this.run(name),
      open: (name, id) => this.shell.open(name, id),
      close: () => this.shell.closePage(),
      goOn: (room) => this._goOn(room),
      focusBoard: () => this.shell.focusBoard(),
      rename: (name) => this._rename(name),
      prove: () => this._prove(),
      clearAdvice: () => this._advice?.clear(),
      begin: (start) => this._touchQuestion.begin(start),
      goBack: () => this._touchQuestion.answered(),
      enterParty: (enter) => this._enterParty(enter),
      room: () => this.room,
    };
  }

  _listen() {
    const { session } = this;
    session.on("change", () => {
      this._absence.check();
      this._changed();
    });
    session.on("board", (event) => this._boardCame(event));
    session.on("marked", (mark) => {
      this._effects.mark(mark);
      this._sound(() => "flag");
    });
    session.on("delta", (event) => this._deltaCame(event));
    session.on("chunk", (part) => this.view.invalidatePart(part));
    session.on("over", (event) => this._gameEnded(event));
    session.on("review", (review) => this._reviewed(review));
    session.on("answer", (message) => this._advice?.answered(message));
    session.on("refused", (event) => this._refused(event));
    session.on("named", () => this._named());
    session.on("gone", () => this._gameGone());
    session.on("back", () => this.shell.lineBack());
    session.on("version", (version) => this._upgrade.heard(version));
    this._upgrade.isPlaying = () => this._isPlaying();
    this._upgrade.isFree = () => this._isFree();
    this.themes.onChange = () => this._themed();
    new ResizeObserver(() => this._changed({ isLayout: true })).observe(this.shell.stage);
    this.grid.onFocus = (cell) => this.input.putCursor(cell);
    this.grid.onClick = (cell) => this._open(cell);
    addEventListener("hashchange", () => isBoardLink() && this._openLink());
  }

  // -- What happened

  _boardCame({ isSame, isAsked }: SessionEvents["board"]) {
    const { game, page } = this.state;
    if (!game) return;
    this._changed({ isLayout: true }); // first, so that the board is painted at its size
    if (!isSame) {
      this._endPage = null;
      this._askBestTime();
      this._oldEnd = game.isOver ? game.id : "";
      this._isEndHidden = false;
      this._namedCells = [];
      this.shell.closeQuestion();
      if (BEGINS_GAMES.has(page) || (page && this.shell.isPhone)) this.shell.closePage(); // a sheet covers the board
    }
    if (!this.state.over) this._endPage = null;
    this.view.show(game, { keepView: isSame });
    if (!isSame) this.input.place(game);
    this._applied.rearm();
    if (this._isEntering) this._entered(game);
    else if (!isSame && isAsked) this._showBoard();
    else this.shell.boardCame();
    this._advice?.clear();
    this.input.refresh();
    this._followGhost(game);
    this._loadAhead();
  }

  /** Load what the first hint and the end of a game need, while nothing else is to do. */
  _loadAhead() {
    if (this._isAhead) return;
    this._isAhead = true;
    whenIdle(async () => {
      const icons = loadIcons("icons-more.svg");
      await Promise.all([
        icons,
        import("../play/advice.ts"),
        import("../play/notices.ts"),
        import("../play/end-page.ts"),
      ]);
    });
  }

  /** A replay may run beside this game. */
  async _followGhost(game: Game) {
    if (this._ghost?.game.id === game.id) return this._ghost.follow(game);
    this._ghost?.left();
    this._ghost = null;
    if (!sessionStorage.getItem("sapper.ghost")) return;
    const { ghostOf } = await load(import("../together/ghost.ts"));
    if (this.state.game === game) this._ghost = ghostOf(game, this.themes, this.view);
    this._changed();
  }

  async _askBestTime() {
    const { game } = this.state;
    if (!game || this.state.party) return;
    const [best] = await this._times.own([game.rules]);
    if (best === null || this.state.game?.id !== game.id) return;
    this.state.bestTime = best;
    this._changed();
  }

  _deltaCame({ delta, changes }: SessionEvents["delta"]) {
    if (!this.state.over) this._endPage = null; // it was undone
    this._effects.show(delta, changes);
    if (delta.kind !== "hint") this._advice?.moved();
    if (delta.status === "lost" && typeof delta.cell === "number") this._reveal([delta.cell]);
    this.input.refresh();
    this._announce(delta);
    this._sound(({ soundOf }) => soundOf(delta, changes));
    this._look();
  }

  /** Play a sound, where the player wants sounds: what makes them is loaded with the first. */
  async _sound(choose: (module: typeof import("../play/sounds.ts")) => Sound | null) {
    if (!this.settings.get("sound", "on")) return;
    const sounds = await import("../play/sounds.ts");
    this._sounds ??= new sounds.Sounds(this.settings);
    this._sounds.play(choose(sounds));
  }

  /** Say what a mark or the end of a pause changed; other moves are announced with their effects. */
  _announce({ kind, cell }: SessionEvents["delta"]["delta"]) {
    const { game } = this.state;
    if (!game || game.isOver) return;
    if (kind === "resume") this.say(`${status("playing")}, ${minesLeftWords(game.minesLeft)}`);
    else if (kind.startsWith("completion-")) this._news.showBriefly(chosen("completion", game.choices.completion));
    else if (MARKS.has(kind)) this._read("mark", [Math.floor((cell ?? 0) / game.width), (cell ?? 0) % game.width]);
  }

  /** Note how the game looks, for the start page. */
  async _look() {
    this._lastLook ??= new (await import("../home/last-look.ts")).LastLook();
    if (this.state.game && !this.state.party) this._lastLook.note(this.state.game);
  }

  async _gameEnded({ message, isNews }: SessionEvents["over"]) {
    this._times.forget();
    this.view.invalidateAll(); // a win shows where the mines are
    if (isNews && this._oldEnd !== message.game) {
      if (this.state.page) this.shell.closePage();
      this._board.celebrate(message.status);
      const wish = this.settings.get("game", message.status === "won" ? "after-win" : "after-loss");
      if (wish === "new-game" && message.status !== "abandoned" && !this.state.party) this.choices.newGameSoon();
    }
    if (this.state.party) return; // a room shows its own end
    const make = await endOf(this.parts, message);
    if (this.state.over !== message) return;
    this._makeEndPage = make;
    this._endPage = this._makeEndPage();
    this._changed({ isLayout: true });
  }

  /** Show the solution of the finished board in place of the result: what shows it is loaded with the first. */
  async _prove() {
    const { over, game } = this.state;
    const end = this._endPage;
    if (!over?.finished_id || over.sealed || !game || !end) return;
    const { ProofPage, readProof } = await load(import("../play/proof-page.ts"));
    const proof = await readProof(over.finished_id).catch(({ message: why }) => this.say(why));
    if (!proof || this._endPage !== end) return;
    this._endPage = new ProofPage({
      game,
      proof,
      mark: (marks) => this._effects.markEnd(marks),
      reveal: (cells) => this._reveal(cells),
      close: () => this._endProof(end),
    });
    this._changed({ isLayout: true });
  }

  _endProof(end: Page) {
    this._endPage = end;
    this._effects.unmarkEnd();
    this._changed({ isLayout: true });
  }

  /** The squares that the review names are shown beside the one that was hit. */
  _reviewed({ cells }: SessionEvents["review"]) {
    this._effects.showReview();
    this._reveal([...this._namedCells.slice(0, 1), ...(cells.reason ?? []), ...(cells.safe ?? [])]);
  }

  _gameGone() {
    this._isEntering = false;
    this.view.show(null);
    this._endPage = null;
    this.shell.leaveRoom();
  }

  _refused({ message, isAsked, mark }: SessionEvents["refused"]) {
    this._effects.unmark(mark);
    this.input.refresh();
    const isForAdvice = this.choices.refused(message.n) || (this._advice?.refused(message) ?? false);
    this._isEntering = false;
    if (message.code === "no-board") this._notices().then(({ noBoard }) => noBoard(this._noticeParts, message.why));
    else if (!isForAdvice && isAsked && !UNSAID.has(message.code)) {
      this._notices().then(({ complain }) => complain(this._noticeParts, message.why));
    }
  }

  _named() {
    this._times.forget();
    this.shell.panel.named();
  }

  // -- What is done

  run(name: string) {
    const command = this.commands.get(name);
    if (!command || (this.state.party && this.room?.refuses(name))) return;
    command.run();
    this.shell.restoreFocus();
  }

  /** Ask for a hint, the odds or the best move: what they need is loaded with the first of them. */
  async assist(topic: "hint" | "certain" | "odds" | "move") {
    const { Advice } = await load(import("../play/advice.ts"));
    this._advice ??= new Advice({
      parts: this.parts,
      setMarks: (marks) => this._effects.setMarks(marks),
      reveal: (cells) => this._reveal(cells),
      putCursor: (cell) => this.input.putCursor(cell),
      say: (text) => this.say(text),
      confirm: (name, give) => this._notices().then(({ confirmHelp }) => confirmHelp(this._noticeParts, name, give)),
      changed: () => this._changed(),
    });
    this._advice.give(topic);
  }

  _enter(room: string) {
    this.session.enter(room);
    if (!this.state.game) this.view.show(null);
  }

  /** Do something with a room of several: what is needed there is loaded with the first. */
  async _enterParty(enter: (party: PartySession) => void) {
    const { PartyRoom } = await load(import("../together/room.ts"));
    this.room ??= new PartyRoom({
      parts: this.parts,
      board: this._board,
      shell: this.shell,
      input: this.input,
      say: (text) => this._sayBriefly(text),
      changed: (isLayout) => this._changed({ isLayout }),
      confirmLeave: (leave) =>
        this._notices().then(({ confirmLeave }) =>
          confirmLeave(this._noticeParts, leave, { isLost: true, isForGame: false }),
        ),
    });
    enter(this.room.party);
  }

  /** Play on in a room, from where the game was left. */
  _goOn(room: string) {
    this._isEntering = true;
    this._enter(room);
    if (this.state.game) this._entered(this.state.game);
  }

  _entered(game: Game) {
    this._isEntering = false;
    this._showBoard();
    if (game.isPaused && this.state.game === game) this._absence.resume();
  }

  /**
   * Say that the server is gone: in place of a board that has not come or is paused, else over whatever is in view.
   * @param cover of the board
   */
  _sayOffline(cover: Cover | null) {
    const { isOffline, screen, game } = this.state;
    const isCovered = cover?.kind === "offline" && !screen;
    this._offlineCard.show(this.shell.stage, isCovered && !game ? cover : null);
    if (!isOffline || isCovered) return this._news.set("");
    this._tryNow ??= tryNow(message("page.try-now"), () => this.session.connect());
    const aside = retryText(this.state, Date.now());
    this._news.set(offlineText(this.state), { aside, button: this._tryNow });
  }

  _uncover(kind: Cover["kind"]) {
    if (kind === "offline") this.session.connect();
    else if (kind === "generating") this.choices.playRandom();
    else this.session.togglePause();
  }

  _rename(name: string) {
    this.settings.set("game", "name", name || null);
    this.session.rename(name);
  }

  _swapButtons() {
    this.input.swapButtons();
    this.say(this.state.isSwapped ? message("game.swapped") : message("game.not-swapped"));
  }

  _zoom(factor: number | null) {
    if (!this.state.game || this.state.screen) return;
    if (factor) this.view.zoomBy(factor);
    else this.view.zoomReset();
  }

  /** A screen reader clicked a cell: it does what the key that opens does. */
  _open(cell: Cell) {
    this.input.putCursor(cell);
    this.input.act("open");
  }

  /** Bring the cursor to a cell that was looked for, and read it. */
  _goTo(cell: Cell) {
    this.input.putCursor(cell);
    if (!this.grid.hasFocus) this._read("square");
  }

  /**
   * Bring squares into view that the panel names, and again when its height leaves another part of the board in view.
   */
  _reveal(cells: readonly number[]) {
    if (!cells.length && !this._namedCells.length) return;
    this._namedCells = [...cells];
    this._changed({ isLayout: true });
  }

  /** A phone shows the whole height of a board that is won, once. */
  _zoomOut() {
    const { game } = this.state;
    if (!this.shell.isPhone || game?.status !== "won" || this._zoomed === game.id || !this._endPage) return;
    this._zoomed = game.id;
    this.view.fitHeight();
  }

  _hideEnd(isHidden: boolean) {
    this._isEndHidden = isHidden;
    this._changed({ isLayout: true });
  }

  _showBoard() {
    this.shell.showBoard();
    if (this._touchQuestion.isOpen && !this.state.party) this.shell.open("touch");
  }

  /** Keys of what is open beside the board come first. */
  _menuKey(typed: string) {
    const { state } = this;
    if (this._finder.takes(typed)) return true;
    if (typed === "escape" && state.page) {
      this.shell.closePage();
      return true;
    }
    if (typed === "escape" && !state.screen && (state.hint || state.bestMove || state.isShowingOdds)) {
      this._advice?.clear();
      return true;
    }
    return this.shell.key(typed) || Boolean(this.state.party && !state.screen && this.room?.key(typed));
  }

  /** Have something read out by screen readers. */
  say(text: string, isUrgent = false) {
    announce(text, isUrgent);
  }

  /** Say something for a moment, to those who look and to those who listen. */
  _sayBriefly(text: string) {
    this._news.showBriefly(text);
    this.say(text);
  }

  /** Read something aloud. */
  _read(what: string, cell: Cell = this.input.cursor) {
    if (this.state.game) this.say(words(what, this.state.game, cell));
  }

  _links() {
    return load(import("./game-links.ts"));
  }

  /** Play the board that the address names. */
  async _openLink() {
    const { openBoard } = await this._links();
    openBoard(this._linkParts);
  }

  get _linkParts() {
    return { ...this._noticeParts, goTo: (path: string) => this.shell.goTo(path) };
  }

  _notices() {
    return load(import("../play/notices.ts"));
  }

  get _noticeParts() {
    return {
      ...this.parts,
      open: (page: Page) => this.shell.ask(page),
      close: () => this.shell.closeQuestion(),
      say: (text: string) => this.say(text),
      showBriefly: (text: string) => this._news.showBriefly(text),
    };
  }

  /** Whether a game is in play: one that is paused behind a screen waits at the server. */
  _isPlaying() {
    const { state } = this;
    return Boolean(state.party) || (isBegun(state) && !(state.screen && state.game?.isPaused));
  }

  /** Whether nothing is lost by loading the page: no screen is in view in which something may be half done. */
  _isFree() {
    const { state, session, shell } = this;
    if (this._isPlaying() || state.page || shell.isAsking || session.connection.pending.size) return false;
    if (document.activeElement?.matches("input, select, textarea")) return false;
    return !state.screen || Boolean(SCREENS[state.screen].isLive);
  }

  /** Other colours: what has pictures is painted or made again. */
  _themed() {
    this.view.setTheme(this.themes.current);
    this.shell.repaint();
    this._gamePage = null;
    this._advice?.repaint();
    this._endPage &&= this._makeEndPage?.() ?? null;
    this._changed({ isLayout: true });
  }

  // -- One redraw

  /** Something changed: draw in the next frame. */
  _changed({ isLayout = false } = {}) {
    this._needsLayout ||= isLayout;
    this._frame ||= requestAnimationFrame(() => this._render());
  }

  _follow() {
    this._following = 0;
    this._changed();
  }

  /** Bring everything beside the cells up to date with the state. */
  _render() {
    this._frame = 0;
    const hasRulers = wantsRulers(this.state);
    this._needsLayout ||= this.shell.isPhone && hasRulers !== this._hasRulers; // there they take room
    this._hasRulers = hasRulers;
    if (this._needsLayout) this.shell.measure();
    this.shell.update();
    const cover = coverOf(this.state, Date.now());
    const isBoardShown = Boolean(this.state.game) && !this.state.screen;
    const wasHidden = this._board.element.hidden;
    this._board.element.hidden = !this.state.game;
    this._board.setCover(cover);
    this.room?.update();
    this._sayOffline(cover);
    if (this._needsLayout) this._layout();
    this._needsLayout = false;
    this._upgrade.check();
    if (wasHidden && isBoardShown) this.shell.keepFocus();
    this.grid.show(this.state.game, this.input.cursor, this.state.isCursorShown);
    if (!this.state.game) return;
    this.view.setRulers(hasRulers);
    this._board.update();
  }

  _layout() {
    this._board.dock.update(); // it takes some of the room
    this._board.layout(this.shell.stage);
    this._zoomOut();
    this._board.reveal(this._namedCells);
  }

  /** The page of the panel that fits: the end, help, or this game. */
  _usualPage(): Page | null {
    const { game } = this.state;
    if (this.state.party && this.room) return this.room.page;
    if (!game) return null;
    const isEndShown = !(this._isEndHidden && this.shell?.isPhone);
    if (game.isOver && this._endPage && isEndShown) return this._endPage;
    if (this._advice?.page) return this._advice.page;
    if (this._gamePage?.game !== game.id) {
      const page = new GamePage({
        ...this.parts,
        view: this.view,
        fold: () => this.settings.set("display", "panel", false),
      });
      this._gamePage = { game: game.id, page };
    }
    const page = this._gamePage?.page ?? null;
    if (page && this._ghost?.game.id === game.id) this._ghost.attach(page.element);
    return page;
  }

  _boardTitle() {
    const { game, party } = this.state;
    if (party && this.room) return this.room.title;
    if (!game) return "";
    return `${this.settings.levelName(game, String(game.choices.ruleset))} ${size(game)}`;
  }
}

/** Load what shows the end of a game, and return what makes its page. */
async function endOf(parts: Parts, over: SessionEvents["over"]["message"]): Promise<() => Page> {
  if (over.daily) return (await load(import("../daily/end.ts"))).dailyEnd(parts, over);
  const { EndPage } = await load(import("../play/end-page.ts"));
  return () => new EndPage(parts, over);
}
