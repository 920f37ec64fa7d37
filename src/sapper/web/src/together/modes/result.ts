// The end of a round that has a winner: who won, a table, the match. Each mode says what is special about it.

import type { Score } from "../../protocol.ts";
import type { PartyParts, PartyState } from "../../types.ts";

import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { html, icon, nothing, render } from "../../ui/template.ts";
import { nameOf, seatOf } from "../state.ts";
import { avatar, botText, ratingMark } from "../../play/people.ts";
import { ordinal } from "../../play/race-order.ts";
import { notRankedWords } from "../../play/end/remarks.ts";
import { readGame } from "../../net/replays.ts";
import { message, number, listed } from "../../ui/words.ts";

/** Plain ones need no title to look at. */
interface Column {
  title: string;
  isPlain?: boolean;
  of: (score: Score) => unknown; // what a template shows
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
  const list = listed(players.map(({ name, wins = 0 }) => message("result.match-item", { name, wins })));
  const stands = message("result.match", { rounds: terms.best_of, list });
  if (matchWinner === null) return `${stands}.`;
  const name = seats.find(({ seat }) => seat === matchWinner)?.name ?? "";
  const winner = matchWinner === own ? message("result.you-win-match") : message("result.wins-match", { name });
  return `${winner} ${stands}.`;
}

export class ResultPart {
  _parts: Pick<PartyParts, "state" | "themes" | "open">;
  _of: ResultOf;
  _isNew = false;
  _speeds: Map<number, number | null> = new Map(); // 3BV/s by the number of the game
  element = el("section", { class: "group contest-result", hidden: true });

  constructor(parts: Pick<PartyParts, "state" | "themes" | "open">, of: ResultOf) {
    this._parts = parts;
    this._of = of;
  }

  update() {
    const { party } = this._parts.state;
    this._isNew ||= party?.stage === "playing"; // a player who comes later has not waited for it
    const isShown = Boolean(party && party.stage !== "playing" && party.result.length);
    this.element.hidden = !isShown;
    if (!party || !isShown) return;
    const sentences = this._sentences(party);
    render(this._view(party, sentences), this.element);
    this._readSpeeds(party);
    if (!this._isNew) return;
    this._isNew = false;
    announce(Object.values(sentences).filter(Boolean).join(" "), true);
  }

  _sentences(party: PartyState) {
    const own = party.result.find(({ seat }) => seat === party.seat);
    const best = party.result.find(({ place }) => place === 1);
    const hasPlace = own && own.place > 1 && party.result.length > 2;
    return {
      title: best ? this._of.words(party, best) : "",
      own: hasPlace ? message("result.your-place", { place: ordinal(own.place) }) : "",
      match: matchWords(party),
      unranked: notRankedWords(this._parts.state.over),
    };
  }

  _view(party: PartyState, { title, own, match, unranked }: ReturnType<ResultPart["_sentences"]>) {
    const columns = this._columns(party);
    const head = columns.map(
      ({ title: words, isPlain }) =>
        html`<th scope="col">${isPlain ? html`<span class="unseen">${words}</span>` : words}</th>`,
    );
    const row = (score: Score) =>
      html`<tr class=${score.seat === party.seat ? "now" : ""}>${columns.map(({ of }) => html`<td>${of(score)}</td>`)}</tr>`;
    return html`
      <h2 class="result-title">${title}</h2>
      ${own ? html`<p class="muted">${own}</p>` : nothing}
      <table class="table"><thead><tr>${head}</tr></thead><tbody>${party.result.map(row)}</tbody></table>
      ${match ? html`<p class="sentence">${match}</p>` : nothing}
      ${unranked ? html`<p class="muted small">${unranked}</p>` : nothing}`;
  }

  _columns(party: PartyState): Column[] {
    const place = (score: Score) => (score.place ? String(score.place) : message("result.late"));
    return [
      { title: message("result.place"), isPlain: true, of: place },
      {
        title: message("result.player"),
        of: (score) =>
          this._who(party, score.seat, listed([this._botText(party, score.seat), this._of.note?.(score) ?? ""])),
      },
      ...this._of.columns(this, party),
    ];
  }

  _botText(party: PartyState, number: number) {
    const seat = seatOf(party, number);
    return seat ? botText(seat) : "";
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
    const about = html`<span>${nameOf(party, number)} ${ratingMark(seat?.rating)}${note ? html`<small class="muted">${note}</small>` : null}</span>`;
    return html`<span class="entrant">${seat && avatar(this._parts.themes, seat)}${about}</span>`;
  }

  _speed(id: number | null | undefined) {
    const speed = this._speeds.get(id ?? -1);
    return typeof speed === "number" ? number(speed, 2) : "–";
  }

  _watch(party: PartyState, { seat, finished_id: id }: Score) {
    if (!id) return "–";
    const label = message("result.watch", { name: nameOf(party, seat) });
    const open = (event: Event) => {
      event.preventDefault();
      this._parts.open("replay", String(id));
    };
    return html`<a class="tool" href=${`/replay/${id}`} title=${label} aria-label=${label} @click=${open}>${icon("play")}</a>`;
  }

  /** The speeds are in the finished games. */
  async _readSpeeds(party: PartyState) {
    if (!this._of.hasSpeeds) return;
    const ids = party.result.slice(0, MOST_SPEEDS).map(({ finished_id: id }) => id);
    for (const id of ids) {
      if (!id || this._speeds.has(id)) continue;
      this._speeds.set(id, null);
      const game = await readGame(String(id)).catch(() => null);
      if (game?.elapsed) this._speeds.set(id, game.solved / (game.elapsed / 1000));
      this.update();
    }
  }
}
