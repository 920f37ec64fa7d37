// The rooms that anybody may enter: who sits there, how far the game is, and one button for each.

import type { ListedParty } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { fetchApi } from "../../net/api.ts";
import { decline } from "../../net/people.ts";
import { context2d, el } from "../../ui/dom.ts";
import { html, icon, render, repeat, spacer } from "../../ui/template.ts";
import { openCells } from "../state.ts";
import { boardText, readRules, roomName } from "../wording.ts";
import { avatar, ratingsText } from "../../play/people.ts";
import { MODES } from "../../modes.ts";
import { modeOf } from "../../state.ts";
import { MODE_PAGES } from "../modes/index.ts";
import { message, mode, percent, listed } from "../../ui/words.ts";

const ADDRESS = "/api/parties";
const EVERY = 5000; // ms between two looks
const MOST_PEOPLE = 5; // seats that are drawn of one room
const PICTURE = { width: 112, height: 64 }; // px

export class OpenRooms {
  _parts: Parts;
  _rooms: ListedParty[] | null = null;
  _filter = "all";
  _isFreeOnly = false;
  _pictures: Map<string, { canvas: HTMLCanvasElement; drawn: string }> = new Map(); // by room
  _isBusy = true;
  element = el("section", { class: "card open-rooms" });
  _timer: number;

  constructor(parts: Parts) {
    this._parts = parts;
    this._timer = setInterval(() => document.visibilityState === "visible" && this._load(), EVERY);
    this.paint();
    this._load();
  }

  left() {
    clearInterval(this._timer);
  }

  async _load() {
    const answer = await fetchApi(ADDRESS).catch(() => null);
    const rooms = answer?.ok ? await answer.json().catch(() => null) : null;
    if (Array.isArray(rooms)) this._rooms = rooms;
    this._isBusy = false;
    this.paint();
  }

  paint() {
    render(this._view(), this.element);
  }

  _view() {
    const rooms = this._rooms ?? [];
    const counts = { rooms: String(rooms.length), free: String(rooms.filter(hasFreeSeat).length) };
    return html`
      <div class="top">
        <h2>${message("together.open-rooms")}</h2>
        <span class="muted small">${rooms.length ? message("together.open-count", counts) : ""}</span>
        ${spacer}
        <div class="room-filters" role="group" aria-label=${message("together.mode")}>${this._filters()}</div>
      </div>
      <div class="room-list" aria-busy=${this._isBusy}>${this._isBusy ? null : this._list()}</div>`;
  }

  _filters() {
    const modes = [
      ["all", message("together.filter-all")],
      ...Object.keys(MODES).map((name) => [name, mode(name).name]),
    ];
    const pick = (name: string) => {
      this._filter = name;
      this.paint();
    };
    const toggle = () => {
      this._isFreeOnly = !this._isFreeOnly;
      this.paint();
    };
    const chips = modes.map(([name, words]) => chip(words, this._filter === name, () => pick(name)));
    return [...chips, chip(message("together.filter-free"), this._isFreeOnly, toggle, "check")];
  }

  _list() {
    if (!this._rooms) return html`<p class="muted empty">${message("together.not-listed")}</p>`;
    const shown = this._rooms.filter(
      (room) => (this._filter === "all" || room.mode === this._filter) && (!this._isFreeOnly || hasFreeSeat(room)),
    );
    if (shown.length) {
      return repeat(
        shown,
        ({ party }) => party,
        (room) => this._row(room),
      );
    }
    const text = this._rooms.length ? message("together.none-match") : message("together.none");
    return html`<p class="muted empty">${text}</p>`;
  }

  _row(room: ListedParty) {
    const { settings, themes, enterParty } = this._parts;
    const rules = readRules(room.rules, settings);
    const isJoining = hasFreeSeat(room);
    const name = roomName(room);
    const people = room.seats.map((seat, at) => avatar(themes, { ...seat, seat: at }));
    const empty = Array.from(
      { length: Math.max(0, room.most_seats - room.seats.length) },
      () => html`<span class="seat"></span>`,
    );
    const more = people.length + empty.length - MOST_PEOPLE;
    const rating = ratingsText(room.seats);
    const about = [mode(modeOf(room).name).name, boardText(rules, settings)];
    if (rating) about.push(message("rooms.rating", { value: rating }));
    const label = isJoining ? joinWords(room) : message("together.watch");
    const go = () => enterParty((party) => party.join(room.party, { isWatching: !isJoining }));
    return html`
      <article class=${room.challenger ? "open-room challenge" : "open-room"} data-id=${room.party}>
        <span class="picture">${this._picture(room)}</span>
        <div class="about">
          <h3>${room.challenger ? message("people.challenges-you", { name: room.challenger }) : name}</h3>
          <span class="sub">${icon(MODE_PAGES[modeOf(room).name].icon)}${about.join(" · ")}</span>
        </div>
        <div class="avatars" role="img" aria-label=${listed(room.seats.map((seat) => seat.name))}>
          ${[...people, ...empty].slice(0, MOST_PEOPLE)}${more > 0 ? html`<span class="muted small">+${more}</span>` : null}
        </div>
        <div class="how-far">${howFar(room)}</div>
        <span class="ways">
          <button type="button" class=${isJoining ? "btn" : "btn quiet"} aria-label=${`${label}: ${name}`}
            ?hidden=${!isJoining && !room.can_watch} @click=${go}>${label}</button>
          ${room.challenger ? this._declineButton(room) : null}
          ${isJoining && room.can_watch && !room.is_mine && !room.challenger ? this._watchButton(room, name) : null}
        </span>
      </article>`;
  }

  /** Those who only want to look need not take a seat. */
  _watchButton(room: ListedParty, name: string) {
    const label = message("together.watch");
    const watch = () => this._parts.enterParty((party) => party.join(room.party, { isWatching: true }));
    return html`<button type="button" class="btn quiet" aria-label=${`${label}: ${name}`} @click=${watch}>${label}</button>`;
  }

  _declineButton({ party }: ListedParty) {
    const refuse = () =>
      decline(party).then(
        () => this._load(),
        () => this._load(),
      );
    return html`<button type="button" class="btn quiet" @click=${refuse}>${message("people.decline")}</button>`;
  }

  _picture(room: ListedParty) {
    const known = this._pictures.get(room.party);
    const drawn = `${room.rules} ${room.picture} ${this._parts.themes.name}`;
    if (known?.drawn === drawn) return known.canvas;
    const canvas = this._draw(room);
    this._pictures.set(room.party, { canvas, drawn });
    return canvas;
  }

  _draw(room: ListedParty) {
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
  return html`${first}<small>${taken}</small>`;
}

const chip = (words: string, isOn: boolean, run: () => void, image = "") =>
  html`<button type="button" class=${isOn ? "chip on" : "chip"} aria-pressed=${isOn} @click=${run}>${
    image ? icon(image) : null
  }${words}</button>`;
