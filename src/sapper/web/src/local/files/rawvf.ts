// RAWVF, the text form in which programs exchange videos of a mouse: sapper/formats/rawvf.py describes it. Files that
// Sapper itself wrote in it, and files without a mouse, need a server.

import type { Engine } from "../../engine/engine.ts";
import type { Phrase } from "../../protocol.ts";

import { Refusal } from "../refusal.ts";
import { asLetters, decodeText, phrase, printable, timestamp, wrongFile } from "./byte-reader.ts";
import { Events, type Field, fieldOf, type Recording, seconds } from "./recording.ts";

const SQUARE = 16; // pixels, where a file does not say
const MOST_CELLS = 1 << 20;
const LONGEST_LINE = 4096;
const WORDS = ["mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt"];
const TIME = String.raw`(-?)(\d{1,12})(?:\.(\d{1,3})\d*)?`;
const MOUSE = new RegExp(
  String.raw`^${TIME}\s+(${WORDS.join("|")})(?:\s+(-?\d{1,9})\s+(-?\d{1,9}))?` +
    String.raw`(?:\s*\(\s*(-?\d{1,9})[\s,]+(-?\d{1,9})\s*\))?(?:\s*\([lrm]*\))?$`,
);
const BOARD = /^(number[0-8]|closed|flag|questionmark|blast|pressedqm|pressed)\s+(-?\d{1,9})\s+(-?\d{1,9})$/;
const STATE = new RegExp(String.raw`^(?:${TIME}\s+)?(start|boom|won|lost|nonstandard)$`);
const SCROLL = new RegExp(String.raw`^${TIME}\s+s[xy]\s+-?\d+\s+-?\d+$`);
const REPORT = /^(?:(?:Cell (?:opened|pressed|released)|Flag|Questionmark)\b.*|-?\d+(?:\.\d+)?\s+Solved 3BV:.*)$/;
const ALLOWED = `TIME ${WORDS.join("/")} COL ROW (X Y), number3 COL ROW, start, won, boom`;
const CHEATS = ["Lives", "Autoflag", "Lawnmower", "ElmarTechnique", "NonoMouse", "SuperFlag"];

export function isMine(data: Uint8Array) {
  const head = asLetters(data.subarray(0, 1 << 16)).toLowerCase();
  return /^[\xef\xbb\xbf \r\n]*rawvf_version/.test(head) || `\n${head}`.includes("\nboard:");
}

export function decode(data: Uint8Array, engine: Engine): Recording {
  return new Reader(textOf(data)).recording(engine);
}

/** The file as text: a name may be in an old code page. */
function textOf(data: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    const lines = asLetters(data)
      .replace(/^\xef\xbb\xbf/, "")
      .split("\n");
    return lines.map((line) => decodeText(Uint8Array.from(line, (letter) => letter.charCodeAt(0)))).join("\n");
  }
}

interface MouseEvent {
  at: number;
  word: string;
  cell: [number, number] | null; // column and row as they are written
  pixel: [number, number] | null;
}

/** Reads the lines of a video in order; its refusals name the line that is wrong. */
class Reader {
  _lines: string[];
  _next = 0;
  _isCut: boolean;
  _header: Map<string, string> = new Map();

  constructor(text: string) {
    this._lines = text.split("\n");
    this._isCut = !text.endsWith("\n");
  }

  recording(engine: Engine): Recording {
    this._readHeader();
    if (this._header.has("x-ruleset")) throw new Refusal("rules", "alone.needs-server");
    const field = this._readBoard();
    const mouse = this._readEvents();
    if (!mouse.length) throw new Refusal("rules", "alone.needs-server");
    const square = this._number("squaresize", SQUARE);
    const events = new Events();
    const base = this._cellBase(mouse, square);
    for (const { at, word, cell, pixel } of mouse) events.add(at, word, ...(pixel ?? centre(cell, square, base)));
    const result = this._value("status").toLowerCase();
    const mode = printable(this._value("mode")).toLowerCase();
    const player = this._header.get("player");
    return {
      field,
      events,
      square,
      superclick: this._isOn("superclick"),
      questions: this._isOn("marks"),
      switchesMarks: mouse.some(({ word }) => word === "mt"),
      ...(player ? { player } : {}),
      program: `${this._value("program")} ${this._value("version")}`,
      playedAt: timestamp(this._value("timestamp")),
      elapsed: millisecondsOf(new RegExp(`^${TIME}$`).exec(this._value("time").replace(",", "."))),
      won: result.startsWith("won") ? true : result.startsWith("los") ? false : null,
      mode: mode === "" || mode === "classic" ? "classic" : mode === "classic ng" ? "no-guess" : mode,
      notes: this._notes(engine, field),
      cutAt: this._isCut ? this._lines.length : 0,
    };
  }

  _notes(engine: Engine, field: Field): Phrase[] {
    const found: Phrase[] = [];
    const mines = field.cells.filter((cell) => cell).length;
    const claimed = this._number("mines", mines);
    if (claimed !== mines) found.push(phrase("import.mines", { claimed, found: mines }));
    const [bbbv, counted] = [this._value("bbbv"), String(engine.bbbv(field, field.cells))];
    if (/^\d+$/.test(bbbv) && bbbv !== counted)
      found.push(phrase("import.claims-board", { name: "BBBV", claimed: bbbv.slice(0, 12), found: counted }));
    for (const name of CHEATS) if (this._isOn(name.toLowerCase())) found.push(phrase("import.not-played", { name }));
    return found;
  }

  // -- The header and the board

  _take(): string | null {
    if (this._next >= this._lines.length) return null;
    const line = this._lines[this._next++];
    const most = Math.max(LONGEST_LINE, MOST_CELLS + 2);
    if (line.length > most) throw this._wrong("file.too-large", { most, given: line.length });
    return line;
  }

  _wrong(code: string, values: Record<string, unknown> = {}) {
    return wrongFile("file.line", { line: this._next, reason: phrase(code, values) });
  }

  _readHeader() {
    for (let line = this._take(); line !== null; line = this._take()) {
      const [, name = "", value = ""] = /^([^:]*):(.*)$/.exec(line.trim()) ?? [];
      const key = name.trim().toLowerCase();
      if (key === "board") return;
      if (!line.trim()) continue;
      if (!name || key === "events")
        throw this._wrong("file.form", { given: `'${printable(line.slice(0, 40))}'`, form: "Name: value, Board:" });
      if (!this._header.has(key)) this._header.set(key, value.trim());
    }
    throw wrongFile("file.missing", { name: "Board:" });
  }

  _readBoard(): Field {
    const rows: string[] = [];
    for (;;) {
      const line = this._take();
      if (line === null) throw wrongFile("file.missing", { name: "Events:" });
      const row = line.trim();
      if (row.toLowerCase() === "events:") break;
      if (!row) continue;
      const odd = row.replaceAll(/[*0]/g, "");
      if (odd && rows.length && (MOUSE.test(row) || STATE.test(row))) {
        this._next--; // revision 3 has no line between the board and the events
        break;
      }
      if (odd) throw this._wrong("file.symbol", { given: `'${odd[0]}'`, symbols: "* 0" });
      if (rows.length && row.length !== rows[0].length)
        throw this._wrong("file.width", { given: row.length, expected: rows[0].length });
      rows.push(row);
    }
    if (!rows.length) throw this._wrong("file.no-rows", { symbols: "* 0" });
    const [width, height] = [this._number("width", rows[0].length), this._number("height", rows.length)];
    const found = `${rows[0].length}x${rows.length}`;
    if (found !== `${width}x${height}`)
      throw this._wrong("file.other-size", { given: found, expected: `${width}x${height}` });
    const mines = rows.flatMap((cells, row) =>
      Array.from(cells, (cell, col): [number, number] | null => (cell === "*" ? [row, col] : null)),
    );
    return fieldOf(
      width,
      height,
      mines.filter((cell) => cell !== null),
    );
  }

  _value(name: string) {
    return this._header.get(name) ?? "";
  }

  _isOn(name: string) {
    return ["on", "1", "true", "yes"].includes(this._value(name).toLowerCase());
  }

  _number(name: string, usual: number) {
    const text = this._value(name);
    if (!text) return usual;
    if (!/^\d{1,9}$/.test(text)) {
      const title = name[0].toUpperCase() + name.slice(1);
      throw wrongFile("file.field", { name: title, given: `'${text.slice(0, 20)}'`, allowed: "1-999999999" });
    }
    return Number(text);
  }

  // -- The events

  _readEvents(): MouseEvent[] {
    const found: MouseEvent[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (let line = this._take(); line !== null; line = this._take()) {
      const text = line.trim();
      if (!text) continue;
      if (text.length > LONGEST_LINE) throw this._wrong("file.too-large", { most: LONGEST_LINE, given: text.length });
      const mouse = MOUSE.exec(text);
      const at = millisecondsOf(mouse ?? STATE.exec(text)) ?? last;
      if (at < last) throw this._wrong("file.backward", { before: seconds(last), at: seconds(at) });
      last = at;
      if (mouse) found.push(this._event(mouse));
      else if (![BOARD, STATE, SCROLL, REPORT].some((form) => form.test(text)) && !/^x-/i.test(text))
        throw this._wrong("file.form", { given: `'${printable(text.slice(0, 40))}'`, form: ALLOWED });
    }
    return found;
  }

  _event(mouse: RegExpExecArray): MouseEvent {
    const [word, col, row, x, y] = mouse.slice(4);
    if (col === undefined && x === undefined && word !== "mt")
      throw this._wrong("file.form", { given: `'${mouse[0]}'`, form: `TIME ${word} COL ROW (X Y)` });
    return {
      at: millisecondsOf(mouse) ?? 0,
      word,
      cell: col === undefined ? null : [Number(col), Number(row)],
      pixel: x === undefined ? null : [Number(x), Number(y)],
    };
  }

  /** Whether cells are counted from 1, as they should be, or from 0, as LlamaSweeper does. */
  _cellBase(events: MouseEvent[], square: number) {
    for (const { cell, pixel } of events) {
      if (!cell || !pixel) continue;
      const [col, row] = pixel.map((place) => Math.floor(place / square));
      if (col === cell[0] && row === cell[1]) return 0;
      if (col === cell[0] - 1 && row === cell[1] - 1) return 1;
    }
    return this._value("program").toLowerCase().includes("llama") ? 0 : 1;
  }
}

function millisecondsOf(found: RegExpExecArray | null) {
  if (found?.[2] === undefined) return null;
  const [sign, whole, fraction = ""] = found.slice(1);
  const time = Number(whole) * 1000 + Number(fraction.padEnd(3, "0"));
  return sign ? -time : time;
}

function centre(cell: [number, number] | null, square: number, base: number): [number, number] {
  const [col, row] = cell ?? [base, base];
  const half = Math.floor(square / 2);
  return [(col - base) * square + half, (row - base) * square + half];
}
