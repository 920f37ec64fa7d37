// Figures of the trainer: how a technique goes, and how many positions come back when.

import type { LearnAnswer } from "../../protocol.ts";

import { html, nothing, stat } from "../../ui/template.ts";
import { message, percent, seconds, withSeconds } from "../../ui/words.ts";

/** The results of the questions about a technique. */
export function techniqueFigures(answers: LearnAnswer[]) {
  if (!answers.length) return nothing;
  const right = answers.filter(({ grade }) => grade > 1).length;
  const times = answers.map(({ elapsed }) => elapsed).sort((one, other) => one - other);
  return html`
    <section class="group">
      <div class="stats three">
        ${stat(String(answers.length), message("learn-page.asked"))}
        ${stat(percent(right / answers.length), message("learn-page.right"))}
        ${stat(seconds(times[times.length >> 1], 1), message("learn-page.usual-time"), withSeconds(""))}
      </div>
    </section>`;
}

const boxNames = () => [
  message("learn-page.box-1"),
  message("learn-page.box-2"),
  message("learn-page.box-3"),
  message("learn-page.box-4"),
  message("learn-page.box-5"),
];

/** @param on the box of the position that was answered, null for none */
export const boxRow = (counts: number[], on: number | null) => html`
  <section class="group">
    <h2>${message("learn-page.comes-back")}</h2>
    <ul class="trainer-boxes">
      ${boxNames().map((name, at) => html`<li class=${at === on ? "on" : ""}><b>${counts[at]}</b><span>${name}</span></li>`)}
    </ul>
  </section>`;
