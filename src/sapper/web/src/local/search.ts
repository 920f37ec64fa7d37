// The search for a no-guess board, in a worker of its own: it takes a while, and the game goes on answering.

import type { Engine, Grade } from "../engine/engine.ts";
import type { Rules } from "./rules.ts";
import type { Bytes } from "./seed.ts";

import { gradeOf } from "./rules.ts";

/** The board that is searched for. */
export interface Wanted {
  rules: Rules;
  first: number;
  seed: Bytes;
}
/** The share of the work that is done, or the end of the search. */
export type Found = { share: number } | { field: Uint8Array | null };

const FIRST_SHARE = 2 ** -7; // of the work is done after the first budget; each further one is twice as large

/** Search until a board is found; report the share of the work after each budget. */
export function search(engine: Engine, { rules, first, seed }: Wanted, report: (found: Found) => void) {
  const { width, height, mines } = rules;
  const budgets = engine.search({ width, height, mines, first, grade: gradeOf(rules) as Grade }, seed);
  for (let share = FIRST_SHARE; ; share *= 2) {
    const { done, value } = budgets.next();
    if (done) return report({ field: value.minefield });
    report({ share });
  }
}

/** The runner of a search: a worker, or in tests the search itself. */
export interface Searching {
  start(wanted: Wanted, report: (found: Found) => void): void;
  stop(): void;
}

/** Searches in a worker that is ready before the first search; one that is stopped is replaced. */
export class SearchWorker implements Searching {
  _make: () => Worker;
  _worker: Worker | null = null;
  _isBusy = false;

  constructor(make: () => Worker) {
    this._make = make;
  }

  prepare() {
    this._worker ??= this._make();
  }

  start(wanted: Wanted, report: (found: Found) => void) {
    this.prepare();
    this._isBusy = true;
    const worker = this._worker as Worker;
    worker.onmessage = ({ data }: MessageEvent<Found>) => {
      this._isBusy = !("field" in data);
      report(data);
    };
    worker.onerror = () => {
      this.stop();
      report({ field: null });
    };
    worker.postMessage(wanted);
  }

  stop() {
    if (!this._isBusy) return;
    this._worker?.terminate();
    this._worker = null;
    this._isBusy = false;
    this.prepare();
  }
}
