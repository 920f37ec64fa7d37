// The packed list of actions of a replay: docs/replay-format.md specifies it.

import type { Entry } from "../live-game.ts";

import { KINDS } from "../../engine/engine.ts";
import { Refusal } from "../refusal.ts";
import { phrase, wrongFile } from "./byte-reader.ts";

const DEVICES = ["", "mouse", "key", "touch", "text", "bot"];
const WITH_CELL = 5; // kinds, from the first on
const [BY, DEVICE, POINTER] = [16, 32, 64];
const CELL_PARTS = 64; // a pointer is given in these parts of a cell
const MOST_TIME = 2 ** 53;
const MOST_POINT = 2 ** 36;

export const damaged = (code: string, values: Record<string, unknown> = {}) =>
  wrongFile("error.replay-damaged", { reason: phrase(code, values) });

/** Reads numbers in groups of seven bits, the lowest first, and never beyond the end. */
export class NumberReader {
  _data: Uint8Array;
  _at = 0;

  constructor(data: Uint8Array) {
    this._data = data;
  }

  get atEnd() {
    return this._at >= this._data.length;
  }

  get rest() {
    return this._data.subarray(this._at);
  }

  number(): number {
    let [value, unit] = [0, 1];
    for (;;) {
      const [byte] = this.take(1);
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
      unit *= 128;
      if (unit > MOST_TIME) throw damaged("file.invalid", { name: "number" });
    }
  }

  /** A number that may be negative. */
  difference(): number {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  take(count: number): Uint8Array {
    if (this._at + count > this._data.length) throw damaged("file.cut");
    this._at += count;
    return this._data.subarray(this._at - count, this._at);
  }

  /** A text with its length before it. */
  text(): string {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.take(this.number()));
    } catch (error) {
      throw error instanceof Refusal ? error : damaged("file.invalid", { name: "text" });
    }
  }
}

/** Read the actions of one player. */
export function unpackActions(data: Uint8Array, cells: number): Entry[] {
  const reader = new NumberReader(data);
  const entries: Entry[] = [];
  let [at, cell, device, x, y] = [0, 0, 0, 0, 0];
  while (!reader.atEnd) {
    const head = reader.number();
    const kind = KINDS[head & 15];
    if (head >= 128 || !kind) throw damaged("file.invalid", { name: "action" });
    at += reader.number();
    if (at >= MOST_TIME) throw damaged("file.invalid", { name: "time" });
    const entry: Entry = { kind, at };
    if ((head & 15) < WITH_CELL) {
      entry.cell = cell += reader.difference();
      if (cell < 0 || cell >= cells) throw damaged("file.invalid", { name: "action" });
    }
    if (head & BY && reader.number()) throw new Refusal("rules", "alone.needs-server"); // several played
    if (head & DEVICE) device = reader.number();
    if (device >= DEVICES.length) throw damaged("file.invalid", { name: "device" });
    if (device) entry.device = DEVICES[device];
    if (head & POINTER) {
      x += reader.difference();
      y += reader.difference();
      if (Math.max(Math.abs(x), Math.abs(y)) > MOST_POINT) throw damaged("file.far");
      Object.assign(entry, { x: x / CELL_PARTS, y: y / CELL_PARTS });
    }
    entries.push(entry);
  }
  return entries;
}
