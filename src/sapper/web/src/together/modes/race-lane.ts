// Racers side by side: a line with everybody on it, and a list with bars and the boards of the others.

import type { GhostBoard } from "../../board/ghost-cells.ts";
import type { Racer } from "../../play/race-order.ts";
import type { Themes } from "../../themes/theme.ts";

import { el, fill, spacer } from "../../ui/dom.ts";
import { drawGhost } from "../../board/ghost-cells.ts";
import { colourOf } from "../state.ts";
import { avatar } from "../players.ts";
import { inOrder, reached, spread } from "../../play/race-order.ts";
import { message, percent } from "../../ui/words.ts";

const LEAST_APART = 18; // px between the marks of two racers
const WIDTH = 600; // px of the line as long as it is not shown

const width = (share: number) => `${Math.round(Math.min(1, share) * 1000) / 10}%`;

/** The strip under the board: everybody on one line, which ends where the board is open. */
export class Lane {
  _themes: Themes;
  element: HTMLDivElement;
  _marks: Map<number, { key: string; node: HTMLElement }> = new Map();

  constructor(themes: Themes) {
    this._themes = themes;
    this.element = el("div", { class: "lane", role: "img" });
  }

  show(racers: readonly Racer[]) {
    const sorted = inOrder(racers);
    const list = sorted.map(({ name, share }) => message("race.lane-item", { name, share: percent(share) })).join(", ");
    this.element.setAttribute("aria-label", message("race.lane", { list }));
    const rising = [...sorted].sort((one, other) => one.share - other.share);
    const places = spread(
      rising.map(({ share }) => share),
      LEAST_APART / (this.element.clientWidth || WIDTH),
    );
    for (const [at, racer] of rising.entries()) this._mark(racer).style.setProperty("--at", width(places[at]));
    const order = [...sorted.filter(({ isYou }) => !isYou).reverse(), ...sorted.filter(({ isYou }) => isYou)];
    refill(
      this.element,
      order.map((racer) => this._mark(racer)), // your own lies on top
    );
  }

  _mark(racer: Racer) {
    const key = lookOf(racer, this._themes);
    let mark = this._marks.get(racer.seat);
    if (mark?.key !== key) {
      mark = { key, node: avatar(this._themes, racer) };
      this._marks.set(racer.seat, mark);
    }
    mark.node.classList.toggle("out", racer.status === "lost" || racer.status === "abandoned");
    return mark.node;
  }
}

/** What the look of somebody depends on. */
const lookOf = ({ name, colour, isYou }: Racer, themes: Themes) => JSON.stringify([name, colour, isYou, themes.name]);

/** Give an element its children, and leave it alone where it has them. */
function refill(element: HTMLElement, nodes: HTMLElement[]) {
  const { children } = element;
  if (nodes.length !== children.length || nodes.some((node, at) => children[at] !== node)) fill(element, nodes);
}

/** Somebody in the list: who, how far, and where it may be seen, which squares are open. */
class Line {
  _reached: HTMLElement;
  _you: HTMLSpanElement;
  _bar: HTMLElement;
  _picture: HTMLCanvasElement;
  _drawn = "";
  element: HTMLLIElement;

  constructor(racer: Racer, themes: Themes) {
    this._reached = el("b", { class: "reached" });
    this._you = el("span", { class: "tiny muted" }, racer.label ?? "");
    this._bar = el("i");
    this._picture = el("canvas", { "aria-hidden": "true", hidden: true });
    this.element = el(
      "li",
      { class: "racer" },
      el(
        "div",
        { class: "row" },
        avatar(themes, racer),
        el("b", { class: "who" }, racer.name),
        this._you,
        spacer(),
        this._reached,
      ),
      this._picture,
      el("div", { class: "bar" }, this._bar),
    );
    this.element.style.setProperty("--who", colourOf(themes, racer));
  }

  show(racer: Racer) {
    this._reached.textContent = reached(racer);
    this._bar.style.width = width(racer.share);
    this.element.classList.toggle("out", racer.status === "lost" || racer.status === "abandoned");
  }

  /** @param key what it depends on */
  draw(board: GhostBoard | undefined, themes: Themes, key: string) {
    this._picture.hidden = !board;
    const room = this.element.clientWidth;
    const drawn = `${key} ${themes.name} ${room}`;
    if (!board || !room || drawn === this._drawn) return;
    this._drawn = drawn;
    drawGhost(this._picture, themes.current, board, room);
  }
}

/** Everybody, in the order of the race. */
export class RacerList {
  _themes: Themes;
  element: HTMLUListElement;
  _lines: Map<number, { key: string; line: Line }> = new Map();

  constructor(themes: Themes) {
    this._themes = themes;
    this.element = el("ul", { class: "racers" });
  }

  /** @param ghosts by seat */
  show(racers: readonly Racer[], ghosts: ReadonlyMap<number, { board: GhostBoard; key: string }> = new Map()) {
    const lines = inOrder(racers).map((racer) => ({ racer, line: this._line(racer) }));
    refill(
      this.element,
      lines.map(({ line }) => line.element),
    );
    for (const { racer, line } of lines) {
      line.show(racer);
      const ghost = ghosts.get(racer.seat);
      line.draw(ghost?.board, this._themes, ghost?.key ?? "");
    }
  }

  _line(racer: Racer) {
    const key = lookOf(racer, this._themes);
    const known = this._lines.get(racer.seat);
    if (known?.key === key) return known.line;
    const line = new Line(racer, this._themes);
    this._lines.set(racer.seat, { key, line });
    return line;
  }
}
