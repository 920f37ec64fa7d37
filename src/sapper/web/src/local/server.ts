// A server inside the page for one player's games: it speaks the protocol of the real one, so that nothing else of the
// page knows which of the two answers. Messages are handled one after the other; an action is stored, then answered.

import type { Engine } from "../engine/engine.ts";
import type { Generating, Help, Inbound, New, Outbound, Over, Play, Retry } from "../protocol.ts";
import type { Rulesets } from "./rules.ts";
import type { Searching } from "./search.ts";
import type { Store, StoredGame } from "./store.ts";

import { advice, checkHelp, reviewOf } from "./advice/advice.ts";
import { dailyBoard, dayOf, tryAt } from "./daily.ts";
import { figuresOf } from "./figures.ts";
import { GameRecord } from "./game-record.ts";
import { type Beginning, LiveGame, type Entry } from "./live-game.ts";
import { isLocalRoom, listedAs, localId, newRoom, numberOf } from "./names.ts";
import { Refusal } from "./refusal.ts";
import { configuration, readRules, type Rules } from "./rules.ts";
import { search } from "./search.ts";
import { type Bytes, freshSeed, seedOf, seedText } from "./seed.ts";
import { standingOf } from "./lists.ts";

const REPORT_EVERY = 500; // ms between reports of a search
const CLOCK_EVERY = 2000; // ms: a page that is killed gives no thinking time back

/** The parts of the browser that the server uses; tests have others. */
export interface Around {
  engine: Engine;
  store: Pick<Store, "begin" | "append" | "update" | "ofRoom" | "game" | "all">;
  searching: Searching;
  rulesets: Rulesets;
  send: (message: Outbound) => void;
  clock: () => number; // milliseconds that only run forward
  today: () => number; // milliseconds since 1970
  lock: (room: string) => Promise<boolean>; // whether no other tab plays in a room
  unlock: (room: string) => void; // for other tabs
  stored: (failure: unknown) => void; // whether the last change is on the disk: null, or why not
  changed: () => void; // another game is in play, or is finished
  every: (ms: number, run: () => void) => () => void; // call something again and again, until what is returned is called
}

type Numbered = { n: number; game?: string | null };

export class LocalServer {
  _around: Around;
  _tab = "";
  _name = "";
  _live: LiveGame | null = null;
  _record: GameRecord | null = null; // what of it is stored
  _late: GameRecord[] = []; // finished games whose end could not be stored yet
  _end: Outbound[] = []; // how the game ended, for those who come later
  _search: { n: number; began: number; share: number; stopReports: () => void } | null = null;
  _turn: Promise<void> = Promise.resolve();
  _stopClock: (() => void) | null = null;

  constructor(around: Around) {
    this._around = around;
  }

  /** Handle a message after those that came before. */
  receive(message: Inbound): Promise<void> {
    if (message.t === "cancel") this._cancel(message.n); // it overtakes what it is about
    this._turn = this._turn.then(() => this._handle(message)).catch((error) => this._failed(message, error));
    return this._turn;
  }

  /** Whether a game is in play that a reload would interrupt. */
  get isPlaying() {
    return Boolean(this._live?.isInProgress);
  }

  async _handle(message: Inbound) {
    switch (message.t) {
      case "hello":
        return this._hello(message);
      case "ping":
        return this._around.send({ t: "pong", at: message.at ?? 0, time: this._around.today() });
      case "new":
        return this._new(message);
      case "retry":
        return this._retry(message);
      case "play":
        return this._play(message);
      case "help":
        return this._help(message);
      case "rename":
        this._name = message.name;
        return this._around.send({ t: "named", name: message.name });
      case "cancel":
      case "view":
      case "leave":
      case "quit":
        return;
      default:
        if ("n" in message) throw new Refusal("room", "alone.needs-server");
    }
  }

  _failed(message: Inbound, error: unknown) {
    const { n } = message as Partial<Numbered>;
    const game = this._live?.beginning.id ?? null;
    if (!(error instanceof Refusal)) console.error(error);
    const { code, phrase } = error instanceof Refusal ? error : new Refusal("busy", "alone.failed");
    if (n !== undefined) this._around.send({ t: "refused", code, why: phrase.code, phrase, n, game });
  }

  // -- Coming and going

  async _hello({ tab = "", room = null, game = null, seq = 0, name = null }: Extract<Inbound, { t: "hello" }>) {
    const { send, today, clock } = this._around;
    this._tab = tab;
    this._name = name ?? this._name;
    const isFound = room ? await this._enter(room) : false;
    if (!room) await this._leave();
    const live = isFound ? this._live : null;
    const at = live?.elapsed(clock()) ?? null;
    send({
      t: "welcome",
      you: "",
      time: today(),
      name: this._name,
      room: isFound ? room : null,
      most_cells: 1_000_000,
      at,
    });
    if (room && !isFound) return send({ t: "refused", code: "room", why: "", phrase: this._roomPhrase(room) });
    if (live && !(live.beginning.id === game && live.seq === seq && live.status !== "paused" && !live.isOver))
      this._sendBoard();
  }

  _isElsewhere = false; // another tab plays in the room that was asked for

  _roomPhrase(room: string) {
    return new Refusal("room", isLocalRoom(room) && this._isElsewhere ? "alone.other-tab" : "refusal.another-game")
      .phrase;
  }

  /** Go on in a room; return whether there is one. */
  async _enter(room: string) {
    this._isElsewhere = false;
    if (this._live?.beginning.room === room) return true;
    await this._leave();
    const { store, lock, engine, rulesets, clock } = this._around;
    const found = isLocalRoom(room) ? await store.ofRoom(room) : null;
    if (!found) return false;
    if (!(await lock(room))) {
      this._isElsewhere = true;
      return false;
    }
    const { game, log } = found;
    this._live = restored(engine, game, log, rulesets, clock());
    this._record = new GameRecord(this._live, game);
    this._end = [];
    if (this._live.isOver) await this._finish({ isLeaving: !this._live.isPractice });
    this._keepTime();
    return true;
  }

  /** Leave the game as it is: it can be gone on with. */
  async _leave() {
    this._stopSearch();
    if (!this._live) return;
    if (this._live.isOver && !this._isFinished) await this._finish({ isLeaving: true });
    await this._storeTime();
    const { room } = this._live.beginning;
    this._forget();
    this._around.unlock(room);
  }

  /** Let go of the game. One whose end could not be stored is stored later. */
  _forget() {
    if (this._live?.isOver && this._record && !this._isFinished) this._late.push(this._record);
    this._live?.free();
    this._live = this._record = null;
  }

  get _isFinished() {
    return Boolean(this._record?.isFinished);
  }

  _sendBoard({ n = null as number | null } = {}) {
    const { send, clock } = this._around;
    if (!this._live) return;
    send(this._live.board(clock(), { n, tab: n === null ? "" : this._tab }));
    this._sendEnd();
  }

  // -- One game after another

  async _new(message: New) {
    this._checkSeen(message.game);
    if (message.daily) return this._startDaily(message.n, message.daily);
    const rules = readRules(message.rules ?? "", this._around.rulesets);
    if (message.moment) return this._goOnFrom(message.n, rules, message.moment.game, message.moment.actions);
    const seed = typeof message.seed === "string" ? seedOf(message.seed) : freshSeed();
    await this._start(message.n, rules, { seed }, typeof message.seed === "string");
  }

  async _retry(message: Retry) {
    this._checkSeen(message.game);
    if (!this._live) throw new Refusal("game", "refusal.no-game-again");
    const { rules, beginning } = this._live;
    await this._start(message.n, rules, beginning, true, this._live.fields);
  }

  /** A game that the page has not seen is not abandoned. */
  _checkSeen(game: string | null | undefined) {
    if (game && this._live?.isInProgress && this._live.beginning.id !== game)
      throw new Refusal("game", "refusal.another-game");
  }

  async _goOnFrom(n: number, rules: Rules, listed: number, actions: number) {
    const game = await this._around.store.game(numberOf(listed));
    if (!game?.end) throw new Refusal("game", "refusal.no-finished-game");
    const live = await this._start(n, rules, game, true, new Map(game.fields), game.end.log.slice(0, actions));
    live.restartClock(this._around.clock());
  }

  /** Deal today's board with its first cell open. It is found in milliseconds; the first try counts as an unknown board. */
  async _startDaily(n: number, level: string) {
    const { engine, store, rulesets, today } = this._around;
    const board = dailyBoard(dayOf(today()), level, rulesets);
    const { day, rules, seed, first } = board;
    const fields = new Map<number, Uint8Array>();
    search(engine, board, (found) => "field" in found && found.field && fields.set(first, found.field));
    const isKnown = tryAt(await store.all(), board) !== undefined;
    const log: Entry[] = [{ kind: "open", at: 0, cell: first }];
    const live = await this._start(n, rules, { seed }, isKnown, fields, log, day);
    if (!live.isOver) return;
    await this._finish({ isLeaving: true });
    this._sendEnd();
  }

  async _start(
    n: number,
    rules: Rules,
    { seed, field }: Pick<Beginning, "seed" | "field">,
    isKnownBoard: boolean,
    fields = new Map<number, Uint8Array>(),
    log: Entry[] = [],
    daily: string | null = null,
  ) {
    const { engine, rulesets, lock, clock } = this._around;
    const room = this._live?.beginning.room ?? newRoom();
    await this._abandon();
    const beginning = { id: localId(), room, rules, seed, field, salt: freshSeed(), isKnownBoard, daily };
    const live = new LiveGame(engine, beginning, rulesets);
    for (const [first, field] of fields) live.remember(first, field);
    for (const entry of log) live.apply(entry, clock());
    await lock(room);
    this._live = live;
    this._record = new GameRecord(live);
    this._end = [];
    if (log.length) await this._store();
    this._sendBoard({ n });
    return live;
  }

  /** End the game in play, and store a practice game that could have gone on. */
  async _abandon() {
    this._stopSearch();
    const live = this._live;
    if (!live) return;
    if (live.isInProgress) {
      live.apply(live.entry("resign", this._around.clock()), this._around.clock());
      await this._store();
    }
    if (live.isOver && !this._isFinished) await this._finish({ isLeaving: true });
    this._forget();
  }

  // -- Playing

  async _play(message: Play) {
    const { clock } = this._around;
    const live = this._current(message.game);
    if (this._search) throw new Refusal("busy", "refusal.still-generating");
    if (message.seq !== undefined && message.seq !== null && message.seq !== live.seq)
      throw new Refusal("stale", "refusal.stale", { seq: live.seq, asked: message.seq });
    const { cell, device, x, y } = message;
    const entry = live.entry(message.kind, clock(), {
      cell: cell ?? undefined,
      device,
      x: x ?? undefined,
      y: y ?? undefined,
    });
    const first = live.cellToPrepare(entry);
    if (first !== null && live.isSearchedFor) return this._searchFor(message, first);
    if (first !== null) live.lay(first);
    await this._apply(live, entry, message.n);
  }

  async _apply(live: LiveGame, entry: Entry, n: number | null) {
    const played = live.apply(entry, this._around.clock());
    if (entry.kind === "undo" && this._end.length) this._end = [];
    await this._store();
    this._around.send(live.delta(played, { n, tab: n === null ? "" : this._tab }));
    if (entry.kind === "resume" || (entry.kind === "resign" && live.log.at(-2)?.kind === "pause")) this._sendBoard();
    if (!live.isOver) return;
    await this._finish({ isLeaving: !live.isPractice });
    this._sendEnd();
  }

  _current(game: string): LiveGame {
    if (this._live?.beginning.id !== game) throw new Refusal("game", "refusal.another-game");
    return this._live;
  }

  // -- Searching for a board

  _searchFor(message: Play, first: number) {
    const { searching, clock } = this._around;
    const live = this._live as LiveGame;
    const { rules, beginning } = live;
    const report = () => {
      if (!this._search) return;
      const elapsed = Math.round(clock() - this._search.began);
      const generating: Generating = {
        t: "generating",
        game: beginning.id,
        n: message.n,
        elapsed,
        share: this._search.share,
      };
      this._around.send(generating);
    };
    const stopReports = this._around.every(REPORT_EVERY, report);
    this._search = { n: message.n, began: clock(), share: 0, stopReports };
    const seed = beginning.seed as Bytes; // a board without one is not searched for
    searching.start({ rules, first, seed }, (found) => {
      if (this._search?.n !== message.n) return;
      if ("share" in found) {
        this._search.share = found.share;
        return;
      }
      this._stopSearch();
      if (!found.field) return this._failed(message, new Refusal("no-board", "refusal.search-too-long"));
      live.remember(first, found.field);
      this.receive(message);
    });
  }

  _cancel(n: number) {
    if (this._search?.n !== n) return;
    this._stopSearch();
    this._failed({ t: "cancel", n }, new Refusal("cancelled", "refusal.search-cancelled"));
  }

  _stopSearch() {
    if (!this._search) return;
    this._search.stopReports();
    this._search = null;
    this._around.searching.stop();
  }

  // -- Help

  async _help(asked: Help) {
    const live = this._current(asked.game);
    checkHelp(asked, live);
    if (asked.topic !== "proof" && live.countsHelp)
      await this._apply(live, live.entry("hint", this._around.clock()), null);
    this._around.send(advice(this._around.engine, asked, live));
  }

  // -- Storing

  /** Store what was played before it is shown. Where that fails the game goes on, and the next action tries again. */
  async _store() {
    const { store, stored, changed, today } = this._around;
    try {
      const isNew = await this._record?.store(store, today());
      this._keepTime();
      if (isNew) changed();
      await this._finishLate();
      stored(null);
    } catch (error) {
      stored(error);
    }
  }

  /** There is room again: store the ends of games that were played before. */
  async _finishLate() {
    const { store, changed } = this._around;
    while (this._late.length) {
      await this._late[0].finishLate(store);
      this._late.shift();
      changed();
    }
  }

  /** Store the playing time now and then. */
  _keepTime() {
    this._stopClock ??= this._around.every(CLOCK_EVERY, () => this._storeTime());
  }

  async _storeTime() {
    const live = this._live;
    if (live?.status === "playing" && this._record?.number)
      return this._record.storeTime(this._around.store, live.elapsed(this._around.clock()));
    this._stopClock?.();
    this._stopClock = null;
  }

  /** Store the end of a game. A practice game can be undone until it is left. */
  async _finish({ isLeaving = false }) {
    const { engine, store, today, stored, changed, rulesets } = this._around;
    const live = this._live as LiveGame;
    const figures = figuresOf(engine, live);
    const config = configuration(live.rules, rulesets);
    if (isLeaving && !this._isFinished) {
      const end = {
        status: live.status as Over["status"],
        at: live.log.at(-1)?.at ?? 0,
        endedAt: Math.floor(today() / 1000),
        name: this._name,
        configuration: config,
        log: live.log,
        figures,
        sentAs: null,
        refused: "",
      };
      try {
        await this._record?.finish(store, end);
        await this._finishLate();
        stored(null);
        changed();
      } catch (error) {
        stored(error);
      }
    }
    const review = live.status === "lost" ? reviewOf(engine, live) : null;
    this._end = [await this._over(live, figures, config), ...(review ? [review] : [])];
  }

  /** The end of the game, to whom it may concern. */
  _sendEnd() {
    for (const message of this._end) this._around.send(message);
  }

  async _over(live: LiveGame, { remarks, ...metrics }: ReturnType<typeof figuresOf>, config: string): Promise<Over> {
    const isOpen = this._isFinished || !live.isPractice;
    const field = isOpen ? live.minefield : undefined;
    const mines = field ? [...field.keys()].filter((cell) => field[cell] & 0x80) : null;
    const id = this._record?.isFinished ? this._record.number : 0;
    const standing = id ? standingOf(await this._around.store.all(), id, config) : null;
    return {
      t: "over",
      game: live.beginning.id,
      seq: live.seq,
      status: live.status as Over["status"],
      at: live.log.at(-1)?.at ?? 0,
      digest: live.digest,
      seed: isOpen && live.beginning.seed ? seedText(live.beginning.seed) : null,
      salt: isOpen ? live.saltText : null,
      mines,
      finished_id: id ? listedAs(id) : null,
      metrics: isOpen ? metrics : null,
      configuration: config,
      standing,
      remarks,
      objections: remarks.filter((remark) => remark !== "paused"),
      known_board: live.beginning.isKnownBoard,
    };
  }
}

/** A stored game as it was left. Time that passed since then is not counted. */
export function restored(engine: Engine, game: StoredGame, log: Entry[], rulesets: Rulesets, now: number) {
  const { id, room, seed, field, salt, isKnownBoard } = game;
  const beginning = { id, room, seed, field, salt, isKnownBoard, rules: readRules(game.rules, rulesets) };
  const live = new LiveGame(engine, beginning, rulesets);
  for (const [first, field] of game.fields) live.remember(first, field);
  for (const entry of log) {
    const first = live.cellToPrepare(entry);
    if (first !== null && !live.isSearchedFor) live.lay(first);
    live.apply(entry, now);
  }
  live.restartClock(now, game.elapsed);
  return live;
}
