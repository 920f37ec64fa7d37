// Co-op in the panel: the lives that are left, and how it ended. The list of players says what each opened and flagged.

import type { PartyParts, PartyState } from "../../types.ts";

import { button, el, fill, icon, section } from "../../ui/dom.ts";
import { nameOf, present } from "../state.ts";
import { readRules } from "../wording.ts";
import { message, percent, time } from "../../ui/words.ts";

const MOST_SHIELDS = 9;

export class CoopView {
  _parts: PartyParts;
  _result: HTMLElement;
  _lives: HTMLElement;
  panel: HTMLDivElement;
  keepsPlayers = true; // the list says what each has done
  _drawn = "";

  constructor(parts: PartyParts) {
    this._parts = parts;
    this._result = section();
    this._lives = section();
    this.panel = el("div", { class: "coop" }, this._result, this._lives);
  }

  update() {
    const { state, themes } = this._parts;
    const { party, game, over } = state;
    if (!party || !game?.id) return;
    const drawn = JSON.stringify([party.shares, party.seats, party.stage, game.lives, game.status, over?.finished_id]);
    if (`${drawn} ${themes.name}` === this._drawn) return;
    this._drawn = `${drawn} ${themes.name}`;
    this._showLives(party);
    this._showResult(party);
  }

  _showLives(party: PartyState) {
    const { game } = this._parts.state;
    const { terms, shares } = party;
    const { lives } = readRules(terms.rules, this._parts.settings);
    this._lives.hidden = !game || lives < 2 || party.stage !== "playing";
    if (!game || this._lives.hidden) return;
    if (terms.lives === "shared") {
      fill(this._lives, livesRow(message("together.lives-shared", { count: lives }), game.lives, lives));
      return;
    }
    const playing = present(party).filter(({ plays }) => plays);
    const rows = playing.map(({ seat, name }) => livesRow(name, Math.max(0, lives - (shares?.hits[seat] ?? 0)), lives));
    fill(this._lives, el("h2", {}, message("together.lives")), rows);
  }

  /** The end: how it went, who hit what, and where to watch it again. */
  _showResult(party: PartyState) {
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

  _endText(party: PartyState) {
    const { game } = this._parts.state;
    if (!game) return "";
    const share = message("together.share-open", { share: percent(game.share ?? 0) });
    const last = lastHit(party);
    if (game.status !== "lost" || !last) return game.status === "won" ? "" : share;
    const square = game.name(last.cell);
    const isOwn = last.seat === party.seat;
    const who = isOwn
      ? message("together.you-hit", { square })
      : message("together.hit", { name: nameOf(party, last.seat), square });
    return `${who}. ${share}.`;
  }
}

/** Who hit the last mine, and where: as it happened, or the only one there is after a reload. */
function lastHit({ lines, shares }: PartyState): { seat: number; cell: number } | null {
  const line = lines.findLast(({ kind }) => kind === "hit");
  if (line?.kind === "hit") return line;
  const found = Object.entries(shares?.found ?? {});
  return found.length === 1 ? { cell: Number(found[0][0]), seat: found[0][1] } : null;
}

function livesRow(label: string, left: number, lives: number) {
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
