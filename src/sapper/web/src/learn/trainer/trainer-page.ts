// The trainer: what is due, of one technique, or the position of one game; a page that says so where there is nothing.

import type { Page, Parts } from "../../types.ts";
import type { Card } from "./cards.ts";

import { DrillPage } from "../drill/drill-page.ts";
import { exchange } from "../progress/answers.ts";
import { readPuzzles } from "../puzzles/puzzles.ts";
import { announce } from "../../ui/announce.ts";
import { el } from "../../ui/dom.ts";
import { button, html, render } from "../../ui/template.ts";
import { A_SITTING, boxes, due, nextDue, nowSeconds, readCards } from "./cards.ts";
import { boxRow } from "./figures.ts";
import { TrainerSeries } from "./trainer-series.ts";
import { locale, message } from "../../ui/words.ts";

const OF_GAME = "game-";
const ALL = "-all";

type TrainerParts = Pick<Parts, "settings" | "themes" | "open" | "playBoard">;

/**
 * The screen of a sitting.
 * @param which a technique, `game-7` for the last position of this game, `game-7-all` for all of them, or empty for
 *   what is due
 */
export async function trainerPage(parts: TrainerParts, which: string): Promise<Page> {
  await exchange();
  const isWanted = wanted(which);
  const most = which.startsWith(OF_GAME) ? 1 : A_SITTING; // a game is looked at as a whole
  const isShort = (_left: number, cards: Card[]) => chosen(cards.filter(isWanted), which).length < most;
  const [all, puzzles] = await Promise.all([readCards(isShort), readPuzzles()]);
  const waiting = chosen(all.filter(isWanted), which);
  if (!waiting.length) return new NothingDue(parts, all);
  const usual = Object.fromEntries(puzzles.map((puzzle) => [puzzle.technique, puzzle.usual]));
  const series = new TrainerSeries(all, waiting, { open: parts.open, usual });
  const page = new DrillPage(parts, "trainer", series, () => parts.open("learn"));
  await page.isReady;
  return page;
}

const wanted = (which: string) => (card: Card) =>
  !which || (which.startsWith(OF_GAME) ? card.game === gameOf(which) : card.technique === which);

const gameOf = (which: string) => Number(which.slice(OF_GAME.length).replace(ALL, ""));

/** The positions of a sitting; those of a technique that were asked for are asked also before they are due. */
function chosen(cards: Card[], which: string): Card[] {
  if (which.startsWith(OF_GAME)) {
    const played = cards.toSorted((one, other) => one.place - other.place);
    return which.endsWith(ALL) ? played : played.slice(-1);
  }
  const found = due(cards, nowSeconds());
  return found.length || !which ? found : cards.slice(0, A_SITTING);
}

class NothingDue implements Page {
  name = "trainer";
  element = el("div", { class: "screen learn" });
  _open: Parts["open"];

  constructor({ open }: Pick<Parts, "open">, cards: Card[]) {
    this._open = open;
    const why = cards.length ? this._later(nextDue(cards)) : message("learn-page.no-positions");
    render(
      html`
        <h1>${message("learn-page.trainer")}</h1>
        <p class="muted lead">${message("learn-page.trainer-text")}</p>
        <p class="sentence">${why}</p>
        ${cards.length ? html`<div class="learn-boxes">${boxRow(boxes(cards), null)}</div>` : null}
        <div class="row">
          ${button(message("learn-page.puzzles"), () => open("puzzles"), { iconName: "target", kind: "primary" })}
          ${button(message("page.learn"), () => open("learn"), { iconName: "book" })}
        </div>`,
      this.element,
    );
    announce(why);
  }

  _later(at: number | null) {
    const day = new Date((at ?? 0) * 1000).toLocaleDateString(locale(), {
      weekday: "long",
      day: "numeric",
      month: "long",
    });
    return message("learn.nothing-due", { day });
  }

  key(typed: string) {
    if (typed === "escape") this._open("learn");
    return typed === "escape";
  }
}
