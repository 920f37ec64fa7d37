// How a round that somebody wins ended: who won, a table, the match. Each mode says what is special about it.

import type { Score } from "../../protocol.ts";
import type { PartyParts, PartyState } from "../../types.ts";

import { announce } from "../../ui/announce.ts";
import { el, fill, icon, section } from "../../ui/dom.ts";
import { nameOf, seatOf } from "../state.ts";
import { avatar } from "../players.ts";
import { ordinal } from "../../play/race-order.ts";
import { notRankedWords } from "../../play/remarks.ts";
import { readGame } from "../../net/replays.ts";
import { message } from "../../ui/words.ts";

/** Plain ones need no title to look at. */
interface Column {
  title: string;
  isPlain?: boolean;
  of: (score: Score) => Node | string;
}

const MOST_SPEEDS = 8; // that are read: each is a question to the server

/** What is special about the results of a mode. */
export interface ResultOf {
  /** Say who won. */
  words(party: Pick<PartyState, "seats" | "seat" | "result" | "turn">, best: Score): string;
  /** The columns after place and player. */
  columns(part: ResultPart, party: PartyState): Column[];
  note?(score: Score): string; // under the name of a player
  hasSpeeds?: boolean; // of the finished games
}

/** Say how the match stands, empty where a round is all there is. */
export function matchWords({
  seats,
  seat: own,
  terms,
  matchWinner,
}: Pick<PartyState, "seats" | "seat" | "terms" | "matchWinner">) {
  if (terms.best_of === 1) return "";
  const players = seats.filter(({ plays, wins = 0, has_left: hasLeft = false }) => wins || plays || !hasLeft);
  const list = players.map(({ name, wins = 0 }) => message("result.match-item", { name, wins })).join(", ");
  const stands = message("result.match", { rounds: terms.best_of, list });
  if (matchWinner === null) return `${stands}.`;
  const name = seats.find(({ seat }) => seat === matchWinner)?.name ?? "";
  const winner = matchWinner === own ? message("result.you-win-match") : message("result.wins-match", { name });
  return `${winner} ${stands}.`;
}

export class ResultPart {
  _parts: Pick<PartyParts, "state" | "themes" | "open">;
  _of: ResultOf;
  _shown = "";
  _isNews = false;
  _speeds: Map<number, number | null> = new Map(); // 3BV/s by the number of the game
  _title: HTMLHeadingElement;
  _own: HTMLParagraphElement;
  _match: HTMLParagraphElement;
  _unranked: HTMLParagraphElement;
  _table: HTMLTableElement;
  element: HTMLElement;

  constructor(parts: Pick<PartyParts, "state" | "themes" | "open">, of: ResultOf) {
    this._parts = parts;
    this._of = of;
    this._title = el("h2", { class: "result-title" });
    this._own = el("p", { class: "muted" });
    this._match = el("p", { class: "sentence" });
    this._unranked = el("p", { class: "muted small" });
    this._table = el("table", { class: "table" });
    this.element = section(this._title, this._own, this._table, this._match, this._unranked);
    this.element.classList.add("contest-result");
    this.element.hidden = true;
  }

  update() {
    const { party, over } = this._parts.state;
    this._isNews ||= party?.stage === "playing"; // whoever comes later has not waited for it
    const isShown = Boolean(party && party.stage !== "playing" && party.result.length);
    this.element.hidden = !isShown;
    if (!party || !isShown) return;
    const { themes } = this._parts;
    const shown = JSON.stringify([
      themes.name,
      party.result,
      party.matchWinner,
      over?.objections,
      party.seats.map(({ name, wins }) => [name, wins]),
    ]);
    if (shown === this._shown) return;
    this._shown = shown;
    this._show(party);
    this._readSpeeds(party);
    if (!this._isNews) return;
    this._isNews = false;
    const said = [this._title, this._own, this._match, this._unranked].map(({ textContent }) => textContent);
    announce(said.join(" ").trim(), true);
  }

  _show(party: PartyState) {
    const own = party.result.find(({ seat }) => seat === party.seat);
    const best = party.result.find(({ place }) => place === 1);
    this._title.textContent = best ? this._of.words(party, best) : "";
    this._own.textContent =
      own && own.place > 1 && party.result.length > 2
        ? message("result.your-place", { place: ordinal(own.place) })
        : "";
    this._own.hidden = !this._own.textContent;
    this._match.textContent = matchWords(party);
    this._match.hidden = !this._match.textContent;
    this._unranked.textContent = notRankedWords(this._parts.state.over);
    this._unranked.hidden = !this._unranked.textContent;
    const columns = this._columns(party);
    const rows = party.result;
    fill(
      this._table,
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          columns.map(({ title, isPlain }) =>
            el("th", { scope: "col" }, isPlain ? el("span", { class: "unseen" }, title) : title),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((score) =>
          el(
            "tr",
            { class: score.seat === party.seat ? "now" : null },
            columns.map(({ of }) => el("td", {}, of(score))),
          ),
        ),
      ),
    );
  }

  _columns(party: PartyState): Column[] {
    const place = (score: Score) => (score.place ? String(score.place) : message("result.late"));
    return [
      { title: message("result.place"), isPlain: true, of: place },
      { title: message("result.player"), of: (score) => this._who(party, score.seat, this._of.note?.(score) ?? "") },
      ...this._of.columns(this, party),
    ];
  }

  /** The way to the game of each player. */
  replays(party: PartyState): Column {
    return { title: message("result.replay"), isPlain: true, of: (score) => this._watch(party, score) };
  }

  /** How fast each player was. */
  get speeds(): Column {
    return { title: message("result.speed"), of: ({ finished_id: id }) => this._speed(id) };
  }

  _who(party: PartyState, number: number, note: string) {
    const seat = seatOf(party, number);
    const about = el("span", {}, nameOf(party, number), note ? el("small", { class: "muted" }, note) : null);
    return el("span", { class: "entrant" }, seat && avatar(this._parts.themes, seat), about);
  }

  _speed(id: number | null | undefined) {
    const speed = this._speeds.get(id ?? -1);
    return typeof speed === "number" ? speed.toFixed(2) : "–";
  }

  _watch(party: PartyState, { seat, finished_id: id }: Score) {
    if (!id) return "–";
    const label = message("result.watch", { name: nameOf(party, seat) });
    const open = (event: Event) => {
      event.preventDefault();
      this._parts.open("replay", String(id));
    };
    return el(
      "a",
      { class: "tool", href: `/replay/${id}`, title: label, "aria-label": label, onclick: open },
      icon("play"),
    );
  }

  /** The speeds are in the finished games. */
  async _readSpeeds(party: PartyState) {
    if (!this._of.hasSpeeds) return;
    for (const { finished_id: id } of party.result.slice(0, MOST_SPEEDS)) {
      if (!id || this._speeds.has(id)) continue;
      this._speeds.set(id, null);
      const game = await readGame(String(id)).catch(() => null);
      if (game?.elapsed) this._speeds.set(id, game.solved / (game.elapsed / 1000));
    }
    if (this._parts.state.party?.result === party.result) this._show(party);
  }
}
