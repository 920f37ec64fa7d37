// @ts-check
// How a round of a race, a duel or an arena ended: who won, a table, the match.

/** @import { Score } from "./protocol.js" */
/** @import { PartyParts, PartyState } from "./types.js" */
/** @typedef {{ title: string, isPlain?: boolean, of: (score: Score) => Node | string }} Column plain ones need no title to look at */

import { announce } from "./announce.js";
import { el, fill, icon, section } from "./dom.js";
import { nameOf, seatOf } from "./party.js";
import { avatar } from "./party-players.js";
import { ordinal } from "./race-data.js";
import { notRankedWords } from "./remarks.js";
import { readGame } from "./replay-data.js";
import { message, percent, time } from "./words.js";

const MOST_SPEEDS = 8; // that are read: each is a question to the server

/**
 * Say who won.
 * @param {Pick<PartyState, "seats" | "seat" | "result" | "terms" | "turn">} party
 */
export function resultWords(party) {
  const { seats, seat: own, result, terms } = party;
  const best = result.find(({ place }) => place === 1);
  if (!best) return "";
  if (terms.mode === "duel") return duelWords(party, best);
  const name = seats.find(({ seat }) => seat === best.seat)?.name ?? "";
  const isYou = best.seat === own;
  if (terms.mode === "arena") {
    const count = best.points ?? 0;
    return isYou ? message("result.you-won-arena", { count }) : message("result.won-arena", { name, count });
  }
  if (best.status !== "won") return message("result.no-winner");
  return isYou ? message("result.you-won-race") : message("result.won-race", { name });
}

/**
 * Who won a duel, and where the points do not say it, why.
 * @param {Pick<PartyState, "seats" | "seat" | "result" | "turn">} party
 * @param {Score} best
 */
function duelWords({ seats, seat: own, result, turn }, best) {
  const nameOf = (/** @type {number} */ number) => seats.find(({ seat }) => seat === number)?.name ?? "";
  const other = result.find((score) => score !== best);
  const [points, others] = [best.points ?? 0, other?.points ?? 0];
  if (other?.place === 1) return message("result.drawn", { points });
  const name = nameOf(best.seat);
  const isYou = best.seat === own;
  if (other?.status !== "abandoned") {
    return isYou
      ? message("result.you-won-duel", { points, others })
      : message("result.won-duel", { name, points, others });
  }
  const isLate = (turn?.clocks[other.seat] ?? 1) <= 0;
  const won = isYou ? message("result.you-won") : message("result.won", { name });
  const loser = nameOf(other.seat);
  return `${won} ${isLate ? message("result.too-late", { name: loser }) : message("result.gave-up", { name: loser })}`;
}

/**
 * Say how the match stands, empty where a round is all there is.
 * @param {Pick<PartyState, "seats" | "seat" | "terms" | "matchWinner">} party
 */
export function matchWords({ seats, seat: own, terms, matchWinner }) {
  if (terms.best_of === 1) return "";
  const players = seats.filter(({ plays, wins = 0, has_left: hasLeft = false }) => wins || plays || !hasLeft);
  const list = players.map(({ name, wins = 0 }) => message("result.match-item", { name, wins })).join(", ");
  const stands = message("result.match", { rounds: terms.best_of, list });
  if (matchWinner === null) return `${stands}.`;
  const name = seats.find(({ seat }) => seat === matchWinner)?.name ?? "";
  const winner = matchWinner === own ? message("result.you-win-match") : message("result.wins-match", { name });
  return `${winner} ${stands}.`;
}

/**
 * Why somebody's game has no time that counts; empty for one that was won.
 * @param {Pick<Score, "status">} score
 */
export function noteWords({ status = "" }) {
  if (status === "won") return "";
  if (status === "lost") return message("result.hit");
  return status === "abandoned" ? message("result.given-up") : message("result.time-up");
}

export class ResultPart {
  /** @param {Pick<PartyParts, "state" | "themes" | "open">} parts */
  constructor(parts) {
    this._parts = parts;
    this._shown = "";
    this._isNews = false;
    /** @type {Map<number, number | null>} 3BV/s by the number of the game */
    this._speeds = new Map();
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

  /** @param {PartyState} party */
  _show(party) {
    const own = party.result.find(({ seat }) => seat === party.seat);
    this._title.textContent = resultWords(party);
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

  /**
   * @param {PartyState} party
   * @returns {Column[]}
   */
  _columns(party) {
    const isRace = party.terms.mode === "race";
    /** @type {Column[]} */
    const first = [
      {
        title: message("result.place"),
        isPlain: true,
        of: ({ place }) => (place ? String(place) : message("result.late")),
      },
      { title: message("result.player"), of: (score) => this._who(party, score.seat, isRace ? noteWords(score) : "") },
    ];
    /** @type {Column} */
    const replay = { title: message("result.replay"), isPlain: true, of: (score) => this._watch(party, score) };
    if (party.terms.mode === "duel") {
      return [...first, { title: message("result.mines"), of: ({ points = 0 }) => String(points) }, replay];
    }
    if (party.terms.mode === "arena") {
      return [...first, { title: message("result.points"), of: ({ points = 0 }) => String(points) }];
    }
    return [
      ...first,
      { title: message("result.time"), of: ({ status, at = 0 }) => (status === "won" ? time(at) : "–") },
      { title: message("result.open"), of: ({ share = 0 }) => percent(share) },
      { title: message("result.speed"), of: ({ finished_id: id }) => this._speed(id) },
      replay,
    ];
  }

  /**
   * @param {PartyState} party
   * @param {number} number
   * @param {string} note
   */
  _who(party, number, note) {
    const seat = seatOf(party, number);
    const about = el("span", {}, nameOf(party, number), note ? el("small", { class: "muted" }, note) : null);
    return el("span", { class: "entrant" }, seat && avatar(this._parts.themes, seat), about);
  }

  /** @param {number | null | undefined} id */
  _speed(id) {
    const speed = this._speeds.get(id ?? -1);
    return typeof speed === "number" ? speed.toFixed(2) : "–";
  }

  /**
   * @param {PartyState} party
   * @param {Score} score
   */
  _watch(party, { seat, finished_id: id }) {
    if (!id) return "–";
    const label = message("result.watch", { name: nameOf(party, seat) });
    const open = (/** @type {Event} */ event) => {
      event.preventDefault();
      this._parts.open("replay", String(id));
    };
    return el(
      "a",
      { class: "tool", href: `/replay/${id}`, title: label, "aria-label": label, onclick: open },
      icon("play"),
    );
  }

  /**
   * The speeds are in the finished games.
   * @param {PartyState} party
   */
  async _readSpeeds(party) {
    if (party.terms.mode !== "race") return;
    for (const { finished_id: id } of party.result.slice(0, MOST_SPEEDS)) {
      if (!id || this._speeds.has(id)) continue;
      this._speeds.set(id, null);
      const game = await readGame(String(id)).catch(() => null);
      if (game?.elapsed) this._speeds.set(id, game.solved / (game.elapsed / 1000));
    }
    if (this._parts.state.party?.result === party.result) this._show(party);
  }
}
