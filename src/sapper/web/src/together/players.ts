// The people of a room: who is here, who is ready, and what the owner can do about somebody.

import type { PartySeat } from "../protocol.ts";
import type { PartyParts, PartyState, SeatShare } from "../types.ts";

import { button, el, fill, icon, spacer } from "../ui/dom.ts";
import { colourOf, initialOf, isLooking, isOwner, present, seatShares } from "./state.ts";
import { aboutSeat, awayText, partText } from "./wording.ts";
import { modeOf } from "../state.ts";
import { message, mode, percent } from "../ui/words.ts";

const MOST_FREE = 4; // free seats that are drawn

/** The round mark of a player: the initial on the colour. */
export function avatar(themes: { players: string[] }, seat: { name: string; seat: number; colour: number }) {
  const node = el("span", { class: "avatar", "aria-hidden": "true" }, initialOf(seat));
  node.style.setProperty("--player", colourOf(themes, seat));
  return node;
}

export class PlayerList {
  _parts: PartyParts;
  _free: HTMLSpanElement;
  _list: HTMLUListElement;
  _title: HTMLHeadingElement;
  element: HTMLElement;
  _drawn = "";
  _opened = -1; // the seat whose menu is open
  _sure = ""; // what is about to be done at the open menu
  _about: { seat: PartySeat; share: SeatShare | undefined; node: HTMLElement }[] = [];

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._free = el("span", { class: "muted tiny" });
    this._list = el("ul", { class: "players" });
    this._title = el("h2");
    this.element = el(
      "section",
      { class: "group people" },
      el("div", { class: "head" }, this._title, spacer(), this._free),
      this._list,
    );
  }

  update() {
    const { party } = this._parts.state;
    if (!party) return;
    const drawn = JSON.stringify([party.seats, party.owner, party.seat, this._opened, this._sure, party.terms.seats]);
    const key = `${drawn} ${party.watching} ${party.stage} ${JSON.stringify(party.shares)} ${this._parts.themes.name}`;
    if (key === this._drawn) return;
    this._drawn = key;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.seatMenu : undefined;
    this._about = [];
    const people = present(party);
    const shares = party.shares ? seatShares(party) : [];
    const isShared = shares.some(({ opened, hits }) => opened || hits);
    this._title.textContent = isShared ? mode(modeOf(party.terms).name).standing : message("together.players");
    const free = Math.max(0, this._most(party) - people.length);
    this._free.textContent = this._freeText(party, free);
    const gone = party.seats.filter(
      (seat) => seat.has_left && shares.some((one) => one.seat === seat.seat && one.opened),
    );
    const rows = [...people, ...gone].map((seat) =>
      this._row(
        party,
        seat,
        shares.find((one) => one.seat === seat.seat),
      ),
    );
    const empty = party.stage === "waiting" ? Array.from({ length: Math.min(free, MOST_FREE) }, freeSeat) : [];
    this._list.classList.toggle("shared", isShared || isOwner(party)); // a line needs more room
    fill(this._list, rows, empty);
    if (focused) (this._list.querySelector(`[data-seat-menu="${focused}"]`) as HTMLElement | null)?.focus();
    this.tick();
  }

  /** Bring what counts down up to date. */
  tick() {
    const { party } = this._parts.state;
    if (!party) return;
    for (const { seat, share, node } of this._about) {
      const away = awayText(party, seat, performance.now());
      const text = away || [aboutSeat(party, seat), share ? partText(share) : ""].filter(Boolean).join(", ");
      if (node.textContent !== text) node.textContent = text;
    }
  }

  _most({ terms }: PartyState) {
    return modeOf(terms).seats ?? terms.seats;
  }

  _freeText(party: PartyState, free: number) {
    if (party.watching) return message("together.people-watching", { count: party.watching });
    return free ? message("together.free-seats", { count: free }) : message("together.no-seats");
  }

  _row(party: PartyState, seat: PartySeat, share: SeatShare | undefined) {
    const about = el("span", { class: "about" });
    this._about.push({ seat, share, node: about });
    const isOwn = seat.seat === party.seat;
    const name = el(
      "div",
      { class: "who" },
      el("b", {}, seat.name),
      isOwn ? el("span", { class: "muted small" }, ` ${message("together.you")}`) : null,
      about,
    );
    const classes = ["player", seat.is_here ? "" : "away", seat.is_ready ? "is-ready" : ""].filter(Boolean).join(" ");
    const canManage = isOwner(party) && !isOwn && !seat.has_left;
    return el(
      "li",
      { class: classes, "data-seat": String(seat.seat) },
      avatar(this._parts.themes, seat),
      name,
      share ? el("span", { class: "percent" }, percent(share.share)) : null,
      canManage ? this._menuButton(seat) : null,
      party.stage === "waiting" && !seat.has_left && !isLooking(party) ? readyMark(seat) : null,
      canManage && this._opened === seat.seat ? this._menu(seat) : null,
    );
  }

  _menuButton({ seat, name }: PartySeat) {
    const label = message("together.menu-of", { name });
    const isOpen = this._opened === seat;
    const toggle = () => {
      this._opened = isOpen ? -1 : seat;
      this._sure = "";
      this.update();
    };
    const attributes = { title: label, "aria-label": label, "aria-expanded": String(isOpen) };
    return el(
      "button",
      { type: "button", class: "tool", "data-seat-menu": String(seat), ...attributes, onclick: toggle },
      icon("menu"),
    );
  }

  _menu({ seat, is_muted: isMuted = false, device }: PartySeat) {
    const { party } = this._parts;
    const mute = () => {
      this._opened = -1;
      party.mute(seat, !isMuted);
      this.update();
    };
    const hand = [message("together.hand"), message("together.hand-sure")];
    const kick = [message("together.kick"), message("together.kick-sure")];
    return el(
      "div",
      { class: "seat-menu" },
      button(isMuted ? message("together.unmute") : message("together.mute"), mute),
      device === "bot" ? null : this._sureButton("hand", hand, () => party.handOn(seat)),
      this._sureButton("kick", kick, () => party.kick(seat)),
    );
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
      this.update();
    };
    return button(isSure ? second : first, press, { kind: isSure ? "sure" : "" });
  }
}

function readyMark({ is_ready: isReady = false }: PartySeat) {
  const mark = el("span", { class: isReady ? "ready-mark yes" : "ready-mark", "aria-hidden": "true" });
  if (isReady) mark.append(icon("check"));
  return mark;
}

const freeSeat = () =>
  el("li", { class: "player free" }, el("span", { class: "seat" }), el("span", {}, message("together.free-seat")));
