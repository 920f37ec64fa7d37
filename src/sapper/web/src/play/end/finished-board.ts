// What the board of a finished game asks of a player: ZiNi and other figures, how much logic it needs, and a way to its
// proof. Read from the server when the browser has nothing else to do.

import type { FinishedBoard } from "../../protocol.ts";

import { el, whenIdle } from "../../ui/dom.ts";
import { button, html, render, stat } from "../../ui/template.ts";
import { gradeName } from "../new-game/grades.ts";
import { readBoard } from "../../net/replays.ts";
import { message, percent, number } from "../../ui/words.ts";

/** The logic that a board needs, in words. */
export function neededWords({ hardest, needs_guess: needsGuess }: Pick<FinishedBoard, "hardest" | "needs_guess">) {
  if (needsGuess) return message("board.guess");
  return hardest ? message("board.needed", { grade: gradeName(hardest) }) : message("board.nothing");
}

/**
 * A part of a panel that is filled later: until then it has the same height, so that the board stays where it is. The
 * server works on one thing at a time for each player, so what it does already comes `before`.
 */
export function finishedBoard(id: number, prove: (() => void) | null = null, before?: Promise<unknown>) {
  const part = el("section", { class: "group later board-facts" });
  const show = (shown: unknown) => render(html`<h2>${message("board.title")}</h2>${shown}`, part);
  show(facts(null, prove));
  whenIdle(async () => {
    await before;
    const found = await readBoard(id).catch(({ message: why }) => String(why));
    show(typeof found === "string" ? html`<p class="muted small">${found}</p>` : facts(found, prove));
  });
  return part;
}

/** Three digits, as far as they say something. */
export const figure = (value: number | null | undefined) =>
  typeof value === "number" ? number(value, Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0) : "–";

/** @param board null as long as it is not read */
const facts = (board: FinishedBoard | null, prove: (() => void) | null) => html`
  <div class="stats three">
    ${stat(String(board?.zini ?? "–"), message("figures.zini"))}
    ${stat(String(board?.hzini ?? "–"), message("figures.hzini"))}
    ${stat(typeof board?.max_efficiency === "number" ? percent(board.max_efficiency) : "–", message("board.most"))}
    ${stat(String(board?.openings ?? "–"), message("board.openings"))}
    ${stat(String(board?.islands ?? "–"), message("board.islands"))}
  </div>
  <p class="small">${board ? neededWords(board) : "\u00a0"}</p>
  ${prove ? button(message("board.prove"), prove, { iconName: "check", isOff: !board }) : null}
  <h2>${message("board.ranking")}</h2>
  <div class="stats four">
    ${stat(figure(board?.rqp), message("figures.rqp"))}
    ${stat(figure(board?.ios), message("figures.ios"))}
    ${stat(figure(board?.qg), message("figures.qg"))}
    ${stat(figure(board?.stnb), message("figures.stnb"))}
  </div>
  <p class="muted tiny">${message("board.ranking-note")}</p>`;
