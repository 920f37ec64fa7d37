// What other pages show of learning: cards on the start page, and the stars of a step at the end of its game.

import type { Over } from "../protocol.ts";
import type { Parts } from "../types.ts";

import { drawBoard } from "../board/board-picture.ts";
import { STEPS } from "../local/learning/steps.ts";
import { FIRST } from "./lessons/lessons.ts";
import { type Next, readNext } from "./next.ts";
import { nextStep, picture, playStep, readPath, readSolved, sizeOf, stepOf } from "./path/path.ts";
import { starRow } from "./path/stars.ts";
import { el, loadIcons } from "../ui/dom.ts";
import { button, html, nothing, spacer } from "../ui/template.ts";
import { grade, message, size, words } from "../ui/words.ts";

const PICTURE = 68; // px

type CardParts = Pick<Parts, "themes" | "open" | "playBoard">;

/** The cards of the start page, as a function that makes their template. */
export async function homeCards(parts: CardParts) {
  loadIcons("icons-more.svg").catch(() => {}); // the stars have their words as well
  const [next, solved] = await Promise.all([readNext(), readSolved()]);
  const canvas = el("canvas", { "aria-hidden": "true" });
  return () => html`
    ${next.hasWon ? nothing : offer(parts)}${pathCard(parts, next, solved, canvas)}${next.cards.length ? trainerCard(parts, next) : nothing}`;
}

const card = (name: string, title: string, aside: unknown, about: unknown, go: unknown) => html`
  <section class="card place learn-next" data-name=${name}>
    <div class="group">
      <div class="row"><h2>${title}</h2>${spacer}<span class="muted small">${aside}</span></div>
      ${about}${go}
    </div>
  </section>`;

const text = (words: string) => html`<p class="muted small">${words}</p>`;

const offer = ({ open }: CardParts) =>
  card(
    "two-minutes",
    message("learn-page.two-minutes"),
    "",
    text(message("learn-page.two-minutes-text")),
    button(message("learn-page.begin"), () => open("lesson", FIRST), { iconName: "book" }),
  );

function pathCard(parts: CardParts, { progress }: Next, solved: string[], canvas: HTMLCanvasElement) {
  const step = nextStep(progress);
  const own = progress[step.number - 1];
  const board = sizeOf(step);
  const cell = Math.min(12, PICTURE / Math.max(board.width, board.height));
  const cells = picture(step, solved[step.number - 1], "begun");
  drawBoard(canvas, parts.themes.current, { width: board.width, cells, size: cell });
  const about = html`
    <div class="thumb">${canvas}<span><b>${grade(step.grade).name}</b>
      <span class="muted small">${message("new.level-size", { size: size(board), count: board.mines })}</span>${starRow(own.stars)}</span></div>
    ${text(message("learn-page.new-here", { technique: words("techniques", step.technique).name }))}`;
  const aside = message("learn-page.step", { number: step.number, whole: STEPS.length });
  const go = button(message("learn-page.next-step"), () => playStep(parts, step, own), { iconName: "target" });
  return card("path", message("learn-page.path"), aside, about, go);
}

function trainerCard({ open }: CardParts, { due }: Next) {
  const count = due.length;
  const label = count ? message("learn-page.train", { count }) : message("learn-page.trainer");
  const about = text(message("learn-page.trainer-text"));
  const go = button(label, () => open("trainer"), { iconName: "book" });
  return card("trainer", message("learn-page.trainer"), message("learn-page.due", { count }), about, go);
}

/** What a game on a board of the path has earned, as a template; null for any other board. */
export async function pathEnd(parts: Pick<Parts, "state" | "open" | "playBoard">, { seed, status }: Over) {
  const step = stepOf(parts.state.game?.rules ?? "", seed ?? "");
  if (!step) return null;
  loadIcons("icons-more.svg").catch(() => {}); // the stars have their words as well
  const progress = await readPath();
  const next = nextStep(progress);
  const title = `${message("learn-page.path")}, ${message("learn-page.step", { number: step.number, whole: STEPS.length })}`;
  return html`
    <section class="group path-end">
      <div class="row"><h2>${title}</h2>${spacer}${starRow(progress[step.number - 1].stars)}</div>
      <div class="two-columns">
        ${status === "won" ? button(message("learn-page.next-step"), () => playStep(parts, next, progress[next.number - 1]), { iconName: "target" }) : nothing}
        ${button(message("learn-page.path"), () => parts.open("path"), { iconName: "book" })}
      </div>
    </section>`;
}
