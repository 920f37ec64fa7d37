// The stars of a step, for the eyes and in words.

import { icon, html } from "../../ui/template.ts";
import { listed, message } from "../../ui/words.ts";
import { STARS } from "./path.ts";

export function starWords(star: (typeof STARS)[number]) {
  if (star === "time") return message("learn-page.star-time");
  return star === "no-help" ? message("learn-page.star-no-help") : message("learn-page.star-efficiency");
}

export function starRow(earned: string[]) {
  const label = message("learn-page.stars", { count: earned.length, whole: STARS.length });
  const names = STARS.filter((star) => earned.includes(star)).map(starWords);
  return html`<span class="stars" role="img" aria-label=${listed([label, ...names])}>${STARS.map((star) =>
    earned.includes(star) ? icon("star", "icon earned") : icon("star-outline"),
  )}</span>`;
}
