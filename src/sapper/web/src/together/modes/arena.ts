// An arena: a list of boards, of which some are solved.

import type { ModePage, Pen } from "./mode.ts";

import { loadModeStyles } from "./mode.ts";
import { drawBar } from "./picture.ts";
import { rounded } from "../../board/paint.ts";

export const ARENA: ModePage = {
  icon: "trophy",
  view: async (parts) => {
    const [{ ArenaView }] = await Promise.all([import("./arena-view.ts"), loadModeStyles()]);
    return new ArenaView(parts);
  },
  draw(pen) {
    for (const [at, share] of [0.9, 0.6, 0.15].entries()) {
      const top = 4 + at * 21;
      drawEntry(pen, top, at < 2);
      drawBar(pen, 28, top + 6, 52, share, pen.players[0]);
    }
  },
};

function drawEntry({ c, theme }: Pen, top: number, isDone: boolean) {
  c.fillStyle = isDone ? theme.open : theme.hidden.face;
  rounded(c, 2, top, 18, 16, 3);
  c.fill();
  c.strokeStyle = theme.hidden.face;
  c.lineWidth = 1;
  c.stroke();
  if (!isDone) return;
  c.strokeStyle = theme.good;
  c.lineWidth = 2;
  c.beginPath();
  c.moveTo(7, top + 8);
  c.lineTo(10, top + 11);
  c.lineTo(15, top + 5);
  c.stroke();
}
