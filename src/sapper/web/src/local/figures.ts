// The figures of a finished game, as sapper/analysis/metrics counts them.

import type { Engine } from "../engine/engine.ts";
import type { Metrics } from "../protocol.ts";
import type { Entry, LiveGame } from "./live-game.ts";

import { isAssisted } from "./rules.ts";

/** Those of the end of a game, and what sets it apart. */
export type Figures = Metrics & { remarks: string[] };

const BUTTONS: Record<string, "left" | "right" | "chords"> = {
  open: "left",
  flag: "right",
  question: "right",
  clear: "right",
  chord: "chords",
};

/** Play a finished game again from its beginning, and count. */
export function figuresOf(engine: Engine, live: LiveGame): Figures {
  const again = live.restarted();
  const counts = { left: 0, right: 0, chords: 0 };
  let effective = 0;
  for (const entry of live.log) {
    const button = BUTTONS[entry.kind];
    const before = button === "right" && isAssisted(live.beginning.rules) ? again.game.cells().slice() : null;
    const { cells } = again.apply(entry, entry.at);
    if (!button) continue;
    counts[button]++;
    // An assist may have set a mark back at once.
    effective += Number(cells.length > 0 && !(before && isSame(before, again.game.cells())));
  }
  again.free();
  const { bbbv, solved } = solvedOf(engine, live);
  const clicks = counts.left + counts.right + counts.chords;
  const at = live.log.at(-1)?.at ?? 0;
  return {
    bbbv,
    solved,
    ...counts,
    effective,
    clicks,
    bbbv_per_second: at ? (solved * 1000) / at : null,
    efficiency: clicks ? solved / clicks : null,
    hints: count(live.log, "hint"),
    undone: count(live.log, "undo"),
    pauses: count(live.log, "pause"),
    remarks: remarksOf(live),
  };
}

function solvedOf(engine: Engine, live: LiveGame) {
  const field = live.minefield;
  if (!field) return { bbbv: 0, solved: 0 };
  return { bbbv: engine.bbbv(live.rules, field), solved: engine.solved(live.rules, field, live.game.cells()) };
}

/** The remarks on a game: its differences from a plain one that a server has dealt. */
function remarksOf({ log, beginning }: LiveGame) {
  const hints = count(log, "hint");
  const isPractice = Boolean(beginning.rules.choices.practice);
  const found: Record<string, boolean | number> = {
    alone: true,
    hinted: hints,
    practice: isPractice,
    undone: count(log, "undo"),
    assisted: isAssisted(beginning.rules) && !hints && !isPractice,
    paused: count(log, "pause"),
    "known board": beginning.isKnownBoard,
  };
  return Object.keys(found).filter((remark) => found[remark]);
}

const count = (log: Entry[], kind: string) => log.filter((entry) => entry.kind === kind).length;
const isSame = (one: Uint8Array, other: Uint8Array) => one.every((value, at) => value === other[at]);
