// What a player has played: records, rounds with others and games, each with a link to its replay.

import type { Finished, ListedRound, PlayerPage } from "../protocol.ts";
import type { Parts } from "../types.ts";

import { avatar, gainKind, signed } from "../play/people.ts";
import { ordinal } from "../play/race-order.ts";
import { LEVELS } from "../input/settings.ts";
import { addressOf } from "../ui/address.ts";
import { html, icon, nothing } from "../ui/template.ts";
import { modeOf } from "../state.ts";
import { level as levelName, listed, locale, message, mode, number, status, time, words } from "../ui/words.ts";

type ListParts = Pick<Parts, "open" | "settings" | "themes">;

const MOST_PEOPLE = 4;

/** A link to a screen, which this page opens by itself. */
const link = ({ open }: ListParts, screen: string, id: string | number, content: unknown) => {
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    open(screen, String(id));
  };
  return html`<a class="player-line" href=${addressOf(`/${screen}/${id}`)} @click=${go}>${content}</a>`;
};

const dayOf = (ms: number) => new Date(ms).toLocaleDateString(locale(), { day: "numeric", month: "short" });

function sizeName({ settings }: ListParts, size: string) {
  if (LEVELS.includes(size)) return levelName(size);
  const found = Object.entries(settings.schema.levels).find(([, one]) => one === size);
  return found ? levelName(found[0]) : size;
}

const layoutName = (layout: string) => words("modes", layout.startsWith("no-guess") ? "no-guess" : "random").name;

export const records = (parts: ListParts, { records }: PlayerPage) => html`
  <section class="card player-records">
    <div class="row"><h2>${message("player-page.records")}</h2><span class="spacer"></span>
      <span class="muted small">${message("player-page.checked")}</span></div>
    ${
      records.length
        ? html`<div class="record-list">${records.map((game) => record(parts, game))}</div>`
        : html`<p class="muted">${message("player-page.no-records")}</p>`
    }
  </section>`;

function record(parts: ListParts, game: Finished) {
  const pace = game.elapsed ? number(game.bbbv / (game.elapsed / 1000), 2) : "";
  const about = listed([dayOf(game.ended_at * 1000), ...(pace ? [`${pace} ${message("figures.3bv-speed")}`] : [])]);
  return link(
    parts,
    "replay",
    game.id,
    html`<span class="about"><b class="record-time">${time(game.elapsed)}</b>
      <span>${listed([sizeName(parts, game.level), layoutName(game.layout)])}</span><span class="muted small">${about}</span></span>
      ${icon("replay")}`,
  );
}

export const rounds = (parts: ListParts, { rounds }: PlayerPage) => html`
  <section class="card player-rounds">
    <h2>${message("player-page.rounds")}</h2>
    ${
      rounds.length
        ? html`<ul>${rounds.map((one) => html`<li>${round(parts, one)}</li>`)}</ul>`
        : html`<p class="muted">${message("player-page.no-rounds")}</p>`
    }
  </section>`;

function round(parts: ListParts, one: ListedRound) {
  const { name, winsBy } = modeOf(one);
  const own = one.seats.find((seat) => seat.is_own);
  const place = winsBy !== "team" && own?.place ? ordinal(own.place) : "";
  const gain = one.gain ?? null;
  const kind = gain === null ? "" : gainKind(gain);
  return link(
    parts,
    "round",
    one.id,
    html`<span class="when muted">${dayOf(one.ended_at)}</span>
      <span class="about"><b>${mode(name).name}</b><span class="muted small">${sizeName(parts, one.rules.split(" ")[1])}</span></span>
      <span class="avatars" role="img" aria-label=${listed(one.seats.map((seat) => seat.name).filter(Boolean))}>
        ${one.seats.slice(0, MOST_PEOPLE).map((seat) => avatar(parts.themes, seat))}</span>
      <b class="place">${place || nothing}</b>
      <span class=${`gain ${kind}`}>${gain === null ? nothing : signed(gain)}</span>${icon("replay")}`,
  );
}

export const games = (parts: ListParts, { recent }: PlayerPage) => html`
  <section class="card player-games">
    <h2>${message("player-page.recent")}</h2>
    ${
      recent.length
        ? html`<ul>${recent.map((one) => html`<li>${game(parts, one)}</li>`)}</ul>`
        : html`<p class="muted">${message("player-page.no-games")}</p>`
    }
  </section>`;

const game = (parts: ListParts, one: Finished) =>
  link(
    parts,
    "replay",
    one.id,
    html`<span class="when muted">${dayOf(one.ended_at * 1000)}</span>
      <span class="about"><b>${one.together ? mode(one.together).name : sizeName(parts, one.level)}</b>
        <span class="muted small">${one.together ? sizeName(parts, one.level) : layoutName(one.layout)}</span></span>
      <span class=${one.status === "won" ? "good" : "muted"}>${status(one.status)}</span>
      <b class="place">${time(one.elapsed)}</b>${icon("replay")}`,
  );
