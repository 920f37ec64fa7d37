// The WebSocket to the server: it comes back by itself, and nothing that was sent is lost on the way.

const PROTOCOL = "sapper.1";
const FIRST_WAIT = 250; // ms before the first try to come back; doubled each time, with jitter
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 6_000;
const ANSWER_WITHIN = 10_000; // ms from opening a line to the first message

import type { Bye, Inbound, Outbound } from "../protocol.ts";

import type { Line } from "../local/line.ts";

import { Pace } from "./pace.ts";

type Message = Record<string, unknown> | Inbound;

/** This tab's name, the same after a reload: the server echoes it in the deltas of our own actions. */
function tabName() {
  let tab = sessionStorage.getItem("sapper.tab");
  if (!tab) {
    tab = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join("");
    sessionStorage.setItem("sapper.tab", tab);
  }
  return tab;
}

export class Connection {
  tab: string;
  state = "closed"; // closed, connecting, open, waiting
  retryAt = 0;
  closeReason = ""; // why the server does not want us back, in English
  closedBy: Bye | null = null;
  _room: () => string | null;
  _place: () => Record<string, unknown>;
  _greeting: () => Message | null;
  _onMessage: (message: Outbound) => void;
  _onState: (state: string) => void;
  pending: Map<number, any> = new Map(); // what has no answer yet, by n
  _socket: WebSocket | Line | null = null;
  _makeLine: (() => Line) | null = null; // in place of a WebSocket
  _bye: Bye | null = null;
  _queue: (number | Message)[] = []; // what is not sent yet, in order; a number stands for a pending request
  _unanswered: Set<number> = new Set(); // requests that were sent on this line and have no answer
  _pace: Pace;
  _watchdog: number;
  _pongTimer: number;
  _paceTimer: number;
  _timer: number;
  _counter: number;
  _tries = 0;
  _isCaughtUp = false;

  /**
   * `room` returns the id of the room, by which a balancer can bring its members to one server; `place` returns room,
   * game and seq for a hello, `greeting` what is sent after every hello, null for nothing; `onMessage` gets messages,
   * `onState` what became of the line.
   */
  constructor({
    room = () => null,
    place,
    greeting = () => null,
    onMessage,
    onState,
  }: {
    room?: () => string | null;
    place: () => Record<string, unknown>;
    greeting?: () => Message | null;
    onMessage: (message: Outbound) => void;
    onState: (state: string) => void;
  }) {
    this.tab = tabName();
    this._room = room;
    this._place = place;
    this._greeting = greeting;
    this._onMessage = onMessage;
    this._onState = onState;
    this._pace = new Pace();
    this._timer = this._watchdog = this._pongTimer = this._paceTimer = 0;
    this._counter = Date.now(); // greater than what an earlier page of this tab used
  }

  open() {
    clearTimeout(this._timer);
    this._drop();
    this._setState("connecting");
    const socket = this._makeLine?.() ?? this._webSocket();
    this._socket = socket;
    this._pace.reset();
    this._unanswered.clear();
    socket.onopen = () => this._greet();
    socket.onmessage = (event: { data: string }) => this._receive(JSON.parse(event.data));
    socket.onclose = () => socket === this._socket && this.retry();
    if (!this._makeLine) this._pongTimer = setTimeout(() => this.retry(), ANSWER_WITHIN);
  }

  _webSocket() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const room = this._room();
    const query = room ? `?room=${encodeURIComponent(room)}` : "";
    return new WebSocket(`${scheme}://${location.host}/play${query}`, PROTOCOL);
  }

  /**
   * Use another line from now on, or a WebSocket again. A game that was asked for is asked for there; what was asked
   * about another game has no answer.
   */
  use(makeLine: (() => Line) | null) {
    this._makeLine = makeLine;
    const games = [...this.pending].filter(([, { t }]) => t === "new");
    this.forget();
    for (const [n, message] of games) this.pending.set(n, { ...message, game: null });
    this._pace = new Pace();
    this._tries = 0;
    this.open();
  }

  /** Ask for something that has an answer; it is sent again after a reconnect until the answer came. */
  ask(message: Record<string, unknown>) {
    const n = this.nextNumber();
    const numbered = { ...message, n };
    this.pending.set(n, numbered);
    if (this._isCaughtUp) this._enqueue(n);
    return n;
  }

  /** A number that no request of this tab has had. */
  nextNumber() {
    return ++this._counter;
  }

  /** Send something that needs no answer, if the line is there. */
  send(message: Inbound) {
    if (this._isCaughtUp) this._enqueue(message);
  }

  /** Greet again, as after a gap: what was missed follows. */
  resync() {
    this._isCaughtUp = false;
    this._greet();
  }

  /** Catch up after a gap, unless that is under way already. */
  resyncOnce() {
    if (this._isCaughtUp) this.resync();
  }

  /** Nothing more will come for requests of a game that is left. */
  forget() {
    this.pending.clear();
    for (const _ of this._unanswered) this._pace.spend();
    this._unanswered.clear();
  }

  settle(n: number) {
    const isOurs = this.pending.delete(n);
    if (this._unanswered.delete(n)) {
      this._pace.spend();
      this._drain();
    }
    return isOurs;
  }

  /** Send no faster than this: the limit of the server. */
  allow(perSecond: number, burst: number) {
    this._pace.allow(perSecond, burst);
  }

  /** Something takes long: ask now whether the line is alive. */
  probe() {
    if (!this._isCaughtUp || this._pongTimer) return;
    clearTimeout(this._watchdog);
    this._ping();
  }

  _greet() {
    const hello = Object.entries({ t: "hello", tab: this.tab, ...this._place() });
    this._send(Object.fromEntries(hello.filter(([, value]) => value !== null && value !== undefined)));
    this._pace.spend();
    const greeting = this._greeting();
    if (greeting) {
      this._send(greeting);
      this._pace.spend();
    }
    this._send({ t: "ping", at: 1 }); // its answer comes behind everything that was missed
    this._pace.spend();
  }

  _receive(message: Outbound) {
    clearTimeout(this._pongTimer);
    this._pongTimer = 0;
    if (message.t === "pong") {
      this._watch();
      if (!this._isCaughtUp && message.at === 1) this._caughtUp();
      return;
    }
    if (message.t === "bye") this._bye = message;
    this._onMessage(message);
  }

  _caughtUp() {
    this._isCaughtUp = true;
    this._tries = 0;
    this._queue = [...this.pending.keys(), ...this._queue.filter((item) => typeof item !== "number")];
    for (const _ of this._unanswered) this._pace.spend(); // sent before, on this line
    this._unanswered.clear();
    this._drain();
    this._setState("open"); // last: what follows from it may ask for something
  }

  _enqueue(item: number | Message) {
    this._queue.push(item);
    this._drain();
  }

  /** Send what waits, as fast as the server allows. */
  _drain() {
    clearTimeout(this._paceTimer);
    while (this._isCaughtUp && this._queue.length) {
      const wait = this._pace.delay(this._unanswered.size);
      if (wait) {
        if (Number.isFinite(wait)) this._paceTimer = setTimeout(() => this._drain(), wait);
        return;
      }
      const item = this._queue.shift() as number | Message;
      const message = typeof item === "number" ? this.pending.get(item) : item;
      if (!message) continue; // the game was left
      if (typeof item === "number") this._unanswered.add(item);
      else this._pace.spend();
      this._send(message);
    }
  }

  /** A line may be dead without a sign: ask now and then, and start again if there is no answer. */
  _watch() {
    clearTimeout(this._watchdog);
    this._watchdog = setTimeout(() => this._ping(), PING_EVERY);
  }

  _ping() {
    this._send({ t: "ping", at: 0 });
    this._pace.spend();
    this._pongTimer = setTimeout(() => this.retry(), PONG_WITHIN);
  }

  _send(message: Message) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  _drop() {
    clearTimeout(this._watchdog);
    clearTimeout(this._pongTimer);
    clearTimeout(this._paceTimer);
    this._pongTimer = 0;
    this._isCaughtUp = false;
    this._queue = [];
    const socket = this._socket;
    this._socket = null;
    socket?.close();
  }

  retry() {
    this._drop();
    const bye = this._bye;
    this._bye = null;
    if (bye && !bye.retry_in) {
      this.closeReason = bye.why; // trying again would be of no use
      this.closedBy = bye;
      this._setState("closed");
      return;
    }
    const asked = (bye?.retry_in ?? 0) * 1000;
    const wait = Math.max(asked, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this._tries++));
    const jittered = wait * (0.5 + Math.random());
    this.retryAt = Date.now() + jittered;
    this._setState("waiting");
    this._timer = setTimeout(() => this.open(), jittered);
  }

  _setState(state: string) {
    this.state = state;
    this._onState(state);
  }
}
