// A large board in small, beside it.

import { el } from "./dom.js";

/** The whole of a large board in small, and where the view is; a click goes there. */
export class MapView {
  constructor(app) {
    this.app = app;
    this.element = el("canvas", { class: "map", "aria-label": "Map of the board", role: "img" });
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      this._go(event);
    });
    this.element.addEventListener("pointermove", (event) => event.buttons && this._go(event));
  }

  _go(event) {
    const { game } = this.app;
    const box = this.element.getBoundingClientRect();
    const row = ((event.clientY - box.top) / box.height) * game.height;
    const col = ((event.clientX - box.left) / box.width) * game.width;
    this.app.view.centreOn(row, col);
  }

  draw() {
    const { game, view } = this.app;
    const theme = this.app.themes.current;
    const canvas = this.element;
    const width = 264;
    const height = Math.max(24, Math.min(400, Math.round((width * game.height) / game.width)));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const c = canvas.getContext("2d");
    c.fillStyle = theme.hidden.face;
    c.fillRect(0, 0, width, height);
    c.fillStyle = theme.open;
    for (const { left, top, size, share } of game.openParts()) {
      c.globalAlpha = share;
      c.fillRect(
        (left / game.width) * width,
        (top / game.height) * height,
        (size / game.width) * width + 0.5,
        (size / game.height) * height + 0.5,
      );
    }
    c.globalAlpha = 1;
    const seen = view.view;
    c.strokeStyle = theme.accent;
    c.lineWidth = 2;
    c.strokeRect(
      (seen.left / game.width) * width + 1,
      (seen.top / game.height) * height + 1,
      Math.max(4, (seen.width / game.width) * width - 2),
      Math.max(4, (seen.height / game.height) * height - 2),
    );
  }
}
