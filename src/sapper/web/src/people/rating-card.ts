// A rating: its value, how sure it is, what changed lately, and its curve with the best moment.

import type { OwnRating } from "../protocol.ts";

import { gainKind, signed } from "../play/people.ts";
import { html, nothing } from "../ui/template.ts";
import { level, message, mode, number } from "../ui/words.ts";

const [WIDTH, HEIGHT] = [320, 56]; // of a curve, in its units
const EDGE = 5; // around it, for the dot
const LEAST_SPAN = 40; // points from the bottom of a curve to its top
const CERTAINTY = 2; // deviations to both sides, which hold the true strength in 95 of 100 cases

export function ratingCard(rating: OwnRating) {
  const { value, deviation, is_sure: isSure, gain, best, rounds, wins } = rating;
  const about = isSure
    ? html`<span class=${gainKind(gain)}>${message("player-page.change", { change: signed(gain) })}</span>
        ${best ? html`<span class="muted small">${message("player-page.best", { value: number(best) })}</span>` : nothing}`
    : html`<span class="muted small">${message("player-page.unsure", { range: number(Math.round(CERTAINTY * deviation)) })}</span>`;
  return html`
    <section class="card rating-card" data-mode=${rating.mode} data-level=${rating.level}>
      <div class="row"><h2>${nameOf(rating)}</h2><span class="spacer"></span>
        <span class="muted small">${message("player-page.played", { count: rounds, won: wins })}</span></div>
      <p class="rating-now"><b class="rating-value">${number(value)}${isSure ? "" : "?"}</b>${about}</p>
      ${curve(rating)}
    </section>`;
}

export const nameOf = (rating: { mode: string; level: string }) =>
  message("player-page.rating", { mode: mode(rating.mode).name, level: level(rating.level) });

function curve({ curve: points }: OwnRating) {
  if (points.length < 2) return nothing;
  const values = points.map(([, value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const middle = (least + most) / 2;
  const span = Math.max(most - least, LEAST_SPAN);
  const x = (at: number) => EDGE + (at / (points.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) => HEIGHT / 2 - ((value - middle) / span) * (HEIGHT - 2 * EDGE);
  const line = values.map((value, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const top = values.lastIndexOf(most);
  const label = message("player-page.curve", { least: number(least), most: number(most) });
  return html`
    <svg class="rating-curve" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
      <path class="under" d=${`${line}L${WIDTH - EDGE} ${HEIGHT}L${EDGE} ${HEIGHT}Z`}></path>
      <path class="line" d=${line}></path>
      <circle cx=${x(top).toFixed(1)} cy=${y(most).toFixed(1)} r="4"></circle>
    </svg>`;
}
