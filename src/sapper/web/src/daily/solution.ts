// The solution of a daily board to watch: step by step, each with its reason.

import type { DailySolution } from "../protocol.ts";
import type { Themes } from "../themes/theme.ts";

import { FLAG, cellName } from "../board/cell-values.ts";
import { cellsOf, closedCells, drawBoard } from "../board/board-picture.ts";
import { el, icon, setIcon, spacer } from "../ui/dom.ts";
import { said } from "../board/phrases.ts";
import { level as levelName, message } from "../ui/words.ts";

const STEP = 700; // ms between steps while it plays
const MOVES = /^(Arrow|Home|End|Page)/; // keys of a slider
const WIDEST = 720; // px of the board at most

/** The board after some steps of a solution. */
function boardAfter(solution: DailySolution, count: number) {
  const solved = cellsOf(solution.cells);
  const cells = closedCells(solved.length);
  for (const { opened, mines } of solution.steps.slice(0, count)) {
    for (const cell of opened) cells[cell] = solved[cell];
    for (const cell of mines) cells[cell] = FLAG;
  }
  return cells;
}

export class Solution {
  _solution: DailySolution;
  _themes: Themes;
  _at = 1;
  _timer = 0;
  _canvas: HTMLCanvasElement;
  _sentence: HTMLParagraphElement;
  _count: HTMLSpanElement;
  _play: HTMLButtonElement;
  _slider: HTMLInputElement;
  element: HTMLElement;

  constructor(solution: DailySolution, { themes, close }: { themes: Themes; close: () => void }) {
    this._solution = solution;
    this._themes = themes;
    this._canvas = el("canvas", { role: "img", "aria-label": message("daily.solution", this._name) });
    this._sentence = el("p", { class: "sentence", role: "status" });
    this._count = el("span", { class: "muted tiny" });
    this._play = this._tool("play", message("daily.run"), () => this._toggle());
    this._slider = el("input", {
      type: "range",
      min: 1,
      max: solution.steps.length,
      "aria-label": message("daily.solution", this._name),
      oninput: () => this._go(Number(this._slider.value)),
      onkeydown: (event: KeyboardEvent) => MOVES.test(event.key) && event.stopPropagation(), // no game's
    });
    const closing = this._tool("close", message("page.close"), () => {
      this._stop();
      close();
    });
    this.element = el(
      "section",
      { class: "card solution" },
      el("div", { class: "head" }, el("h2", {}, message("daily.solution", this._name)), spacer(), closing),
      el("div", { class: "picture" }, this._canvas),
      this._sentence,
      el(
        "div",
        { class: "row" },
        this._tool("step-back", message("daily.step-back"), () => this._go(this._at - 1)),
        this._play,
        this._tool("step-next", message("daily.step-on"), () => this._go(this._at + 1)),
        this._slider,
        this._count,
      ),
    );
    this._show();
    this._toggle();
  }

  get _name() {
    return { level: levelName(this._solution.level) };
  }

  _tool(image: string, label: string, run: () => void) {
    return el(
      "button",
      { type: "button", class: "tool", title: label, "aria-label": label, onclick: run },
      icon(image),
    );
  }

  _toggle() {
    if (this._timer) {
      this._stop();
      return;
    }
    if (this._at === this._solution.steps.length) this._go(1);
    this._timer = setInterval(() => this._tick(), STEP);
    this._label("pause", message("daily.pause"));
  }

  _tick() {
    const isOver = this._at >= this._solution.steps.length || !this.element.isConnected;
    if (isOver) this._stop();
    else this._show(this._at + 1);
  }

  _stop() {
    clearInterval(this._timer);
    this._timer = 0;
    this._label("play", message("daily.run"));
  }

  _label(image: string, label: string) {
    setIcon(this._play.firstElementChild as Element, image);
    this._play.setAttribute("aria-label", label);
    this._play.title = label;
  }

  _go(at: number) {
    this._stop();
    this._show(Math.max(1, Math.min(at, this._solution.steps.length)));
  }

  _show(at = this._at) {
    const { steps, first, width } = this._solution;
    this._at = at;
    this._slider.value = String(at);
    this._count.textContent = message("daily.step", { step: at, steps: steps.length });
    this._sentence.textContent =
      said({ phrase: steps[at - 1].phrase, text: steps[at - 1].sentence }) ||
      message("daily.opening", { square: cellName(Math.floor(first / width), first % width) });
    this.paint();
  }

  paint() {
    const { width } = this._solution;
    const size = Math.max(12, Math.min(28, Math.floor(WIDEST / width)));
    drawBoard(this._canvas, this._themes.current, { width, cells: boardAfter(this._solution, this._at), size });
  }
}
