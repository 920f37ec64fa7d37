// The table of a tournament: a box for each race, wins in a row, points.

import type { Tournament, TournamentLine } from "../../protocol.ts";
import type { Themes } from "../../themes/theme.ts";

import { avatar } from "../../play/people.ts";
import { html, icon, nothing, repeat } from "../../ui/template.ts";
import { formatOf } from "./words.ts";
import { message } from "../../ui/words.ts";

const STREAK = 2; // wins in a row from which on they are shown: the next one counts double

/** What the boxes say of a race by its points: a win, less, or nothing. */
const kindOf = (points: number) => (points > 1 ? "win" : points ? "some" : "none");

export const standings = (found: Tournament, themes: Themes) => html`
  <div class="row">
    <h2>${message("tournament.standings")}</h2>
    <span class="muted small">${
      found.card.stage === "over"
        ? message("tournament.people-each", { count: found.card.players })
        : message("tournament.players", { count: found.card.players })
    }</span>
    <span class="spacer"></span>
    <span class="muted tiny boxes-text">${formatOf(found.card).boxes()}</span>
  </div>
  <ol class="standings">${repeat(
    found.lines,
    ({ player }) => player,
    (line, at) => row(line, at, themes),
  )}</ol>`;

function row(line: TournamentLine, at: number, themes: Themes) {
  const { streak = 0, state = "", is_me: isMe } = line;
  const seat = { name: line.name, seat: at, colour: colourOf(line.player), is_bot: line.is_bot };
  return html`
    <li class=${isMe ? "standing-line own" : "standing-line"}>
      <span class="rank muted">${line.place}</span>
      ${avatar(themes, seat)}
      <span class="who"><b>${line.name}</b>${isMe ? html` <span class="muted tiny">${message("race.you")}</span>` : nothing}
        ${state === "out" ? html`<span class="muted tiny">${message("tournament.is-out")}</span>` : nothing}</span>
      <span class="boxes" role="img" aria-label=${message("tournament.scores", { scores: line.scores.join(" ") })}>${line.scores.map(
        (points) => html`<i class=${kindOf(points)}>${points}</i>`,
      )}</span>
      <span class="in-a-row">${
        streak >= STREAK
          ? html`<span title=${message("tournament.in-a-row")}>${icon("flame")}${streak}</span>`
          : nothing
      }</span>
      <b class="points">${line.points}</b>
    </li>`;
}

/** A colour that stays with a player, whatever their place. */
export function colourOf(player: string) {
  let sum = 0;
  for (const letter of player) sum = (sum * 31 + letter.charCodeAt(0)) % 1009;
  return sum;
}
