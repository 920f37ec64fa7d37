// After a loss: what the board allowed at the last moment, worked out by the server's solver.

import { cellName } from "./paint.js";
import { percent } from "./dom.js";

/** Ask about the board before the losing move; null if there is no saying. */
export async function review(diagram, width, opened) {
  const odds = await post("/api/odds", diagram); // one after the other: the server works for a player once at a time
  if (!odds) return null;
  const symbols = diagram.split("\n").slice(1).join("");
  const isFlag = (index) => symbols[index] === "F";
  const safe = odds.safe.filter((index) => !isFlag(index));
  const hint = safe.length ? await post("/api/hint", diagram) : null;
  const chances = new Map(odds.cells.map((index, at) => [index, odds.chances[at]]));
  for (const index of odds.safe) chances.set(index, 0);
  for (const index of odds.mine) chances.set(index, 1);
  const risk = opened === null ? undefined : chances.get(opened);
  const name = opened === null ? "" : cellName(Math.floor(opened / width), opened % width);
  const open = odds.cells.filter((index) => !isFlag(index)).map((index) => chances.get(index));
  return { ...tell({ safe, hint, risk, name, lowest: open.length ? Math.min(...open) : 0 }), safe };
}

function tell({ safe, hint, risk, name, lowest }) {
  const was =
    risk === undefined
      ? "A flag was wrong."
      : risk >= 1
        ? `${name} was certain to be a mine.`
        : `${name} was a guess at ${percent(risk)}.`;
  if (safe.length) {
    const why = hint?.certain ? ` ${hint.text}` : "";
    return { isAvoidable: true, text: `${was} There was a safe move.${why}`, cells: hint?.cells ?? {} };
  }
  if (risk === undefined || risk <= lowest + 1e-9) {
    return { isAvoidable: false, text: `Nothing was certain. ${percent(lowest)} was the best there was.`, cells: {} };
  }
  return {
    isAvoidable: true,
    text: `${was} Nothing was certain, but ${percent(lowest)} was the best there was.`,
    cells: {},
  };
}

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
