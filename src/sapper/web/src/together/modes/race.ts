// A race: two boards of the same size, one further than the other.

import type { ModePage } from "./mode.ts";

import { loadModeStyles } from "./mode.ts";
import { drawBar } from "./picture.ts";

const CLOSED = [
  [6, 6, 4, 3, 3, 2, 2],
  [4, 3, 3, 2, 1, 1, 0],
];
const SIZE = 5; // px

export const RACE: ModePage = {
  icon: "flag-outline",
  view: async (parts) => {
    const [{ RaceView }] = await Promise.all([import("./race-view.ts"), loadModeStyles()]);
    return new RaceView(parts);
  },
  draw(pen) {
    const { c, theme, players } = pen;
    for (const [at, closed] of CLOSED.entries()) {
      const left = at * 48;
      for (const [x, height] of closed.entries()) {
        for (let y = 0; y < 8; y++) {
          c.fillStyle = y >= 8 - height ? theme.hidden.face : theme.open;
          c.fillRect(left + x * SIZE, 6 + y * SIZE, SIZE - 0.7, SIZE - 0.7);
        }
      }
      drawBar(pen, left, 54, 35, at ? 0.42 : 0.72, players[at]);
    }
  },
};
