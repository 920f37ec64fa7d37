// What can be asked for in a room: come and go, agree on what is played, speak, point. Moves are those of any game.
//
// After a reconnect the page joins again with the game and `seq` that it has, before anything else is sent again.

import type { Outbound, Terms } from "../protocol.ts";
import type { Strength } from "./solver-words.ts";
import type { RemoteSession } from "../net/session.ts";
import type { Game } from "../board/model.ts";
import type { PartyState, State } from "../types.ts";

import { said } from "../board/phrases.ts";
import { challenge } from "../net/people.ts";
import { isCoarse } from "../play/new-game/fit-screen.ts";
import { newParty, received } from "./state.ts";
import { announce } from "../ui/announce.ts";
import { emoteIn } from "./wording.ts";

const AIM_EVERY = 85; // ms between messages about the pointer

/** What the page does when something happened in the room. */
export interface PartyListener {
  entered(): void;
  /** A message changed the room. */
  changed(message: Outbound, before: PartyState, after: PartyState): void;
  /** The player is not in the room any more; the reason is empty where the player left. */
  parted(why: string): void;
  /** Return a closed board in the size of some rules. */
  closedBoard(rules: string): Game;
  /** There is such a board in place of a game. */
  boardClosed(board: Game): void;
  /** The solver sits in the room that was opened for it. */
  solverSat(): void;
}

export class PartySession {
  _state: State;
  _session: RemoteSession;
  _listener: PartyListener;
  _joined = 0; // the number of the last request to come in
  _solver: Strength | null = null; // that is to sit in the room that was opened for it
  _challenged = ""; // the person who is challenged to the room that was opened for that
  _aim: { x: number; y: number; mark: boolean } | null = null;
  _aimTimer = 0;
  _aimedAt = 0;

  constructor(state: State, session: RemoteSession, listener: PartyListener) {
    this._state = state;
    this._session = session;
    this._listener = listener;
    session.party = this;
    session.on("party", (message) => this._receive(message));
    session.on("delta", ({ delta }) => this._receive({ ...delta, t: "delta" }));
    session.on("refused", ({ message }) => message.n === this._joined && this._joined && this._part(said(message)));
  }

  // -- Coming and going

  /** Open a room. */
  host(terms: Terms) {
    this._enter({ t: "host", terms });
  }

  /** Open a room for a game with the solver. */
  hostSolver(terms: Terms, strength: Strength) {
    this.host(terms);
    this._solver = strength;
  }

  /**
   * Open a room for two, and challenge a person to it.
   * @param player the public id
   */
  hostChallenge({ mode, rules }: Pick<Terms, "mode" | "rules">, player: string) {
    this.host({ mode, rules, seats: 2 });
    this._challenged = player;
  }

  /**
   * Find another player.
   * @param bots whether a bot may be the other player, if no person is there
   */
  match(terms: Terms, bots: boolean) {
    this._enter({ t: "match", terms, bots });
  }

  /** Come into a room by its code. */
  joinByCode(code: string) {
    this._enter({ t: "join", code });
  }

  /** Come into a room by its id. */
  join(id: string, { isWatching = false, isAgain = false } = {}) {
    const { party } = this._state;
    if (party?.id === id && party.isWatching === isWatching && !isAgain) return;
    this._session.leaveGame();
    this._state.party = newParty(id, isWatching);
    this._session.connection.resync(); // its greeting joins
    this._listener.entered();
  }

  _enter(message: Record<string, unknown>) {
    this._solver = null;
    this._challenged = "";
    this._session.leaveGame();
    this._session.connection.resync();
    this._joined = this._session.request({ ...message, device: device() });
  }

  /** What is sent after every `hello`, as long as this page is in a room. */
  greeting() {
    const { party, game } = this._state;
    if (!party) return null;
    this._joined = this._session.connection.nextNumber();
    const known = game?.id ? { game: game.id, seq: game.seq } : {};
    const watch = party.isWatching ? { watch: true } : {};
    return { t: "join", n: this._joined, party: party.id, ...watch, ...known, device: device() };
  }

  /** Leave for good. */
  quit() {
    this._session.leaveGame();
    this._session.connection.resync();
    this._listener.parted("");
  }

  _part(why: string) {
    this._joined = 0;
    this._session.leaveGame({ isQuitting: false });
    this._listener.parted(why);
  }

  // -- What is agreed on

  ready(isReady = true) {
    this._session.request({ t: "ready", is_ready: isReady });
  }

  /** Stand up and watch. */
  stand() {
    this._session.request({ t: "stand" });
  }

  start() {
    this._session.request({ t: "start" });
  }

  /** Change some of what is played next. */
  choose(terms: Terms) {
    if (this._state.party) this._session.request({ t: "choose", terms: { ...this._state.party.terms, ...terms } });
  }

  /** Let the solver take a seat. */
  seatSolver(strength: Strength) {
    this._session.request({ t: "solver", strength });
  }

  async _challenge(party: string) {
    const player = this._challenged;
    this._challenged = "";
    await challenge(player, party).catch((error) => announce(error.message, true));
  }

  kick(seat: number) {
    this._session.request({ t: "kick", seat });
  }

  /** Let a person in who knocks, or refuse them. */
  admit(player: string, isAdmitted = true) {
    this._session.request({ t: "admit", player, is_admitted: isAdmitted });
  }

  handOn(seat: number) {
    this._session.request({ t: "hand", seat });
  }

  mute(seat: number, isMuted = true) {
    this._session.request({ t: "mute", seat, is_muted: isMuted });
  }

  // -- Speaking and pointing

  say(text: string) {
    const emote = emoteIn(text);
    if (emote) this.sayPhrase(emote.phrase);
    else if (text.trim()) this._session.request({ t: "say", text: text.trim() });
  }

  sayPhrase(phrase: number) {
    this._session.request({ t: "say", phrase });
  }

  /** Show the others where the pointer is, in cells; a mark points a square out. The last place counts. */
  aim(x: number, y: number, mark = false) {
    if (this._state.party?.seat === null) return;
    this._aim = { x: rounded(x), y: rounded(y), mark: mark || Boolean(this._aim?.mark) };
    const wait = mark ? 0 : Math.max(0, this._aimedAt + AIM_EVERY - performance.now());
    if (mark) clearTimeout(this._aimTimer);
    if (mark || !this._aimTimer) this._aimTimer = setTimeout(() => this._sendAim(), wait);
  }

  _sendAim() {
    this._aimTimer = 0;
    if (!this._aim || !this._state.party) return;
    this._aimedAt = performance.now();
    const { mark, ...place } = this._aim;
    this._session.connection.send(mark ? { t: "aim", ...place, mark } : { t: "aim", ...place });
    this._aim = null;
  }

  // -- What the server sends

  _receive(message: Outbound) {
    if (message.t === "parted") {
      if (this._state.party && message.n !== 0) this._part(said(message));
      return;
    }
    const isComing = message.t === "entered" || message.t === "knocking";
    if (isComing && this._state.party?.id !== message.party) {
      this._state.party = newParty(message.party); // asked for, or moved there by a quick match
    }
    const { party } = this._state;
    if (!party) return;
    const after = (this._state.party = received(party, message, performance.now()));
    if (message.t === "knocking") this._session.connection.settle(this._joined); // the answer may take long
    if (isComing && !party.isEntered) this._listener.entered();
    if (message.t === "entered" && this._solver) this.seatSolver(this._solver);
    if (message.t === "entered" && this._challenged) this._challenge(message.party);
    if (message.t === "party") this._closeBoard(party, after);
    this._listener.changed(message, party, after);
    if (this._solver && after.seats.some(({ strength }) => strength)) {
      this._solver = null;
      this._listener.solverSat();
    }
  }

  /** Before the first round, and after the rules were changed, there is a closed board in the size of the rules. */
  _closeBoard(before: PartyState, { isEntered, stage, terms }: PartyState) {
    const { game } = this._state;
    const isSame = !before.seq || before.terms.rules === terms.rules || (game?.id && stage === "playing");
    if (!isEntered || (game && isSame)) return;
    const board = this._listener.closedBoard(terms.rules);
    this._session.closeBoard(board);
    this._listener.boardClosed(board);
  }
}

const rounded = (place: number) => Math.max(0, Math.round(place * 100) / 100);

/** What the player sits at, as the others see it. */
const device = () => (isCoarse() && Math.min(screen.width, screen.height) < 600 ? "phone" : "");
