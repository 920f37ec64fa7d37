// The board for those who do not see the canvas: a grid of cells that screen readers read, over the canvas and without
// a look of its own. One cell is the tab stop, and the focus follows the cursor.
//
// It has the whole board, or of a large one the part in view. It is brought up to date when the browser has nothing
// else to do, and only where something changed: playing costs nothing for it.

import type { BoardView } from "./board-view.ts";
import type { Game } from "./model.ts";
import type { KeyMap } from "../input/keys.ts";
import type { Cell, CellsInView } from "../types.ts";

import { columnName } from "./cell-values.ts";
import { el } from "../ui/dom.ts";
import { onLanguage } from "../ui/language.ts";
import { cellLabel, keyWords, labelKey } from "./speech.ts";

interface Line {
  node: HTMLElement;
  cells: Map<number, HTMLElement>;
}

export const MOST_CELLS = 2000;
const PAUSE = 150; // ms without another change, before it is brought up to date
const PATIENCE = 300; // ms until it is although the browser is busy, where keys are in use
const LATEST = 2000; // ms, where they are not: a busy browser may never be idle
const NONE = { top: 0, left: 0, height: 0, width: 0 };

export class BoardGrid {
  _view: BoardView;
  _game: Game | null = null;
  _cursor: Cell;
  _part: CellsInView; // the part of the board that has cells here
  _lines: Map<number, Line> = new Map();
  _headers: Map<number, HTMLElement> = new Map();
  _labelled: WeakMap<HTMLElement, number> = new WeakMap(); // what the label of a cell says
  _stop: HTMLElement | null = null;
  _map: KeyMap | null = null; // the keys that it names
  _timer = 0;
  _isOwnFocus = false;
  onFocus: (cell: Cell) => void = () => {}; // the focus moved to a cell
  onClick: (cell: Cell) => void = () => {}; // a screen reader clicked a cell
  _top: HTMLDivElement;
  _keys: HTMLParagraphElement;
  grid: HTMLDivElement;
  element: HTMLDivElement;

  constructor(view: BoardView) {
    this._view = view;
    this._cursor = [0, 0];
    this._part = NONE;
    this._top = el("div", { role: "row", hidden: true }); // as long as it has no cells
    this._keys = el("p", { id: "board-keys", hidden: true });
    const attributes = { role: "grid", tabindex: "-1", "aria-readonly": "true", "aria-describedby": "board-keys" };
    this.grid = el("div", attributes, this._top);
    this.element = el("div", { class: "board-grid" }, this.grid, this._keys);
    onLanguage(() => {
      this._labelled = new WeakMap();
      if (this._map) this.keys = this._map;
    });
    this.grid.addEventListener("focusin", (event) => this._focused(event));
    this.grid.addEventListener("click", (event) => {
      const cell = this._cellOf(event.target);
      if (cell) this.onClick(cell);
    });
  }

  /** Whether the focus is on the board. */
  get hasFocus() {
    return this.grid.contains(document.activeElement);
  }

  set label(label: string) {
    if (this.grid.getAttribute("aria-label") !== label) this.grid.setAttribute("aria-label", label);
  }

  set keys(map: KeyMap) {
    this._map = map;
    this._keys.textContent = keyWords(map);
  }

  /**
   * Show a game as it is now, or nothing. While it is paused, no cell of it is here. If keys are in use, the focus
   * follows the cursor at once; everything else follows when there is time.
   */
  show(game: Game | null, cursor: Cell, isKeyed: boolean) {
    const shown = game?.isVisible ? game : null;
    if (shown !== this._game) this._empty();
    this._game = shown;
    this._cursor = cursor;
    if (!shown) return;
    const isKeyedHere = isKeyed && (this.hasFocus || document.activeElement === document.body);
    clearTimeout(this._timer);
    const update = () => this._update();
    this._timer = isKeyedHere
      ? setTimeout(() => whenIdle(update, { timeout: PATIENCE }))
      : setTimeout(() => whenIdle(update, { timeout: LATEST }), PAUSE);
    if (document.activeElement === this.grid || (isKeyedHere && this._nodeAtCursor() !== document.activeElement)) {
      this.focus();
    }
  }

  /** Move the focus to the cursor. */
  focus() {
    const node = this._nodeAtCursor();
    this._isOwnFocus = true;
    (node ?? this.grid).focus({ preventScroll: true });
    this._isOwnFocus = false;
  }

  /** The cell at the cursor, which becomes the tab stop; of those there are, the nearest to it. */
  _nodeAtCursor(): HTMLElement | null {
    const { _game: game } = this;
    if (!game) return null;
    const [row, col] = this._cursor;
    if (!this._part.height)
      this._setPart(game, { top: row, left: col, height: 1, width: 1 }); // the rest has time
    else if (!holds(this._part, row, col)) this._setPart(game, partAround(game, this._view.view, this._cursor));
    const { top, left, height, width } = this._part;
    const near = this._lines.get(Math.max(top, Math.min(row, top + height - 1)));
    const node = near?.cells.get(Math.max(left, Math.min(col, left + width - 1))) ?? null;
    if (node !== this._stop) {
      this._stop?.setAttribute("tabindex", "-1");
      node?.setAttribute("tabindex", "0");
      this._stop = node;
    }
    return node;
  }

  /** Have the cells that are wanted now, in their places and with their labels. */
  _update() {
    const { _game: game } = this;
    if (!game?.isVisible || !this.grid.isConnected) return;
    const part = partAround(game, this._view.view, this._cursor);
    const hadFocus = this.hasFocus;
    this._setPart(game, part);
    this._nodeAtCursor();
    if (hadFocus && document.activeElement !== this._stop) this.focus(); // its cell went out of view
    for (const [row, { cells }] of this._lines) for (const [col, node] of cells) this._label(game, node, row, col);
    this._place();
  }

  /** Lie over the cells of the canvas: screen readers show where they are, and find what a finger touches. */
  _place() {
    const { _view: view } = this;
    const size = view.cellSize;
    const box = view.canvas.getBoundingClientRect();
    const [x, y] = view.pointOf(this._part.top, this._part.left);
    const [left, top] = [x - box.left - view.ruler - size / 2, y - box.top - view.ruler - size / 2];
    this.grid.style.setProperty("--cell", `${size}px`);
    this.grid.style.transform = `translate(${left}px, ${top}px)`;
  }

  /** Have the cells of a part of the board. Those that stay are not touched, and so neither is the focus. */
  _setPart(game: Game, part: CellsInView) {
    const { top, left, height, width } = part;
    const [rows, cols] = [range(top, height), range(left, width)];
    this.grid.setAttribute("aria-rowcount", String(game.height));
    this.grid.setAttribute("aria-colcount", String(game.width));
    arrange(this._top, null, this._headers, cols, header);
    this._top.hidden = false;
    const nodes: Map<number, HTMLElement> = new Map([...this._lines].map(([row, { node }]) => [row, node]));
    arrange(this.grid, this._top, nodes, rows, (row) => this._line(row));
    for (const row of this._lines.keys()) if (!nodes.has(row)) this._lines.delete(row);
    for (const [row, { node, cells }] of this._lines) {
      arrange(node, node.firstElementChild, cells, cols, (col) => this._cell(game, row, col));
    }
    this._part = part;
  }

  _line(row: number) {
    const head = el("div", { role: "rowheader" }, String(row + 1));
    const node = el("div", { role: "row", "aria-rowindex": String(row + 1) }, head);
    this._lines.set(row, { node, cells: new Map() });
    return node;
  }

  _cell(game: Game, row: number, col: number) {
    const node = el("div", { role: "gridcell", tabindex: "-1", "aria-colindex": String(col + 1) });
    this._label(game, node, row, col);
    return node;
  }

  _label(game: Game, node: HTMLElement, row: number, col: number) {
    const key = labelKey(game, row * game.width + col);
    if (this._labelled.get(node) === key) return;
    this._labelled.set(node, key);
    node.setAttribute("aria-label", cellLabel(game, row, col));
  }

  _empty() {
    this._top.hidden = true;
    if (this.hasFocus) this.grid.focus({ preventScroll: true }); // it stays on the board
    for (const { node } of this._lines.values()) node.remove();
    for (const node of this._headers.values()) node.remove();
    this._lines.clear();
    this._headers.clear();
    this._part = NONE;
    this._stop = null;
  }

  _focused(event: FocusEvent) {
    const cell = this._cellOf(event.target);
    if (this._isOwnFocus || !cell || !(event.target instanceof Element)) return;
    if (event.target.matches(":focus-visible")) this.onFocus(cell);
  }

  _cellOf(target: EventTarget | null): Cell | null {
    if (!(target instanceof HTMLElement) || target.role !== "gridcell") return null;
    const row = Number(target.parentElement?.getAttribute("aria-rowindex"));
    return [row - 1, Number(target.getAttribute("aria-colindex")) - 1];
  }
}

const whenIdle = (run: () => void, options?: IdleRequestOptions) =>
  (globalThis.requestIdleCallback ?? setTimeout)(run, options);

/**
 * The part of a board to have cells for: all of it, or what is in view of a large one, or of that what is around the
 * cursor, so that there are never more than 2,000.
 */
export function partAround(
  { width, height }: { width: number; height: number },
  view: CellsInView,
  [row, col]: Cell,
): CellsInView {
  if (width * height <= MOST_CELLS) return { top: 0, left: 0, height, width };
  const across = Math.min(view.width, MOST_CELLS);
  const down = Math.max(1, Math.min(view.height, Math.floor(MOST_CELLS / Math.max(1, across))));
  const [top, rows] = cut(view.top, view.height, down, row);
  const [left, cols] = cut(view.left, view.width, across, col);
  return { top, left, height: rows, width: cols };
}

/** A run of at most `most` from those in view, with one of them in the middle where that can be. */
function cut(first: number, count: number, most: number, middle: number) {
  const length = Math.min(count, most);
  return [Math.max(first, Math.min(middle - Math.floor(length / 2), first + count - length)), length];
}

const holds = ({ top, left, height, width }: CellsInView, row: number, col: number) =>
  row >= top && row < top + height && col >= left && col < left + width;

const range = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

const header = (col: number) => el("div", { role: "columnheader", "aria-colindex": String(col + 1) }, columnName(col));

/** Let the children of a node after its first ones be those of some numbers, in order: what is there already stays. */
function arrange(
  parent: HTMLElement,
  after: Element | null,
  known: Map<number, HTMLElement>,
  wanted: number[],
  make: (number: number) => HTMLElement,
) {
  const [first, last] = [wanted[0] ?? 0, wanted.at(-1) ?? -1];
  for (const [number, node] of known) {
    if (number >= first && number <= last) continue;
    node.remove();
    known.delete(number);
  }
  let next = after ? after.nextSibling : parent.firstChild;
  for (const number of wanted) {
    const node = known.get(number);
    if (node) next = node.nextSibling;
    else {
      const made = make(number);
      known.set(number, made);
      parent.insertBefore(made, next);
    }
  }
}
