// The panel of a room: the people, what is played, what is said, and the one button that matters.

import type { PartyParts, PartyState, PartyView } from "../types.ts";

import { el, page } from "../ui/dom.ts";
import { button, html, nothing, render } from "../ui/template.ts";
import { isCountingDown, isLooking, isOwner, ownSeat, present, readyCount } from "./state.ts";
import { Chat, lineWords } from "./chat.ts";
import { entry, knocks } from "./door.ts";
import { PlayerList } from "./players.ts";
import { PartyRules } from "./rules.ts";
import { enterTournament } from "./tournaments/requests.ts";
import { absenceText, missing } from "./wording.ts";
import { modeOf } from "../state.ts";
import { message, time } from "../ui/words.ts";

export class PartyPage {
  _parts;
  _players: PlayerList;
  _rules: PartyRules;
  _chat: Chat;
  _nameForm: HTMLElement;
  mode: Pick<PartyView, "panel" | "keepsPlayers"> | null = null; // what the mode shows of its rounds
  invite: HTMLElement | null = null; // null where the link stands under the board
  _since = 0; // when the search for another player began
  element = page();

  constructor(
    parts: PartyParts & {
      pointOut: (cell: number, seat: number | null) => void;
      toggleReady: () => void;
      leave: () => void;
    },
  ) {
    this._parts = parts;
    const changed = () => this.update();
    this._players = new PlayerList(parts, changed);
    this._rules = new PartyRules(parts, changed);
    this._chat = new Chat(parts);
    this._nameForm = this._makeNameForm();
    this.element.classList.add("room-page");
  }

  /** The figures of a game in play: they may be folded away. */
  get name() {
    return this._parts.state.party?.stage === "playing" ? "game" : "room";
  }

  focus() {
    this._chat.focus();
  }

  update() {
    const { party, name } = this._parts.state;
    if (!party) return;
    const isWaiting = party.stage === "waiting";
    this.element.classList.toggle("playing", !isWaiting);
    this.element.classList.toggle("at-door", Boolean(party.knocking));
    this._nameForm.hidden = Boolean(name) || (party.seat === null && !party.knocking);
    this._chat.update();
    render(this._view(party), this.element);
  }

  tick() {
    const { party } = this._parts.state;
    const isCounting = party && (party.stage === "waiting" || Object.keys(party.away).length);
    if (isCounting) render(this._view(party), this.element);
  }

  _view(party: PartyState) {
    const { mode } = this;
    const isListed = !mode || mode.keepsPlayers || party.stage === "waiting";
    const admit = (player: string, isAdmitted: boolean) => this._parts.party.admit(player, isAdmitted);
    const withDoor = (content: unknown) => html`${knocks(party, admit)}${content}${entry(party, this._parts)}`;
    return html`
      <p class="sentence absence" ?hidden=${!party.absence}>${absenceText(party)}</p>
      ${this._nameForm}
      <div class="mode-view" ?hidden=${!mode}>${isListed ? mode?.panel : withDoor(mode?.panel)}</div>
      ${this._tournament(party)}
      ${this._replay(party)}
      <section class="group people" ?hidden=${!isListed}>
        ${isListed ? withDoor(this._players.view(party)) : nothing}
      </section>
      ${this._readyBar(party)}
      <div class="invite-place">${this.invite}</div>
      ${this._rules.view(party)}
      ${this._chat.element}`;
  }

  /** The way on from a race of a tournament, as soon as the player's own board is over. */
  _tournament({ tournament, stage, seat }: PartyState) {
    const isOn = stage === "playing" && seat !== null && !this._parts.state.game?.isOver;
    if (!tournament || isOn) return nothing;
    const back = () => this._parts.open("tournament", tournament);
    const again = async () => {
      await enterTournament(tournament, "ready").catch(() => {}); // its page says what is refused
      back();
    };
    if (seat === null) return button(message("tournament.back"), back, { iconName: "trophy" });
    return html`<div class="group next-race">
      ${button(message("tournament.again"), again, { kind: "primary big", iconName: "play" })}
      ${button(message("tournament.back"), back, { iconName: "trophy", kind: "quiet" })}</div>`;
  }

  /** The way to the replay of the round that is over. */
  _replay({ replay, stage }: PartyState) {
    if (!replay || stage === "playing") return nothing;
    const open = () => this._parts.open("round", replay);
    return html`<div class="row">${button(message("round.whole"), open, { iconName: "replay" })}</div>`;
  }

  _readyBar(party: PartyState) {
    const isWaiting = party.stage === "waiting";
    const isSeated = party.seat !== null;
    const isReady = Boolean(ownSeat(party)?.is_ready);
    const hasReady = isSeated && isWaiting && !isLooking(party) && !party.tournament;
    const hasSeat = !isSeated && party.isEntered && !this._isFull(party);
    const hasStart = isWaiting && isOwner(party) && present(party).length > 1 && !missing(party);
    const again = party.result.length ? message("together.ready-again") : message("together.ready");
    const ready = { ready: readyCount(party), players: present(party).length };
    const note = this._noteText(party);
    const last = party.lines.findLast(({ kind }) => kind === "said"); // a phone shows it: the others are further down
    return html`
      <section class="ready-bar" ?hidden=${!hasReady && !hasSeat && !note}>
        <p class="last-line">${last ? lineWords(this._parts, party, last) : null}</p>
        ${
          hasReady
            ? button(isReady ? message("together.not-ready") : again, () => this._parts.toggleReady(), {
                kind: isReady ? "big" : "primary big",
                key: "R",
              })
            : null
        }
        ${
          isSeated && isWaiting && party.terms.can_watch && present(party).length > 1
            ? button(message("watching.stand"), () => this._parts.party.stand(), { kind: "quiet stand" })
            : null
        }
        ${hasSeat ? button(message("together.take-seat"), () => this._takeSeat(), { kind: "primary big" }) : null}
        <div class="row">
          <p class="muted tiny ready-count">${
            isWaiting && !isLooking(party) ? `${message("together.ready-count", ready)}.` : ""
          }</p>
          <p class="muted tiny note" role="status">${note}</p>
          ${hasStart ? button(message("together.start-now"), () => this._parts.party.start(), { kind: "quiet" }) : null}
        </div>
      </section>`;
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

  _takeSeat() {
    const { party } = this._parts.state;
    if (party) this._parts.party.join(party.id, { isWatching: false, isAgain: true });
  }

  /** A player without a name is asked for one where the name will stand. */
  _makeNameForm() {
    const label = message("together.your-name");
    const input = el("input", { class: "field", maxlength: "40", "aria-label": label, placeholder: label });
    const save = (event: Event) => {
      event.preventDefault();
      if (input.value.trim()) this._parts.rename(input.value.trim());
    };
    const submit = el("button", { type: "submit", class: "btn" }, message("together.name-save"));
    return el(
      "section",
      { class: "group name-form" },
      el("h2", {}, label),
      el("form", { class: "row sign", onsubmit: save }, input, submit),
      el("p", { class: "muted tiny" }, message("together.name-text")),
    );
  }
}
