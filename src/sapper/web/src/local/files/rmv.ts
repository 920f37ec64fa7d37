// RMV, the videos of Viennasweeper, versions 1 and 2: sapper/formats/rmv.py describes them.

import { asLetters, ByteReader, decodeText, signed, timestamp } from "./byte-reader.ts";
import { Events, fieldOf, modeOf, type Recording } from "./recording.ts";

const MAGIC = "*rmv";
const MOUSE = ["", "mv", "lc", "lr", "rc", "rr", "mc", "mr"];
const CLOCK = 0;
const LOST = 15;
const WON = 16;
const LEFT = 17;
const SHORT_MOVE = 28;
const [OLD_LEFT, OLD_TOP, OLD_SQUARE] = [12, 56, 16]; // pixels from the window's corner to the board, in version 1
const EARLIEST = 1_000_000_000; // seconds since 1970: smaller stamps are no time

export const isMine = (data: Uint8Array) => asLetters(data.subarray(0, 4)) === MAGIC;

export function decode(data: Uint8Array): Recording {
  const reader = new ByteReader(data, "RMV");
  reader.take(4);
  const version = reader.number(2);
  if (version !== 1 && version !== 2)
    throw reader.wrong("file.field", { name: "Version", given: version, allowed: "1, 2" });
  const isOld = version === 1;
  reader.take(isOld ? 4 : 6); // the program's number and version, the size of the file
  const resultSize = isOld ? reader.number(2) : 0;
  const versionSize = reader.number(2);
  reader.take(4); // of the player and of the board, which have counts of their own
  const preflagsSize = reader.number(2);
  const propertiesSize = reader.number(2);
  reader.take(isOld ? 6 : 8); // of the extensions, the events and the check sum
  const result = asLetters(reader.take(resultSize));
  const program = reader.take(versionSize);
  const names = Array.from({ length: reader.number(2) }, () => reader.take(reader.number(1)));
  const stamp = reader.number(4);
  const [width, height] = [reader.number(1), reader.number(1)];
  const mines = reader.pairs(reader.number(2));
  const field = fieldOf(
    width,
    height,
    mines.map(([col, row]) => [row, col]),
  );
  const flags = preflagsSize ? reader.pairs(reader.number(2)) : [];
  const properties = reader.take(propertiesSize);
  if (properties.length < (isOld ? 4 : 7)) throw reader.wrong("file.missing", { name: "SquareSize" });
  const square = isOld ? OLD_SQUARE : properties[6];
  if (!isOld) for (let left = 2 * reader.number(2); left > 0; left--) reader.take(reader.number(1));
  const events = new Events();
  const half = square >> 1;
  for (const [col, row] of flags) events.add(0, "pf", col * square + half, row * square + half);
  readEvents(reader, events, isOld);
  const [ending, elapsed] = [reader.number(1), reader.number(3)];
  const named = /TIMESTAMP:(\d{1,12})/.exec(result);
  const player = names.slice(0, 2).find((name) => name.length);
  return {
    field,
    events,
    square,
    questions: properties[0] !== 0,
    player: player && decodeText(player),
    program: decodeText(program)
      .split(/\s*(?:Copyright|\(c\)|\(C\)|\.\d{4})/)[0]
      .replace(/^[ .-]+|[ .-]+$/g, ""),
    playedAt: named ? timestamp(named[1]) : stamp >= EARLIEST ? stamp : 0,
    elapsed,
    won: ending === WON ? true : ending === LOST ? false : null,
    mode: modeOf(properties[2]),
  };
}

/** Read the events of the mouse; the one that ends the game is left to read. */
function readEvents(reader: ByteReader, events: Events, isOld: boolean) {
  let [time, x, y] = [0, 0, 0];
  for (let count = 1; ; ) {
    const { data, at } = reader;
    const code = data[at];
    if (code === undefined) throw reader.ends();
    if (code > CLOCK && code < MOUSE.length) {
      const [, high, middle, low, , xHigh, xLow, yHigh, yLow] = reader.take(9);
      time = (high << 16) | (middle << 8) | low;
      x = isOld ? ((xHigh << 8) | xLow) - OLD_LEFT : signed(xHigh, xLow);
      y = isOld ? ((yHigh << 8) | yLow) - OLD_TOP : signed(yHigh, yLow);
      events.add(time, MOUSE[code], x, y);
      count++;
    } else if (code === SHORT_MOVE && !isOld) {
      const [, wait, steps] = reader.take(3);
      time += wait;
      x += (steps << 24) >> 28;
      y += (steps << 28) >> 28;
      events.add(time, "mv", x, y);
      count++;
    } else if (code === CLOCK && isOld) reader.take(5);
    else if ((code >= 9 && code <= 14) || (code >= 18 && code <= 27)) reader.take(3);
    else if (code >= LOST && code <= LEFT) return;
    else throw reader.wrong("file.code", { event: count, code });
  }
}
