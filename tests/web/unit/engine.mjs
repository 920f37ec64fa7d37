// The kernel for tests of the server inside the page, and what that server has of a browser.

import { readFileSync } from "node:fs";
import { PACKAGE, schema, use } from "./page.mjs";

const { loadEngine } = await use("engine/engine.ts");
const { UnstoredGames } = await use("local/unstored.ts");
const WASM = new URL("web/built/kernel.wasm", PACKAGE);
let engine = null;

/** The engine, started once. */
export async function ready() {
  engine ??= await loadEngine(readFileSync(WASM));
  return { engine, schema };
}

/** A store without a database. `isFull` makes every change fail. */
export class MemoryStore extends UnstoredGames {
  isFull = false;

  _check() {
    if (this.isFull) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
  }

  async begin(...game) {
    this._check();
    return super.begin(...game);
  }

  async append(...actions) {
    this._check();
    return super.append(...actions);
  }

  async update(...changes) {
    this._check();
    return super.update(...changes);
  }
}
