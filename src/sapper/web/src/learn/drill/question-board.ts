// The board of a question on its canvas: the pointer and the keys choose a square, marks point squares out.

import type { Marks, Theme } from "../../types.ts";
import type { Drill } from "./drill.ts";

import { BoardCursor } from "../../board/board-cursor.ts";
import { BoardPointer } from "../../board/board-pointer.ts";
import { BoardView } from "../../board/board-view.ts";
import { drawMarks } from "../../board/mark-painter.ts";
import { rectangle } from "../../play/advice/advice.ts";
import { ShownPosition } from "./shown-position.ts";
import { squareWords } from "../../board/speech.ts";
import { el } from "../../ui/dom.ts";
import { listed } from "../../ui/words.ts";

type Shown = Pick<Drill, "part" | "refutation" | "cells" | "risk" | "isRight" | "moves">;

export class QuestionBoard {
  canvas = el("canvas", { tabindex: "0", role: "application" });
  view: BoardView;
  cursor: BoardCursor;
  position: ShownPosition | null = null;

  /** @param choose gets the square that is clicked, and whether as a mine */
  constructor(choose: (cell: number, isMine: boolean) => void, { hasMotion }: { hasMotion: boolean }) {
    this.view = new BoardView(this.canvas, () => {});
    this.view.motion = hasMotion;
    this.view.setRulers(true);
    this.cursor = new BoardCursor(this.view, (square, seen) => listed([square, squareWords(seen)]));
    new BoardPointer(this.view, {
      press: choose,
      drag: () => {},
      release: () => {},
      moved: () => this.cursor.hide(),
    });
  }

  setTheme(theme: Theme) {
    this.view.setTheme(theme);
  }

  /** Show what a sitting shows: the board of the part, with the minefield that refutes the last answer. */
  show({ part, refutation, cells, risk, isRight, moves }: Shown) {
    if (!part || part.kind === "play") return;
    const position = new ShownPosition(part.board).after(moves);
    if (part.kind === "show") position.after(part.moves);
    if (refutation) position.withMines(refutation.mines, refutation.given.cell);
    const before = this.position;
    const isOther = before?.width !== position.width || before.height !== position.height;
    this.position = position;
    if (isOther) this.cursor.hide();
    this.view.show(position, { keepView: !isOther });
    if (!isOther && this.cursor.index >= 0) this.view.setCursor(this.cursor.index);
    this.view.invalidateAll();
    this.view.setMarks(marksOf(position, withoutPlayed(cells, moves), risk, refutation, isRight), drawMarks);
  }

  /** Fit the board into the stage of a screen. The measures are in drill.css. */
  fit(screen: HTMLElement) {
    const stage = screen.querySelector<HTMLElement>(".drill-stage");
    const part = screen.querySelector<HTMLElement>(".console");
    if (!stage || !part || !screen.isConnected || part.hidden) return;
    const style = getComputedStyle(stage);
    const measure = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
    const width = stage.clientWidth - 2 * measure("padding-left") - measure("--around");
    const share = measure("--most-board-height");
    const height = share ? (innerHeight * share) / 100 : stage.clientHeight - measure("--above");
    const least = measure("--least-cell") || undefined;
    this.view.setArea(Math.max(120, width), Math.max(120, height), { least });
    part.style.setProperty("--ruler", `${this.view.ruler}px`);
  }
}

/** What is pointed out, without the squares that the right answer has changed already. */
function withoutPlayed(cells: Drill["cells"], moves: Drill["moves"]) {
  const played = new Set(moves.map(([cell]) => cell));
  const left = (some?: number[]) => some?.filter((cell) => !played.has(cell));
  return { ...cells, safe: left(cells.safe), mine: left(cells.mine) };
}

function marksOf(
  position: ShownPosition,
  cells: Drill["cells"],
  risk: number,
  refutation: Drill["refutation"],
  isRight: boolean,
) {
  const marks: Map<number, Marks> = new Map();
  const add = (index: number, mark: Marks) => marks.set(index, { ...marks.get(index), ...mark });
  const [first, last] = cells.region ?? [];
  if (last !== undefined && !cells.reason && !cells.guess && !cells.wrong) {
    for (const index of rectangle(first, last, position.width)) add(index, { region: true });
  }
  for (const index of cells.scope ?? []) add(index, { scope: true });
  for (const index of cells.reason ?? []) add(index, { reason: true });
  for (const index of cells.safe ?? []) add(index, { safe: true, scope: false });
  for (const index of cells.mine ?? []) add(index, { mine: true, scope: false });
  for (const index of cells.guess ?? []) add(index, { odds: risk, best: true });
  for (const index of cells.wrong ?? []) add(index, { wrong: true });
  if (!refutation || isRight) return marks;
  for (const index of refutation.far) add(index, { faint: true });
  const { reply, cell } = refutation.given; // a square that was claimed to be safe is shown as hit
  if (cell !== null && reply === "mine") add(cell, { wrong: true });
  return marks;
}
