// Reading the bytes of a file in order, as sapper/formats/byte_reader.py does: every read is checked against its end.

import type { Phrase } from "../../protocol.ts";

import { Refusal } from "../refusal.ts";

const MOST_TEXT = 4096; // bytes of a text that ends with a mark

export const phrase = (code: string, values: Record<string, unknown> = {}): Phrase => ({ code, values });

/** The refusal of a file, with the reason. */
export const wrongFile = (code: string, values: Record<string, unknown> = {}) => new Refusal("rules", code, values);

export class ByteReader {
  data: Uint8Array;
  at = 0;
  _kind: string;

  constructor(data: Uint8Array, kind: string) {
    this.data = data;
    this._kind = kind;
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.data.length) throw this.ends();
    this.at += count;
    return this.data.subarray(this.at - count, this.at);
  }

  /** A number without a sign, the highest byte first. */
  number(size: number): number {
    return bigEndian(this.take(size));
  }

  /** What comes before a byte of 0. */
  untilZero(): Uint8Array {
    const end = this.data.subarray(this.at, this.at + MOST_TEXT).indexOf(0);
    if (end < 0) throw this.ends();
    const taken = this.take(end);
    this.at++;
    return taken;
  }

  pairs(count: number): [number, number][] {
    const data = this.take(2 * count);
    return Array.from({ length: count }, (_, at) => [data[2 * at], data[2 * at + 1]]);
  }

  /** The refusal for what cannot be true. */
  wrong(code: string, values: Record<string, unknown> = {}) {
    return wrongFile("file.damaged", { kind: this._kind, reason: phrase(code, values) });
  }

  /** The refusal for a file that breaks off. */
  ends() {
    return this.wrong("file.byte", { byte: this.data.length, reason: phrase("file.cut") });
  }
}

export const bigEndian = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

export const signed = (high: number, low: number) => ((high << 24) >> 16) | low;

/** Bytes as letters of the same numbers, so that a pattern finds its place in them. */
export function asLetters(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return text;
}

export const asBytes = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0));

/** A text whose encoding is not recorded: UTF-8, else Chinese if it can be, else Western European. */
export function decodeText(data: Uint8Array, encoding = ""): string {
  const end = data.findLastIndex((byte) => byte !== 0) + 1;
  const text = data.subarray(0, end);
  const names = ["utf-8", ...(encoding || hasOnlyPairs(text) ? [encoding || "gb18030"] : [])];
  for (const name of names) {
    try {
      return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(text);
    } catch {}
  }
  return new TextDecoder("windows-1252").decode(text);
}

/** Whether bytes above ASCII come in twos, as in GB2312, and never singly, as accented letters do. */
function hasOnlyPairs(data: Uint8Array) {
  let run = 0;
  for (const byte of [...data, 0]) {
    if (byte >= 0xa1 && byte <= 0xfe) run++;
    else if (byte >= 0x80 || run % 2) return false;
    else run = 0;
  }
  return true;
}

/** A text of a foreign file, fit for one line. */
export const printable = (text: string) =>
  [...text.slice(0, 200)]
    .map((letter) => (/\p{C}|\p{Z}/u.test(letter) ? " " : letter))
    .join("")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T .]+(\d{1,2}):(\d{2})(?::(\d{2}))?/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ .]+(\d{1,2}):(\d{2})(?::(\d{2}))?/;

/** A time stamp in seconds since 1970, 0 where it is not understood; local times are taken as they are. */
export function timestamp(given: string): number {
  const text = given.trim();
  if (/^\d{1,17}$/.test(text)) {
    const unit = [1, 1000, 1_000_000].find((unit) => Math.floor(Number(text) / unit) < 1e10);
    return unit ? Math.floor(Number(text) / unit) : 0;
  }
  const found = YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text);
  if (!found) return 0;
  const parts = found.slice(1).map((part) => Number(part ?? 0));
  const [year, month, day] = found[1].length === 4 ? parts : [parts[2], parts[1], parts[0]];
  const [hour, minute, second] = parts.slice(3);
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59) return 0;
  return Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59)) / 1000;
}
