// The session with the server: the connection, the game as far as it is visible, and how it ended.
//
// It writes its part of the state and emits what happened; it knows nothing of the screen.

import type {
  Bye,
  Board,
  Chunk,
  Delta,
  Generating,
  Moment,
  Outbound,
  Over,
  Refused,
  Review,
  Welcome,
} from "../protocol.ts";
import type { Rulesets } from "../local/rules.ts";
import type { PartySession } from "../together/session.ts";
import type { Action, Cell, CellsInView, ControlKind, Device, SessionEvents, State } from "../types.ts";

import { Alone } from "./alone.ts";
import { Connection } from "./connection.ts";
import { IS_STATIC } from "../ui/address.ts";
import { Game } from "../board/model.ts";
import { isLocalNumber, isLocalRoom } from "../local/names.ts";
import { isPlayable } from "../state.ts";
import { loadWords } from "../ui/language.ts";

const ROOM = "sapper.room";
const OFFLINE_AFTER = 1000; // ms without a line before the board is covered
const GENERATING_AFTER = 300; // ms without an answer before a first opening is said to take a while
const VIEW_EVERY = 60; // ms between messages about what is in view
const WAITING_AFTER = 1000; // ms without a word from the server before the page says that it waits for it
const COUNTDOWN = 500; // ms between looks at the time until the next try

/** A server may be newer than this page: what it says in addition is left alone. All that this version has is taken. */
const unknown = (message: never) => console.debug("unknown message", message);

export class RemoteSession {
  state: State;
  _ask;
  _listeners: { [name: string]: ((event: any) => void)[] } = {};
  _lastPlay: { action: Action; device: Device } | null = null;
  _view: CellsInView | null = null;
  _wasLost = false; // what screens asked for meanwhile did not come, however short the break was
  _wasReached = false; // the server, by this page: a short break is then a restart of it
  _offlineTimer: number;
  _countdown: number;
  _waitTimer: number;
  _viewTimer: number;
  _isLooking = false; // for a no-guess board, with one seed after another
  requests = 0; // made so far
  party: PartySession | null = null; // loaded with the first room of several
  connection: Connection;
  alone: Alone;

  /** @param ask the name the player wants, what is in view, the room that the address names, what rulesets choose */
  constructor(
    state: State,
    ask: {
      name: () => string | null;
      view: () => CellsInView;
      addressed: () => string;
      rulesets: () => Rulesets;
      isRanked?: () => boolean; // whether a server plays games of one player
    },
  ) {
    this.state = state;
    this._ask = ask;
    this._viewTimer = this._offlineTimer = this._countdown = this._waitTimer = 0;
    this.connection = new Connection({
      room: () => this.state.party?.id || this.state.room || this._ask.addressed() || null,
      place: () => this._place(),
      greeting: () => this.party?.greeting() ?? null,
      onMessage: (message) => this.receive(message),
      onState: (line) => this._lineChanged(line),
    });
    this.alone = new Alone({
      state,
      connection: this.connection,
      rulesets: ask.rulesets,
      isWanted: () => this._ask.isRanked?.() === false,
      changed: () => this._emit("change", null),
      leaveRoom: () => this._setRoom(null),
      back: () => this._emit("back", null),
    });
  }

  /** Call a listener from now on; return what ends that. */
  on<K extends keyof SessionEvents>(name: K, listener: (event: SessionEvents[K]) => void) {
    (this._listeners[name] ??= []).push(listener);
    return () => {
      this._listeners[name] = this._listeners[name].filter((one) => one !== listener);
    };
  }

  _emit<K extends keyof SessionEvents>(name: K, event: SessionEvents[K]) {
    for (const listener of this._listeners[name] ?? []) listener(event);
  }

  /** Whether everything asked for is answered. */
  get isSettled() {
    return this.connection.state === "open" && this.connection.pending.size === 0;
  }

  /** Whether this tab has a room, and the server has not said yet what is played in it. */
  get isUnknown() {
    return this.state.room !== null && !this.state.game;
  }

  // -- What can be done

  /** Go on in the room that this tab was in before a reload. */
  resume() {
    this.state.room = sessionStorage.getItem(ROOM);
  }

  connect() {
    const room = this.state.room ?? this._ask.addressed();
    if (IS_STATIC || isLocalRoom(room)) this.alone.begin();
    else if (!room && !this.alone.isOn && this._beginsHere({})) this.alone.begin({ isChosen: true });
    else if (this.alone.isOn) this.alone.look();
    else this.connection.open();
  }

  /** The hello: a game of several is joined after it. */
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

  /** Have a board without a game, in place of a game that is over or has not come. */
  closeBoard(board: Game) {
    this.state.game = board;
    this._forgetEnd();
  }

  /** Go to a room of this player: its game follows. */
  enter(room: string) {
    if (room === this.state.room && this.state.game) return;
    this.leaveGame();
    this._setRoom(room);
    this._emit("change", null);
    if (this.alone.fits(room)) this.connection.resync();
    else if (this.alone.isOn) this._changeLine(room);
    else this.alone.begin();
  }

  /**
   * Send an action; a mark is shown at once.
   * @param place where the pointer was, in cells
   */
  play(action: Action, device: Device = "", place: Cell | null = null) {
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

  _control(kind: ControlKind, more: { seq?: number } = {}) {
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

  /** Ask for another way to win the game; returns the number of the request. */
  changeCompletion(completion: string) {
    return this.request({ t: "play", game: this.state.game?.id, kind: `completion-${completion}` });
  }

  takeBack(kind: "undo" | "redo") {
    const { game } = this.state;
    if (!game || game.isPaused) return;
    const waiting = this._waitingPlays(game.id);
    const count = (of: string) => waiting.filter((play) => play.kind === of).length;
    const [undos, redos] = [count("undo"), count("redo")];
    const left = kind === "undo" ? game.undos + redos - undos : game.redos + undos - redos;
    if (left > 0) this._control(kind, { seq: game.seq + waiting.length }); // where the game will be by then
  }

  /** The moves of a game that have no answer yet. */
  _waitingPlays(game: string) {
    return [...this.connection.pending.values()].filter((message) => message.t === "play" && message.game === game);
  }

  newGame(rules: string, seed: string | null = null) {
    this._begin(seed === null ? { t: "new", rules } : { t: "new", rules, seed });
  }

  /** Begin a game at a moment of a finished one. */
  newGameFrom(rules: string, moment: Moment) {
    this._begin({ t: "new", rules, moment });
  }

  /** Start today's board of a level in a room of its own: what is in play elsewhere stays as it is. */
  newDaily(level: string) {
    this.leaveGame();
    this.connection.resync(); // leaves the room
    this._begin({ t: "new", daily: level });
  }

  retry() {
    this._begin({ t: "retry" });
  }

  /** Enter a room of the server from one of this browser. */
  _changeLine(room: string) {
    this.alone.end();
    this._setRoom(room);
  }

  async _begin(given: Record<string, unknown>) {
    const message = { ...given };
    const { isOn } = this.alone;
    const isChosen = this._beginsHere(message);
    if ((this.state.isOffline || isChosen) && !isOn && !this.state.party) await this.alone.begin({ isChosen });
    else if (!isChosen) this.alone.endIfBack();
    if (isOn !== this.alone.isOn && message.t === "retry") this._retryElsewhere(message);
    if (this.state.party) {
      this.leaveGame();
      this.connection.resync();
    }
    this._cancelGenerating();
    this._isLooking = false;
    this.connection.forget();
    const seen = this.alone.fits(this.state.room) ? this.state.game?.id : null;
    this.request({ ...message, game: seen ?? null }); // another one in play is not abandoned
  }

  /** Whether the player wants a game in this browser: not the board of a day, nor a moment of a game of the server. */
  _beginsHere({ daily, moment }: { daily?: unknown; moment?: Moment }) {
    const isOfServer = daily || (moment && !isLocalNumber(moment.game));
    return !IS_STATIC && !this.state.party && !isOfServer && this._ask.isRanked?.() === false;
  }

  /** Begin a game without the server; one that waits for it can be gone on with later. */
  async playAlone(rules: string) {
    await this.alone.begin();
    if (this.alone.isOn) this.newGame(rules);
  }

  /** The other server does not know the last game: it gets its board by the seed. */
  _retryElsewhere(message: Record<string, unknown>) {
    const { game, over } = this.state;
    Object.assign(message, { t: "new", rules: game?.rules ?? "", ...(over?.seed ? { seed: over.seed } : {}) });
    this.state.game = null;
  }

  /** Ask for help; returns the number of the request. */
  assist(topic: "hint" | "odds" | "move" | "draft", more: { stage?: number; mines?: number[]; safe?: number[] } = {}) {
    return this.request({ t: "help", game: this.state.game?.id, topic, ...more });
  }

  rename(name: string) {
    this.connection.send({ t: "rename", name });
  }

  /** Report what is in view of a board that comes in parts, once a moment while it moves. */
  look(view: CellsInView) {
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

  request(message: Record<string, unknown>) {
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
  _messageCame() {
    clearTimeout(this._waitTimer);
    this.state.isWaiting = false;
    this._waitTimer = this.connection.pending.size ? setTimeout(() => this._wait(), WAITING_AFTER) : 0;
  }

  // -- What the server sends

  receive(message: Outbound) {
    const isAsked = this._settle(message);
    this._messageCame();
    this._take(message, isAsked);
    this._emit("change", null);
  }

  _take(message: Outbound, isAsked: boolean) {
    switch (message.t) {
      case "welcome":
        return this._welcome(message);
      case "board":
        return this._takeBoard(message, isAsked);
      case "delta":
        return this._takeDelta(message);
      case "refused":
        return this._refused(message, isAsked);
      case "generating":
        return this._takeGenerating(message);
      case "over":
        return this._takeOver(message);
      case "review":
        return this._takeReview(message);
      case "named":
        return this._takeName(message.name);
      case "resync":
        return this.connection.resyncOnce(); // answers may be missing
      case "hint":
      case "odds":
      case "draft":
      case "move":
        return this._emit("answer", message);
      case "chunk":
        return this._takeChunk(message);
      case "entered":
        if (typeof message.at === "number") this.state.game?.setTime(message.at);
        return this._emit("party", message);
      case "knocking":
      case "party":
      case "shares":
      case "progress":
      case "ghost":
      case "boards":
      case "turn":
      case "said":
      case "aimed":
      case "pings":
      case "done":
      case "parted":
        return this._emit("party", message);
      case "pong":
      case "bye":
      case "proof":
      case "why":
      case "next":
        return; // the connection has taken it, or nothing here asks for it
      default:
        unknown(message);
    }
  }

  _takeChunk(message: Chunk) {
    if (message.game === this.state.game?.id) this._emit("chunk", this.state.game.putChunk(message));
  }

  /** Note that a request is answered; return whether this page made it. Progress is not an answer yet. */
  _settle(message: Outbound) {
    const { n, tab, t } = message as { n?: number | null; tab?: string; t: string };
    if (n === undefined || n === null || t === "generating") return false;
    if (tab && tab !== this.connection.tab) return false; // the number of another tab
    return this.connection.settle(n);
  }

  _welcome(message: Welcome) {
    const { state } = this;
    state.name = message.name ?? "";
    state.program = message.program ?? "";
    state.mostCells = message.most_cells ?? 0;
    state.countdown = message.countdown ?? 0;
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

  _setRoom(room: string | null) {
    this.state.room = room;
    this.state.isElsewhere = false;
    if (room) sessionStorage.setItem(ROOM, room);
    else sessionStorage.removeItem(ROOM);
  }

  _takeBoard(message: Board, isAsked: boolean) {
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

  _takeDelta(delta: Delta) {
    const { state } = this;
    const { game } = state;
    if (!game || delta.game !== game.id) return;
    const wasOver = game.isOver;
    const changes = game.apply(delta, delta.tab === this.connection.tab);
    if (changes === null) {
      this.connection.resyncOnce();
      return;
    }
    state.generating = null;
    if (wasOver && !game.isOver) this._forgetEnd(); // it was undone
    this._emit("delta", { delta, changes });
  }

  _takeGenerating(message: Generating) {
    if (message.game === this.state.game?.id) this.state.generating = message;
  }

  /** The first opening of a no-guess board may take a while; say so if it does. */
  _expectGenerating(n: number) {
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

  _refused(message: Refused, isAsked: boolean) {
    const mark = this.state.game?.settle(message.n)?.index ?? -1; // the flag that was shown too early
    if (this.state.generating?.n === message.n) this.state.generating = null;
    if (message.code === "room" && !this.state.party) {
      this._leaveRoom();
      this.state.isElsewhere = message.phrase?.code === "alone.other-tab";
      this._emit("change", null);
    } else if (message.code === "game" || message.code === "stale") this.connection.resyncOnce();
    this._emit("refused", { message, isAsked, mark });
  }

  _takeOver(message: Over) {
    const { state } = this;
    if (message.game !== state.game?.id) return;
    const isNew = state.over?.seq !== message.seq;
    state.over = message;
    state.game.showMines(message.mines ?? []);
    this._emit("over", { message, isNew });
  }

  /** The verdict on the losing move; an undo may have overtaken it. */
  _takeReview(message: Review) {
    const { state } = this;
    if (message.game !== state.over?.game || message.seq !== state.over.seq) return;
    state.review = message;
    this._emit("review", message);
  }

  /** Say why the server does not want us back in the language of the page, where that can be loaded. */
  async _translateReason(bye: Bye | null) {
    const [{ said }] = await Promise.all([import("../board/phrases.ts"), loadWords("refusal-words")]);
    if (bye && this.state.closeReason) this.state.closeReason = said(bye);
    this._emit("change", null);
  }

  _takeName(name: string) {
    this.state.name = name;
    this._emit("named", null);
  }

  // -- The line

  _lineChanged(line: string) {
    const { state, connection } = this;
    clearInterval(this._countdown);
    state.retryAt = connection.retryAt;
    state.closeReason = line === "closed" ? connection.closeReason : "";
    if (state.closeReason) this._translateReason(connection.closedBy);
    if (line === "open") {
      clearTimeout(this._offlineTimer);
      this._offlineTimer = 0;
      this._wasReached ||= !this.alone.isOn;
      const wasLost = this._wasLost;
      state.isOffline = this._wasLost = false;
      if (wasLost) this._emit("back", null);
      this.alone.handOver().catch(() => {});
      state.game?.startClock();
      if (state.game?.isChunked) this.look(this._ask.view()); // a new line knows nothing of what is in view
    } else {
      state.game?.stopClock();
      state.unsaved = state.game ? this._waitingPlays(state.game.id).length : 0;
      this._offlineTimer ||= setTimeout(() => this._goOffline(), OFFLINE_AFTER);
      this._wasLost ||= line === "waiting";
      if (line === "waiting" && !this._wasReached) this.alone.lost();
      if (line === "waiting") this._countdown = setInterval(() => this._emit("change", null), COUNTDOWN);
    }
    this._emit("change", null);
  }

  _goOffline() {
    this.state.isOffline = true;
    this.state.isWaiting = false;
    this.alone.lost();
    this._emit("change", null);
  }
}
