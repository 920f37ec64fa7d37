// @ts-check
// A sitting at the server: the connection, the game as far as it is visible, and how it ended.
//
// It writes its part of the state and emits what happened; it knows nothing of the screen.

/** @import { Board, Delta, Generating, Moment, Outbound, Over, Refused, Review, Welcome } from "./protocol.js" */
/** @import { PartySession } from "./party-session.js" */
/** @import { Action, CellsInView, ControlKind, Device, Cell, SessionEvents, State } from "./types.js" */

import { Connection } from "./connection.js";
import { Game } from "./game.js";
import { placeOf } from "./screens.js";
import { isPlayable } from "./state.js";

const ROOM = "sapper.room";
const OFFLINE_AFTER = 1000; // ms without a line before the board is covered
const GENERATING_AFTER = 300; // ms without an answer before a first opening is said to take a while
const VIEW_EVERY = 60; // ms between messages about what is in view
const WAITING_AFTER = 1000; // ms without a word from the server before the page says that it waits for it
/** @type {Set<string>} messages about the people of a room */
const OF_PARTIES = new Set([
  "entered",
  "knocking",
  "party",
  "shares",
  "progress",
  "ghost",
  "turn",
  "said",
  "aimed",
  "done",
  "parted",
]);
const COUNTDOWN = 500; // ms between looks at the time until the next try

export class RemoteSession {
  /**
   * @param {State} state
   * @param {{ name: () => string | null, view: () => CellsInView }} ask the name the player wants, what is in view
   */
  constructor(state, ask) {
    this.state = state;
    this._ask = ask;
    /** @type {{ [name: string]: ((event: any) => void)[] }} */
    this._listeners = {};
    /** @type {{ action: Action, device: Device } | null} */
    this._lastPlay = null;
    /** @type {CellsInView | null} */
    this._view = null;
    this._viewTimer = this._offlineTimer = this._countdown = this._waitTimer = 0;
    this._isLooking = false; // for a no-guess board, with one seed after another
    this.requests = 0; // made so far
    /** @type {PartySession | null} loaded with the first room of several */
    this.party = null;
    this.connection = new Connection({
      room: () => this.state.party?.id || this.state.room || placeOf(location.pathname).id || null,
      place: () => this._place(),
      greeting: () => this.party?.greeting() ?? null,
      onMessage: (message) => this.receive(message),
      onState: (line) => this._lineChanged(line),
    });
  }

  /**
   * Call a listener from now on; return what ends that.
   * @template {keyof SessionEvents} K
   * @param {K} name
   * @param {(event: SessionEvents[K]) => void} listener
   */
  on(name, listener) {
    (this._listeners[name] ??= []).push(listener);
    return () => {
      this._listeners[name] = this._listeners[name].filter((one) => one !== listener);
    };
  }

  /**
   * @template {keyof SessionEvents} K
   * @param {K} name
   * @param {SessionEvents[K]} event
   */
  _emit(name, event) {
    for (const listener of this._listeners[name] ?? []) listener(event);
  }

  /** Whether everything asked for is answered. */
  get isSettled() {
    return this.connection.state === "open" && this.connection.pending.size === 0;
  }

  // -- What can be done

  /** Go on in the room that this tab was in before a reload. */
  resume() {
    this.state.room = sessionStorage.getItem(ROOM);
  }

  connect() {
    this.connection.open();
  }

  /** What a hello says: a game of several is joined after it. */
  _place() {
    const { room, game, party } = this.state;
    const name = this._ask.name();
    return party ? { name } : { room, game: game?.id, seq: game?.seq, name };
  }

  /** Leave the room and its game for something else; people who played together go on without this player. */
  leaveGame({ isQuitting = true } = {}) {
    if (this.state.party && isQuitting) this.connection.send({ t: "quit", n: 0 });
    this.state.party = null;
    this._setRoom(null);
    this.state.game = null;
    this._forgetEnd();
    this.connection.forget();
  }

  /**
   * Go to a room of this player: its game follows.
   * @param {string} room
   */
  enter(room) {
    if (room === this.state.room && this.state.game) return;
    this.leaveGame();
    this._setRoom(room);
    this._emit("change", null);
    this.connection.catchUp();
  }

  /**
   * Send an action; a mark is shown at once.
   * @param {Action} action
   * @param {Device} device
   * @param {Cell | null} place where the pointer was, in cells
   */
  play(action, device = "", place = null) {
    const { game } = this.state;
    if (!game || !isPlayable(this.state)) return;
    const cell = action.row * game.width + action.col;
    const point = place ? { y: Math.round(place[0] * 100) / 100, x: Math.round(place[1] * 100) / 100 } : {};
    this._lastPlay = { action, device };
    const n = this.request({ t: "play", game: game.id, kind: action.kind, cell, device, ...point });
    const from = game.seen(cell);
    game.guess(n, action.kind, cell);
    if (game.seen(cell) !== from) this._emit("marked", { cell, from });
    if (action.kind === "open" && game.status === "ready" && game.choices.layout !== "random")
      this._expectGenerating(n);
    this._emit("change", null);
  }

  _playAgain() {
    if (this._lastPlay) this.play(this._lastPlay.action, this._lastPlay.device);
  }

  /** No board was found for the seed: try another one, with the same rules and the same first cell. */
  keepLooking() {
    if (!this.state.game) return;
    this.newGame(this.state.game.rules);
    this._isLooking = true;
  }

  /**
   * @param {ControlKind} kind
   * @param {{ seq?: number }} more
   */
  _control(kind, more = {}) {
    if (this.state.game) this.request({ t: "play", game: this.state.game.id, kind, ...more });
  }

  togglePause() {
    const { game } = this.state;
    if (game?.isPaused) this._control("resume");
    else if (game?.status === "playing") this._control("pause");
  }

  /** Give up the game. */
  resign() {
    this._control("resign");
  }

  /**
   * Ask for another way to win the game; returns the number of the request.
   * @param {string} completion
   */
  changeCompletion(completion) {
    return this.request({ t: "play", game: this.state.game?.id, kind: `completion-${completion}` });
  }

  /** @param {"undo" | "redo"} kind */
  takeBack(kind) {
    const { game } = this.state;
    if (!game || game.isPaused) return;
    const waiting = this._waitingPlays(game.id);
    /** @param {string} of */
    const count = (of) => waiting.filter((play) => play.kind === of).length;
    const [undos, redos] = [count("undo"), count("redo")];
    const left = kind === "undo" ? game.undos + redos - undos : game.redos + undos - redos;
    if (left > 0) this._control(kind, { seq: game.seq + waiting.length }); // where the game will be by then
  }

  /**
   * What was played in a game and has no answer yet.
   * @param {string} game
   */
  _waitingPlays(game) {
    return [...this.connection.pending.values()].filter((message) => message.t === "play" && message.game === game);
  }

  /**
   * @param {string} rules
   * @param {string | null} seed
   */
  newGame(rules, seed = null) {
    this._begin(seed === null ? { t: "new", rules } : { t: "new", rules, seed });
  }

  /**
   * Begin a game at a moment of a finished one.
   * @param {string} rules
   * @param {Moment} moment
   */
  newGameFrom(rules, moment) {
    this._begin({ t: "new", rules, moment });
  }

  /**
   * Start today's board of a level in a room of its own: what is in play elsewhere stays as it is.
   * @param {string} level
   */
  newDaily(level) {
    this.leaveGame();
    this.connection.catchUp(); // leaves the room
    this._begin({ t: "new", daily: level });
  }

  retry() {
    this._begin({ t: "retry" });
  }

  /** @param {Record<string, unknown>} message */
  _begin(message) {
    if (this.state.party) {
      this.leaveGame();
      this.connection.catchUp();
    }
    this._cancelGenerating();
    this._isLooking = false;
    this.connection.forget();
    this.request({ ...message, game: this.state.game?.id ?? null }); // another one in play is not abandoned
  }

  /**
   * Ask for help; returns the number of the request.
   * @param {"hint" | "odds" | "move"} topic
   * @param {{ stage?: number }} more
   */
  assist(topic, more = {}) {
    return this.request({ t: "help", game: this.state.game?.id, topic, ...more });
  }

  /** @param {string} name */
  rename(name) {
    this.connection.send({ t: "rename", name });
  }

  /**
   * Report what is in view of a board that comes in parts, once a moment while it moves.
   * @param {CellsInView} view
   */
  look(view) {
    const { game } = this.state;
    if (!game?.isChunked || !game.isVisible) return;
    this._view = view;
    this._viewTimer ||= setTimeout(() => {
      this._viewTimer = 0;
      if (this.state.game?.isChunked && this._view) {
        const { top, left, height, width } = this._view;
        this.connection.send({ t: "view", game: this.state.game.id, top, left, height, width });
      }
      this._emit("change", null);
    }, VIEW_EVERY);
  }

  /** @param {Record<string, unknown>} message */
  request(message) {
    this.requests++;
    this._waitTimer ||= setTimeout(() => this._wait(), WAITING_AFTER);
    return this.connection.ask(message);
  }

  /** Nothing came for a while: say so, and ask whether the line is alive. A search reports by itself. */
  _wait() {
    this._waitTimer = 0;
    const { pending, state } = this.connection;
    if (!pending.size || state !== "open" || this.state.generating) return;
    this.state.isWaiting = true;
    this.connection.probe();
    this._emit("change", null);
  }

  /** The server said something: wait again for what it has not answered. */
  _heard() {
    clearTimeout(this._waitTimer);
    this.state.isWaiting = false;
    this._waitTimer = this.connection.pending.size ? setTimeout(() => this._wait(), WAITING_AFTER) : 0;
  }

  // -- What the server sends

  /** @param {Outbound} message */
  receive(message) {
    const isAsked = this._settle(message);
    this._heard();
    if (message.t === "welcome") this._welcome(message);
    else if (message.t === "board") this._takeBoard(message, isAsked);
    else if (message.t === "delta") this._takeDelta(message);
    else if (message.t === "refused") this._refused(message, isAsked);
    else if (message.t === "generating") this._takeGenerating(message);
    else if (message.t === "over") this._takeOver(message);
    else if (message.t === "review") this._takeReview(message);
    else if (message.t === "named") this._takeName(message.name);
    else if (message.t === "resync")
      this.connection.closeGap(); // answers may be missing
    else if (message.t === "hint" || message.t === "odds" || message.t === "move") this._emit("answer", message);
    else if (message.t === "chunk" && message.game === this.state.game?.id) {
      this._emit("chunk", this.state.game.putChunk(message));
    } else if (OF_PARTIES.has(message.t)) {
      if (message.t === "entered" && typeof message.at === "number") this.state.game?.setTime(message.at);
      this._emit("party", message);
    }
    this._emit("change", null);
  }

  /**
   * Note that a request is answered; return whether this page made it. Progress is not an answer yet.
   * @param {Outbound} message
   */
  _settle(message) {
    const { n, tab, t } = /** @type {{ n?: number | null, tab?: string, t: string }} */ (message);
    if (n === undefined || n === null || t === "generating") return false;
    if (tab && tab !== this.connection.tab) return false; // the number of another tab
    return this.connection.settle(n);
  }

  /** @param {Welcome} message */
  _welcome(message) {
    const { state } = this;
    state.name = message.name ?? "";
    state.program = message.program ?? "";
    state.mostCells = message.most_cells ?? 0;
    if (message.rate) this.connection.allow(message.rate, message.burst ?? 1);
    if (message.at !== undefined && message.at !== null) state.game?.setTime(message.at);
    if (state.room && !message.room) this._leaveRoom();
    this._emit("version", message.page ?? "");
  }

  /** The room is gone, or was never ours. */
  _leaveRoom() {
    this._setRoom(null);
    this.state.game = null;
    this._forgetEnd();
    this._emit("gone", null);
  }

  /** @param {string | null} room */
  _setRoom(room) {
    this.state.room = room;
    if (room) sessionStorage.setItem(ROOM, room);
    else sessionStorage.removeItem(ROOM);
  }

  /**
   * @param {Board} message
   * @param {boolean} isAsked
   */
  _takeBoard(message, isAsked) {
    const { state } = this;
    const isSame = state.game?.id === message.game;
    if (!state.party) this._setRoom(message.room);
    state.game = new Game(message);
    state.game.restoreGuesses(this.connection.pending);
    state.generating = null;
    if (!isSame || state.over?.game !== message.game) this._forgetEnd();
    if (!isSame) state.bestTime = null;
    this._emit("board", { isSame, isAsked });
    if (this._isLooking && isAsked) {
      this._isLooking = false;
      this._playAgain();
    }
  }

  _forgetEnd() {
    this.state.over = this.state.review = null;
  }

  /** @param {Delta} delta */
  _takeDelta(delta) {
    const { state } = this;
    const { game } = state;
    if (!game || delta.game !== game.id) return;
    const wasOver = game.isOver;
    const changes = game.apply(delta, delta.tab === this.connection.tab);
    if (changes === null) {
      this.connection.closeGap();
      return;
    }
    state.generating = null;
    if (wasOver && !game.isOver) this._forgetEnd(); // it was undone
    this._emit("delta", { delta, changes });
  }

  /** @param {Generating} message */
  _takeGenerating(message) {
    if (message.game === this.state.game?.id) this.state.generating = message;
  }

  /**
   * The first opening of a no-guess board may take a while; say so if it does.
   * @param {number} n
   */
  _expectGenerating(n) {
    const { state } = this;
    const game = state.game?.id ?? "";
    setTimeout(() => {
      const isWaiting = state.game?.id === game && state.game.status === "ready" && this.connection.pending.has(n);
      if (!isWaiting || state.generating) return;
      state.generating = { game, n, elapsed: GENERATING_AFTER, share: 0 };
      this._emit("change", null);
    }, GENERATING_AFTER);
  }

  _cancelGenerating() {
    if (this.state.generating) this.connection.send({ t: "cancel", n: this.state.generating.n });
    this.state.generating = null;
  }

  /**
   * @param {Refused} message
   * @param {boolean} isAsked
   */
  _refused(message, isAsked) {
    const mark = this.state.game?.settle(message.n)?.index ?? -1; // the flag that was shown too early
    if (this.state.generating?.n === message.n) this.state.generating = null;
    if (message.code === "room" && !this.state.party) this._leaveRoom();
    else if (message.code === "game" || message.code === "stale") this.connection.closeGap();
    this._emit("refused", { message, isAsked, mark });
  }

  /** @param {Over} message */
  _takeOver(message) {
    const { state } = this;
    if (message.game !== state.game?.id) return;
    const isNews = state.over?.seq !== message.seq;
    state.over = message;
    state.game.showMines(message.mines ?? []);
    this._emit("over", { message, isNews });
  }

  /**
   * The verdict on the losing move; an undo may have overtaken it.
   * @param {Review} message
   */
  _takeReview(message) {
    const { state } = this;
    if (message.game !== state.over?.game || message.seq !== state.over.seq) return;
    state.review = message;
    this._emit("review", message);
  }

  /** @param {string} name */
  _takeName(name) {
    this.state.name = name;
    this._emit("named", null);
  }

  // -- The line

  /** @param {string} line */
  _lineChanged(line) {
    const { state, connection } = this;
    clearInterval(this._countdown);
    state.retryAt = connection.retryAt;
    state.farewell = line === "closed" ? connection.farewell : "";
    if (line === "open") {
      clearTimeout(this._offlineTimer);
      this._offlineTimer = 0;
      const wasOffline = state.isOffline;
      state.isOffline = false;
      if (wasOffline) this._emit("back", null);
      state.game?.startClock();
      if (state.game?.isChunked) this.look(this._ask.view()); // a new line knows nothing of what is in view
    } else {
      state.game?.stopClock();
      this._offlineTimer ||= setTimeout(() => this._goOffline(), OFFLINE_AFTER);
      if (line === "waiting") this._countdown = setInterval(() => this._emit("change", null), COUNTDOWN);
    }
    this._emit("change", null);
  }

  _goOffline() {
    this.state.isOffline = true;
    this.state.isWaiting = false;
    this._emit("change", null);
  }
}
