// AVF, the videos of Minesweeper Arbiter: sapper/formats/avf.py describes them.

import { asBytes, asLetters, ByteReader, decodeText, signed, timestamp } from "./byte-reader.ts";
import { Events, fieldOf, type Recording } from "./recording.ts";

const LEVELS: Record<number, [number, number, number]> = { 3: [8, 8, 10], 4: [16, 16, 40], 5: [30, 16, 99] };
const CUSTOM = 6;
const MARKS_ON = "\x11";
const HEADS = [new RegExp(`([${MARKS_ON}\x7f]).\\[.\\|`, "gs"), /()\[[0-3]\|/g]; // whether question marks are on, any byte, the text in brackets
const LONGEST_TEXT = 1024;
const RESULT = /B(\d{1,6})T(\d{1,6})(?:[.,](\d{1,3}))?\s*$/;
const CLOCK_STARTS_AT = 1000; // milliseconds
const KINDS: Record<number, string> = {
  1: "mv",
  3: "lc",
  5: "lr",
  9: "rc",
  11: "sc",
  17: "rr",
  21: "lr",
  33: "mc",
  65: "mr",
  145: "rr",
  193: "mr",
};
const EVENT_BYTES = 8;

export const isMine = (data: Uint8Array) =>
  data.length > 5 &&
  (data[5] in LEVELS || data[5] === CUSTOM) &&
  asLetters(data.subarray(0, 4096)).includes("[") &&
  asLetters(data.subarray(-4096)).includes("Arbiter");

export function decode(data: Uint8Array): Recording {
  const reader = new ByteReader(data, "AVF");
  reader.take(5);
  const level = reader.number(1);
  if (level !== CUSTOM && !(level in LEVELS))
    throw reader.wrong("file.field", { name: "Level", given: level, allowed: "3-6" });
  const [width, height, mines] = LEVELS[level] ?? [reader.number(1) + 1, reader.number(1) + 1, reader.number(2)];
  const cells = reader.pairs(mines).map(([row, col]): [number, number] => [row - 1, col - 1]);
  const field = fieldOf(width, height, cells);
  const letters = asLetters(data);
  const head = HEADS.map((pattern) => matchFrom(pattern, letters, reader.at)).find((found) => found !== null);
  if (!head) throw reader.wrong("file.missing", { name: "[" });
  const start = head.index + head[0].length;
  const end = letters.slice(start, start + LONGEST_TEXT).indexOf("]");
  if (end < 0) throw reader.wrong("file.missing", { name: "]" });
  const text = letters.slice(start, start + end);
  const parts = text.split("|");
  const result = RESULT.exec(text);
  reader.at = start + end + 1;
  const events = readEvents(reader);
  const stamp = parts[level === CUSTOM && parts.length > 1 ? 1 : 0];
  return {
    field,
    events,
    questions: head[1] ? head[1] === MARKS_ON : null,
    ...namesIn(letters.slice(reader.at)),
    playedAt: timestamp(decodeText(asBytes(stamp))),
    elapsed:
      result && Math.max(Number(result[2]) * 1000 + Number((result[3] ?? "").padEnd(3, "0")) - CLOCK_STARTS_AT, 0),
  };
}

function matchFrom(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The events, eight bytes each: kind, x high, second, x, hundredths, y high, second high, y. Second 0 ends them. */
function readEvents(reader: ByteReader): Events {
  const { data } = reader;
  let at = data.findIndex(
    (kind, place) => place >= reader.at && kind in KINDS && data[place + 1] < 2 && data[place + 2] === 1,
  );
  if (at < 0) throw reader.wrong("file.no-game");
  const events = new Events();
  for (; at + EVENT_BYTES <= data.length; at += EVENT_BYTES) {
    const [kind, xHigh, low, x, hundredths, yHigh, high, y] = data.subarray(at, at + EVENT_BYTES);
    const second = high * 256 + low;
    if (second === 0) {
      reader.at = at + EVENT_BYTES;
      return events;
    }
    if (!(kind in KINDS)) throw reader.wrong("file.code", { event: events.times.length + 1, code: kind });
    const time = second * 1000 + hundredths * 10 - CLOCK_STARTS_AT;
    events.add(time, KINDS[kind], signed(xHigh, x), signed(yHigh, y));
  }
  throw reader.ends();
}

/** The player and the program: the two lines after those that are `Name: value`. */
function namesIn(tail: string) {
  const start = tail.indexOf("cs=");
  if (start < 0) return {};
  const lines = tail.slice(start + 3 + 17).split("\r"); // the check sum may hold any byte
  while (lines.length && /^(?:RealTime|Skin|<)/.test(lines[0])) lines.shift();
  const text = (line: string) => decodeText(asBytes(line));
  const program = text((lines.slice(1).find(Boolean) ?? "").split("Copyright")[0]);
  return { player: text(lines[0] ?? ""), program: program.replace(/^[ .]+|[ .]+$/g, "") };
}
