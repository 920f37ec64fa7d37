// Co-op in the panel: the lives that are left, and how it ended. The list of players says what each opened and flagged.

import type { Game } from "../../board/model.ts";
import type { PartyParts, PartyState } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { button, html, icon, nothing, render } from "../../ui/template.ts";
import { nameOf, present } from "../state.ts";
import { readRules } from "../wording.ts";
import { message, percent, time } from "../../ui/words.ts";

const MOST_SHIELDS = 9;

export class CoopView {
  _parts: PartyParts;
  panel = el("div", { class: "coop" });
  keepsPlayers = true; // the list says what each has done

  constructor(parts: PartyParts) {
    this._parts = parts;
  }

  update() {
    const { party, game } = this._parts.state;
    if (!party || !game?.id) return;
    render(html`${this._result(party, game)}${this._lives(party, game)}`, this.panel);
  }

  _lives(party: PartyState, game: Game) {
    const { terms, shares } = party;
    const { lives } = readRules(terms.rules, this._parts.settings);
    if (lives < 2 || party.stage !== "playing") return nothing;
    if (terms.lives === "shared") {
      const label = message("together.lives-shared", { count: lives });
      return html`<section class="group">${livesRow(label, game.lives, lives)}</section>`;
    }
    const playing = present(party).filter(({ plays }) => plays);
    const rows = playing.map(({ seat, name }) => livesRow(name, Math.max(0, lives - (shares?.hits[seat] ?? 0)), lives));
    return html`<section class="group"><h2>${message("together.lives")}</h2>${rows}</section>`;
  }

  /** The end: how it went, who hit what, and where to watch it again. */
  _result(party: PartyState, game: Game) {
    if (!game.isOver || party.stage === "playing") return nothing;
    const id = this._parts.state.over?.finished_id ?? party.result[0]?.finished_id;
    const watch = () => this._parts.open("replay", String(id));
    return html`
      <section class="group">
        <h1>${endTitle(game)}</h1>
        <p class="muted">${endText(party, game)}</p>
        ${id ? html`<div class="row">${button(message("together.watch-replay"), watch, { iconName: "play" })}</div>` : null}
      </section>`;
  }
}

function endTitle({ status, elapsed }: Game) {
  const at = time(elapsed);
  if (status === "won") return message("together.won", { time: at });
  return status === "lost" ? message("together.lost", { time: at }) : message("together.abandoned", { time: at });
}

function endText(party: PartyState, game: Game) {
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
  return html`
    <div class="line lives-row">
      <span class="muted">${label}</span>
      <span class="shields" role="img" aria-label=${words}>${shields}</span>
    </div>`;
}
