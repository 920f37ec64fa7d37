// The people of a room: who is here, who is ready, and what the owner can do about a player.

import type { PartySeat } from "../protocol.ts";
import type { PartyParts, PartyState, SeatShare } from "../types.ts";

import { button, html, icon, repeat, spacer } from "../ui/template.ts";
import { isLooking, isOwner, present, seatShares } from "./state.ts";
import { STRENGTHS, strengthWords } from "./solver-words.ts";
import { aboutSeat, awayText, partText } from "./wording.ts";
import { modeOf } from "../state.ts";
import { message, mode, percent, listed } from "../ui/words.ts";
import { avatar, pingMark, ratingMark } from "../play/people.ts";

const MOST_FREE = 4; // free seats that are drawn

export class PlayerList {
  _parts: PartyParts;
  _changed: () => void;
  _opened = -1; // the seat whose menu is open
  _sure = ""; // what is about to be done at the open menu

  constructor(parts: PartyParts, changed: () => void) {
    this._parts = parts;
    this._changed = changed;
  }

  view(party: PartyState) {
    const people = present(party);
    const shares = party.shares ? seatShares(party) : [];
    const shareOf = (seat: number) => shares.find((one) => one.seat === seat);
    const isShared = shares.some(({ opened, hits }) => opened || hits);
    const free = Math.max(0, (modeOf(party.terms).seats ?? party.terms.seats) - people.length);
    const gone = party.seats.filter(({ seat, has_left: hasLeft }) => hasLeft && shareOf(seat)?.opened);
    const empty = party.stage === "waiting" ? Math.min(free, MOST_FREE) : 0;
    const needsRoom = isShared || isOwner(party);
    return html`
      <div class="head">
        <h2>${isShared ? mode(modeOf(party.terms).name).standing : message("together.players")}</h2>
        ${spacer}<span class="muted tiny">${freeText(party, free)}</span>
      </div>
      <ul class=${needsRoom ? "players shared" : "players"}>
        ${repeat(
          [...people, ...gone],
          ({ seat }) => seat,
          (seat) => this._row(party, seat, shareOf(seat.seat)),
        )}
        ${Array.from({ length: empty }, freeSeat)}
      </ul>
      ${this._solverSeats(party, empty)}`;
  }

  /** The buttons by which the owner lets the solver take a free seat. */
  _solverSeats(party: PartyState, empty: number) {
    if (!empty || !isOwner(party) || isLooking(party) || modeOf(party.terms).hasBoards) return null;
    const choices = STRENGTHS.map((strength) =>
      button(strengthWords(strength).name, () => this._parts.party.seatSolver(strength), { kind: "quiet" }),
    );
    return html`<div class="row solver-seats" role="group" aria-label=${message("opponents.seat")}>
      <span class="muted small">${message("opponents.seat")}</span>${spacer}${choices}</div>`;
  }

  _row(party: PartyState, seat: PartySeat, share: SeatShare | undefined) {
    const isOwn = seat.seat === party.seat;
    const classes = ["player", seat.is_here ? "" : "away", seat.is_ready ? "is-ready" : ""].filter(Boolean).join(" ");
    const canManage = isOwner(party) && !isOwn && !seat.has_left;
    const you = isOwn ? html`<span class="muted small"> ${message("together.you")}</span>` : null;
    return html`
      <li class=${classes} data-seat=${seat.seat}>
        ${avatar(this._parts.themes, seat)}
        <div class="who"><b>${seat.name}</b>${you} ${ratingMark(seat.rating)} ${pingMark(party.pings[seat.seat])}<span class="about">${aboutText(party, seat, share)}</span></div>
        ${share ? html`<span class="percent">${percent(share.share)}</span>` : null}
        ${canManage ? this._menuButton(seat) : null}
        ${party.stage === "waiting" && !seat.has_left && !isLooking(party) ? readyMark(seat) : null}
        ${canManage && this._opened === seat.seat ? this._menu(seat) : null}
      </li>`;
  }

  _menuButton({ seat, name }: PartySeat) {
    const label = message("together.menu-of", { name });
    const isOpen = this._opened === seat;
    const toggle = () => {
      this._opened = isOpen ? -1 : seat;
      this._sure = "";
      this._changed();
    };
    return html`<button type="button" class="tool" data-seat-menu=${seat} title=${label} aria-label=${label}
      aria-expanded=${isOpen} @click=${toggle}>${icon("menu")}</button>`;
  }

  _menu({ seat, is_muted: isMuted = false, device }: PartySeat) {
    const { party } = this._parts;
    const mute = () => {
      this._opened = -1;
      party.mute(seat, !isMuted);
      this._changed();
    };
    const hand = [message("together.hand"), message("together.hand-sure")];
    const kick = [message("together.kick"), message("together.kick-sure")];
    return html`
      <div class="seat-menu">
        ${button(isMuted ? message("together.unmute") : message("together.mute"), mute)}
        ${device === "bot" ? null : this._sureButton("hand", hand, () => party.handOn(seat))}
        ${this._sureButton("kick", kick, () => party.kick(seat))}
      </div>`;
  }

  /**
   * A button of the menu that has to be pressed twice.
   * @param words before the first press and after it
   */
  _sureButton(name: string, [first, second]: string[], run: () => void) {
    const isSure = this._sure === name;
    const press = () => {
      this._sure = isSure ? "" : name;
      if (isSure) this._opened = -1;
      if (isSure) run();
      this._changed();
    };
    return button(isSure ? second : first, press, { kind: isSure ? "sure" : "" });
  }
}

function freeText({ watching }: PartyState, free: number) {
  if (watching) return message("together.people-watching", { count: watching });
  return free ? message("together.free-seats", { count: free }) : message("together.no-seats");
}

function aboutText(party: PartyState, seat: PartySeat, share: SeatShare | undefined) {
  const away = awayText(party, seat, performance.now());
  return away || listed([aboutSeat(party, seat), share ? partText(share) : ""]);
}

const readyMark = ({ is_ready: isReady = false }: PartySeat) =>
  html`<span class=${isReady ? "ready-mark yes" : "ready-mark"} aria-hidden="true">${isReady ? icon("check") : null}</span>`;

const freeSeat = () =>
  html`<li class="player free"><span class="seat"></span><span>${message("together.free-seat")}</span></li>`;
