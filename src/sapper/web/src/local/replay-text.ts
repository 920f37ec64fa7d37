// The text form of a replay, as sapper/replay/text.py writes and reads it: what one player did on a board from a seed.

import type { Engine, Grade, Kind } from "../engine/engine.ts";
import type { Over } from "../protocol.ts";
import type { Ended } from "./lists.ts";
import type { Rulesets } from "./rules.ts";
import type { Draft } from "./store.ts";

import { sha256 } from "../ui/sha256.ts";
import { figuresOf } from "./figures.ts";
import { type Entry, LiveGame } from "./live-game.ts";
import { localId } from "./names.ts";
import { Refusal } from "./refusal.ts";
import { configuration, gradeOf, readRules } from "./rules.ts";
import { freshSeed, seedOf, seedText } from "./seed.ts";

const TITLE = "sapper replay ";
const VERSIONS = ["1", "2"]; // 3 has parts that only a server reads
const MOST_TIME = 2 ** 48;
const MOST_ACTIONS = 100_000;
const DEVICE = /^(mouse|key|touch|text|bot)$/;
const MOVES = ["open", "flag", "question", "clear", "chord"];
const OTHERS = ["pause", "resume", "resign", "hint", "undo", "redo"];
const COMPLETIONS = ["clear", "mark", "both", "either"].map((what) => `completion-${what}`);
/** Lines of a replay that say nothing of how it is played. */
const IGNORED = new Set(["signed", "program", "board", "address"]);

/** The head of a replay. */
interface Head {
  rules: string;
  seed: string;
  played: number;
  player: string;
  status: string;
  mines: string; // row by row, empty where the minefield is not named
}

/** Write a finished game. The browser knew its board. */
export function writeReplay({ rules, seed, end }: Ended, live: LiveGame): string {
  const { width } = live.rules;
  const mines = Array.from(live.minefield ?? [], (truth) => (truth & 0x80 ? "*" : ".")).join("");
  const rows = mines.match(new RegExp(`.{${width}}`, "g")) ?? [];
  const lines = [
    `${TITLE}1`,
    `rules: ${rules}`,
    `seed: ${seedText(seed)}`,
    "board: chosen",
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

/** Read a replay and play it again: it is stored only if its moves give its result. */
export function readReplay(engine: Engine, given: string, rulesets: Rulesets, now: number): Draft {
  const text = given.replaceAll("\r\n", "\n");
  const at = text.lastIndexOf("digest: ");
  if (!text.startsWith(TITLE)) throw new Refusal("rules", "alone.needs-server");
  const [body, digest] = [text.slice(0, at), text.slice(at + "digest: ".length).trim()];
  if (at < 0 || digest !== sha256(body)) throw new Refusal("rules", "error.replay-digest");
  const lines = body.split("\n");
  if (!VERSIONS.includes(lines[0].slice(TITLE.length))) throw new Refusal("rules", "alone.needs-server");
  const start = lines.indexOf("actions:");
  if (start < 0) throw broken();
  const head = readHead(lines.slice(1, start));
  const rules = readRules(head.rules, rulesets);
  const entries = lines.slice(start + 1, -1);
  if (entries.length > MOST_ACTIONS) throw broken();
  const log = entries.map((line) => readEntry(line, rules.width, rules.height));
  if (log.some((entry, at) => at > 0 && entry.at < log[at - 1].at)) throw broken();
  const seed = seedOf(head.seed);
  const beginning = { id: localId(), room: "", rules, seed, salt: freshSeed(), isKnownBoard: true };
  const live = played(engine, new LiveGame(engine, beginning, rulesets), log);
  if (!live.isOver || live.status !== head.status) throw new Refusal("rules", "alone.another-end");
  const mines = Array.from(live.minefield ?? [], (truth) => (truth & 0x80 ? "*" : ".")).join("");
  if (head.mines !== mines) throw broken();
  const figures = figuresOf(engine, live);
  const fields: Draft["fields"] = live.isSearchedFor ? [...live.fields] : [];
  live.free();
  const end = {
    status: head.status as Over["status"],
    at: log.at(-1)?.at ?? 0,
    endedAt: head.played,
    name: head.player,
    configuration: configuration(live.rules, rulesets),
    log,
    figures: { ...figures, remarks: figures.remarks.filter((remark) => remark !== "alone") },
    sentAs: null,
    refused: "",
  };
  const { id, room, salt } = beginning;
  const known = { id, room, rules: rules.text, seed, salt, isKnownBoard: true, fields };
  return { ...known, createdAt: now, elapsed: 0, end, isImported: true };
}

const broken = () => new Refusal("rules", "alone.broken");

function readHead(lines: string[]): Head {
  const from = lines.indexOf("minefield:");
  const found: Record<string, string> = {};
  for (const line of from < 0 ? lines : lines.slice(0, from)) {
    const [, name, value] = /^([a-z]+(?: 0)?): (.*)$/.exec(line) ?? [];
    if (!name) throw broken();
    if (!IGNORED.has(name)) found[name] = value;
  }
  const { rules, seed, result, played = "0", "player 0": player = "", ...others } = found;
  if (!rules || !result || !/^\d{1,15}$/.test(played)) throw broken();
  if (!seed || Object.keys(others).length) throw new Refusal("rules", "alone.needs-server");
  const mines = from < 0 ? "" : lines.slice(from + 1).join("");
  return { rules, seed, player, mines, played: Number(played), status: result.split(" ")[0] };
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

/** Play a list of actions on the boards that follow from the seed. */
function played(engine: Engine, live: LiveGame, log: Entry[]) {
  for (const entry of log) {
    const first = live.cellToPrepare(entry);
    if (first !== null) prepare(engine, live, first);
    try {
      live.apply(entry, entry.at);
    } catch {
      throw broken();
    }
  }
  return live;
}

function prepare(engine: Engine, live: LiveGame, first: number) {
  if (!live.isSearchedFor) return live.lay(first);
  const { width, height, mines } = live.rules;
  const search = engine.search(
    { width, height, mines, first, grade: gradeOf(live.rules) as Grade },
    live.beginning.seed,
  );
  for (;;) {
    const { done, value } = search.next();
    if (!done) continue;
    if (!value.minefield) throw broken();
    return live.remember(first, value.minefield);
  }
}
