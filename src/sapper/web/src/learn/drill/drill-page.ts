// The screen of a sitting: the board with its question, and beside it what is said and what can be done.

import type { Page, Parts } from "../../types.ts";
import type { Saying } from "./drill.ts";
import type { Device } from "./how-words.ts";
import type { PlayBoard, Series } from "./series.ts";

import { announce } from "../../ui/announce.ts";
import { ask } from "./judge.ts";
import { Drill } from "./drill.ts";
import { el } from "../../ui/dom.ts";
import { howWords, usualDevice } from "./how-words.ts";
import { keyLabel } from "../../input/keys.ts";
import { legend, sentence } from "../../board/widgets.ts";
import { MINE } from "../../board/cell-values.ts";
import { QuestionBoard } from "./question-board.ts";
import { questionWords } from "./question-words.ts";
import { render as phraseText } from "../../board/phrases.ts";
import { button, html, icon, nothing, render, repeat, spacer } from "../../ui/template.ts";
import { capitalized, message, size, words } from "../../ui/words.ts";

type DrillParts = Pick<Parts, "settings" | "themes" | "open" | "playBoard">;
const MOST_DOTS = 24;

interface Tool {
  name: string;
  keys: string[];
  iconName: string;
  run: () => unknown;
  isMain?: boolean;
}

export class DrillPage implements Page {
  name: string;
  drill: Drill;
  board: QuestionBoard;
  element: HTMLDivElement;
  isReady: Promise<void>; // the first part is there
  _parts: DrillParts;
  _back: () => void;
  _shown: unknown = null;
  _device = usualDevice();

  /** @param back leaves the sitting */
  constructor(parts: DrillParts, name: string, series: Series, back: () => void) {
    const { settings, themes } = parts;
    this.name = name;
    this._parts = parts;
    this._back = back;
    const changed = () => this.show();
    this.drill = new Drill(series, { ask, rulesets: settings.schema, changed });
    const hasMotion = settings.get("display", "animation") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const choose = (cell: number, isMine: boolean) => this._choose(cell, isMine);
    this.board = new QuestionBoard(choose, { hasMotion: Boolean(hasMotion) });
    this.board.setTheme(themes.current);
    this.element = el("div", { class: "drill" });
    this.element.addEventListener("pointerdown", ({ pointerType }) =>
      this._use(pointerType === "touch" ? "touch" : "mouse"),
    );
    new ResizeObserver(() => this.layout()).observe(this.element);
    this.isReady = this.drill.goOn();
  }

  get _isBoardShown() {
    return this.drill.part !== null && this.drill.part.kind !== "play";
  }

  _choose(cell: number, isMine: boolean) {
    if (this.drill.refutation) this.drill.tryAgain();
    else if (this.drill.isRight) this.drill.goOn();
    else this.drill.choose(cell, isMine);
  }

  /** Remember the device at hand: the question says how it is answered with it. */
  _use(device: Device) {
    if (device === this._device) return;
    this._device = device;
    this.show();
  }

  // -- What can be done now, the first by Space and Enter

  get _tools(): Tool[] {
    const { drill } = this;
    const { part, task } = drill;
    const main = (name: string, run: () => unknown, iconName = "next") => ({
      name,
      keys: ["space", "enter"],
      iconName,
      run,
      isMain: true,
    });
    const skip = { name: "skip", keys: ["s"], iconName: "next", run: () => drill.goOn() };
    if (!part) return [main("end", this._back, "check")];
    if (part.kind === "play") return [main("play", () => this._play(part), "play"), skip];
    if (!task || drill.isRight) return [main("next", () => drill.goOn())];
    const hint = { name: "hint", keys: ["h", "?"], iconName: "hint", run: () => drill.hint() };
    const proof = { name: "proof", keys: ["p"], iconName: "shield", run: () => drill.proof() };
    if (drill.refutation) {
      const another = { name: "another", keys: ["a"], iconName: "dice", run: () => drill.another() };
      return [main("again", () => drill.tryAgain(), "undo"), another, proof, skip];
    }
    const isProvable = task.ask === "safe" || task.ask === "mine";
    const none = { name: "nothing", keys: ["n"], iconName: "close", run: () => drill.nothing() };
    return [...(task.ask === "safe" ? [none] : []), hint, ...(isProvable ? [proof] : []), skip];
  }

  _play({ whole }: PlayBoard) {
    this._parts.playBoard(whole);
  }

  key(typed: string) {
    const { drill, board } = this;
    this._use("keys");
    if (this._isBoardShown && board.cursor.key(typed)) return true;
    if (typed === "escape") this._back();
    else if (typed === "f" && board.cursor.index >= 0 && !drill.refutation) drill.choose(board.cursor.index, true);
    else if ((typed === "space" || typed === "enter") && document.activeElement?.matches("button, a")) return false;
    else {
      const tool = this._tools.find(({ keys }) => keys.includes(typed));
      if (tool) tool.run();
      else if (typed !== "space" && typed !== "enter") return false;
      else if (board.cursor.index >= 0) drill.choose(board.cursor.index);
    }
    return true;
  }

  focus() {
    this.board.canvas.focus({ preventScroll: true });
  }

  paint() {
    this.board.setTheme(this._parts.themes.current);
    this.show();
  }

  // -- What is shown

  show() {
    const { drill, board } = this;
    board.show(drill);
    const label = board.position ? this._heading : "";
    board.canvas.setAttribute("aria-label", label);
    render(this._template(), this.element);
    this.layout();
    if (this._shown !== drill.said) {
      this._shown = drill.said;
      announce(drill.said.map(textOf).filter(Boolean).join(" "));
    }
  }

  /** The question, or what stands in its place. */
  get _heading() {
    const { part, series } = this.drill;
    if (part?.kind !== "find") return series.title;
    return questionWords(part.ask);
  }

  _template() {
    const { drill, board } = this;
    const { series } = drill;
    const { position } = board;
    const where = position ? `${size(position)} · ${position.mines}` : "";
    const about = (drill.task && series.about?.(drill.task)) ?? where;
    return html`
      <div class="drill-stage">
        <div class="chips">
          <button type="button" class="tool" title=${message("page.close")} aria-label=${message("page.close")}
            @click=${this._back}>${icon("back")}</button>
          <h1 class="chip">${icon(series.iconName)}${series.title}</h1>
          ${about && this._isBoardShown ? html`<span class="chip">${about}</span>` : nothing}
          ${spacer}${this._progress()}
        </div>
        <div class="console" ?hidden=${!this._isBoardShown}>
          <div class="drill-question">
            <b>${this._heading}</b>${spacer}
            <span class="drill-mines" title=${message("home.mines-left")}>${icon("mine")}${position?.minesLeft}</span>
          </div>
          <div class="field-area">${board.canvas}</div>
        </div>
      </div>
      <aside class="drill-side" aria-label=${message("page.panel")}>
        <div class="drill-groups">${this._panel()}</div>
      </aside>`;
  }

  _progress() {
    const { aside, count, results } = this.drill.series;
    const dots = Array.from({ length: Math.min(count, MOST_DOTS) }, (_, at) => results[at]);
    const kind = (isRight: boolean | undefined, at: number) =>
      isRight === undefined ? (at === results.length ? "now" : "") : isRight ? "done" : "missed";
    return html`
      <span class="muted small">${aside}</span>
      <span class="drill-dots" aria-hidden="true">${dots.map((isRight, at) => html`<i class=${kind(isRight, at)}></i>`)}</span>`;
  }

  _panel() {
    const { drill } = this;
    const { part, series, task } = drill;
    const texts = part ? part.text : series.ending();
    return html`
      ${texts.length || !part || this._how ? html`<section class="group">${this._texts(texts)}${this._how}</section>` : nothing}
      ${drill.said.some(textOf) ? html`<section class="group drill-said">${this._said()}</section>` : nothing}
      <section class="group">${this._buttons()}${this._also()}</section>
      ${drill.refutation ? html`<section class="group">${this._legend()}</section>` : nothing}
      ${
        task?.technique && !series.stages && (drill.isRight || drill.refutation)
          ? html`<section class="group"><div class="row"><h2>${message("learn-page.technique")}</h2>${spacer}
            <span class="chip">${words("techniques", task.technique).name}</span></div></section>`
          : nothing
      }
      ${task ? (series.extras?.(task, drill.isRight) ?? nothing) : nothing}
      ${part ? (series.stages?.() ?? nothing) : nothing}`;
  }

  /** Further buttons of the series. */
  _also() {
    const { task, series } = this.drill;
    const offered = (task && series.also?.(task)) ?? [];
    if (!offered.length) return nothing;
    return html`<div class="drill-tools">${offered.map(({ label, iconName, run }) => button(label, run, { iconName }))}</div>`;
  }

  /** Texts in which the numbers that are pointed out carry their mark. */
  _texts(texts: string[]) {
    const { cells } = this.drill;
    const { position } = this.board;
    return texts.map((text) => (position ? sentence(position, text, cells) : html`<p class="sentence">${text}</p>`));
  }

  /** What is said first, beside the glyph of the verdict. */
  _verdict(said: unknown, isRight: boolean) {
    const image = isRight ? "verdict-best" : "verdict-mistake";
    return html`<div class=${isRight ? "drill-verdict good" : "drill-verdict bad"}>${icon(image)}${said}</div>`;
  }

  _said() {
    const { drill, board } = this;
    const cell = drill.refutation?.given.cell;
    const cells = { ...drill.cells, ...(cell === null || cell === undefined ? {} : { mine: [cell] }) };
    const texts = drill.said.map(textOf).filter(Boolean);
    if (drill.refutation) texts.splice(1, 0, message("learn-page.fits"));
    const [first, ...others] = texts.map((text) =>
      board.position ? sentence(board.position, text, cells) : html`<p>${text}</p>`,
    );
    const { judged } = drill;
    return [judged ? this._verdict(first, judged.isRight) : first, ...others];
  }

  _buttons() {
    const tools = this._tools;
    const make = ({ name, keys, iconName, run, isMain }: Tool) =>
      button(this._label(name), () => run(), {
        iconName,
        kind: isMain ? "primary big" : "",
        key: keyLabel(keys[0]),
      });
    return html`<div class="drill-tools">${repeat(tools, ({ name }) => name, make)}</div>`;
  }

  _label(name: string) {
    return toolWords(name);
  }

  _legend() {
    const { far = [] } = this.drill.refutation ?? {};
    const rows: Parameters<typeof legend>[1] = [[MINE, {}, message("learn-page.mine-here")]];
    if (far.length) rows.push([MINE, { faint: true }, message("learn-page.mine-far")]);
    return legend(this._parts.themes.current, rows);
  }

  /** How the question is answered, until it is. */
  get _how() {
    const { task, isRight, refutation } = this.drill;
    if (!task || isRight || refutation) return null;
    const image = this._device === "keys" ? "keyboard" : this._device === "touch" ? "touch" : "mouse";
    return html`<p class="muted drill-how">${icon(image)}<span>${howWords(task.ask, this._device)}</span></p>`;
  }

  layout() {
    this.board.fit(this.element);
  }
}

const textOf = (one: Saying) => (typeof one === "string" ? one : phraseText(one));

function toolWords(name: string) {
  switch (name) {
    case "again":
      return capitalized(message("learn-page.again"));
    case "next":
      return capitalized(message("learn-page.next"));
    case "hint":
      return capitalized(message("learn-page.hint"));
    case "proof":
      return capitalized(message("learn-page.proof"));
    case "another":
      return capitalized(message("learn-page.another"));
    case "nothing":
      return capitalized(message("learn-page.nothing"));
    case "skip":
      return capitalized(message("learn-page.skip"));
    case "play":
      return capitalized(message("learn-page.play"));
    default:
      return capitalized(message("learn-page.end"));
  }
}
