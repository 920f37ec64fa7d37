// MVF, the videos of Minesweeper Clone from 0.75 to 2007: sapper/formats/mvf.py describes them.

import { asLetters, ByteReader, decodeText } from "./byte-reader.ts";
import { Events, type Field, fieldOf, type Recording } from "./recording.ts";

const NAME = "\x11M"; // the length of "Minesweeper Clone", and its first letter
const PROGRAM = "Minesweeper Clone";
const YEAR_AT = 27; // the last digit of the year that a program was made in
const YEARS_097: Record<string, string> = { 5: "0.97 beta", 8: "0.97 Funny Mode Hack" };
const FUNNY = "8";
const YEARS_2007 = ["6", "7"];
const [DATA_097, DATA_2007, VERSION_2007, DATA_HACK] = [74, 71, 53, 7];
const HACK = "0.97 Unknown Hack";
const OLD_SIZES = ["8x8", "16x16", "30x16"];
const MODES = ["classic", "classic", "density", "upk", "cheat"];
const UPK = 3;
const BORDER_2007 = 32; // pixels that are added to every position
const BUTTONS = [
  ["l", 1],
  ["r", 2],
  ["m", 4],
] as const;
/** The bits of an event from 0.97 on: how many a number has, and where they begin in the order of the file. */
const BITS_097 = { y: [3, 9], x: [12, 9], hundredths: [21, 7], seconds: [28, 10] };
const BITS_2007 = { y: [3, 11], x: [14, 11], milliseconds: [25, 22] };
const OLD_EVENT_BYTES = 8; // a second, a hundredth, buttons, x and y in two each, and one that is not used
const [CHECK_SUM, OLD_CHECK_SUM, PLAYER, TIME] = [22, 10, 100, 3]; // bytes at the end, before 0.97

export function isMine(data: Uint8Array) {
  if (asLetters(data.subarray(0, 2)) === NAME) return true;
  if (data[0] === 0 && data[1] === 0) return isDate(data.subarray(DATA_HACK, DATA_HACK + 7));
  const size = 4 + 2 * (data[2] * 256 + data[3]);
  return OLD_SIZES.includes(`${data[0]}x${data[1]}`) && size > 4 && data.length > size + 2 + TIME + OLD_CHECK_SUM;
}

export function decode(data: Uint8Array): Recording {
  const reader = new ByteReader(data, "MVF");
  if (data[0] === 0 && data[1] === 0) {
    reader.at = DATA_HACK;
    return newer(reader, HACK, { is097: true });
  }
  if (asLetters(data.subarray(0, 2)) !== NAME) return older(reader);
  reader.at = YEAR_AT;
  const year = asLetters(reader.take(1));
  if (year in YEARS_097) {
    reader.at = DATA_097;
    return newer(reader, YEARS_097[year], { is097: true, isFunny: year === FUNNY });
  }
  if (YEARS_2007.includes(year)) {
    reader.at = VERSION_2007;
    const version = decodeText(reader.take(reader.number(1)));
    reader.at = DATA_2007;
    return newer(reader, version, { is097: false });
  }
  throw reader.wrong("file.field", { name: "Version", given: `'${year}'`, allowed: "0.75-0.97, 2006, 2007" });
}

// -- From 0.97 on

function newer(reader: ByteReader, version: string, { is097 = false, isFunny = false }): Recording {
  const date = reader.take(7);
  reader.take(1);
  const mode = reader.number(1);
  const elapsed = is097 ? hundredths(reader) : reader.number(3);
  let won: boolean | null = null;
  if (is097) {
    const [bbbv, solved] = [reader.number(2), reader.number(2)];
    won = bbbv === solved;
    reader.take(6); // left, double and right clicks: we count them ourselves
  }
  const questions = reader.number(1) !== 0;
  const field = board(reader, 1);
  const player = decodeText(reader.take(reader.number(1)));
  const order = shuffledBits(reader.number(2), is097 ? 5 : 6);
  const size = order.length / 8;
  const count = reader.number(3);
  const records = reader.take(size * count);
  const states = new States();
  for (let at = 0; at < records.length; at += size) {
    const number = ([from, bits]: number[]) =>
      order
        .slice(from, from + bits)
        .reduce((sum, bit, rank) => sum + ((records[at + (bit >> 3)] >> (bit & 7)) & 1) * 2 ** rank, 0);
    const pressed = 2 * number([0, 1]) + 4 * number([1, 1]) + number([2, 1]);
    if (is097) {
      const time = number(BITS_097.seconds) * 1000 + number(BITS_097.hundredths) * 10;
      states.add(time, number(BITS_097.x), number(BITS_097.y), pressed);
    } else {
      const [x, y] = [number(BITS_2007.x) - BORDER_2007, number(BITS_2007.y) - BORDER_2007];
      states.add(number(BITS_2007.milliseconds), x, y, pressed);
    }
  }
  return {
    field,
    events: states.events,
    questions,
    player,
    program: `${PROGRAM} ${version}`,
    playedAt: playedAt(date),
    elapsed,
    won,
    mode: MODES[isFunny ? UPK : Math.min(mode, MODES.length - 1)],
  };
}

/** The places of the bits of an event: those of decimals of sines and cosines, sorted. */
function shuffledBits(number: number, size: number): number[] {
  const { sqrt, sin, cos } = Math;
  const [root, shifted] = [sqrt(number), sqrt(number + 1000)];
  const [third, fourth] = [sqrt(root + 1000), sqrt(shifted + 1000)];
  const values = [cos(third + 1000), sin(sqrt(shifted)), cos(third), sin(sqrt(root) + 1000), cos(fourth), sin(fourth)];
  const digits = values.slice(0, size).map((value) => rounded(Math.abs(value) * 1e8));
  const text = digits.map((one) => String(one).padStart(8, "0").slice(0, 8)).join("");
  return [...Array(8 * size).keys()].sort((one, other) => Number(text[one]) - Number(text[other]) || one - other);
}

/** The nearest whole number, the even one where two are as near. */
function rounded(value: number) {
  const down = Math.floor(value);
  return value - down === 0.5 ? down + (down % 2) : Math.round(value);
}

function isDate(date: Uint8Array) {
  const year = date[2] * 256 + date[3];
  return (
    date.length === 7 && date[0] >= 1 && date[0] <= 12 && date[1] <= 31 && year > 1990 && year < 2100 && date[4] < 24
  );
}

/** The seconds since 1970; Clone 2007 sometimes writes no day, which makes it the first. */
function playedAt(date: Uint8Array) {
  if (!isDate(date)) return 0;
  const [month, day, high, low, hour, minute, second] = date;
  return Date.UTC(high * 256 + low, month - 1, Math.max(day, 1), hour, minute, Math.min(second, 59)) / 1000;
}

// -- Before 0.97

function older(reader: ByteReader): Recording {
  const field = board(reader, 0);
  const size = `${field.width}x${field.height}`;
  if (!OLD_SIZES.includes(size))
    throw reader.wrong("file.field", { name: "Level", given: size, allowed: "8x8, 16x16, 30x16" });
  const questions = reader.number(1) !== 0;
  reader.take(1);
  const { data, at: start } = reader;
  const [version, after] = versionAndEnd(data);
  if (after - TIME < start) throw reader.ends();
  const player = data.length - after >= PLAYER ? data.subarray(after, after + PLAYER) : new Uint8Array();
  reader.at = after - TIME;
  const elapsed = hundredths(reader);
  const states = new States();
  let last = [0, 0, 0];
  for (let at = start; at + OLD_EVENT_BYTES <= after - TIME; at += OLD_EVENT_BYTES) {
    const [second, hundredth, buttons, xHigh, x, yHigh, y] = data.subarray(at, at + OLD_EVENT_BYTES);
    const time = second * 1000 + hundredth * 10;
    if (time < last[0] || time > elapsed) break; // what comes after the events is something else
    last = [time, xHigh * 256 + x, yHigh * 256 + y];
    const pressed = (buttons & 1) | (buttons & 2 ? 4 : 0) | (buttons & 4 ? 2 : 0);
    states.add(last[0], last[1], last[2], pressed);
  }
  if (!states.hasAny) throw reader.wrong("file.no-game");
  states.add(last[0], last[1], last[2], 0); // the release that ends the game is not recorded
  return {
    field,
    events: states.events,
    questions,
    player: decodeText(player).trim(),
    program: `${PROGRAM} ${version}`,
    elapsed,
  };
}

/** The version, known by how a file ends, and where its time ends. */
function versionAndEnd(data: Uint8Array): [string, number] {
  const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;
  const { length } = data;
  if (!isDigit(data.at(-1)) && !isDigit(data.at(-CHECK_SUM)))
    return ["0.96 beta (or earlier)", length - CHECK_SUM - PLAYER];
  if (asLetters(data.subarray(-OLD_CHECK_SUM - 3, -OLD_CHECK_SUM)) === "   ")
    return ["0.76 beta", length - OLD_CHECK_SUM - PLAYER];
  return ["0.75 beta (or earlier)", length - OLD_CHECK_SUM];
}

// -- All of them

function board(reader: ByteReader, base: number): Field {
  const [width, height] = [reader.number(1), reader.number(1)];
  const mines = reader.pairs(reader.number(2));
  return fieldOf(
    width,
    height,
    mines.map(([col, row]) => [row - base, col - base]),
  );
}

const hundredths = (reader: ByteReader) => reader.number(2) * 1000 + reader.number(1) * 10;

/** Makes events of states of a mouse: it moves first, then presses, then releases. */
class States {
  events = new Events();
  hasAny = false;
  _place: [number, number] | null = null;
  _pressed = 0;

  add(at: number, x: number, y: number, pressed: number) {
    this.hasAny = true;
    if (x !== this._place?.[0] || y !== this._place[1]) this.events.add(at, "mv", x, y);
    for (const [button, bit] of BUTTONS) if (pressed & ~this._pressed & bit) this.events.add(at, `${button}c`, x, y);
    for (const [button, bit] of BUTTONS) if (this._pressed & ~pressed & bit) this.events.add(at, `${button}r`, x, y);
    this._place = [x, y];
    this._pressed = pressed;
  }
}
