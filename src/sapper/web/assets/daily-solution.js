// @ts-check
// The solution of a daily board to watch: step by step, each with its reason.

/** @import { DailySolution } from "./protocol.js" */
/** @import { Themes } from "./theme.js" */

import { FLAG, cellName } from "./cell-values.js";
import { cellsOf, closedCells, drawBoard } from "./daily-picture.js";
import { el, icon, setIcon, spacer } from "./dom.js";
import { level as levelName, message } from "./words.js";

const STEP = 700; // ms between steps while it plays
const MOVES = /^(Arrow|Home|End|Page)/; // keys of a slider
const WIDEST = 720; // px of the board at most

/**
 * The board after some steps of a solution.
 * @param {DailySolution} solution
 * @param {number} count
 */
export function boardAfter(solution, count) {
  const solved = cellsOf(solution.cells);
  const cells = closedCells(solved.length);
  for (const { opened, mines } of solution.steps.slice(0, count)) {
    for (const cell of opened) cells[cell] = solved[cell];
    for (const cell of mines) cells[cell] = FLAG;
  }
  return cells;
}

export class Solution {
  /**
   * @param {DailySolution} solution
   * @param {{ themes: Themes, close: () => void }} parts
   */
  constructor(solution, { themes, close }) {
    this._solution = solution;
    this._themes = themes;
    this._at = 1;
    this._timer = 0;
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
      onkeydown: (/** @type {KeyboardEvent} */ event) => MOVES.test(event.key) && event.stopPropagation(), // no game's
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

  /**
   * @param {string} image
   * @param {string} label
   * @param {() => void} run
   */
  _tool(image, label, run) {
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

  /**
   * @param {string} image
   * @param {string} label
   */
  _label(image, label) {
    setIcon(/** @type {Element} */ (this._play.firstElementChild), image);
    this._play.setAttribute("aria-label", label);
    this._play.title = label;
  }

  /** @param {number} at */
  _go(at) {
    this._stop();
    this._show(Math.max(1, Math.min(at, this._solution.steps.length)));
  }

  _show(at = this._at) {
    const { steps, first, width } = this._solution;
    this._at = at;
    this._slider.value = String(at);
    this._count.textContent = message("daily.step", { step: at, steps: steps.length });
    this._sentence.textContent =
      steps[at - 1].sentence ||
      message("daily.opening", { square: cellName(Math.floor(first / width), first % width) });
    this.paint();
  }

  paint() {
    const { width } = this._solution;
    const size = Math.max(12, Math.min(28, Math.floor(WIDEST / width)));
    drawBoard(this._canvas, this._themes.current, { width, cells: boardAfter(this._solution, this._at), size });
  }
}
