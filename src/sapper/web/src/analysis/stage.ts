// The stage of the analysis board: chips and tools, the palette or the practice in place of the triad, the board.

import type { Answer } from "./request.ts";
import type { Position } from "./position.ts";
import type { PracticeGame } from "./practice.ts";
import type { LevelSize, Parts } from "../types.ts";

import { Palette } from "./palette.ts";
import { sizeForm } from "./size.ts";
import { BoardView } from "../board/board-view.ts";
import { el, fill, icon, setIcon } from "../ui/dom.ts";
import { button, html, icon as image, render, spacer } from "../ui/template.ts";
import { message, size } from "../ui/words.ts";

interface Shown {
  position: Position;
  answer: Answer | null;
  error: string;
  practice: PracticeGame | null;
  areOddsShown: boolean;
}

interface StageEvents {
  back: () => void;
  toggleOdds: () => void;
  undo: () => void;
  redo: () => void;
  clear: () => void;
  share: () => void;
  setMines: (mines: number) => void;
  resize: (size: LevelSize) => void;
  another: () => void;
  leavePractice: () => void;
}

const LEAST_CHIPS = 560; // px that the row of chips needs

const tool = (title: string, image: string, run: () => void) =>
  el("button", { type: "button", class: "tool", title, "aria-label": title, onclick: run }, icon(image));

export class AnalysisStage {
  _themes;
  _events: StageEvents;
  _isSizeOpen = false;
  _position: Position | null = null;
  canvas: HTMLCanvasElement;
  view: BoardView;
  palette: Palette;
  _sizeWords: HTMLSpanElement;
  _stateWords: HTMLSpanElement;
  _stateIcon: SVGSVGElement;
  _size: HTMLButtonElement;
  _state: HTMLSpanElement;
  _tools;
  _practiceBar: HTMLDivElement;
  _area: HTMLDivElement;
  _console: HTMLDivElement;
  _sizeBox: HTMLDivElement;
  _chipRow: HTMLDivElement;
  element: HTMLDivElement;

  constructor({ settings, themes }: Pick<Parts, "settings" | "themes">, events: StageEvents) {
    this._themes = themes;
    this._events = events;
    this.canvas = el("canvas", { tabindex: "0", role: "application" });
    this.view = new BoardView(this.canvas, () => {});
    this.view.motion = settings.get("display", "animation") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.view.setRulers(true);
    this.palette = new Palette(events.setMines);
    this._sizeWords = el("span");
    this._stateWords = el("span");
    this._stateIcon = icon("check");
    this._size = el(
      "button",
      { type: "button", class: "chip", onclick: () => this._toggleSize() },
      icon("home"),
      this._sizeWords,
    );
    this._state = el("span", { class: "chip state", role: "status" }, this._stateIcon, this._stateWords);
    this._tools = {
      odds: tool(message("analysis.odds"), "percent", events.toggleOdds),
      undo: tool(message("analysis.undo"), "undo", events.undo),
      redo: tool(message("analysis.redo"), "redo", events.redo),
      clear: tool(message("analysis.clear"), "close", events.clear),
      share: tool(message("analysis.share"), "share", events.share),
    };
    this._practiceBar = el("div", { class: "practice-bar", hidden: true });
    this._area = el("div", { class: "field-area" }, this.canvas);
    this._console = el("div", { class: "console" }, this.palette.element, this._practiceBar, this._area);
    this._sizeBox = el("div", { class: "size-box", hidden: true });
    this._chipRow = this._makeChips(events.back);
    this.element = el("div", { class: "analysis-stage" }, this._chipRow, this._sizeBox, this._console);
    new ResizeObserver(() => this.layout()).observe(this.element);
    this.paint();
  }

  _makeChips(run: () => void) {
    const back = tool(message("page.close"), "back", run);
    back.classList.add("analysis-back");
    return el(
      "div",
      { class: "chips" },
      back,
      el("h1", { class: "chip analysis-title" }, icon("edit"), message("page.analysis")),
      this._size,
      this._state,
      el("div", { class: "tools" }, Object.values(this._tools)),
    );
  }

  _toggleSize() {
    this._isSizeOpen = !this._isSizeOpen;
    this._sizeBox.hidden = !this._isSizeOpen;
    this._size.setAttribute("aria-expanded", String(this._isSizeOpen));
    const apply = (chosen: LevelSize) => {
      this._toggleSize();
      this._events.resize(chosen);
    };
    fill(this._sizeBox, this._isSizeOpen && this._position ? sizeForm(this._position, apply) : null);
    if (this._isSizeOpen) this._sizeBox.querySelector("input")?.focus();
    else this._size.focus();
    this.layout();
  }

  /** Close the form of the size; return whether it was open. */
  closeSize() {
    if (!this._isSizeOpen) return false;
    this._toggleSize();
    return true;
  }

  /** Other colours. */
  paint() {
    this.view.setTheme(this._themes.current);
    this.palette.paint(this._themes.current);
  }

  update({ position, answer, error, practice, areOddsShown }: Shown) {
    const { width, height, mines } = position;
    this._position = position;
    this.palette.update(position);
    this.palette.element.hidden = Boolean(practice);
    this._sizeWords.textContent = `${size(position)} · ${mines}`;
    this._size.disabled = Boolean(practice);
    this._updateState(answer, error);
    this._state.hidden = position.isBlank || Boolean(practice);
    const { odds, undo, redo, clear } = this._tools;
    odds.classList.toggle("on", areOddsShown);
    odds.setAttribute("aria-pressed", String(areOddsShown));
    undo.disabled = !(practice ?? position).canUndo;
    redo.disabled = Boolean(practice) || !position.canRedo;
    clear.disabled = Boolean(practice) || position.isBlank;
    this._updatePractice(practice);
    this.canvas.setAttribute("aria-label", message("analysis.board-label", { width, height, count: mines }));
  }

  _updateState(answer: Answer | null, error: string) {
    const isWrong = answer ? !answer.fits : false;
    const fits = isWrong ? message("analysis.numbers-disagree") : message("analysis.numbers-agree");
    const words = answer ? fits : error ? message("analysis.not-known") : message("analysis.thinking");
    setIcon(this._stateIcon, isWrong || error ? "close" : "check");
    if (this._stateWords.textContent !== words) this._stateWords.textContent = words;
    this._state.classList.toggle("wrong", isWrong);
  }

  _updatePractice(practice: PracticeGame | null) {
    this._practiceBar.hidden = !practice;
    if (!practice) return;
    const words = {
      playing: message("analysis.practice-playing", { count: practice.minesLeft }),
      won: message("analysis.practice-won"),
      lost: message("analysis.practice-lost", { square: practice.name(Math.max(0, practice.hit)) }),
    };
    const face = { playing: "face-idle", won: "face-won", lost: "face-lost" }[practice.status];
    render(
      html`
        <span class="practice-status" role="status">${image(face, "face-icon")}${words[practice.status]}</span>${spacer}
        ${button(message("analysis.another"), this._events.another, { iconName: "dice" })}
        ${button(message("analysis.back"), this._events.leavePractice, { iconName: "back", key: "Esc" })}`,
      this._practiceBar,
    );
  }

  /** Fit the board into the stage. The measures are in stage.css. */
  layout() {
    if (!this.element.isConnected) return;
    const style = getComputedStyle(this.element);
    const measure = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
    const width = this.element.clientWidth - 2 * measure("padding-left") - measure("--around");
    const bars = [this._chipRow, this._sizeBox, this.palette.element, this._practiceBar];
    const above = bars.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
    const share = measure("--most-board-height");
    const room = share ? (innerHeight * share) / 100 : this.element.clientHeight - above - measure("--below");
    this.view.setArea(Math.max(120, width), Math.max(160, room), { least: measure("--least-cell") || undefined });
    this._console.style.setProperty("--ruler", `${this.view.ruler}px`);
    this._chipRow.style.width = `${Math.min(this.element.clientWidth, Math.max(LEAST_CHIPS, this._console.offsetWidth))}px`;
  }
}
