// EVF, the open format of Metasweeper, versions 0 to 4: sapper/formats/evf.py describes it.

import { asLetters, bigEndian, ByteReader, decodeText, timestamp } from "./byte-reader.ts";
import { Events, fieldOf, modeOf, type Recording } from "./recording.ts";

const NEWEST = 4;
const MOUSE = ["mv", "mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m"];
const [COMPLETED, CONVERTED] = [1 << 7, 1 << 3]; // in the summary
const NO_QUESTIONS = 1 << 7; // in the settings
const MOST_MODES = 64; // numbers above are no mode, unless all bits are set
const NO_RULE = 0xffff;
const [END, PAUSE] = [0, 255];
const isBoardEvent = (kind: number) => kind >= 100 && kind < 122;
const isState = (kind: number) => (kind >= 81 && kind < 84) || (kind >= 92 && kind < 95) || kind === 99;
const [NUMBER_METRIC, TEXT_METRIC] = [200, 201];

/** Whether a file looks like such a video: there is no mark, so the numbers of its head are checked. */
export function isMine(data: Uint8Array) {
  if (data.length < 24 || data[0] > NEWEST) return false;
  const at = data[0] >= 3 ? 3 : 2;
  const [rows, cols, high, low, square, modeHigh, modeLow] = data.subarray(at, at + 7);
  const [mines, mode] = [high * 256 + low, modeHigh * 256 + modeLow];
  return mines > 0 && mines < rows * cols && square >= 5 && (mode < MOST_MODES || mode === NO_RULE);
}

export function decode(data: Uint8Array): Recording {
  const reader = new ByteReader(data, "EVF");
  const version = reader.number(1);
  if (version > NEWEST) throw reader.wrong("file.field", { name: "Version", given: version, allowed: `0-${NEWEST}` });
  const summary = reader.number(1);
  const settings = version >= 3 ? reader.number(1) : 0;
  const [rows, cols] = [reader.number(1), reader.number(1)];
  const mines = reader.number(2);
  const square = reader.number(1);
  const mode = modeOf(reader.number(2));
  reader.take(2);
  const elapsed = reader.number(version === NEWEST ? 4 : 3);
  const texts = version === NEWEST ? newTexts(reader, Boolean(summary & CONVERTED)) : oldTexts(reader, version);
  const bits = reader.take((rows * cols + 7) >> 3);
  const cells: [number, number][] = [];
  for (let place = 0; place < rows * cols; place++)
    if (bits[place >> 3] & (0x80 >> (place & 7))) cells.push([Math.floor(place / cols), place % cols]);
  if (cells.length !== mines) throw reader.wrong("import.mines", { claimed: mines, found: cells.length });
  const field = fieldOf(cols, rows, cells);
  return {
    field,
    events: version === NEWEST ? newEvents(reader) : oldEvents(reader),
    square,
    questions: settings & NO_QUESTIONS ? false : null,
    ...texts,
    elapsed,
    won: summary & COMPLETED ? true : null,
    mode,
  };
}

/** The program, the player and when it was played; tournament, identity, end, country and device come with them. */
function oldTexts(reader: ByteReader, version: number) {
  const texts = Array.from({ length: version < 2 ? 7 : 8 }, () => decodeText(reader.untilZero()));
  return { program: texts[0], player: texts[1], playedAt: timestamp(texts[4]) };
}

/** The same; a file that was converted from another format has the converter and the encoding of the names as well. */
function newTexts(reader: ByteReader, isConverted: boolean) {
  reader.take(2);
  const started = BigInt(reader.number(4)) * 2n ** 32n + BigInt(reader.number(4));
  reader.take(8);
  const program = decodeText(reader.untilZero());
  if (isConverted) reader.untilZero();
  const encoding = isConverted ? asLetters(reader.untilZero()) : "";
  const [player] = [0, 1, 2].map(() => reader.untilZero()); // then the tournament and the identity
  reader.take(reader.number(2));
  return { program, player: named(player, encoding), playedAt: timestamp(String(started)) };
}

function named(name: Uint8Array, encoding: string) {
  try {
    return encoding ? new TextDecoder(encoding, { fatal: true }).decode(name) : decodeText(name);
  } catch {
    return decodeText(name);
  }
}

/** The events, eight bytes each: kind, time in three, x and y in two. */
function oldEvents(reader: ByteReader): Events {
  const mouse = new Mouse();
  for (let count = 1; ; count++) {
    const kind = reader.number(1);
    if (kind === END || kind === 255) return mouse.events;
    const place = reader.take(7);
    if (kind >= MOUSE.length) throw reader.wrong("file.code", { event: count, code: kind });
    mouse.add(bigEndian(place.subarray(0, 3)), kind, bigEndian(place.subarray(3, 5)), bigEndian(place.subarray(5, 7)));
  }
}

/** The events, which have differences of time and place, among board events and metrics. */
function newEvents(reader: ByteReader): Events {
  for (let left = reader.number(2); left > 0; left--) reader.untilZero();
  const mouse = new Mouse();
  let [time, x, y] = [0, 0, 0];
  for (let count = 1; ; ) {
    const kind = reader.number(1);
    if (kind === END) return mouse.events;
    if (kind === PAUSE) time += reader.number(2);
    else if (isState(kind)) time += reader.number(1);
    else if (kind === NUMBER_METRIC || kind === TEXT_METRIC) {
      time += reader.number(1);
      reader.take(2);
      if (kind === NUMBER_METRIC) reader.take(8);
      else reader.untilZero();
    } else if (kind < MOUSE.length || isBoardEvent(kind)) {
      time += reader.number(1);
      const [across, down] = [reader.number(2), reader.number(2)].map((step) => (step << 16) >> 16);
      count++;
      if (kind >= MOUSE.length) continue;
      x += across;
      y += down;
      mouse.add(time, kind, x, y);
    } else throw reader.wrong("file.code", { event: count, code: kind });
  }
}

/** Collects events; `l`, `r` and `m`, which are a press or a release, become what they must be. */
class Mouse {
  events = new Events();
  _down: Set<string> = new Set();

  add(at: number, kind: number, x: number, y: number) {
    const button = MOUSE[kind][0];
    const word = MOUSE[kind].length > 1 ? MOUSE[kind] : button + (this._down.has(button) ? "r" : "c");
    if (word[1] === "c") this._down.add(button);
    if (word[1] === "r") this._down.delete(button);
    this.events.add(at, word, x, y);
  }
}
