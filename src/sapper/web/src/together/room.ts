// The page in a room of several: it keeps the board, the panel and the address in step with what the server says.

import type { BoardInput } from "../input/board-input.ts";
import type { Game } from "../board/model.ts";
import type { PlayScreen } from "../play/play-screen.ts";
import type { Outbound } from "../protocol.ts";
import type { Shell } from "../app/shell/shell.ts";
import type { Parts, PartyParts, PartyState, PartyView, Playing } from "../types.ts";

import { addressOf } from "../ui/address.ts";
import { announce } from "../ui/announce.ts";
import { closedBoard } from "./closed-board.ts";
import { el, fill, find, icon, load, loadIcons, loadStyles, spacer } from "../ui/dom.ts";
import { isCountingDown, isLooking, isOwner, ownSeat, present, readyCount, seatOf, secondsUntil } from "./state.ts";
import { WaitingCard } from "./door.ts";
import { Invite } from "./invite.ts";
import { PartyPage } from "./room-page.ts";
import { PartySession } from "./session.ts";
import { MODE_PAGES } from "./modes/index.ts";
import { EmoteLayer } from "./emotes.ts";
import { Notices } from "./notices.ts";
import { absenceText, emoteOf, partyName, readRules } from "./wording.ts";
import { Pointers } from "./pointers.ts";
import { namedCells } from "../board/square-names.ts";
import { onLanguage } from "../ui/language.ts";
import { modeOf, wouldLose } from "../state.ts";
import { action, message, mode, time } from "../ui/words.ts";
import { colourOf, initialOf } from "../play/people.ts";

/** The time of those who are furthest, as a page that watches a contest knows it. */
const watchedTime = ({ progress }: PartyState) => time(Math.max(0, ...Object.values(progress).map(({ at = 0 }) => at)));

const TICK = 100; // ms between looks at what counts down
/** Commands that a game of several has no use for: one player cannot stop it, undo or begin again for the others. */
const ALONE = /^(face|retry|undo|redo|pause|practice|pick-.*|completion-.*|enter-seed|go-on)$/;

export class PartyRoom implements Playing {
  asksForTouch = false; // it asks before a round
  hasEnd = false; // the views of the modes show it
  _state;
  _board: PlayScreen;
  _shell: Shell;
  _input: BoardInput;
  _say: (text: string) => void;
  _changed: (isLayout?: boolean) => void;
  _confirmLeave: (leave: () => void, what: { isLost: boolean; isForGame: boolean }) => void;
  party: PartySession;
  _parts: PartyParts;
  pointers: Pointers;
  _emotes: EmoteLayer;
  _notices: Notices;
  page: PartyPage;
  _invite: Invite;
  _title: HTMLHeadingElement;
  _watching: HTMLParagraphElement;
  _waitingCard: WaitingCard;
  _view: PartyView | null = null;
  _mode = ""; // whose view it is
  _aimed = ""; // where the cursor of the keyboard was
  _timer = 0;

  constructor({
    parts,
    board,
    shell,
    input,
    say,
    changed,
    confirmLeave,
  }: {
    parts: Parts;
    board: PlayScreen;
    shell: Shell;
    input: BoardInput;
    say: (text: string) => void;
    changed: (isLayout?: boolean) => void;
    confirmLeave: (leave: () => void, what: { isLost: boolean; isForGame: boolean }) => void;
  }) {
    this._state = parts.state;
    this._board = board;
    this._shell = shell;
    this._input = input;
    this._say = say;
    this._changed = changed;
    this._confirmLeave = confirmLeave;
    this.party = new PartySession(parts.state, parts.session, {
      entered: () => this._entered(),
      changed: (message, before, after) => this._partyChanged(message, before, after),
      parted: (why) => this._parted(why),
      closedBoard: (rules) => closedBoard(rules, parts.settings),
      boardClosed: (closed) => this._boardClosed(closed),
      solverSat: () => this._toggleReady(),
    });
    this._parts = {
      ...parts,
      party: this.party,
      view: board.view,
      ask: (page) => shell.ask(page),
      closeQuestion: () => shell.closeQuestion(),
    };
    this._emotes = new EmoteLayer(board.view, parts.themes);
    this._notices = new Notices(parts.state, parts.settings, () => changed());
    this.pointers = new Pointers(parts.state, board.view, parts.themes);
    this.page = this._makePage();
    this._invite = new Invite(this._parts);
    this._title = el("h1");
    this._watching = el("p", { class: "waiting watching", hidden: true });
    board.canvas.parentElement?.append(this._watching);
    this._waitingCard = new WaitingCard(() => this.leave());
    this._write();
    onLanguage(() => this._remake());
    this._listen();
  }

  _makePage() {
    return new PartyPage({
      ...this._parts,
      pointOut: (cell, seat) => this._pointOut(cell, seat),
      toggleReady: () => this._toggleReady(),
      leave: () => this.leave(),
    });
  }

  /** Other words: make the panel and the view of the mode again. */
  _remake() {
    this.page = this._makePage();
    this._invite = new Invite(this._parts);
    this._write();
    const { _mode: name } = this;
    this._takeView("");
    this._takeView(name);
  }

  _write() {
    this._watching.textContent = message("together.you-watch");
    this._fillHead();
  }

  // -- What can be done

  /** Whether a command is of no use here; it is said why, or what stands for it is done. */
  refuses(name: string) {
    const { party, screen } = this._state;
    if (!party || !ALONE.test(name) || (name === "pause" && screen)) return false;
    if (name === "face" && party.stage === "waiting") this._toggleReady();
    else if (name.startsWith("pick-")) this.showPeople();
    else this._say(message("together.no-command"));
    return true;
  }

  /** Take a key that has a meaning to the view of the mode, or in a room that waits. */
  key(typed: string) {
    const { party } = this._state;
    if (this._view?.key?.(typed)) return true;
    if (typed !== "r" || party?.stage !== "waiting" || party.seat === null) return false;
    this._toggleReady();
    return true;
  }

  /** Be ready, or not any more. Before a game with flags a finger is asked how a tap works: not in the middle of it. */
  _toggleReady() {
    const { party } = this._state;
    if (!party || party.seat === null || isLooking(party) || party.tournament) return;
    const isReady = Boolean(ownSeat(party)?.is_ready);
    if (isReady || modeOf(party.terms).hasTurns) this.party.ready(!isReady);
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

  /** Leave the room: at once, or after a question if that loses a game in turns. */
  leave() {
    const quit = () => this.party.quit();
    if (wouldLose(this._state)) this._confirmLeave(quit, { isLost: true, isForGame: false });
    else quit();
  }

  confirmNew(giveUp: () => void) {
    this._confirmLeave(giveUp, { isLost: wouldLose(this._state), isForGame: true });
  }

  /** Show the board. */
  show() {
    this._shell.showBoard();
    this._changed(true);
  }

  // -- What happened: what the views of the modes show follows from the messages

  boardCame() {}

  moved() {}

  ended() {}

  gone() {}

  async _entered() {
    if (this._state.room) return;
    this._timer ||= setInterval(() => this._tick(), TICK);
    await load(Promise.all([loadStyles("party.css"), loadIcons("icons-more.svg")]));
    if (this._state.party) this.show();
  }

  _partyChanged(received: Outbound, before: PartyState, after: PartyState) {
    if (received.t === "aimed") {
      this.pointers.draw();
      return;
    }
    if (received.t === "said") this._said(received);
    if (received.t === "turn") this._callToTurn(before, after);
    if (received.t === "entered") this._cameOrStood(received.missed ? absenceText(after) : "");
    if (received.t === "shares" || received.t === "party") this._board.view.invalidateAll(); // the owners of flags
    if (received.t === "party") this._stateChanged(before, after);
    this._changed(received.t === "party" || received.t === "entered");
  }

  /** The player is in the room, at a seat or not: the address says which. */
  _cameOrStood(said: string) {
    if (said) this._say(said);
    if (!this._state.screen) this._shell.showBoard();
  }

  _stateChanged(before: PartyState, after: PartyState) {
    this._sayKnocks(before, after);
    const wasPlaying = before.stage === "playing";
    if (after.stage === "waiting" && wasPlaying && this._shell.isPhone) this._board.view.zoomReset();
    this._takeView(after.terms.mode);
    const isNewRound = after.stage === "playing" && !(wasPlaying && before.round === after.round);
    if (isNewRound && after.seat !== null) this._showRound();
  }

  /** Say to the owner who wants to come in. */
  _sayKnocks(before: PartyState, after: PartyState) {
    if (!isOwner(after)) return;
    const known = new Set(isOwner(before) ? before.knocks.map(({ player }) => player) : []);
    const added = after.knocks.filter(({ player }) => !known.has(player));
    for (const { name } of added) this._say(message("together.wants-in", { name }));
  }

  /** Tell a player who looks elsewhere that the others wait. */
  _callToTurn(before: PartyState, after: PartyState) {
    const isOwn = ({ turn, seat }: PartyState) => seat !== null && turn?.seat === seat;
    if (isOwn(after) && !isOwn(before)) this._notices.tell(message("rooms.your-turn"), partyName(after));
  }

  /** A round starts: a player sees its board. */
  _showRound() {
    const { party } = this._state;
    if (party) this._notices.tell(message("together.started"), partyName(party));
    if (this._state.screen) this._shell.showBoard();
    announce(message("together.started"));
  }

  _boardClosed(board: Game) {
    this._board.element.hidden = false;
    this._board.view.show(board);
    this._input.place(board);
    this._changed(true);
  }

  _said({ line }: Extract<Outbound, { t: "said" }>) {
    const { game, party } = this._state;
    const isEmote = Boolean(emoteOf(line.phrase ?? -1));
    if (isEmote && party && this._parts.settings.get("together", "emotes")) {
      this._emotes.show(party, line.seat ?? null, line.phrase ?? 0);
    }
    if (!game || !party || line.seat === party.seat) return;
    for (const cell of namedCells(line.text ?? "", game)) this._pointOut(cell, line.seat);
  }

  _pointOut(cell: number, seat: number | null) {
    const { party, game } = this._state;
    if (!party || !game) return;
    const who = seatOf(party, seat);
    this.pointers.pointOut(cell, who ? colourOf(this._parts.themes, who) : this._parts.themes.current.text);
    this._board.view.reveal(Math.floor(cell / game.width), cell % game.width);
  }

  _parted(why: string) {
    clearInterval(this._timer);
    this._timer = 0;
    this._takeView("");
    this._board.setTimeText("");
    this._board.below.hidden = true;
    this._board.view.ownerOf = () => null;
    this._board.ownLives = null;
    this._watching.hidden = true;
    this._board.view.show(null);
    this.pointers.remove();
    this._emotes.remove();
    this._mark();
    if (why) this._say(why);
    if (!this._state.screen) history.replaceState(null, "", addressOf("/together")); // there is nothing to come back to
    this._shell.open("together");
    this._changed(true);
  }

  // -- What each mode shows

  async _takeView(name: string) {
    if (name === this._mode) return;
    this._mode = name;
    this._view?.left?.();
    this._view = null;
    const view = name ? await MODE_PAGES[modeOf({ mode: name }).name].view(this._parts) : null;
    if (name !== this._mode) return view?.left?.();
    this._view = view;
    this._changed(true);
  }

  // -- What is shown

  get isCurrent() {
    return Boolean(this._state.party);
  }

  /** A reload would disturb the others. */
  get isInPlay() {
    return this.isCurrent;
  }

  /** The name of the room. */
  get title() {
    return this._state.party ? partyName(this._state.party) : "";
  }

  update() {
    const { party } = this._state;
    this._mark();
    this._waitingCard.show(this._state.screen ? null : party);
    if (!party) return;
    this._setRatio();
    const now = performance.now();
    const isShown = party.round > 0; // it plays, or has played
    this._view?.update();
    this.page.mode = isShown ? this._view : null;
    const { name } = modeOf(party.terms);
    const chip = this._view?.chip?.() || `${mode(name).name} · ${partyName(party)}`;
    this._board.setPartyChip(chip, MODE_PAGES[name].icon);
    this._watching.hidden = party.seat !== null || party.stage !== "playing";
    this._board.ownLives = this._ownLives(party);
    this._title.textContent = partyName(party);
    const isPlayed = party.stage === "playing" || (party.round > 0 && this._state.game?.isOver);
    this._board.setTriad(isPlayed ? (this._view?.triad ?? null) : null);
    this._board.setTimeText(this._timeText(now));
    this._placeBelow();
    this._board.view.ownerOf = (cell) => this._ownerOf(cell);
    this.pointers.draw();
    this._aimWithKeys();
  }

  _tick() {
    const { party } = this._state;
    if (!party || this._state.screen) return;
    this._board.setTimeText(this._timeText(performance.now()));
    this.page.tick();
    this._view?.tick?.();
    this.pointers.follow();
  }

  /** What a phone shows over the board while the room waits: the way back, the name, chat and settings. */
  _fillHead() {
    const tool = (image: string, label: string, run: () => void) =>
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

  /** The lives that this player has left, null where all share them. */
  _ownLives({ terms, seat, shares }: PartyState) {
    if (!modeOf(terms).hasLives || terms.lives !== "own" || seat === null) return null;
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

  _setRatio() {
    const { game } = this._state;
    if (game) find("app").style.setProperty("--board-ratio", String(game.width / game.height));
  }

  /** Between rounds the place of the time says how many are ready, or counts down. */
  _timeText(now: number) {
    const { party } = this._state;
    if (!party) return "";
    if (isCountingDown(party, now)) return message("together.starting", { seconds: secondsUntil(party.startsAt, now) });
    if (party.stage === "playing" && party.seat === null && modeOf(party.terms).isSecret) return watchedTime(party);
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
    const isClosed = party?.stage === "playing" && !modeOf(party.terms).joinsLate;
    this.page.invite = isInviting || isClosed || !party?.seq ? null : this._invite.element;
    if (below.firstElementChild !== shown) below.replaceChildren(...(shown ? [shown] : []));
    if (below.hidden !== !shown) this._changed(true);
    below.hidden = !shown;
  }

  _ownerOf(cell: number) {
    const { party, game } = this._state;
    if (!party?.shares || !game || party.shares.game !== game.id) return null;
    const own = party.seat !== null && game.isGuessed(cell) ? party.seat : undefined;
    const seat = seatOf(party, own ?? party.shares.found[cell] ?? party.shares.flags[cell] ?? null);
    const isFound = modeOf(party.terms).hasTurns;
    return seat && { colour: colourOf(this._parts.themes, seat), initial: initialOf(seat), isFound };
  }

  // -- Pointing

  _listen() {
    const { canvas } = this._board;
    const area = canvas.parentElement as HTMLElement;
    canvas.addEventListener("pointermove", (event) => this._aim(event));
    area.addEventListener("pointerdown", (event) => this._press(event), true);
  }

  _aim(event: PointerEvent, mark = false) {
    if (!this._state.party) return;
    const place = this._board.view.placeAt(event);
    if (place) this.party.aim(place[1], place[0], mark);
  }

  /** Shift and a click point a square out, and play nothing; a finger says where it is. */
  _press(event: PointerEvent) {
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
