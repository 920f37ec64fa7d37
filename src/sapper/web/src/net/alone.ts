// Playing without the server: as long as it cannot be reached, the page talks to a server inside itself. A game that was
// begun there goes on there to its end; the next one is the server's again, if that is back by then.

import type { LocalServerLine } from "../local/line.ts";
import type { Rulesets } from "../local/rules.ts";
import type { State } from "../types.ts";

import { isLocalRoom } from "../local/names.ts";
import { answerWith, askLocally, hasOwnGames, noteOwnGames } from "./api.ts";
import { IS_STATIC } from "../ui/address.ts";
import { load } from "../ui/dom.ts";
import type { Connection } from "./connection.ts";
import { isBegun } from "../state.ts";

const FIRST_LOOK = 3000; // ms until the server is looked for again; longer each time
const LONGEST_WAIT = 30_000;
const ANSWER_WITHIN = 10_000;

interface Around {
  state: State;
  connection: Connection;
  rulesets: () => Rulesets;
  isWanted: () => boolean; // by a player who does not play ranked games
  changed: () => void;
  leaveRoom: () => void; // that of the other server
  back: () => void; // there are other answers to everything that was asked for
}

export class Alone {
  isOn = false;
  _around: Around;
  _server: LocalServerLine | null = null;
  _isStarting = false;
  _isKept = false;
  _hasHandedOver = false;
  _wait = FIRST_LOOK;
  _timer: ReturnType<typeof setTimeout> | number = 0;

  constructor(around: Around) {
    this._around = around;
    const load = async () => {
      const server = await this._load();
      return (path: string, options?: RequestInit) => server.fetch(path, options);
    };
    answerWith(load, () => this._gone());
    globalThis.addEventListener?.("online", () => this.isOn && this.look());
  }

  /** Whether a room can be entered on the line as it is. */
  fits(room: string | null) {
    return !room || isLocalRoom(room) === this.isOn;
  }

  /** Whether a game with the server is in play: it waits for that. */
  get _isWaitedFor() {
    const { state } = this._around;
    return Boolean(state.party || (state.room && !isLocalRoom(state.room) && (isBegun(state) || !state.game)));
  }

  /** The server cannot be reached: play without it, unless something in play needs it. */
  async lost() {
    if (this.isOn || this._isWaitedFor) return;
    await this._load().catch(() => {});
    if (this._around.connection.state === "open" || this._isWaitedFor) return; // it came back meanwhile
    await this.begin();
    if (this.isOn) this._replaceBoard();
  }

  /** A board without a move was the other server's: where it is in view, this one deals another by the same rules. */
  _replaceBoard() {
    const { state, connection } = this._around;
    if (state.game?.status !== "ready" || connection.pending.size) return;
    const { rules } = state.game;
    if (state.screen) state.game = null;
    else connection.ask({ t: "new", rules, game: null });
  }

  /** Talk to the server inside the page: the other one is gone, or the player wants to. */
  async begin({ isChosen = false } = {}) {
    if (this.isOn || this._isStarting) return;
    this._isStarting = true;
    const { state, connection, changed, leaveRoom, back } = this._around;
    try {
      const server = await this._load();
      this.isOn = true;
      if (!isLocalRoom(state.room)) leaveRoom();
      const news = { hasDatabase: true, isSaved: true, waiting: [], bytes: 0, inPlay: 0 };
      this._wait = FIRST_LOOK;
      state.alone = { since: Date.now(), retryAt: 0, isBack: isChosen, isChosen, ...news };
      askLocally(!isChosen);
      connection.use(() => server.open());
      if (!isChosen) this._lookSoon();
      back();
      changed();
    } catch (error) {
      if (IS_STATIC) throw error; // there is nothing else to wait for
    } finally {
      this._isStarting = false;
    }
  }

  /** Talk to the server again. */
  end() {
    if (!this.isOn || IS_STATIC) return;
    const { state, connection, changed, leaveRoom, back } = this._around;
    clearTimeout(this._timer);
    this._timer = 0;
    this.isOn = false;
    leaveRoom();
    state.alone = null;
    askLocally(false);
    connection.use(null);
    back();
    changed();
  }

  /** The server is there from the beginning: hand over what an earlier page has finished without it. */
  async handOver() {
    if (this.isOn || this._hasHandedOver || !hasOwnGames()) return;
    this._hasHandedOver = true;
    (await this._load()).handOver();
  }

  /** The player has seen why the server did not take a game. */
  dismiss(listed: number) {
    this._server?.dismiss(listed);
  }

  /** Another game begins, or the board is left: the server has its turn again, if it is back. */
  endIfBack() {
    if (this._around.state.alone?.isBack) this.end();
  }

  /** Look now whether the server is back. */
  async look() {
    clearTimeout(this._timer);
    if (IS_STATIC || !this.isOn) return;
    const answer = await fetch("/api/me", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN) }).catch(
      () => null,
    );
    const { state, changed } = this._around;
    if (!this.isOn || !state.alone) return;
    if (!answer?.ok) return this._lookSoon();
    state.alone.isBack = true;
    state.alone.isChosen = this._around.isWanted();
    this._server?.handOver();
    askLocally(false);
    if (this._isUnused) {
      this.end();
      this._replaceBoard();
    }
    changed();
  }

  /** Whether nothing of a game without the server was chosen or played: the server takes its place. */
  get _isUnused() {
    const { state, connection } = this._around;
    const { game, alone } = state;
    return !game || (game.status === "ready" && !game.isKnownBoard && !alone?.isChosen && !connection.pending.size);
  }

  /** A request did not reach the server that was thought to be there. */
  _gone() {
    const { state } = this._around;
    if (!this.isOn || !state.alone) return false;
    state.alone.isBack = false;
    askLocally(true);
    this._lookSoon();
    return true;
  }

  _lookSoon() {
    const { state, changed } = this._around;
    if (IS_STATIC || !state.alone) return;
    state.alone.retryAt = Date.now() + this._wait;
    this._timer = setTimeout(() => this.look(), this._wait);
    this._wait = Math.min(2 * this._wait, LONGEST_WAIT);
    changed();
  }

  /** Ask the browser, once, not to clear the games when space is short. */
  _keep() {
    if (this._isKept) return;
    this._isKept = true;
    navigator.storage?.persist?.().catch(() => {});
  }

  async _load() {
    if (this._server) return this._server;
    const { localServer } = await load(import("../local/line.ts"));
    const { state, rulesets, changed } = this._around;
    this._server = localServer(rulesets());
    this._server.onNews = (news) => {
      const isMore = news.waiting.length > (state.alone?.waiting.length ?? news.waiting.length);
      if (state.alone) Object.assign(state.alone, news);
      if (isMore && state.alone?.isBack) this._server?.handOver();
      if (news.inPlay || news.waiting.length) this._keep();
      noteOwnGames(news.hasDatabase && (news.inPlay > 0 || news.waiting.some(({ refused }) => !refused)));
      changed();
    };
    return this._server;
  }
}
