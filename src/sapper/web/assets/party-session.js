// @ts-check
// What can be asked for in a room: come and go, agree on what is played, speak, point. Moves are those of any game.
//
// After a reconnect the page joins again with the game and `seq` that it has, before anything else is sent again.

/** @import { Outbound, Terms } from "./protocol.js" */
/** @import { RemoteSession } from "./remote-session.js" */
/** @import { State } from "./types.js" */

import { isCoarse } from "./fit-screen.js";
import { newParty, received } from "./party.js";

const AIM_EVERY = 85; // ms between messages about the pointer

export class PartySession {
  /**
   * @param {State} state
   * @param {RemoteSession} session
   * @param {{ entered: () => void, changed: (message: Outbound) => void, parted: (why: string) => void }} heard
   *   `parted` says why somebody is not in the room any more, with an empty reason for one's own wish
   */
  constructor(state, session, heard) {
    this._state = state;
    this._session = session;
    this._heard = heard;
    this._joined = 0; // the number of the last request to come in
    /** @type {{ x: number, y: number, mark: boolean } | null} */
    this._aim = null;
    this._aimTimer = 0;
    this._aimedAt = 0;
    session.party = this;
    session.on("party", (message) => this._receive(message));
    session.on("delta", ({ delta }) => this._receive({ ...delta, t: "delta" }));
    session.on("refused", ({ message }) => message.n === this._joined && this._joined && this._part(message.why));
  }

  // -- Coming and going

  /**
   * Open a room.
   * @param {Terms} terms
   */
  host(terms) {
    this._enter({ t: "host", terms });
  }

  /**
   * Find somebody to play with.
   * @param {Terms} terms
   * @param {boolean} bots whether a bot may be the other player, if no person is there
   */
  match(terms, bots) {
    this._enter({ t: "match", terms, bots });
  }

  /**
   * Come into a room by the code that somebody has read aloud.
   * @param {string} code
   */
  joinByCode(code) {
    this._enter({ t: "join", code });
  }

  /**
   * Come into a room by its id.
   * @param {string} id
   */
  join(id, { isWatching = false, isAgain = false } = {}) {
    const { party } = this._state;
    if (party?.id === id && party.isWatching === isWatching && !isAgain) return;
    this._session.leaveGame();
    this._state.party = newParty(id, isWatching);
    this._session.connection.catchUp(); // its greeting joins
    this._heard.entered();
  }

  /** @param {Record<string, unknown>} message */
  _enter(message) {
    this._session.leaveGame();
    this._session.connection.catchUp();
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
    this._session.connection.catchUp();
    this._heard.parted("");
  }

  /** @param {string} why */
  _part(why) {
    this._joined = 0;
    this._session.leaveGame({ isQuitting: false });
    this._heard.parted(why);
  }

  // -- What is agreed on

  ready(isReady = true) {
    this._session.request({ t: "ready", is_ready: isReady });
  }

  start() {
    this._session.request({ t: "start" });
  }

  /**
   * Change some of what is played next.
   * @param {Terms} terms
   */
  choose(terms) {
    if (this._state.party) this._session.request({ t: "choose", terms: { ...this._state.party.terms, ...terms } });
  }

  /** @param {number} seat */
  kick(seat) {
    this._session.request({ t: "kick", seat });
  }

  /**
   * Let a person in who knocks, or refuse them.
   * @param {string} player
   */
  admit(player, isAdmitted = true) {
    this._session.request({ t: "admit", player, is_admitted: isAdmitted });
  }

  /** @param {number} seat */
  handOn(seat) {
    this._session.request({ t: "hand", seat });
  }

  /** @param {number} seat */
  mute(seat, isMuted = true) {
    this._session.request({ t: "mute", seat, is_muted: isMuted });
  }

  // -- Speaking and pointing

  /** @param {string} text */
  say(text) {
    if (text.trim()) this._session.request({ t: "say", text: text.trim() });
  }

  /** @param {number} phrase */
  sayPhrase(phrase) {
    this._session.request({ t: "say", phrase });
  }

  /**
   * Show the others where the pointer is, in cells; a mark points a square out. The last place counts.
   * @param {number} x
   * @param {number} y
   */
  aim(x, y, mark = false) {
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

  /** @param {Outbound} message */
  _receive(message) {
    if (message.t === "parted") {
      if (this._state.party && message.n !== 0) this._part(message.why);
      return;
    }
    const isComing = message.t === "entered" || message.t === "knocking";
    if (isComing && this._state.party?.id !== message.party) {
      this._state.party = newParty(message.party); // asked for, or moved there by a quick match
    }
    const { party } = this._state;
    if (!party) return;
    this._state.party = received(party, message, performance.now());
    if (message.t === "knocking") this._session.connection.settle(this._joined); // the answer may take long
    if (isComing && !party.isEntered) this._heard.entered();
    this._heard.changed(message);
  }
}

/** @param {number} place */
const rounded = (place) => Math.max(0, Math.round(place * 100) / 100);

/** What the player sits at, as the others see it. */
const device = () => (isCoarse() && Math.min(screen.width, screen.height) < 600 ? "phone" : "");
