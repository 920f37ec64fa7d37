// A duel: two players find mines on one board.

import type { ModePage } from "./mode.ts";

import { loadModeStyles } from "./mode.ts";
import { drawBoard } from "./picture.ts";

export const DUEL: ModePage = {
  icon: "two-flags",
  view: async (parts) => {
    const [{ DuelView }] = await Promise.all([import("./duel-view.ts"), loadModeStyles()]);
    return new DuelView(parts);
  },
  draw: (pen) => drawBoard(pen, ["23bb3.", ".r6bb.", "1.bb54", "..rrrr"]),
};
