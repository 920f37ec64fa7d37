// The text form of a replay, as sapper/replay/text.py writes and reads it: what one player did on one board.

import type { Kind, Status } from "../../engine/engine.ts";
import type { Ended } from "../lists.ts";
import type { Rulesets } from "../rules.ts";
import type { ReadReplay } from "./replay.ts";

import { sha256 } from "../../ui/sha256.ts";
import type { Entry, LiveGame } from "../live-game.ts";
import { Refusal } from "../refusal.ts";
import { readRules } from "../rules.ts";
import { seedOf, seedText } from "../seed.ts";
import { asBytes, asLetters } from "./byte-reader.ts";
import { broken } from "./replay.ts";
import { packTrack, unpackTrack } from "./track.ts";

const TITLE = "sapper replay ";
const VERSIONS = ["1", "2", "3"]; // 2 has a signature, 3 a mode or a track
const MOST_TIME = 2 ** 48;
const DEVICE = /^(mouse|key|touch|text|bot)$/;
const MOVES = ["open", "flag", "question", "clear", "chord"];
const OTHERS = ["pause", "resume", "resign", "hint", "undo", "redo"];
const COMPLETIONS = ["clear", "mark", "both", "either"].map((what) => `completion-${what}`);
/** Lines of a replay that say nothing of how it is played. */
const IGNORED = new Set(["signed", "address"]);

export const isText = (data: Uint8Array) => /^(?:\xef\xbb\xbf)?sapper replay /.test(asLetters(data.subarray(0, 20)));

/** The head of a replay. */
interface Head {
  rules: string;
  seed: string;
  played: number;
  player: string;
  status: string;
  mines: string; // row by row, empty where the minefield is not named
  program: string;
  isKnownBoard: boolean;
  mode: string;
  track: string;
}

/** Write a finished game. */
export async function writeText(game: Ended, live: LiveGame): Promise<string> {
  const { rules, seed, isKnownBoard, isImported, mode, track, end } = game;
  const { width } = live.rules;
  const mines = Array.from(live.minefield ?? [], (truth) => (truth & 0x80 ? "*" : ".")).join("");
  const rows = mines.match(new RegExp(`.{${width}}`, "g")) ?? [];
  const lines = [
    `${TITLE}${mode || track ? 3 : 1}`,
    `rules: ${rules}`,
    ...(seed ? [`seed: ${seedText(seed)}`] : []),
    ...(isKnownBoard || !isImported ? ["board: chosen"] : []), // the browser knew the boards that it has dealt
    ...(mode ? [`mode: ${mode}`] : []),
    ...(track ? [`track: ${btoa(asLetters(await packTrack(track)))}`] : []),
    `played: ${end.endedAt}`,
    ...(end.name ? [`player 0: ${end.name}`] : []),
    `result: ${end.status} ${end.at}`,
    ...(rows.length ? ["minefield:", ...rows] : []),
    "actions:",
    ...end.log.map((entry) => writeEntry(entry, width)),
  ];
  const body = `${lines.join("\n")}\n`;
  return `${body}digest: ${sha256(body)}\n`;
}

function writeEntry({ at, kind, cell, device, x, y }: Entry, width: number) {
  const words: (string | number)[] = [at, kind];
  if (cell !== undefined) words.push(Math.floor(cell / width), cell % width);
  if (device) words.push(`via=${device}`);
  if (x !== undefined && y !== undefined) words.push(`pointer=${decimal(x)},${decimal(y)}`);
  return words.join(" ");
}

/** A number as Python writes one that may have a fraction. */
const decimal = (value: number) => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** Read a replay. */
export async function readText(given: string, rulesets: Rulesets): Promise<ReadReplay> {
  const text = given.replaceAll("\r\n", "\n");
  const at = text.lastIndexOf("digest: ");
  const [body, digest] = [text.slice(0, at), text.slice(at + "digest: ".length).trim()];
  if (at < 0 || digest !== sha256(body)) throw new Refusal("rules", "error.replay-digest");
  const lines = body.split("\n");
  const version = lines[0].slice(TITLE.length);
  if (!VERSIONS.includes(version)) throw new Refusal("rules", "error.replay-version", { version });
  const start = lines.indexOf("actions:");
  if (start < 0) throw broken();
  const head = readHead(lines.slice(1, start));
  const rules = readRules(head.rules, rulesets);
  const log = lines.slice(start + 1, -1).map((line) => readEntry(line, rules.width, rules.height));
  return {
    rules,
    seed: head.seed ? seedOf(head.seed) : null,
    field: head.mines ? Uint8Array.from(head.mines, (cell) => (cell === "*" ? 0x80 : 0)) : null,
    log,
    status: head.status as Status,
    player: head.player,
    playedAt: head.played,
    program: head.program,
    isKnownBoard: head.isKnownBoard,
    mode: head.mode,
    ...(head.track ? { track: await unpackTrack(asBytes(unpacked(head.track))) } : {}),
    notes: [],
  };
}

function unpacked(base64: string) {
  try {
    return atob(base64);
  } catch {
    throw broken();
  }
}

function readHead(lines: string[]): Head {
  const from = lines.indexOf("minefield:");
  const found: Record<string, string> = {};
  for (const line of from < 0 ? lines : lines.slice(0, from)) {
    const [, name, value] = /^([a-z]+(?: 0)?): (.*)$/.exec(line) ?? [];
    if (/^player [1-9]/.test(line)) throw new Refusal("rules", "alone.needs-server"); // several played
    if (!name) throw broken();
    if (!IGNORED.has(name)) found[name] = value;
  }
  const { rules, seed = "", result, played = "0", program = "", mode = "", track = "", board, ...more } = found;
  const { "player 0": player = "", ...others } = more;
  const isUnknown = Object.keys(others).length > 0 || (board && board !== "chosen");
  if (!rules || !result || !/^\d{1,15}$/.test(played) || isUnknown) throw broken();
  const mines = from < 0 ? "" : lines.slice(from + 1).join("");
  const [status] = result.split(" ");
  const isKnownBoard = board === "chosen";
  return { rules, seed, player, mines, played: Number(played), status, program, isKnownBoard, mode, track };
}

function readEntry(line: string, width: number, height: number): Entry {
  const [at, kind, ...words] = line.split(" ");
  const cell = MOVES.includes(kind) ? words.splice(0, 2) : [];
  const given = Object.fromEntries(words.map((word) => word.split("=", 2)));
  const { via, pointer, by, ...others } = given;
  if (by !== undefined) throw new Refusal("rules", "alone.needs-server"); // several played
  const isKnown = [...MOVES, ...OTHERS, ...COMPLETIONS].includes(kind) && (via === undefined || DEVICE.test(via));
  if (!isKnown || Object.keys(others).length || !/^\d{1,15}$/.test(at) || Number(at) >= MOST_TIME) throw broken();
  const entry: Entry = { kind: kind as Kind, at: Number(at) };
  if (cell.length) {
    const [row, col] = cell.map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : Number.NaN));
    if (!(row < height && col < width)) throw broken();
    entry.cell = row * width + col;
  }
  if (via) entry.device = via;
  if (pointer !== undefined) {
    const [x, y] = pointer.split(",").map(Number);
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw broken();
    Object.assign(entry, { x, y });
  }
  return entry;
}
