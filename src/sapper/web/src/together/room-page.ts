// The panel of a room: the people, what is played, what is said, and the one button that matters.

import type { PartyParts, PartyState } from "../types.ts";

import { button, el, page, section } from "../ui/dom.ts";
import { isCountingDown, isLooking, isOwner, ownSeat, present, readyCount } from "./state.ts";
import { Chat, lineParts } from "./chat.ts";
import { Door } from "./door.ts";
import { PlayerList } from "./players.ts";
import { PartyRules } from "./rules.ts";
import { absenceText, missing } from "./wording.ts";
import { modeOf } from "../state.ts";
import { message, time } from "../ui/words.ts";

export class PartyPage {
  _parts;
  _players: PlayerList;
  _rules: PartyRules;
  _chat: Chat;
  _nameForm: HTMLElement;
  _view: HTMLDivElement;
  _keepsPlayers = true;
  _since = 0; // when somebody to play with was first looked for
  _door: Door;
  _ready: HTMLButtonElement;
  _start: HTMLButtonElement;
  _invite: HTMLDivElement;
  _note: HTMLParagraphElement;
  _count: HTMLParagraphElement;
  _lastLine: HTMLParagraphElement;
  _seatButton: HTMLButtonElement;
  _readyBar: HTMLElement;
  _absence: HTMLParagraphElement;
  element: HTMLDivElement;

  constructor(
    parts: PartyParts & {
      pointOut: (cell: number, seat: number | null) => void;
      toggleReady: () => void;
      leave: () => void;
    },
  ) {
    this._parts = parts;
    this._players = new PlayerList(parts);
    this._rules = new PartyRules(parts);
    this._chat = new Chat(parts);
    this._nameForm = this._makeNameForm();
    this._view = el("div", { class: "mode-view", hidden: true });
    this._door = new Door(parts);
    this._ready = button("", () => parts.toggleReady(), { kind: "primary big", key: "R" });
    this._start = button(message("together.start-now"), () => parts.party.start(), { kind: "quiet" });
    this._invite = el("div", { class: "invite-place" });
    this._note = el("p", { class: "muted tiny note", role: "status" });
    this._count = el("p", { class: "muted tiny ready-count" });
    this._lastLine = el("p", { class: "last-line" });
    this._seatButton = button(message("together.take-seat"), () => this._takeSeat(), { kind: "primary big" });
    this._readyBar = el(
      "section",
      { class: "ready-bar" },
      this._lastLine,
      this._ready,
      this._seatButton,
      el("div", { class: "row" }, this._count, this._note, this._start),
    );
    this._absence = el("p", { class: "sentence absence" });
    this.element = page(
      this._absence,
      this._nameForm,
      this._view,
      this._players.element,
      this._readyBar,
      this._invite,
      this._rules.element,
      this._chat.element,
    );
    this.element.classList.add("room-page");
  }

  /** The figures of a game in play: they may be folded away. */
  get name() {
    return this._parts.state.party?.stage === "playing" ? "game" : "room";
  }

  focus() {
    this._chat.focus();
  }

  get _isReady() {
    const { party } = this._parts.state;
    return Boolean(party && ownSeat(party)?.is_ready);
  }

  /** Show what the mode shows of its rounds, with the list of players or without; null for nothing. */
  setView(panel: HTMLElement | null, keepsPlayers = false) {
    this._keepsPlayers = keepsPlayers || !panel;
    if (this._view.firstElementChild !== panel) this._view.replaceChildren(...(panel ? [panel] : []));
    this._view.hidden = !panel;
  }

  /** Have the link in the panel; null where it stands under the board. */
  setInvite(invite: HTMLElement | null) {
    if (this._invite.firstElementChild === invite) return;
    this._invite.replaceChildren(...(invite ? [invite] : []));
  }

  update() {
    const { party, name } = this._parts.state;
    if (!party) return;
    const isWaiting = party.stage === "waiting";
    this._absence.textContent = absenceText(party);
    this._absence.hidden = !party.absence;
    this.element.classList.toggle("playing", !isWaiting);
    this.element.classList.toggle("at-door", Boolean(party.knocking));
    this._nameForm.hidden = Boolean(name) || (party.seat === null && !party.knocking);
    this._players.element.hidden = !this._keepsPlayers && !isWaiting;
    this._players.update();
    this._door.update(this._players.element.hidden ? this._view : this._players.element);
    this._rules.element.hidden = !isWaiting;
    this._rules.update();
    this._chat.update();
    this._updateReady(party);
  }

  tick() {
    const { party } = this._parts.state;
    if (!party) return;
    this._players.tick();
    this._updateReady(party);
  }

  _updateReady(party: PartyState) {
    const isWaiting = party.stage === "waiting";
    const isSeated = party.seat !== null;
    const isReady = this._isReady;
    this._ready.hidden = !isSeated || !isWaiting || isLooking(party);
    const again = party.result.length ? message("together.ready-again") : message("together.ready");
    setWords(this._ready, isReady ? message("together.not-ready") : again);
    this._ready.classList.toggle("primary", !isReady);
    this._seatButton.hidden = isSeated || !party.isEntered || this._isFull(party);
    this._start.hidden = !isWaiting || !isOwner(party) || present(party).length < 2 || missing(party) > 0;
    this._count.textContent =
      isWaiting && !isLooking(party)
        ? `${message("together.ready-count", { ready: readyCount(party), players: present(party).length })}.`
        : "";
    const note = this._noteText(party);
    if (this._note.textContent !== note) this._note.textContent = note;
    this._readyBar.hidden = this._ready.hidden && this._seatButton.hidden && !note;
    this._showLastLine(party);
  }

  _noteText(party: PartyState) {
    if (!party.isEntered) return message("together.joining");
    if (party.seat === null) {
      return this._isFull(party) && !party.isWatching
        ? message("together.you-watch-full")
        : message("together.you-watch");
    }
    if (party.stage !== "waiting" || isCountingDown(party, performance.now())) return "";
    if (isLooking(party)) return this._quickText(performance.now());
    if (missing(party)) return message("together.need-more", { count: missing(party) });
    return message("together.ready-note", { seconds: this._parts.state.countdown });
  }

  _quickText(now: number) {
    this._since ||= now;
    return message("together.quick-waiting", { time: time(now - this._since, 0) });
  }

  _isFull(party: PartyState) {
    const { terms, stage } = party;
    const { seats } = modeOf(terms);
    return present(party).length >= (seats ?? terms.seats) || (seats !== null && stage === "playing");
  }

  /** A phone shows the last line above the button: the others are further down. */
  _showLastLine(party: PartyState) {
    const last = party.lines.findLast(({ kind }) => kind === "said") ?? null;
    const key = JSON.stringify(last);
    if (this._lastLine.dataset.line === key) return;
    this._lastLine.dataset.line = key;
    this._lastLine.replaceChildren(...(last ? lineParts(this._parts, party, last) : []));
  }

  _takeSeat() {
    const { party } = this._parts.state;
    if (party) this._parts.party.join(party.id, { isWatching: false, isAgain: true });
  }

  /** Somebody without a name is asked for one where the name will stand. */
  _makeNameForm() {
    const label = message("together.your-name");
    const input = el("input", { class: "field", maxlength: "40", "aria-label": label, placeholder: label });
    const save = (event: Event) => {
      event.preventDefault();
      if (input.value.trim()) this._parts.rename(input.value.trim());
    };
    const submit = el("button", { type: "submit", class: "btn" }, message("together.name-save"));
    const node = section(
      el("h2", {}, label),
      el("form", { class: "row sign", onsubmit: save }, input, submit),
      el("p", { class: "muted tiny" }, message("together.name-text")),
    );
    node.classList.add("name-form");
    return node;
  }
}

/** Change the words of a button that has a key. */
function setWords(node: HTMLElement, words: string) {
  const text = [...node.childNodes].find((child) => child instanceof Text);
  if (text instanceof Text && text.data !== words) text.data = words;
}
