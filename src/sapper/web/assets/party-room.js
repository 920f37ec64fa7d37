// @ts-check
// The page in a room of several: it keeps the board, the panel and the address in step with what the server says.

/** @import { BoardInput } from "./input.js" */
/** @import { PlayScreen } from "./play.js" */
/** @import { Outbound } from "./protocol.js" */
/** @import { Shell } from "./shell.js" */
/** @import { PartyParts, PartyState, PartyView, Parts } from "./types.js" */

import { announce } from "./announce.js";
import { closedBoard } from "./closed-board.js";
import { el, fill, find, icon, load, loadIcons, loadStyles, spacer } from "./dom.js";
import {
  colourOf,
  initialOf,
  isCountingDown,
  isLooking,
  isOwner,
  ownSeat,
  present,
  readyCount,
  seatOf,
  secondsUntil,
} from "./party.js";
import { WaitingCard } from "./party-door.js";
import { Invite } from "./party-invite.js";
import { PartyPage } from "./party-page.js";
import { PartySession } from "./party-session.js";
import { VIEWS } from "./party-views.js";
import { MODE_ICONS, absenceText, modeName, partyName, readRules } from "./party-words.js";
import { Pointers } from "./pointers.js";
import { namedCells } from "./square-names.js";
import { action, message } from "./words.js";

const TICK = 100; // ms between looks at what counts down
/** Commands that a game of several has no use for: nobody stops it, takes back or begins again for the others. */
const ALONE = /^(face|retry|undo|redo|pause|practice|pick-.*|completion-.*|enter-seed|go-on)$/;

export class PartyRoom {
  /**
   * @param {{
   *   parts: Parts,
   *   board: PlayScreen,
   *   shell: Shell,
   *   input: BoardInput,
   *   say: (text: string) => void,
   *   changed: (isLayout?: boolean) => void,
   * }} options
   */
  constructor({ parts, board, shell, input, say, changed }) {
    this._state = parts.state;
    this._board = board;
    this._shell = shell;
    this._input = input;
    this._say = say;
    this._changed = changed;
    this.party = new PartySession(parts.state, parts.session, {
      entered: () => this._entered(),
      changed: (heard) => this._heard(heard),
      parted: (why) => this._parted(why),
    });
    /** @type {PartyParts} */
    this._parts = {
      ...parts,
      party: this.party,
      view: board.view,
      ask: (page) => shell.ask(page),
      closeQuestion: () => shell.closeQuestion(),
    };
    this.pointers = new Pointers(parts.state, board.view, parts.themes);
    this.page = new PartyPage({
      ...this._parts,
      pointOut: (cell, seat) => this._pointOut(cell, seat),
      toggleReady: () => this._toggleReady(),
      leave: () => this.leave(),
    });
    this._invite = new Invite(this._parts);
    this._title = el("h1");
    this._watching = el("p", { class: "waiting watching", hidden: true }, message("together.you-watch"));
    board.canvas.parentElement?.append(this._watching);
    this._waitingCard = new WaitingCard(() => this.leave());
    this._fillHead();
    /** @type {PartyView | null} */
    this._view = null;
    this._mode = ""; // whose view it is
    this._rules = ""; // of the board that is shown
    this._round = 0; // that was brought into view
    this._stage = ""; // before the last message
    /** @type {Set<string>} those who knocked before the last message */
    this._knocks = new Set();
    this._aimed = ""; // where the cursor of the keyboard was
    this._timer = 0;
    this._listen();
  }

  // -- What can be done

  /**
   * Whether a command is of no use here; it is said why, or what stands for it is done.
   * @param {string} name
   */
  refuses(name) {
    const { party, screen } = this._state;
    if (!party || !ALONE.test(name) || (name === "pause" && screen)) return false;
    if (name === "face" && party.stage === "waiting") this._toggleReady();
    else if (name.startsWith("pick-")) this.showPeople();
    else this._say(message("together.no-command"));
    return true;
  }

  /**
   * Take a key that has a meaning in a room that waits.
   * @param {string} typed
   */
  key(typed) {
    const { party } = this._state;
    if (typed !== "r" || party?.stage !== "waiting" || party.seat === null) return false;
    this._toggleReady();
    return true;
  }

  /** Be ready, or not any more. Before a game with flags a finger is asked how a tap works: not in the middle of it. */
  _toggleReady() {
    const { party } = this._state;
    if (!party || party.seat === null || isLooking(party)) return;
    const isReady = Boolean(ownSeat(party)?.is_ready);
    if (isReady || party.terms.mode === "duel") this.party.ready(!isReady);
    else this._parts.begin(() => this._beReady());
  }

  _beReady() {
    if (this._state.screen) this.show();
    this.party.ready();
  }

  /** Show who is here and what is said: in the panel, on a phone in a sheet. */
  showPeople() {
    if (this._shell.isPhone && this._state.party?.stage === "playing") this._shell.open("people");
    else {
      this._parts.settings.set("display", "panel", true);
      this._changed(true);
      this.page.focus();
    }
  }

  async share() {
    if (await this._invite.share()) this._say(message("together.copied"));
  }

  leave() {
    this.party.quit();
  }

  /** Show the board. */
  show() {
    this._shell.showBoard();
    this._changed(true);
  }

  // -- What happened

  async _entered() {
    if (this._state.room) return;
    this._timer ||= setInterval(() => this._tick(), TICK);
    await load(Promise.all([loadStyles("party.css"), loadIcons("icons-more.svg")]));
    if (this._state.party) this.show();
  }

  /** @param {Outbound} heard */
  _heard(heard) {
    const { party } = this._state;
    if (!party) return;
    if (heard.t === "aimed") {
      this.pointers.draw();
      return;
    }
    if (heard.t === "said") this._said(heard);
    if (heard.t === "entered" && heard.missed) this._say(absenceText(party));
    if (heard.t === "shares" || heard.t === "party") this._board.view.invalidateAll(); // whose the flags are
    if (heard.t === "party") {
      this._sayKnocks(party);
      if (party.stage === "waiting" && this._stage === "playing" && this._shell.isPhone) this._board.view.zoomReset();
      this._stage = party.stage;
      this._takeView(party.terms.mode);
      if (party.stage === "playing" && party.round !== this._round && party.seat !== null) this._showRound(party.round);
    }
    this._changed(heard.t === "party" || heard.t === "entered");
  }

  /**
   * Say to the owner who wants to come in.
   * @param {PartyState} party
   */
  _sayKnocks(party) {
    const knocks = isOwner(party) ? party.knocks : [];
    const news = knocks.filter(({ player }) => !this._knocks.has(player));
    this._knocks = new Set(knocks.map(({ player }) => player));
    for (const { name } of news) this._say(message("together.wants-in", { name }));
  }

  /**
   * A round starts: whoever plays sees its board.
   * @param {number} round
   */
  _showRound(round) {
    this._round = round;
    if (this._state.screen) this._shell.showBoard();
    announce(message("together.started"));
  }

  /** @param {Extract<Outbound, { t: "said" }>} heard */
  _said({ line }) {
    const { game, party } = this._state;
    if (!game || !party || line.seat === party.seat) return;
    for (const cell of namedCells(line.text ?? "", game)) this._pointOut(cell, line.seat);
  }

  /**
   * @param {number} cell
   * @param {number | null} seat
   */
  _pointOut(cell, seat) {
    const { party, game } = this._state;
    if (!party || !game) return;
    const who = seatOf(party, seat);
    this.pointers.pointOut(cell, who ? colourOf(this._parts.themes, who) : this._parts.themes.current.text);
    this._board.view.reveal(Math.floor(cell / game.width), cell % game.width);
  }

  /** @param {string} why */
  _parted(why) {
    clearInterval(this._timer);
    this._timer = 0;
    this._takeView("");
    this._board.setInstead("");
    this._board.below.hidden = true;
    this._board.view.ownerOf = () => null;
    this._board.ownLives = null;
    this._watching.hidden = true;
    this._board.view.show(null);
    this.pointers.remove();
    this._rules = "";
    this._mark();
    if (why) this._say(why);
    if (!this._state.screen) history.replaceState(null, "", "/together"); // there is nothing to come back to
    this._shell.open("together");
    this._changed(true);
  }

  // -- What each mode shows

  /** @param {string} mode */
  async _takeView(mode) {
    if (mode === this._mode) return;
    this._mode = mode;
    this._view?.left?.();
    this._view = null;
    const view = (await VIEWS[mode]?.(this._parts)) ?? null;
    if (mode !== this._mode) return view?.left?.();
    this._view = view;
    this._changed(true);
  }

  // -- What is shown

  /** The name of the room. */
  get title() {
    return this._state.party ? partyName(this._state.party) : "";
  }

  update() {
    const { party } = this._state;
    this._mark();
    this._waitingCard.show(this._state.screen ? null : party);
    if (!party) return;
    this._showClosedBoard();
    const now = performance.now();
    const isShown = party.round > 0; // it plays, or has played
    this._view?.update();
    this.page.setView(isShown ? (this._view?.panel ?? null) : null, this._view?.keepsPlayers);
    const chip = this._view?.chip?.() || `${modeName(party.terms.mode)} · ${partyName(party)}`;
    this._board.setPartyChip(chip, MODE_ICONS[party.terms.mode]);
    this._watching.hidden = party.seat !== null || party.stage !== "playing";
    this._board.ownLives = this._ownLives(party);
    this._title.textContent = partyName(party);
    const isPlayed = party.stage === "playing" || (party.round > 0 && this._state.game?.isOver);
    this._board.setTriad(isPlayed ? (this._view?.triad ?? null) : null);
    this._board.setInstead(this._insteadOfTime(now));
    this._placeBelow();
    this._board.view.ownerOf = (cell) => this._ownerOf(cell);
    this.pointers.draw();
    this._aimWithKeys();
  }

  _tick() {
    const { party } = this._state;
    if (!party || this._state.screen) return;
    this._board.setInstead(this._insteadOfTime(performance.now()));
    this.page.tick();
    this._view?.tick?.();
    this.pointers.follow();
  }

  /** What a phone shows over the board while the room waits: the way back, the name, chat and settings. */
  _fillHead() {
    /**
     * @param {string} image
     * @param {string} label
     * @param {() => void} run
     */
    const tool = (image, label, run) =>
      el("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick: run }, icon(image));
    fill(
      this._board.head,
      tool("back", message("page.together"), () => this._shell.open("together")),
      this._title,
      spacer(),
      tool("chat", message("together.chat"), () => this.page.focus()),
      tool("close", action("leave-room").name, () => this.leave()),
    );
  }

  /**
   * The lives that this player has left, null where all share them.
   * @param {PartyState} party
   */
  _ownLives({ terms, seat, shares }) {
    if (terms.mode !== "coop" || terms.lives !== "own" || seat === null) return null;
    return Math.max(0, readRules(terms.rules, this._parts.settings).lives - (shares?.hits[seat] ?? 0));
  }

  /** Let the style sheets know where the page is. */
  _mark() {
    const { party, screen } = this._state;
    const classes = find("app").classList;
    this._board.head.hidden = party?.stage !== "waiting";
    classes.toggle("together", Boolean(party && !screen));
    classes.toggle("in-waiting", Boolean(party && !screen && party.stage === "waiting"));
    classes.toggle("wide-panel", Boolean(party && !screen && this._view?.isWide));
  }

  /** Before the first round, and after the rules were changed, there is a closed board in the size of the rules. */
  _showClosedBoard() {
    const { party, game } = this._state;
    if (!party?.isEntered || !party.seq) return;
    if (game?.id && (party.stage === "playing" || this._rules === party.terms.rules)) {
      this._rules = party.terms.rules;
      this._setRatio();
      return;
    }
    if (game && this._rules === party.terms.rules) return;
    if (game?.id && !this._rules) {
      this._rules = party.terms.rules; // a finished game was there when the player came
      return;
    }
    this._rules = party.terms.rules;
    const closed = closedBoard(party.terms.rules, this._parts.settings);
    this._state.game = closed;
    this._state.over = this._state.review = null;
    this._board.element.hidden = false;
    this._board.view.show(closed);
    this._input.place(closed);
    this._setRatio();
    this._changed(true);
  }

  _setRatio() {
    const { game } = this._state;
    if (game) find("app").style.setProperty("--board-ratio", String(game.width / game.height));
  }

  /**
   * While nobody plays, the place of the time says how many are ready, or counts down.
   * @param {number} now
   */
  _insteadOfTime(now) {
    const { party } = this._state;
    if (!party) return "";
    if (isCountingDown(party, now)) return message("together.starting", { seconds: secondsUntil(party.startsAt, now) });
    if (party.stage !== "waiting" || this._state.game?.isOver || !party.seq) return "";
    if (isLooking(party)) return message("together.quick-looking");
    return message("together.ready-count", { ready: readyCount(party), players: present(party).length });
  }

  /** The link under the board while the room waits, and what the mode shows there while it plays. */
  _placeBelow() {
    const { party } = this._state;
    const { below } = this._board;
    const isInviting = party?.stage === "waiting" && !party.knocking && !this._state.game?.isOver;
    const shown = isInviting ? this._invite.element : (this._view?.below ?? null);
    this._invite.update();
    const isClosed = party?.stage === "playing" && (party.terms.mode === "race" || party.terms.mode === "duel");
    this.page.setInvite(isInviting || isClosed || !party?.seq ? null : this._invite.element);
    if (below.firstElementChild !== shown) below.replaceChildren(...(shown ? [shown] : []));
    if (below.hidden !== !shown) this._changed(true);
    below.hidden = !shown;
  }

  /** @param {number} cell */
  _ownerOf(cell) {
    const { party, game } = this._state;
    if (!party?.shares || !game || party.shares.game !== game.id) return null;
    const own = party.seat !== null && game.isGuessed(cell) ? party.seat : undefined;
    const seat = seatOf(party, own ?? party.shares.found[cell] ?? party.shares.flags[cell] ?? null);
    const isFound = party.terms.mode === "duel";
    return seat && { colour: colourOf(this._parts.themes, seat), initial: initialOf(seat), isFound };
  }

  // -- Pointing

  _listen() {
    const { canvas } = this._board;
    const area = /** @type {HTMLElement} */ (canvas.parentElement);
    canvas.addEventListener("pointermove", (event) => this._aim(event));
    area.addEventListener("pointerdown", (event) => this._press(event), true);
  }

  /** @param {PointerEvent} event */
  _aim(event, mark = false) {
    if (!this._state.party) return;
    const place = this._board.view.placeAt(event);
    if (place) this.party.aim(place[1], place[0], mark);
  }

  /**
   * Shift and a click point a square out, and play nothing; a finger says where it is.
   * @param {PointerEvent} event
   */
  _press(event) {
    const { party, game } = this._state;
    if (!party || event.target !== this._board.canvas) return;
    const isPointing = event.shiftKey && event.button === 0;
    this._aim(event, isPointing);
    const cell = isPointing && game ? this._board.view.cellAt(event) : null;
    if (!cell || !game) return;
    event.preventDefault();
    event.stopPropagation();
    const own = ownSeat(party);
    if (own) this.pointers.pointOut(cell[0] * game.width + cell[1], colourOf(this._parts.themes, own));
  }

  /** Those who play with keys point with their cursor. */
  _aimWithKeys() {
    const { isCursorShown } = this._state;
    const [row, col] = this._input.cursor;
    const aimed = isCursorShown ? `${row} ${col}` : "";
    if (aimed && aimed !== this._aimed) this.party.aim(col + 0.5, row + 0.5);
    this._aimed = aimed;
  }
}
