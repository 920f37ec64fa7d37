// @ts-check
// After a loss: what the board allowed at the last moment, worked out by the server's solver.

/** @import { Chances, Hint } from "./protocol.js" */
/** @import { RemoteSession } from "./remote-session.js" */
/** @import { LossReview } from "./types.js" */

import { cellName } from "./cell-values.js";
import { message, percent } from "./words.js";

/**
 * Return what could have been done instead of the losing move; null where that cannot be said.
 *
 * The one place where the verdict comes from: everything else reads `state.review`.
 * @param {RemoteSession} session
 * @param {{ before: string, cell: number | null }} loss the board before the losing move, and the cell it opened
 * @returns {Promise<LossReview | null>}
 */
export async function lossReview(session, { before, cell }) {
  const width = session.state.game?.width ?? 1;
  /** @type {Chances | null} */
  const odds = await post("/api/odds", before); // one after the other: the server works for a player once at a time
  if (!odds) return null;
  const symbols = before.split("\n").slice(1).join("");
  /** @param {number} index */
  const isFlag = (index) => symbols[index] === "F";
  const safe = odds.safe.filter((index) => !isFlag(index));
  /** @type {Hint | null} */
  const hint = safe.length ? await post("/api/hint", before) : null;
  const chances = new Map(odds.cells.map((index, at) => [index, odds.chances[at]]));
  for (const index of odds.safe) chances.set(index, 0);
  for (const index of odds.mine) chances.set(index, 1);
  const open = odds.cells.filter((index) => !isFlag(index)).map((index) => chances.get(index) ?? 1);
  const lowest = open.length ? Math.min(...open) : 0;
  const risk = cell === null ? null : (chances.get(cell) ?? null);
  const name = cell === null ? "" : cellName(Math.floor(cell / width), cell % width);
  return { ...verdict({ isSafe: safe.length > 0, hint, risk, name, lowest }), safe };
}

/**
 * @param {{ isSafe: boolean, hint: Hint | null, risk: number | null, name: string, lowest: number }} found
 * @returns {Omit<LossReview, "safe">}
 */
export function verdict({ isSafe, hint, risk, name, lowest }) {
  const was =
    risk === null
      ? message("loss.wrong-flag")
      : risk >= 1
        ? message("loss.certain-mine", { square: name })
        : message("loss.guess", { square: name, risk: percent(risk) });
  const nothing = `${message("loss.nothing-certain")} ${message("loss.best-there-was", { risk: percent(lowest) })}`;
  if (isSafe) {
    const why = hint?.certain ? ` ${hint.text}` : "";
    return { isAvoidable: true, text: `${was} ${message("loss.safe-move")}${why}`, cells: hint?.cells ?? {} };
  }
  if (risk === null || risk <= lowest + 1e-9) {
    return { isAvoidable: false, text: nothing, cells: {} };
  }
  return { isAvoidable: true, text: `${was} ${nothing}`, cells: {} };
}

/**
 * @param {string} path
 * @param {string} board
 */
async function post(path, board) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ board, stage: 3 }),
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // no line, no review: the game is over all the same
  }
}
