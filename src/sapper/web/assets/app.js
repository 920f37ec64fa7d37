// The page as a whole: what the server tells, what is on the screen, and what every command does.

import { makeCommands } from "./commands.js";
import { Connection } from "./connection.js";
import { fill, load, seconds } from "./dom.js";
import { Game } from "./game.js";
import { BoardInput } from "./input.js";
import { Panel } from "./panel.js";
import { PlayScreen } from "./play.js";
import { buildRail } from "./rail.js";
import { EXPLODED, FLAG, HIDDEN, MINE, QUESTION } from "./seen.js";

const ROOM = "sapper.room";
const LOST_AFTER = 1000; // ms without a line before the board is covered
const NEXT_GAME = 900; // ms before a new game begins by itself, if the player wants that
const PAGES = {
  menu: ["menus", "GameMenu"],
  custom: ["menus", "CustomPage"],
  seal: ["menus", "SealPage"],
  "pick-level": ["menus", "LevelPicker"],
  "pick-layout": ["menus", "LayoutPicker"],
  "pick-rules": ["menus", "RulesPicker"],
  times: ["records", "TimesPage"],
  commands: ["palette", "Palette"],
  help: ["help", "HelpPage"],
  about: ["help", "AboutPage"],
};
// Until help is asked for: no hint, no odds.
const NO_ADVICE = {
  hint: null,
  page: null,
  trouble: "",
  isShowingOdds: false,
  moved() {},
  clear() {},
  refused: () => false,
};

export class App {
  /** Takes over what the start page has: settings, themes and times. */
  constructor({ settings, themes, times }) {
    const find = (id) => document.getElementById(id);
    this.root = find("app");
    this.stage = find("stage");
    this._polite = find("polite");
    this._urgent = find("urgent");
    this.game = null;
    this.over = null;
    this.review = null;
    this.reviewed = null;
    this.name = "";
    this.program = "";
    this.mostCells = 0;
    this.bestTime = null;
    this.screen = null; // the page that takes the place of the board, if one does
    this.isLost = false; // the line to the server
    this._laying = null;
    this._isRulesChosen = false;
    this._rulersAsked = false;
    Object.assign(this, { settings, themes, times });
    settings.onChange = (section, name) => this._changed(section, name);
    themes.onChange = () => this._themed();
    this.commands = makeCommands(this);
    this.advice = NO_ADVICE;
    this.endPage = null;
    this.panel = new Panel(this, find("panel"));
    this.board = new PlayScreen(this);
    this.view = this.board.view;
    this.input = new BoardInput(this, this.board.element);
    this.connection = new Connection({
      place: () => ({
        room: this._room,
        game: this.game?.id,
        seq: this.game?.seq,
        name: this.settings.get("game", "name") || null,
      }),
      onMessage: (message) => this._receive(message),
      onState: (state) => this._lineChanged(state),
    });
    this._markRailAt = buildRail(find("rail"), (name) => this._rail(name));
    new ResizeObserver(() => this.board.layout()).observe(this.stage);
    this._watchPixelRatio();
  }

  /** Go to the room of this tab if there is one, and do what was asked for on the start page. */
  start(first) {
    this._changed("keys", "profile");
    this._room = sessionStorage.getItem(ROOM);
    this._setMotion();
    this._themed();
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this._setMotion());
    this._showBoard();
    this.connection.open();
    first?.(this);
  }

  // -- What the server tells

  _receive(message) {
    const handlers = {
      welcome: this._welcome,
      board: this._takeBoard,
      delta: this._takeDelta,
      chunk: this._takeChunk,
      refused: this._refused,
      laying: this._takeLaying,
      over: this._takeOver,
      named: this._takeName,
      hint: (told) => this._answered(told.n) && this.advice.tellHint(told),
      odds: (told) => this._answered(told.n) && this.advice.tellOdds(told),
    };
    handlers[message.t]?.call(this, message);
  }

  _answered(n) {
    this.connection.settle(n);
    return true;
  }

  _welcome(message) {
    this.name = message.name ?? "";
    this.program = message.program ?? "";
    this.mostCells = message.most_cells ?? 0;
    if (this._room && !message.room) this._leaveRoom(); // it is gone
  }

  _leaveRoom() {
    this._room = null;
    sessionStorage.removeItem(ROOM);
    this.game = null;
    this.showScreen("home");
  }

  _takeBoard(message) {
    const isSame = this.game?.id === message.game;
    if (message.n) this.connection.settle(message.n);
    this._room = message.room;
    sessionStorage.setItem(ROOM, message.room);
    const wasOver = this.over?.game === message.game ? this.over : null;
    this.game = new Game(message);
    this.game.keepGuesses(this.connection.pending);
    this._endLaying();
    if (!isSame) this._beginGame();
    else if (!wasOver) this._forgetEnd();
    this.view.show(this.game, { keepView: isSame });
    if (!isSame) this.input.place(this.game);
    this.input.rearm(this.settings.controls(this.game.choices.ruleset), this.game.choices);
    if (!isSame) this._showBoard();
    this.advice.clear();
    this._cover();
    this.board.layout();
    this.input.refresh();
    this.update();
  }

  /** Another game: nothing of the last one stays. */
  _beginGame() {
    this._forgetEnd();
    this._isRulesChosen = false;
    this._rulersAsked = false;
    this.bestTime = null;
    clearTimeout(this._nextGame);
    const { id, rules } = this.game;
    this.times.of(rules).then((list) => {
      if (this.game?.id !== id || !list?.entries.length) return;
      this.bestTime = list.entries[0].time;
      this.update();
    });
    if (["notice", "custom", "pick-level"].includes(this.panel.name)) this.panel.close();
  }

  _forgetEnd() {
    this.over = this.endPage = this.review = this.reviewed = null;
  }

  _takeDelta(delta) {
    const { game } = this;
    if (!game || delta.game !== game.id) return;
    const isOurs = delta.tab === this.connection.tab;
    if (isOurs && delta.n) this.connection.settle(delta.n);
    const before = delta.status === "lost" && !game.isChunked && game.isVisible ? game.diagram() : null;
    const wasOver = game.isOver;
    const changes = game.apply(delta, isOurs);
    if (changes === null) {
      this.connection.catchUp();
      return;
    }
    this._endLaying();
    if (game.isPaused) this.view.blank();
    if (before) this._review(before, delta);
    if (wasOver && !game.isOver) this._forgetEnd(); // it was undone
    this._show(delta, changes);
    if (delta.kind !== "hint") this.advice.moved();
    this._cover();
    this.input.refresh();
    this.update();
  }

  /** Paint what changed, and let it move as it should. */
  _show(delta, changes) {
    const { view, game } = this;
    for (const { index } of changes) view.invalidate(index);
    if (delta.chunks) view.invalidateAll();
    const opened = changes.filter(({ to }) => to <= 8);
    const origin = delta.cell ?? changes[0]?.index;
    if (opened.length > 1) view.ripple(opened, origin);
    for (const { index, from, to } of changes) {
      if (to === FLAG && from !== FLAG) view.animate(index, "flag");
      else if (to > 8 && to <= QUESTION && from !== to) view.animate(index, "clear", { from });
      else if (to === EXPLODED) view.animate(index, "pop");
    }
    const mines = changes.filter(({ to }) => to === MINE);
    if (mines.length && delta.status === "lost") view.ripple(mines, origin);
    if (delta.cell !== undefined && delta.cell !== null) view.setLast(delta.cell);
    if (delta.kind === "chord" && !changes.length) this._shiver(delta.cell);
    if (game.isOver) this._rulersAsked = true;
    this._tell(delta, opened.length);
  }

  /** A chord that the flags do not allow: its closed neighbours shiver once. */
  _shiver(cell) {
    const { game } = this;
    const number = game.seen(cell);
    if (number > 8 || number === 0) return;
    for (const near of game.around(cell)) if (game.seen(near) === HIDDEN) this.view.animate(near, "shiver");
    const missing = number - game.flagsAround(cell);
    if (missing)
      this.say(
        `${number} ${missing > 0 ? `needs ${missing} more flag${missing > 1 ? "s" : ""}` : "has too many flags"}`,
      );
  }

  _tell(delta, opened) {
    const { game } = this;
    if (game.status === "won") this.say(`Won in ${seconds(game.elapsed)} seconds`, true);
    else if (game.status === "lost") this.say(`Lost at ${seconds(game.elapsed)} seconds`, true);
    else if (delta.kind === "pause") this.say("Paused");
    else if (opened) {
      const left = game.isChunked ? "" : `, ${game.width * game.height - game.mines - game.opened} left`;
      this.say(`opened ${opened} square${opened > 1 ? "s" : ""}${left}, ${game.minesLeft} mines left`);
    }
  }

  _takeChunk(message) {
    if (message.game !== this.game?.id) return;
    this.game.putChunk(message);
    this.view.invalidateAll();
    this.panel.update();
  }

  _refused(message) {
    const isAsked = this.connection.settle(message.n);
    const index = this.game?.settle(message.n) ?? -1;
    if (index >= 0) {
      this.view.invalidate(index); // the flag that was shown too early
      this.view.setLast(-1);
    }
    if (this._laying?.n === message.n) this._endLaying();
    if (message.code === "room") {
      this._leaveRoom();
    } else if (message.code === "no-board") {
      const again = this._lastPlay;
      load("./notices.js").then(({ noBoard }) =>
        noBoard(this, message.why, () => again && this.play(again.action, again.via)),
      );
    } else if (["game", "stale"].includes(message.code)) {
      this.connection.catchUp();
    } else if (
      !this.advice.refused(message) &&
      isAsked &&
      !["over", "paused", "cancelled", "busy"].includes(message.code)
    ) {
      load("./notices.js").then(({ complain }) => complain(this, message.why));
    }
    this.input.refresh();
    this.update();
  }

  async _takeOver(message) {
    if (message.game !== this.game?.id) return;
    const isNews = this.over?.seq !== message.seq;
    this.over = message;
    this.times.forget();
    if (isNews) {
      this.panel.close();
      this.board.celebrate(message.status);
      const wish = this.settings.get("game", message.status === "won" ? "after-win" : "after-loss");
      if (wish === "new-game" && message.status !== "abandoned")
        this._nextGame = setTimeout(() => this.newGame(), NEXT_GAME);
    }
    const { EndPage } = await load("./end.js");
    if (this.over !== message) return;
    this._makeEnd = () => (this.endPage = new EndPage(this, message));
    this._makeEnd();
    this.update();
  }

  /** Work out whether the loss was avoidable, and dot what was safe. */
  _review(diagram, delta) {
    const { id, width } = this.game;
    const worked = load("./review.js").then(({ review }) =>
      review(diagram, width, delta.kind === "open" ? delta.cell : null),
    );
    this.reviewed = worked.then((found) => {
      if (!found || this.game?.id !== id || this.game.status !== "lost") return null;
      this.review = found;
      const marks = new Map(found.safe.map((index) => [index, { dot: true }]));
      for (const index of found.cells.reason ?? []) marks.set(index, { reason: true });
      this.setMarks(marks);
      return found;
    });
  }

  _takeName({ name }) {
    this.name = name;
    this.times.forget();
    this.panel.named();
  }

  // -- Boards that take a while

  _takeLaying(message) {
    if (message.game !== this.game?.id) return;
    const isFirst = !this._laying;
    this._laying = message;
    const text = `${seconds(message.elapsed, 1)} s, ${Math.round(message.share * 100)}\u2009% of the time for it`;
    if (isFirst) this._cover();
    this.board.coverText(text);
  }

  _endLaying() {
    this._laying = null;
  }

  _playRandom() {
    if (this._laying) this.connection.tell({ t: "cancel", n: this._laying.n });
    this._endLaying();
    this.newGame(this.game.rules.replace(/\s?layout=\S+/, ""));
  }

  // -- The line

  _lineChanged(state) {
    clearInterval(this._retryTick);
    if (state === "open") {
      clearTimeout(this._lostTimer);
      this._lostTimer = null;
      this.isLost = false;
      if (this.game?.isChunked) this.look(this.view.view); // a new line knows nothing of what is in sight
      this._cover();
      this.update();
      return;
    }
    if (this.isLost) this._cover();
    else this._lostTimer ??= setTimeout(() => this._lose(), LOST_AFTER);
    if (state === "waiting")
      this._retryTick = setInterval(() => this.isLost && this.board.coverText(this._lostText()), 500);
  }

  _lose() {
    this.isLost = true;
    this._cover();
    this.board.updateFace();
  }

  _lostText() {
    if (this.connection.state === "closed") return `Your moves are kept. ${this.connection.farewell}`;
    const wait = Math.max(0, Math.ceil((this.connection.retryAt - Date.now()) / 1000));
    return `Your moves are kept. Trying again ${wait ? `in ${wait} s` : "now"}.`;
  }

  // -- What may be done

  get isVisible() {
    return Boolean(this.game?.isVisible);
  }

  get isPlayable() {
    return this.isVisible && !this.game.isOver && !this._laying && !this.isLost && !this.screen;
  }

  get canAsk() {
    return this.isVisible && !this.game.isOver && !this.screen;
  }

  get keyMap() {
    return this._keyMap;
  }

  // -- What is done

  /** Send an action; a mark is shown at once. */
  play(action, via = "", place = null) {
    const { game } = this;
    if (!this.isPlayable) return;
    const cell = action.row * game.width + action.col;
    const point = place ? { y: Math.round(place[0] * 100) / 100, x: Math.round(place[1] * 100) / 100 } : {};
    this._lastPlay = { action, via };
    const n = this.connection.ask({ t: "play", game: game.id, kind: action.kind, cell, via, ...point });
    const from = game.seen(cell);
    game.guess(n, action.kind, cell);
    if (game.seen(cell) !== from) {
      this.view.invalidate(cell);
      this.view.animate(cell, game.seen(cell) === FLAG ? "flag" : "clear", { from });
      this.view.setLast(cell);
      this.board.update();
    }
    if (action.kind === "open" && game.status === "ready" && game.choices.layout !== "random") this._expectLaying(n);
  }

  /** The first opening of a no-guess board may take a while; say so if it does. */
  _expectLaying(n) {
    const { id } = this.game;
    setTimeout(() => {
      const isWaiting = this.game?.id === id && this.game.status === "ready" && this.connection.pending.has(n);
      if (isWaiting && !this._laying) this._takeLaying({ game: id, n, elapsed: 300, share: 0 });
    }, 300);
  }

  control(kind, more = {}) {
    this.connection.ask({ t: "play", game: this.game.id, kind, ...more });
  }

  togglePause() {
    if (this.game?.isPaused) this.control("resume");
    else if (this.game?.status === "playing") this.control("pause");
  }

  /** Escape and P: back to the board if it is not there, else pause or go on. */
  escape() {
    if (this.screen) this._showBoardOrHome();
    else this.togglePause();
  }

  /** Ask for a hint or the odds: what they need is loaded with the first of them. */
  async help(topic) {
    const { Advice } = await load("./advice.js");
    if (this.advice === NO_ADVICE) this.advice = new Advice(this);
    if (topic === "hint") this.advice.nextHint();
    else this.advice.toggleOdds();
  }

  takeBack(kind) {
    const { game } = this;
    const isPossible = game && (kind === "undo" ? game.undos : game.redos) && !game.isPaused;
    if (isPossible) this.control(kind, { seq: game.seq });
  }

  newGame(rules = null, isSure = false) {
    const { game } = this;
    if (!isSure && this._isAsked(() => this.newGame(rules, true))) return;
    const text = rules ?? (game && !this._isRulesChosen ? game.rules : this.settings.rules);
    this._ask({ t: "new", rules: text });
  }

  retry(isSure = false) {
    if (!this.game || (!isSure && this._isAsked(() => this.retry(true)))) return;
    this._ask({ t: "retry" });
  }

  /** Ask before a long game is given up, if the player wants that; tells whether it did. */
  _isAsked(giveUp) {
    const { game } = this;
    const limit = this.settings.get("game", "confirm-new-after") * 1000;
    const isLong = limit && game && !game.isOver && game.status !== "ready" && game.elapsed >= limit;
    if (isLong) load("./notices.js").then(({ confirmNew }) => confirmNew(this, giveUp));
    return Boolean(isLong);
  }

  _ask(message) {
    clearTimeout(this._nextGame);
    if (this._laying) this.connection.tell({ t: "cancel", n: this._laying.n });
    this.connection.forget();
    this.connection.ask(message);
  }

  goOn(room) {
    this._room = room;
    this.game = null;
    this.connection.forget();
    this._showBoard();
    this.connection.catchUp();
  }

  rename(name) {
    this.settings.set("game", "name", name || null);
    this.connection.tell({ t: "rename", name });
  }

  // -- Choices for the next game

  chooseLevel(level) {
    this.settings.set("game", "level", level);
    this.newGame(this.settings.rules);
  }

  chooseLayout(grade) {
    this.settings.set("game", "no-guess", grade);
    this._restartIfReady();
  }

  chooseRuleset(name) {
    this.settings.setRuleset(name);
    this._restartIfReady();
  }

  chooseRule(name, value) {
    this.settings.setRule(name, value);
    this._restartIfReady();
  }

  /** Before the first move a choice applies at once, later to the next game. */
  _restartIfReady() {
    this.panel.update();
    if (this.game?.status === "ready" || this.game?.isOver) this.newGame(this.settings.rules);
  }

  _changed(section, name) {
    if (section === "display" || section === "storage") {
      this.themes.choose(this.settings.get("display", "theme"));
      this._setMotion();
    }
    if (section === "keys" || section === "storage") this._keyMap = this.input.reader.map = this.settings.keyMap;
    if (section === "controls" && this.game)
      this.input.rearm(this.settings.controls(this.game.choices.ruleset), this.game.choices);
    if (section === "game" && ["level", "ruleset", "rules", "no-guess"].includes(name)) this._isRulesChosen = true;
  }

  _setMotion() {
    const wish = this.settings.get("display", "reduced-motion");
    const isReduced = wish === "on" || (wish === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.view.motion = this.settings.get("display", "animation") && !isReduced;
    this.root.classList.toggle("still", !this.view.motion);
  }

  _themed() {
    if (!this.board) return;
    this.view.setTheme(this.themes.current);
    this.screen?.paint?.();
    this.board.layout();
    this.panel.repaint();
    this.advice.repaint?.();
    if (this.endPage) this._makeEnd();
    this.update();
  }

  _watchPixelRatio() {
    const query = matchMedia(`(resolution: ${globalThis.devicePixelRatio}dppx)`);
    query.addEventListener(
      "change",
      () => {
        this.board.layout();
        this._watchPixelRatio();
      },
      { once: true },
    );
  }

  // -- What is on the screen

  _rail(name) {
    if (name === "play") {
      if (this.screen && this.screen.name !== "home" && this.game) this._showBoard();
      else this.showScreen("home");
    } else if (name === "settings") this.showScreen("settings");
    else {
      if (this.screen) this._showBoardOrHome();
      this.openPage(name === this.panel.name ? null : name);
    }
  }

  /** Open a page of the panel by its name; null closes what is open. */
  async openPage(name) {
    if (!name) {
      this.closePanel();
      return;
    }
    const [file, kind] = PAGES[name];
    const pages = await load(`./${file}.js`);
    if (this.screen) {
      this._showScreen(null);
      this.root.classList.remove("wide");
    }
    this.panel.open(new pages[kind](this));
    this._markRail();
  }

  closePanel() {
    this.panel.close();
    if (!this.game) this.showScreen("home");
    this._markRail();
    this.focusBoard();
  }

  async showScreen(name) {
    if (this.game?.status === "playing") this.togglePause(); // nobody sees the board
    const isSettings = name === "settings";
    const pages = await load(isSettings ? "./options.js" : "./home.js");
    if (isSettings) await this.themes.loadAll();
    const page = isSettings ? new pages.OptionsPage(this) : new pages.HomePage(this);
    this.panel.close();
    this._showScreen(page);
    this.root.classList.add("wide");
    this._markRail();
  }

  _showScreen(page) {
    this.screen = page;
    this.stage.classList.toggle("full", Boolean(page));
    fill(this.stage, page ? page.element : this.board.parts);
  }

  _showBoard() {
    this._showScreen(null);
    this.root.classList.remove("wide");
    this.board.layout();
    this.update();
    this._markRail();
    this.focusBoard();
  }

  _showBoardOrHome() {
    if (this.game) this._showBoard();
    else this.showScreen("home");
  }

  _markRail() {
    this._markRailAt(this.screen?.name === "settings" ? "settings" : this.panel.name);
  }

  fold(isFolded) {
    this.root.classList.toggle("folded", isFolded);
    this.board.parts[1].hidden = !isFolded;
    this.board.layout();
  }

  focusBoard() {
    if (!this.screen) this.view.canvas.focus({ preventScroll: true });
  }

  /** Cover the board in a pause, while it is laid, and when the line is lost. */
  _cover() {
    const { board, game } = this;
    if (this.isLost) {
      board.cover({
        icon: "people",
        title: "Connection lost",
        text: this._lostText(),
        button: "Try now",
        run: () => this.connection.open(),
      });
    } else if (this._laying) {
      board.cover({
        icon: "shield",
        title: "Proving a no-guess board",
        text: "",
        button: "Play a random one",
        run: () => this._playRandom(),
      });
    } else if (game?.isPaused) {
      board.cover({
        icon: "face-paused",
        title: "Paused",
        text: "The field is covered and the clock stands still.",
        button: "Go on",
        primary: true,
        key: this.keyMap.label("pause"),
        run: () => this.togglePause(),
      });
    } else if (board.isCovered) {
      board.cover(null);
    }
  }

  /** Bring everything beside the cells up to date. */
  update() {
    if (!this.game) return;
    const { advice } = this;
    this.view.setRulers(this._rulersAsked || Boolean(advice.hint) || advice.isShowingOdds || this.input.isCursorShown);
    this.board.update();
    this.panel.update();
    this.view.canvas.setAttribute(
      "aria-label",
      `Board, ${this.game.width} by ${this.game.height}, ${this.game.minesLeft} mines left`,
    );
  }

  /** Point cells out on the board; what draws the marks comes with them. */
  async setMarks(marks) {
    if (!marks.size && !this.view.marks.size) return;
    const { game } = this;
    const { drawMarks } = await load("./marks.js");
    if (this.game === game && this.isVisible) this.view.setMarks(marks, drawMarks);
  }

  setFacePressed(isPressed) {
    this.board.setPressed(isPressed);
  }

  rulersWanted() {
    this.view.setRulers(true);
  }

  revealCell(index) {
    const { width } = this.game;
    if (!this.view.fits) this.view.reveal(Math.floor(index / width), index % width, 2);
  }

  /** Tell the server what is in sight of a board that comes in parts, once a moment while it moves. */
  look(view) {
    const { game } = this;
    if (!game?.isChunked || !game.isVisible) return;
    this._looked = view;
    if (this._lookTimer) return;
    const tell = () => {
      this._lookTimer = 0;
      const { top, left, height, width } = this._looked;
      if (this.game?.isChunked) this.connection.tell({ t: "view", game: this.game.id, top, left, height, width });
      this.panel.update();
    };
    this._lookTimer = setTimeout(tell, 60);
  }

  zoom(factor) {
    if (!this.game || this.screen) return;
    if (factor) this.view.zoomBy(factor);
    else this.view.zoomReset();
  }

  // -- Keys and words

  /** Keys of what is open beside the board come first. */
  menuKey(typed) {
    if (typed === "escape" && this.panel.name) {
      this.closePanel();
      return true;
    }
    if (typed === "escape" && !this.screen && (this.advice.hint || this.advice.isShowingOdds)) {
      this.advice.clear();
      return true;
    }
    return this.panel.key(typed) || Boolean(this.screen?.key?.(typed));
  }

  run(name) {
    const command = this.commands.get(name);
    if (!command) return;
    command.run();
    if (!this.screen && (!this.panel.name || document.activeElement === document.body)) this.focusBoard();
  }

  say(text, isUrgent = false) {
    (isUrgent ? this._urgent : this._polite).textContent = text;
  }

  /** Read something aloud: what it takes is loaded with the first time. */
  async read(what) {
    const speech = await load("./speech.js");
    if (this.game) this.say(speech.words(what, this.game, this.input.cursor));
  }
}
