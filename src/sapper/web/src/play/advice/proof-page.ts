// The solution of a finished board, one step at a time: why, and how the board looked then.

import type { BoardProof } from "../../net/replays.ts";
import type { Cells } from "../../protocol.ts";
import type { Game } from "../../board/model.ts";
import type { Marks } from "../../types.ts";

import { FLAG, HIDDEN } from "../../board/cell-values.ts";
import { button, el, fill, page, section, spacer } from "../../ui/dom.ts";
import { said } from "../../board/phrases.ts";
import { sentence } from "../../board/widgets.ts";
import { message } from "../../ui/words.ts";

export { readProof } from "../../net/replays.ts";

/**
 * The board before a step: what is not open yet is closed, mines that are known have flags. Then what the step concludes,
 * and from which numbers. After the last step nothing is concluded any more.
 * @param cells how many the board has
 */
export function marksAt({ opened, steps }: BoardProof, at: number, cells: number): Map<number, Marks> {
  const marks: Map<number, Marks> = new Map(Array.from({ length: cells }, (_, index) => [index, { seen: HIDDEN }]));
  for (const index of opened) marks.delete(index);
  for (const { safe, cells: concluded, opened: more } of steps.slice(0, Math.max(0, at))) {
    if (!safe) for (const index of concluded) marks.set(index, { seen: FLAG });
    for (const index of more ?? []) marks.delete(index);
  }
  const step = steps[at];
  const add = (index: number, mark: Marks) => marks.set(index, { ...marks.get(index), ...mark });
  for (const index of step?.numbers ?? []) add(index, { reason: true });
  for (const index of step?.cells ?? []) add(index, step.safe ? { safe: true } : { mine: true });
  return marks;
}

export class ProofPage {
  _game: Game;
  _proof: BoardProof;
  _mark: (marks: Map<number, Marks>) => void;
  _reveal: (cells: readonly number[]) => void;
  _close: () => void;
  _at = -1; // the step that is shown; -1 is the first click
  _said: HTMLDivElement;
  _count: HTMLSpanElement;
  _back: HTMLButtonElement;
  _next: HTMLButtonElement;
  element: HTMLDivElement;

  constructor({
    game,
    proof,
    mark,
    reveal,
    close,
  }: {
    game: Game;
    proof: BoardProof;
    mark: (marks: Map<number, Marks>) => void;
    reveal: (cells: readonly number[]) => void;
    close: () => void;
  }) {
    this._game = game;
    this._proof = proof;
    this._mark = mark;
    this._reveal = reveal;
    this._close = close;
    this._said = el("div", { class: "sentence", role: "status" });
    this._count = el("span", { class: "muted tiny" });
    this._back = button(message("proof.back"), () => this._go(this._at - 1));
    this._next = button(message("proof.next"), () => this._go(this._at + 1), { kind: "primary" });
    const closing = button(message("page.close"), close, { kind: "quiet", key: "Esc" });
    this.element = page(
      section(
        el("div", { class: "head" }, el("h2", {}, message("proof.title")), spacer(), this._count),
        this._said,
        el("div", { class: "row" }, this._back, this._next, closing),
      ),
    );
    this.element.classList.add("advice", "hint", "proof-page");
    this._go(this._at);
  }

  key(typed: string) {
    if (typed !== "escape") return false;
    this._close();
    return true;
  }

  _go(at: number) {
    const { steps } = this._proof;
    this._at = Math.max(-1, Math.min(at, steps.length));
    this._back.disabled = this._at < 0;
    this._next.disabled = this._at === steps.length;
    this._count.textContent = message("proof.step", { step: this._at + 1, steps: steps.length + 1 });
    fill(this._said, this._words());
    const { cells = [], numbers = [] } = steps[this._at] ?? {};
    this._reveal([...cells, ...numbers]);
    this._mark(marksAt(this._proof, this._at, this._game.width * this._game.height));
  }

  /** The text of the step, with its squares marked as on the board. */
  _words() {
    const { first, opened, steps, complete } = this._proof;
    if (this._at === steps.length) return complete ? message("proof.complete") : message("proof.guess");
    if (this._at >= 0) {
      const step = steps[this._at];
      const { safe, cells, numbers } = step;
      const marked: Cells = { reason: numbers, [safe ? "safe" : "mine"]: cells };
      return sentence(this._game, said(step), marked);
    }
    const opening = message("proof.first", { square: this._game.name(first), count: opened.length });
    return `${opening} ${message("proof.steps", { count: steps.length })}`;
  }
}
