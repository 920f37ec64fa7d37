// A large board in small, beside it.

import type { BoardView } from "./board-view.ts";
import type { Game } from "./model.ts";
import type { Canvas, CellsInView, Theme } from "../types.ts";

import { context2d, el } from "../ui/dom.ts";
import { message } from "../ui/words.ts";

const WIDTH = 264;
const LEAST_CELL = 4; // px of a cell on the map, to see it alone

/** The rectangle of cells in view, on a map of a width and height. */
export function viewOnMap(game: Pick<Game, "width" | "height">, seen: CellsInView, width: number, height: number) {
  return {
    x: (seen.left / game.width) * width + 1,
    y: (seen.top / game.height) * height + 1,
    width: Math.max(4, (seen.width / game.width) * width - 2),
    height: Math.max(4, (seen.height / game.height) * height - 2),
  };
}

/** The height of the map of a board. */
export const mapHeight = (game: Pick<Game, "width" | "height">, width = WIDTH) =>
  Math.max(24, Math.min(400, Math.round((width * game.height) / game.width)));

/** The whole of a large board in small, and where the view is; a click goes there. */
export class MapView {
  _view: BoardView;
  _game: Game | null = null;
  element: HTMLCanvasElement;

  constructor(view: BoardView) {
    this._view = view;
    this.element = el("canvas", { class: "map", role: "img" });
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      this._go(event);
    });
    this.element.addEventListener("pointermove", (event) => event.buttons && this._go(event));
  }

  _go(event: PointerEvent) {
    if (!this._game) return;
    const box = this.element.getBoundingClientRect();
    const row = ((event.clientY - box.top) / box.height) * this._game.height;
    const col = ((event.clientX - box.left) / box.width) * this._game.width;
    this._view.centreOn(row, col);
  }

  draw(game: Game, theme: Theme) {
    this._game = game;
    const canvas = this.element;
    canvas.setAttribute("aria-label", message("page.map-label"));
    const [width, height] = [WIDTH, mapHeight(game)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const c = context2d(canvas);
    c.fillStyle = theme.panel; // what was never in view is not known
    c.fillRect(0, 0, width, height);
    const [across, down] = [width / game.width, height / game.height];
    for (const { share, ...part } of game.parts()) {
      const box = [part.left * across, part.top * down, part.width * across, part.height * down] as const;
      c.fillStyle = theme.hidden.face;
      c.fillRect(...box);
      c.fillStyle = theme.open;
      c.globalAlpha = share;
      c.fillRect(...box);
      c.globalAlpha = 1;
    }
    this._drawGaps(c, theme, across, down);
    const seen = viewOnMap(game, this._view.view, width, height);
    c.strokeStyle = theme.accent;
    c.lineWidth = 2;
    c.strokeRect(seen.x, seen.y, seen.width, seen.height);
  }

  /** Closed cells are apart, where there is room to see it. */
  _drawGaps(c: Canvas, theme: Theme, across: number, down: number) {
    if (Math.min(across, down) < LEAST_CELL) return;
    const { width, height } = this.element;
    c.fillStyle = theme.open;
    for (let x = across; x < width - 1; x += across) c.fillRect(x - 0.75, 0, 1.5, height);
    for (let y = down; y < height - 1; y += down) c.fillRect(0, y - 0.75, width, 1.5);
  }
}
