// How far the player is on the path, what comes next, and how its boards look.

import type { PathProgress } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { around, cellName } from "../../board/cell-values.ts";
import { cellsOf, closedCells } from "../../board/board-picture.ts";
import { STEPS, type Step } from "../../local/learning/steps.ts";
import { fetchApi } from "../../net/api.ts";
import { fetchAsset } from "../../ui/dom.ts";

export const STARS = ["time", "no-help", "efficiency"] as const;

/** The progress at each step; none is known where no server answers. */
export async function readPath(): Promise<PathProgress[]> {
  const answer = await fetchApi("/api/path").catch(() => null);
  const known: PathProgress[] = answer?.ok ? (await answer.json()).steps : [];
  const blank = { tries: 0, best: null, stars: [], won: [] };
  return STEPS.map(({ number }) => known.find(({ step }) => step === number) ?? { step: number, ...blank });
}

/** The first step on which no board was won, the last one if there is none. */
export const nextStep = (progress: PathProgress[]) =>
  STEPS.find((_, at) => !progress[at].won.length) ?? STEPS[STEPS.length - 1];

/** The step whose board this is; undefined for any other board. */
export const stepOf = (rules: string, seed: string) =>
  STEPS.find((step) => step.rules === rules && step.seeds.includes(seed));

/** Play a step: the first board that was not won, else the one after the last win in turn. */
export function playStep({ playBoard }: Pick<Parts, "playBoard">, step: Step, { won, tries }: PathProgress) {
  const left = step.seeds.findIndex((_, at) => !won.includes(at));
  const seed = step.seeds[left < 0 ? tries % step.seeds.length : left];
  playBoard({ rules: step.rules, seed, first: step.first });
}

export function sizeOf({ level }: Step) {
  const [width, height, mines] = level.split(/[x/]/).map(Number);
  return { width, height, mines };
}

// -- Pictures of the first board of each step

let coming: Promise<string[]> | null = null;

/** The solved first board of each step; nothing where it cannot be loaded. */
export function readSolved(): Promise<string[]> {
  coming ??= fetchAsset("path.json")
    .then((answer) => answer.json())
    .catch(() => {
      coming = null;
      return [];
    });
  return coming;
}

/** A board of a step as it looks: solved, with what is open at the start, or closed. */
export function picture(step: Step, solved: string | undefined, kind: "solved" | "begun" | "closed") {
  const board = sizeOf(step);
  const closed = closedCells(board.width * board.height);
  if (!solved || kind === "closed") return closed;
  const cells = cellsOf(solved);
  return kind === "solved" ? cells : opened(board, cells, closed, indexOf(step.first, board));
}

function opened(board: ReturnType<typeof sizeOf>, cells: Uint8Array, seen: Uint8Array, first: number) {
  const queue = [first];
  for (const cell of queue) {
    if (seen[cell] === cells[cell]) continue;
    seen[cell] = cells[cell];
    if (!cells[cell]) queue.push(...around(board, cell));
  }
  return seen;
}

function indexOf(name: string, { width, height }: { width: number; height: number }) {
  const names = Array.from({ length: width * height }, (_, at) => cellName(Math.floor(at / width), at % width));
  return names.indexOf(name);
}
