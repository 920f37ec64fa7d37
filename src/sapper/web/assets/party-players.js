// @ts-check
// The people of a room: who is here, who is ready, and what the owner can do about somebody.

/** @import { PartySeat } from "./protocol.js" */
/** @import { PartyParts, PartyState, SeatShare } from "./types.js" */

import { button, el, fill, icon, spacer } from "./dom.js";
import { colourOf, initialOf, isLooking, isOwner, present, seatShares } from "./party.js";
import { aboutSeat, awayText, partText } from "./party-words.js";
import { message, percent } from "./words.js";

const MOST_FREE = 4; // free seats that are drawn

/**
 * The round mark of a player: the initial on the colour.
 * @param {{ players: string[] }} themes
 * @param {{ name: string, seat: number, colour: number }} seat
 */
export function avatar(themes, seat) {
  const node = el("span", { class: "avatar", "aria-hidden": "true" }, initialOf(seat));
  node.style.setProperty("--player", colourOf(themes, seat));
  return node;
}

export class PlayerList {
  /** @param {PartyParts} parts */
  constructor(parts) {
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
    this._drawn = "";
    this._opened = -1; // the seat whose menu is open
    this._sure = ""; // what is about to be done at the open menu
    /** @type {{ seat: PartySeat, share: SeatShare | undefined, node: HTMLElement }[]} */
    this._about = [];
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
    this._title.textContent = isShared ? message("together.who-opens") : message("together.players");
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
    if (focused) /** @type {HTMLElement | null} */ (this._list.querySelector(`[data-seat-menu="${focused}"]`))?.focus();
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

  /** @param {PartyState} party */
  _most({ terms }) {
    return terms.mode === "duel" ? 2 : terms.seats;
  }

  /**
   * @param {PartyState} party
   * @param {number} free
   */
  _freeText(party, free) {
    if (party.watching) return message("together.people-watching", { count: party.watching });
    return free ? message("together.free-seats", { count: free }) : message("together.no-seats");
  }

  /**
   * @param {PartyState} party
   * @param {PartySeat} seat
   * @param {SeatShare | undefined} share
   */
  _row(party, seat, share) {
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

  /** @param {PartySeat} seat */
  _menuButton({ seat, name }) {
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

  /** @param {PartySeat} seat */
  _menu({ seat, is_muted: isMuted = false, device }) {
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
   * @param {string} name
   * @param {string[]} words before the first press and after it
   * @param {() => void} run
   */
  _sureButton(name, [first, second], run) {
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

/** @param {PartySeat} seat */
function readyMark({ is_ready: isReady = false }) {
  const mark = el("span", { class: isReady ? "ready-mark yes" : "ready-mark", "aria-hidden": "true" });
  if (isReady) mark.append(icon("check"));
  return mark;
}

const freeSeat = () =>
  el("li", { class: "player free" }, el("span", { class: "seat" }), el("span", {}, message("together.free-seat")));
