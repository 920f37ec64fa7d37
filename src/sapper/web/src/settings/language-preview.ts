// How a language reads: a position with the reason for its next move, and how times, dates and numbers are written.

import type { Marks, Theme } from "../types.ts";

import { cellName } from "../board/cell-values.ts";
import { cellsOf, drawBoard } from "../board/board-picture.ts";
import { context2d, el } from "../ui/dom.ts";
import { drawMarks } from "../board/mark-painter.ts";
import { locale, message, number, pieces, time } from "../ui/words.ts";
import { render } from "../board/phrases.ts";
import { sentence } from "../board/widgets.ts";

const WIDTH = 7;
const POSITION = ["F100000", "1100000", "1222121", "......."];
const CELL = 30;
const [GIVER, TAKER, MINE, SAFE] = [18, 17, 23, 26];
const SHARED = [24, 25];
const MOMENT = new Date(2026, 10, 15, 21, 6);
const [TIME, GAMES] = [116_870, 1204];

const square = (index: number): [number, number] => [Math.floor(index / WIDTH), index % WIDTH];
const numberAt = (index: number) => {
  const [row, col] = square(index);
  return { code: "reason.number", values: { number: Number(POSITION[row][col]), square: [row, col] } };
};

/** What `sapper hint` says of the position: the first step finds the mine, the second what is safe because of it. */
const REASON = {
  code: "reason.sentence",
  values: {
    clause: {
      code: "reason.steps",
      values: {
        steps: {
          // biome-ignore lint/suspicious/noThenProperty: the kind of a sequence, as it is sent
          then: [
            {
              code: "reason.pair-mines",
              values: {
                count: { spelled: 1 },
                giver: numberAt(GIVER),
                taker: numberAt(TAKER),
                needs: { code: "reason.taker-needs", values: { count: { spelled: 2 } } },
                so: { code: "reason.so-mines", values: { count: 1, squares: [square(MINE)] } },
              },
            },
            {
              code: "reason.pair-safe",
              values: {
                count: { spelled: 1 },
                giver: numberAt(TAKER),
                taker: numberAt(GIVER),
                square: square(GIVER),
                so: { code: "reason.so-safe", values: { count: 1, squares: [square(SAFE)] } },
              },
            },
          ],
        },
      },
    },
  },
};

const MARKS: [number, Marks][] = [
  ...[GIVER, TAKER].map((index): [number, Marks] => [index, { reason: true }]),
  ...SHARED.map((index): [number, Marks] => [index, { scope: true }]),
  [MINE, { mine: true }],
  [SAFE, { safe: true }],
];

export class LanguagePreview {
  _canvas = el("canvas", { "aria-hidden": "true" });
  element: HTMLElement;

  constructor() {
    const name = (index: number) => cellName(...square(index));
    const said = sentence({ name }, render(REASON), { reason: [GIVER, TAKER], mine: [MINE], safe: [SAFE] });
    this.element = el(
      "section",
      { class: "card language-preview" },
      el("div", { class: "picture" }, this._canvas),
      el(
        "div",
        { class: "reading" },
        el("h3", {}, message("settings-page.language-preview")),
        said,
        el("p", { class: "muted small" }, figures()),
      ),
    );
  }

  paint(theme: Theme) {
    drawBoard(this._canvas, theme, { width: WIDTH, cells: cellsOf(POSITION.join("")), size: CELL });
    const c = context2d(this._canvas);
    const s = this._canvas.width / WIDTH;
    for (const [index, marks] of MARKS) {
      const [row, col] = square(index);
      drawMarks(c, theme, col * s, row * s, s, marks);
    }
  }
}

/** A time, a moment and a number, as the language writes them. */
function figures() {
  const moment = MOMENT.toLocaleString(locale(), {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  const games = pieces("count.games", { count: GAMES }).map((part) => (part === GAMES ? number(GAMES) : part));
  return [time(TIME), moment, games.join("")].join(" · ");
}
