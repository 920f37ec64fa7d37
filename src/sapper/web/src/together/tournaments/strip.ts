// The tournaments around a moment, side by side: what was, what is played, what comes.

import type { TournamentCard } from "../../protocol.ts";
import type { Settings } from "../../input/settings.ts";

import { addressOf } from "../../ui/address.ts";
import { html, nothing, repeat } from "../../ui/template.ts";
import { levelText, readRules } from "../wording.ts";
import { clockTime, formatOf, lengthText, stageText, startOf } from "./words.ts";
import { listed } from "../../ui/words.ts";

const BEFORE = 2; // that are shown before the current one
const SHOWN = 7;

/** The cards around one of them; the long arena comes last if it is further away. */
export function around(cards: readonly TournamentCard[], id: string) {
  const at = Math.max(
    0,
    cards.findIndex((card) => card.id === id),
  );
  const from = Math.max(0, Math.min(at - BEFORE, cards.length - SHOWN));
  const shown = cards.slice(from, from + SHOWN);
  const long = cards.find((card) => card.slot === "weekly" && card.stage !== "over");
  if (long && !shown.includes(long) && shown.at(-1)?.id !== id) shown[shown.length - 1] = long;
  return shown;
}

/** A click on a link that is opened here; with a key the browser opens it elsewhere. */
export const follow = (go: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go();
};

export const strip = (
  cards: readonly TournamentCard[],
  { chosen, settings, open }: { chosen: string; settings: Settings; open: (id: string) => void },
) =>
  html`<nav class="tournament-strip">${repeat(
    cards,
    ({ id }) => id,
    (card) => html`
    <a href=${addressOf(`/tournament/${card.id}`)} class=${`card tournament-card ${card.stage}`}
      aria-current=${card.id === chosen ? "page" : nothing} @click=${follow(() => open(card.id))}>
      <b>${card.name || clockTime(startOf(card))}</b>
      <span class="muted small">${aboutCard(card, settings)}</span>
      <span class="muted small">${stageText(card)}</span>
    </a>`,
  )}</nav>`;

/** What is played: the level, and what differs from an arena of the hour. */
export function aboutCard(card: TournamentCard, settings: Settings) {
  const { level, ruleset } = readRules(card.rules, settings);
  const { title, hasTurns } = formatOf(card);
  return listed([
    levelText(level, ruleset, settings),
    hasTurns ? title() : "",
    card.slot === "hourly" ? "" : lengthText(card),
  ]);
}
