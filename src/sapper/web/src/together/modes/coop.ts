// Co-op: one board, and a pointer for each player.

import type { ModePage, Pen } from "./mode.ts";

import { drawBoard } from "./picture.ts";

const BOARD = [".4b3r1", ".22321", ".11b11", ".23232"];
const ARROW = "M0 0 L0 11 L3 8.6 L5 12.7 L7 11.8 L5 7.8 L8.8 7.6 Z";

export const COOP: ModePage = {
  icon: "people",
  view: async (parts) => new (await import("./coop-view.ts")).CoopView(parts),
  draw(pen) {
    const [one, other] = pen.players;
    drawBoard(pen, BOARD);
    drawArrow(pen, one, 22, 44);
    drawArrow(pen, other, 64, 20);
  },
};

function drawArrow({ c, theme }: Pen, colour: string, x: number, y: number) {
  const arrow = new Path2D(ARROW);
  c.save();
  c.translate(x, y);
  c.strokeStyle = theme.page;
  c.lineWidth = 2.4;
  c.lineJoin = "round";
  c.stroke(arrow);
  c.fillStyle = colour;
  c.fill(arrow);
  c.restore();
}
