// The rooms that anybody may enter: who sits there, how far the game is, and one button for each.

import type { ListedParty } from "../protocol.ts";
import type { Parts } from "../types.ts";

import { context2d, el, fill, icon, spacer } from "../ui/dom.ts";
import { openCells } from "./state.ts";
import { boardText, readRules, roomName } from "./wording.ts";
import { avatar } from "./players.ts";
import { MODES } from "../modes.ts";
import { modeOf } from "../state.ts";
import { MODE_PAGES } from "./modes/index.ts";
import { message, mode, percent } from "../ui/words.ts";

const ADDRESS = "/api/parties";
const EVERY = 5000; // ms between two looks
const MOST_PEOPLE = 5; // seats that are drawn of one room
const PICTURE = { width: 112, height: 64 }; // px

export class OpenRooms {
  _parts: Parts;
  _rooms: ListedParty[] | null = null;
  _filter = "all";
  _isFreeOnly = false;
  _drawn = "";
  _count: HTMLSpanElement;
  _filters: HTMLDivElement;
  _list: HTMLDivElement;
  element: HTMLElement;
  _timer: number;

  constructor(parts: Parts) {
    this._parts = parts;
    this._count = el("span", { class: "muted small" });
    this._filters = el("div", { class: "filters", role: "group", "aria-label": message("together.mode") });
    this._list = el("div", { class: "room-list", "aria-busy": "true" });
    this.element = el(
      "section",
      { class: "card open-rooms" },
      el("div", { class: "top" }, el("h2", {}, message("together.open-rooms")), this._count, spacer(), this._filters),
      this._list,
    );
    this._showFilters();
    this._timer = setInterval(() => document.visibilityState === "visible" && this._load(), EVERY);
    this._load();
  }

  left() {
    clearInterval(this._timer);
  }

  async _load() {
    const answer = await fetch(ADDRESS).catch(() => null);
    const rooms = answer?.ok ? await answer.json().catch(() => null) : null;
    if (Array.isArray(rooms)) this._rooms = rooms;
    this._list.setAttribute("aria-busy", "false");
    this._show();
  }

  paint() {
    this._drawn = "";
    this._show();
  }

  _showFilters() {
    const modes: [name: string, words: string][] = [
      ["all", message("together.filter-all")],
      ...Object.keys(MODES).map((name) => filter(name, mode(name).name)),
    ];
    const chips = modes.map(([name, words]) =>
      chip(words, this._filter === name, () => {
        this._filter = name;
        this._showFilters();
        this._show();
      }),
    );
    const free = chip(
      message("together.filter-free"),
      this._isFreeOnly,
      () => {
        this._isFreeOnly = !this._isFreeOnly;
        this._showFilters();
        this._show();
      },
      "check",
    );
    fill(this._filters, chips, free);
  }

  _show() {
    const rooms = this._rooms;
    const key = JSON.stringify([rooms, this._filter, this._isFreeOnly]);
    if (key === this._drawn) return;
    this._drawn = key;
    if (!rooms) {
      this._count.textContent = "";
      fill(this._list, el("p", { class: "muted empty" }, message("together.not-listed")));
      return;
    }
    const free = rooms.filter(hasFreeSeat).length;
    this._count.textContent = rooms.length
      ? message("together.open-count", { rooms: String(rooms.length), free: String(free) })
      : "";
    const shown = rooms.filter(
      (room) => (this._filter === "all" || room.mode === this._filter) && (!this._isFreeOnly || hasFreeSeat(room)),
    );
    if (shown.length) {
      fill(
        this._list,
        shown.map((room) => this._row(room)),
      );
      return;
    }
    const text = rooms.length ? message("together.none-match") : message("together.none");
    fill(this._list, el("p", { class: "muted empty" }, text));
  }

  _row(room: ListedParty) {
    const { settings, themes, enterParty } = this._parts;
    const rules = readRules(room.rules, settings);
    const isJoining = hasFreeSeat(room);
    const name = roomName(room);
    const people = room.seats.map((seat, at) => avatar(themes, { ...seat, seat: at }));
    const empty = Array.from({ length: Math.max(0, room.most_seats - room.seats.length) }, () =>
      el("span", { class: "seat" }),
    );
    const more = people.length + empty.length - MOST_PEOPLE;
    const label = isJoining ? joinWords(room) : message("together.watch");
    const go = () => enterParty((party) => party.join(room.party, { isWatching: !isJoining }));
    const button = el("button", { type: "button", class: isJoining ? "btn" : "btn quiet", onclick: go }, label);
    button.setAttribute("aria-label", `${label}: ${name}`);
    button.hidden = !isJoining && !room.can_watch;
    return el(
      "article",
      { class: "open-room", "data-id": room.party },
      el("span", { class: "picture" }, this._picture(room)),
      el(
        "div",
        { class: "about" },
        el("h3", {}, name),
        el(
          "span",
          { class: "sub" },
          icon(MODE_PAGES[modeOf(room).name].icon),
          `${mode(modeOf(room).name).name} · ${boardText(rules, settings)}`,
        ),
      ),
      el(
        "div",
        { class: "avatars", role: "img", "aria-label": room.seats.map((seat) => seat.name).join(", ") },
        [...people, ...empty].slice(0, MOST_PEOPLE),
        more > 0 ? el("span", { class: "muted small" }, `+${more}`) : null,
      ),
      el("div", { class: "how-far" }, howFar(room)),
      button,
    );
  }

  _picture(room: ListedParty) {
    const { width, height } = readRules(room.rules, this._parts.settings).level;
    const canvas = el("canvas", { "aria-hidden": "true" });
    const theme = this._parts.themes.current;
    const ratio = globalThis.devicePixelRatio || 1;
    const fitting = Math.min(PICTURE.width / Math.max(1, width), PICTURE.height / Math.max(1, height));
    const d = Math.max(1, Math.floor(fitting * ratio));
    canvas.width = Math.min(width, 400) * d;
    canvas.height = Math.min(height, 300) * d;
    canvas.style.width = `${canvas.width / ratio}px`;
    const c = context2d(canvas);
    const gap = d > 5 ? 1 : 0;
    const isOpen = openCells(room.picture ?? "");
    for (let index = 0; index < Math.min(width * height, 120_000); index++) {
      c.fillStyle = isOpen(index) ? theme.open : theme.hidden.face;
      c.fillRect((index % width) * d, Math.floor(index / width) * d, d - gap, d - gap);
    }
    return canvas;
  }
}

const filter = (name: string, words: string): [string, string] => [name, words];

const hasFreeSeat = (room: ListedParty) => room.has_free_seat || room.is_mine;

const joinWords = ({ entry, is_mine: isMine }: ListedParty) =>
  entry === "ask" && !isMine ? message("together.ask-to-join") : message("together.join");

function howFar({ stage, share, seats, most_seats: most }: ListedParty) {
  const taken = message("together.of-seats", { taken: seats.length, seats: most });
  const first =
    stage === "waiting"
      ? message("together.waiting")
      : typeof share === "number"
        ? message("together.share-open", { share: percent(share) })
        : message("together.playing");
  return [first, el("small", {}, taken)];
}

function chip(words: string, isOn: boolean, run: () => void, image = "") {
  const attributes = { type: "button", class: isOn ? "chip on" : "chip", "aria-pressed": String(isOn), onclick: run };
  return el("button", attributes, image ? icon(image) : null, words);
}
