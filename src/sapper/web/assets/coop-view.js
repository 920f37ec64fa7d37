// @ts-check
// Co-op in the panel: what each player opened and flagged, the lives that are left, and how it ended.

/** @import { PartySeat } from "./protocol.js" */
/** @import { PartyParts, PartyState, SeatShare } from "./types.js" */

import { button, el, fill, icon, section, spacer } from "./dom.js";
import { nameOf, present, seatShares } from "./party.js";
import { avatar } from "./party-players.js";
import { awayText, readRules } from "./party-words.js";
import { message, percent, time } from "./words.js";

const MOST_SHIELDS = 9;

export class CoopView {
  /** @param {PartyParts} parts */
  constructor(parts) {
    this._parts = parts;
    this._result = section();
    this._watching = el("span", { class: "muted tiny" });
    this._rows = el("ul", { class: "players shares" });
    this._lives = section();
    this._people = section(
      el("div", { class: "head" }, el("h2", {}, message("together.who-opens")), spacer(), this._watching),
      this._rows,
    );
    this.panel = el("div", { class: "coop" }, this._result, this._people, this._lives);
    this._drawn = "";
    /** @type {{ seat: PartySeat, share: SeatShare, node: HTMLElement }[]} */
    this._about = [];
  }

  update() {
    const { state, themes } = this._parts;
    const { party, game, over } = state;
    if (!party || !game?.id) return;
    const { shares, seats, stage } = party;
    const drawn = JSON.stringify([shares, seats, stage, party.watching, game.lives, game.status, over?.finished_id]);
    if (`${drawn} ${themes.name}` === this._drawn) return;
    this._drawn = `${drawn} ${themes.name}`;
    this._watching.textContent = party.watching ? message("together.people-watching", { count: party.watching }) : "";
    this._showRows(party);
    this._showLives(party);
    this._showResult(party);
  }

  tick() {
    const { party } = this._parts.state;
    if (!party) return;
    for (const { seat, share, node } of this._about) {
      const text = awayText(party, seat, performance.now()) || part(share);
      if (node.textContent !== text) node.textContent = text;
    }
  }

  /** @param {PartyState} party */
  _showRows(party) {
    const all = seatShares(party);
    const shown = party.seats.filter((seat) => {
      const own = all.find((share) => share.seat === seat.seat);
      return !seat.has_left || Boolean(own && (own.opened || own.flags || own.hits));
    });
    this._about = [];
    fill(
      this._rows,
      shown.map((seat) => {
        const share = /** @type {SeatShare} */ (all.find((one) => one.seat === seat.seat));
        const about = el("span", { class: "about" });
        this._about.push({ seat, share, node: about });
        const isOwn = seat.seat === party.seat;
        return el(
          "li",
          { class: seat.is_here ? "player" : "player away", "data-seat": String(seat.seat) },
          avatar(this._parts.themes, seat),
          el(
            "div",
            { class: "who" },
            el("b", {}, seat.name),
            isOwn ? el("span", { class: "muted small" }, ` ${message("together.you")}`) : null,
            about,
          ),
          el("span", { class: "percent" }, percent(share.share)),
        );
      }),
    );
    this.tick();
  }

  /** @param {PartyState} party */
  _showLives(party) {
    const { game } = this._parts.state;
    const { terms, shares } = party;
    const { lives } = readRules(terms.rules, this._parts.settings);
    this._lives.hidden = !game || lives < 2;
    if (!game || lives < 2) return;
    if (terms.lives === "shared") {
      fill(this._lives, livesRow(message("together.lives-shared", { count: lives }), game.lives, lives));
      return;
    }
    const playing = present(party).filter(({ plays }) => plays);
    const rows = playing.map(({ seat, name }) => livesRow(name, Math.max(0, lives - (shares?.hits[seat] ?? 0)), lives));
    fill(this._lives, el("h2", {}, message("together.lives")), rows);
  }

  /**
   * The end: how it went, who hit what, and where to watch it again.
   * @param {PartyState} party
   */
  _showResult(party) {
    const { game, over } = this._parts.state;
    const isOver = Boolean(game?.isOver && party.stage !== "playing");
    this._result.hidden = !isOver;
    if (!game || !isOver) return;
    const at = time(game.elapsed);
    const title =
      game.status === "won"
        ? message("together.won", { time: at })
        : game.status === "lost"
          ? message("together.lost", { time: at })
          : message("together.abandoned", { time: at });
    const id = over?.finished_id ?? party.result[0]?.finished_id ?? null;
    fill(
      this._result,
      el("h1", {}, title),
      el("p", { class: "muted" }, this._endText(party)),
      id
        ? el(
            "div",
            { class: "row" },
            button(message("together.watch-replay"), () => this._parts.open("replay", String(id)), {
              iconName: "play",
            }),
          )
        : null,
    );
  }

  /** @param {PartyState} party */
  _endText(party) {
    const { game } = this._parts.state;
    if (!game) return "";
    const share = message("together.share-open", { share: percent(game.share ?? 0) });
    const last = party.lines.findLast((line) => line.kind === "hit");
    if (game.status !== "lost" || last?.kind !== "hit") return game.status === "won" ? "" : share;
    const square = game.name(last.cell);
    const isOwn = last.seat === party.seat;
    const who = isOwn
      ? message("together.lost-by-you", { square })
      : message("together.lost-by", { name: nameOf(party, last.seat), square });
    return `${who} ${share}.`;
  }
}

/** @param {SeatShare} share */
function part({ opened, flags, hits }) {
  const values = { opened, flags: message("together.flags", { count: flags }) };
  return hits
    ? message("together.part-hits", { ...values, hits: message("together.hits", { count: hits }) })
    : message("together.part", values);
}

/**
 * @param {string} label
 * @param {number} left
 * @param {number} lives
 */
function livesRow(label, left, lives) {
  const shields = Array.from({ length: Math.min(lives, MOST_SHIELDS) }, (_, at) =>
    icon("shield", at < left ? "icon life" : "icon life gone"),
  );
  const words = message("together.lives-left", { left, lives });
  return el(
    "div",
    { class: "line lives-row" },
    el("span", { class: "muted" }, label),
    el("span", { class: "shields", role: "img", "aria-label": words }, shields),
  );
}
