// What a decoder makes of the file of another program, and playing it again, as sapper/formats/recording.py does: a
// video is played, not believed.

import type { Engine, HandEvents } from "../../engine/engine.ts";
import type { Phrase } from "../../protocol.ts";
import type { Rulesets } from "../rules.ts";
import type { ReadReplay } from "./replay.ts";

import { HAND_WORDS } from "../../engine/engine.ts";
import { playRules } from "../live-game.ts";
import { readRules } from "../rules.ts";
import { unpackActions } from "./actions.ts";
import { phrase, printable, wrongFile } from "./byte-reader.ts";

const MOST_CELLS = 1 << 20;
const MOST_EVENTS = 500_000;
const MOST_SQUARE = 10_000;
const TIME_STEP = 10; // ms: times within it agree

/** How other programs lay and judge a board, in the order of the numbers in EVF and RMV. */
const MODES = [
  "classic",
  "upk",
  "cheat",
  "density",
  "win7",
  "no-guess",
  "no-guess strict",
  "no-guess weak",
  "forgiving",
  "guesses forgiven, strong",
  "guesses forgiven, weak",
  "recursive chords",
  "recursive flags",
  "recursive chords and flags",
  "no-guess, recursive chords",
  "no-guess, recursive flags",
  "no-guess, recursive chords and flags",
];
const KNOWN_BOARDS = ["upk", "cheat", "lucky"]; // modes in which the player may know the board

export const modeOf = (number: number) => MODES[number] ?? `mode ${number}`;

export interface Field {
  width: number;
  height: number;
  cells: Uint8Array; // bit 7 for a mine
}

/** A video as its file records it. */
export interface Recording {
  field: Field;
  events: Events;
  square?: number; // pixels, 16 if the file does not say
  superclick?: boolean;
  questions?: boolean | null; // whether question marks were on, null if the file does not record it
  switchesMarks?: boolean; // in the middle of the game
  player?: string;
  program?: string;
  playedAt?: number; // seconds since 1970
  elapsed?: number | null; // milliseconds, as the header says
  won?: boolean | null; // likewise
  mode?: string;
  notes?: Phrase[]; // what else of the file was noted
  cutAt?: number; // the last line, where the file may end too early
}

/** The events of a mouse, in the order in which they are read. */
export class Events implements HandEvents {
  times: number[] = [];
  xs: number[] = [];
  ys: number[] = [];
  _kinds: number[] = [];

  add(at: number, word: string, x: number, y: number) {
    if (this._kinds.length === MOST_EVENTS) throw wrongFile("file.too-many", { most: MOST_EVENTS });
    this.times.push(at);
    this._kinds.push(HAND_WORDS.indexOf(word));
    this.xs.push(x);
    this.ys.push(y);
  }

  get kinds() {
    return Uint8Array.from(this._kinds);
  }
}

/** A minefield with mines at (row, col). */
export function fieldOf(width: number, height: number, mines: [number, number][]): Field {
  const size = `${width}x${height}`;
  if (width < 1 || height < 1 || width * height > MOST_CELLS)
    throw wrongFile("file.squares", { most: MOST_CELLS, size });
  const cells = new Uint8Array(width * height);
  for (const [row, col] of mines) {
    if (row < 0 || col < 0 || row >= height || col >= width)
      throw wrongFile("file.board", { reason: phrase("error.off-board", { row, column: col, size }) });
    if (cells[row * width + col])
      throw wrongFile("file.board", { reason: phrase("file.mine-twice", { row, column: col }) });
    cells[row * width + col] = 0x80;
  }
  const most = width * height - 1;
  if (mines.length > most)
    throw wrongFile("file.board", { reason: phrase("error.mines-not-possible", { size, most, mines: mines.length }) });
  return { width, height, cells };
}

/** Play a video again. Without a record of question marks, the way is used that ends as the file says. */
export function play(engine: Engine, recording: Recording, rulesets: Rulesets): ReadReplay {
  const { square = 16, questions = null } = recording;
  if (square < 1 || square > MOST_SQUARE)
    throw wrongFile("file.field", { name: "SquareSize", given: square, allowed: `1-${MOST_SQUARE}` });
  const played = (isOn: boolean) => playedWith(engine, { ...recording, square }, isOn, rulesets);
  if (questions !== null) return played(questions);
  const without = played(false);
  const other = without.notes.length ? played(true) : without;
  return other.notes.length < without.notes.length ? other : without;
}

function playedWith(
  engine: Engine,
  recording: Recording & { square: number },
  questions: boolean,
  rulesets: Rulesets,
): ReadReplay {
  const { field, events, square, player = "", program = "", playedAt = 0, mode = MODES[0], notes = [] } = recording;
  const mines = field.cells.filter((cell) => cell).length;
  const marks = questions || recording.switchesMarks ? " questions=on" : "";
  const rules = readRules(`official ${field.width}x${field.height}/${mines}${marks}`, rulesets);
  const options = { square, superclick: recording.superclick ?? false, questions };
  const game = engine.playHand(playRules(rules), field.cells, options, events);
  if (game.refused !== null) throw refusalOf(events, game.refused);
  if (!game.isBegun) throw wrongFile("file.no-game");
  if (recording.cutAt && game.status === "abandoned")
    throw wrongFile("file.line", { line: recording.cutAt, reason: phrase("file.cut") });
  return {
    rules,
    seed: null,
    field: field.cells,
    log: unpackActions(game.actions, field.width * field.height),
    status: game.status,
    player: printable(player),
    program: printable(program),
    playedAt,
    isKnownBoard: KNOWN_BOARDS.includes(mode),
    mode: mode === MODES[0] ? "" : mode,
    track: { square, ...game.track },
    notes: [...disagreements(game.status, game.elapsed, recording), ...notes],
  };
}

/** Where a file's claims about the end differ from what its events give. */
function disagreements(status: string, time: number, { won = null, elapsed }: Recording): Phrase[] {
  const found: Phrase[] = [];
  if (won !== null && won !== (status === "won"))
    found.push(phrase(won ? "import.won" : "import.lost", { status: { word: `statuses.${status}` } }));
  if (elapsed && Math.abs(elapsed - time) > TIME_STEP)
    found.push(phrase("import.time", { claimed: seconds(elapsed), found: seconds(time) }));
  return found;
}

export const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

function refusalOf({ times }: Events, place: number) {
  const [before, at] = [times[Math.max(place - 1, 0)], times[place]];
  const isBack = at < before;
  const reason = isBack ? phrase("file.backward", { before: seconds(before), at: seconds(at) }) : phrase("file.far");
  return wrongFile("file.event", { event: place + 1, reason });
}
