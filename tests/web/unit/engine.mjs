// The kernel for tests of the server inside the page, and what that server has of a browser.

import { readFileSync } from "node:fs";
import { PACKAGE, schema, use } from "./page.mjs";

const { loadEngine } = await use("engine/engine.ts");
const WASM = new URL("web/built/kernel.wasm", PACKAGE);
let engine = null;

/** The engine, started once. */
export async function ready() {
  engine ??= await loadEngine(readFileSync(WASM));
  return { engine, schema };
}

/** A store without a database. `isFull` makes every change fail. */
export class MemoryStore {
  games = [];
  actions = new Map();
  isFull = false;

  _check() {
    if (this.isFull) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
  }

  async begin(game, log = []) {
    this._check();
    const number = this.games.length + 1;
    this.games.push({ ...game, number });
    this.actions.set(number, structuredClone(log));
    return number;
  }

  async append(number, seq, log) {
    this._check();
    this.actions.get(number).splice(seq - 1, log.length, ...structuredClone(log));
  }

  async update(number, changes) {
    this._check();
    Object.assign(this.games[number - 1], structuredClone(changes));
  }

  async game(number) {
    return this.games[number - 1] ?? null;
  }

  async all() {
    return this.games;
  }

  async ofRoom(room) {
    const game = this.games.findLast((one) => one.room === room);
    return game ? { game, log: game.end?.log ?? this.actions.get(game.number) } : null;
  }

  async inPlay() {
    return this.games.filter(({ end }) => !end).map((game) => ({ game, actions: this.actions.get(game.number).length }));
  }

  async delete(numbers) {
    this.games = this.games.filter(({ number }) => !numbers.includes(number));
  }
}
