// Shapes that several modules of the page share. Messages of the server are in protocol.ts.

import type { BestTimes } from "./play/end/best-times.ts";
import type { Entries } from "./ui/catalogue.ts";
import type { WordsPart } from "./ui/language.ts";
import type { Choices } from "./play/new-game/choices.ts";
import type { Game } from "./board/model.ts";
import type { LocalNews } from "./local/line.ts";
import type { PartyRoom } from "./together/room.ts";
import type { PartySession } from "./together/session.ts";
import type {
  Delta,
  Entered,
  Generating,
  Ghost,
  SeenBoard,
  Hint,
  Knock,
  Knocking,
  Line,
  Move,
  Outbound,
  Over,
  PartySeat,
  Refused,
  Review,
  Score,
  SeatProgress,
  Terms,
  Turn,
} from "./protocol.ts";
import type { RemoteSession } from "./net/session.ts";
import type { Settings } from "./input/settings.ts";
import type { Themes } from "./themes/theme.ts";

export type Cell = readonly [row: number, col: number];
export type Device = "" | "key" | "mouse" | "touch";
export type MoveKind = "open" | "flag" | "question" | "clear" | "chord";
export type ControlKind = "pause" | "resume" | "undo" | "redo" | "resign";
export interface Action {
  kind: MoveKind;
  row: number;
  col: number;
}

/** What gestures read of a board. */
export interface GestureBoard {
  width: number;
  height: number;
  mines: number;
  readonly flags: number;
  readonly opened: number;
  readonly minesLeft: number;
  at(cell: Cell): number;
}

/** What the canvas reads of a board. */
export interface BoardModel {
  width: number;
  height: number;
  readonly isVisible: boolean;
  seen(index: number): number;
  readonly isOver?: boolean;
  around(index: number): number[];
  flagsAround(index: number): number;
}

/** The player that something on the board belongs to. */
export interface Owner {
  colour: string;
  initial: string;
  isFound?: boolean; // a mine that counts for the one who found it: it has a flag
}

export interface Change {
  index: number;
  from: number;
  to: number;
}

/** A rectangle of cells in view. */
export interface CellsInView {
  top: number;
  left: number;
  height: number;
  width: number;
}

export interface LevelSize {
  width: number;
  height: number;
  mines: number;
}

// -- Settings and rules

export type Value = string | number | boolean;
export interface Option {
  default: Value;
  choices?: string[];
  elsewhere?: string[]; // choices that another front end has
  own?: boolean; // or the name of something of the player's own, after own:
  least?: number;
  most?: number;
}
export type Chosen = Record<string, Record<string, Value | string[]>>;
export interface Schema {
  settings: Record<string, Record<string, Option>>;
  levels: Record<string, string>;
  choices: Record<string, Value | string[]>;
  rulesets: Record<
    string,
    {
      levels: Record<string, string>;
      largest: string | null;
      choices: Record<string, Value | string[]>;
      "no-guess": string;
      controls: Record<string, Value>;
    }
  >;
  keys: Record<string, Record<string, string[]>>;
  "theme-names": string[];
  themes: Record<string, Theme>;
  words: Entries; // of the start page and of a game in play
}
export type Controls = Record<string, Value | string[]>;
export type RuleChoices = Record<string, Value | string[]>;

// -- Colours

type Token =
  | "page"
  | "panel"
  | "raised"
  | "line"
  | "text"
  | "muted"
  | "accent"
  | "onAccent"
  | "frame"
  | "frameLight"
  | "frameDark"
  | "display"
  | "displayOn"
  | "displayOff"
  | "open"
  | "grid"
  | "faceFill"
  | "faceInk"
  | "flag"
  | "flagPole"
  | "question"
  | "mine"
  | "mineShine"
  | "exploded"
  | "wrong"
  | "last"
  | "good"
  | "warn"
  | "bad";
export type Theme = Record<Token, string> & {
  name: string;
  base?: string; // of an own theme: the theme that it began with
  scheme: string;
  style: {
    cell: "tile" | "bevel" | "outline";
    radius: number;
    gap: number;
    edge: number;
    digits: string;
    hiddenPattern: string;
  };
  hidden: { face: string; light: string; dark: string; hover: string; pressed: string };
  hint: { reason: string; safe: string; mine: string };
  cursor: { ring: string; gap: string };
  number: string[];
  players?: string[]; // of the people of a room
};

export type Canvas = CanvasRenderingContext2D;
export interface Marks {
  region?: boolean;
  reason?: boolean;
  scope?: boolean;
  safe?: boolean;
  mine?: boolean;
  dot?: boolean;
  odds?: number;
  best?: boolean;
  faint?: boolean; // a mine that only makes up the count
  wrong?: boolean;
  seen?: number; // the cell as it was at another moment
  clash?: number; // a number that contradicts others
  mistake?: boolean; // in a review: the move of a player
  guess?: boolean; // the same where it had to be guessed
  pencil?: "mine" | "safe"; // in a draft: what a cell is supposed to be,
  isSupposed?: boolean; // by the player
  step?: number; // or by the step of what follows
}
export type NumberPainter = (c: Canvas, theme: Theme, x: number, y: number, size: number, number: number) => void;
export type MarkPainter = (c: Canvas, theme: Theme, x: number, y: number, size: number, marks: Marks) => void;

// -- State

export interface SortedOdds {
  near: { index: number; chance: number }[];
  off: { index: number; chance: number } | null;
  lowest: number | null;
  best: { index: number; chance: number }[];
  safe: number;
  wrong: number[]; // flags that cannot be right
  flagged: { index: number; chance: number } | null; // a flag with a lower risk than every other square
}
export interface State {
  // The game, written by RemoteSession
  room: string | null;
  game: Game | null;
  party: PartyState | null; // written by PartySession
  over: Over | null;
  review: Review | null; // null as long as there is none
  generating: Pick<Generating, "game" | "n" | "elapsed" | "share"> | null;
  isOffline: boolean;
  alone: (LocalNews & { since: number; retryAt: number; isBack: boolean; isChosen: boolean }) | null; // played without the server
  attention: string; // what the title of the page calls the player for, empty for nothing
  isElsewhere: boolean; // another tab plays the game that was asked for
  unsaved: number; // moves without an answer when the line was lost
  isWaiting: boolean; // a request has no answer for a while
  retryAt: number;
  closeReason: string;
  name: string;
  program: string;
  mostCells: number;
  countdown: number; // seconds between the last one who is ready and the first move
  bestTime: number | null;
  // Help, written by Advice
  hint: Hint | null;
  odds: SortedOdds | null;
  bestMove: Move | null;
  isShowingOdds: boolean;
  error: string;
  // Where the player is, written by Shell
  screen: string; // in place of the board, "" for the board
  page: string; // opened by hand beside the board
  id: string; // in the address of the screen or page, where it has one
  // The board, written by BoardInput
  isCursorShown: boolean;
  isPressed: boolean;
  isDrafting: boolean; // moves are pencil marks: written by Draft
  isSwapped: boolean; // left flags, right opens
  isTouch: boolean; // a finger has touched the page
  touchMode: "open" | "flag"; // what a tap does where a switch decides it
}

// -- People who play together

/** Where a player points, in cells: it moves from one place to another. */
export interface Pointer {
  x: number;
  y: number;
  fromX: number;
  fromY: number;
  since: number;
  marked: { x: number; y: number; until: number } | null; // the cell that is pointed out
}
/** Something that was said, or that happened. */
export type PartyLine =
  | (Line & { kind: "said" })
  | { kind: "joined" | "left" | "back" | "owner"; seat: number; name: string }
  | { kind: "hit"; seat: number; name: string; cell: number };
export interface SeatShare {
  seat: number;
  opened: number;
  flags: number;
  hits: number;
  share: number; // of what is open
}
/** A room as far as the page knows it: together/state.ts says what each part means. */
export interface PartyState {
  id: string;
  seat: number | null;
  isEntered: boolean;
  knocking: Knocking | null;
  knocks: Knock[];
  isWatching: boolean; // as was asked for
  seq: number;
  terms: Required<Terms>;
  stage: "waiting" | "playing" | "closed";
  owner: number;
  seats: PartySeat[];
  code: string;
  round: number;
  startsAt: number;
  endsAt: number;
  seals: string[];
  result: Score[];
  replay: string;
  matchWinner: number | null;
  watching: number;
  isQuick: boolean;
  tournament: string; // that the first round is a race of; empty for none
  stopsAt: number;
  absence: { seconds: number; missed: NonNullable<Entered["missed"]>; round: number | null } | null;
  away: Record<number, number>;
  lines: PartyLine[];
  pointers: Record<number, Pointer>;
  pings: Record<number, number>;
  shares: {
    game: string;
    seq: number;
    opened: Record<number, number>;
    hits: Record<number, number>;
    flags: Record<number, number>;
    found: Record<number, number>;
  } | null;
  progress: Record<number, SeatProgress>;
  boards: Record<number, SeenBoard>;
  behind: number;
  ghosts: Record<number, Ghost>;
  turn: (Turn & { since: number }) | null;
}
/** What a mode shows of its rounds, in play and afterwards. `update` follows every change, `tick` the clock. */
export interface PartyView {
  panel: HTMLElement; // over the list of players, or in its place while a round is in play
  keepsPlayers?: boolean; // the list of players stays while a round is in play
  triad?: HTMLElement; // in place of counter, face and timer while a round is in play
  below?: HTMLElement; // under the board
  isWide?: boolean; // the panel needs more room
  chip?(): string; // what is played, in place of the name of the room
  update(): void;
  tick?(): void;
  key?(typed: string): boolean; // whether a key has a meaning to it
  left?(): void; // the room is left, or plays something else
}
export type PartyParts = Parts & {
  party: PartySession;
  view: import("./board/board-view.ts").BoardView;
  ask(page: Page): void; // a question over everything
  closeQuestion(): void;
};

// -- Parts of the page

/** What the board is for: a game that is played alone, or a room. */
export interface Playing {
  readonly isCurrent: boolean;
  readonly isInPlay: boolean; // a reload would disturb it
  readonly hasEnd: boolean; // it shows how the game ended
  readonly asksForTouch: boolean; // its board may be covered by the question how a tap works
  readonly page: Page | null; // of the panel, as long as none was opened by hand
  readonly title: string;
  key(typed: string): boolean; // whether a key was taken
  update(): void; // in every redraw, also of what is not current
  refuses(command: string): boolean; // whether a command has no use in it; the player is told why
  share(): void;
  confirmNew(giveUp: () => void): void; // ask before it is given up for another game
  boardCame(event: { isSame: boolean }): void;
  moved(): void;
  ended(over: Over, isNew: boolean): void;
  gone(): void; // its board does not exist any more
}

/** A page of the panel, or a screen in place of the board. */
export interface Page {
  element: HTMLElement;
  name?: string;
  key?(typed: string): boolean;
  left?(): void; // another screen takes its place
  update?(): void;
  tick?(): void;
  paint?(): void;
  focus?(): void;
  named?(): void;
}
export interface Command {
  name: string;
  icon: string;
  run(): void;
  isListed?: boolean;
  title?: string; // of a command that has no words of its own in the catalogue
}
/** What pages are made of; each takes only what it names. */
export interface Parts {
  state: State;
  settings: Settings;
  themes: Themes;
  times: BestTimes;
  session: RemoteSession;
  choices: Choices;
  commands: Map<string, Command>;
  run(name: string): void;
  open(name: string, id?: string): void; // a screen or a page of the panel
  close(): void;
  goOn(room: string): void;
  focusBoard(): void;
  rename(name: string): void;
  prove(): void; // the board of a finished game: its solution, step by step
  playBoard(board: { rules: string; seed: string; first: string }): void; // a known one, with that square open
  clearAdvice(): void;
  begin(start: () => void): void; // a game whose clock runs at once: a finger is asked first how a tap works
  goBack(): void; // to what was to begin, the board, or home where there is none
  enterParty(enter: (party: PartySession) => void): void; // a room: what is needed there is loaded first
  room(): PartyRoom | null; // the one that the page has been in
  learn(): Promise<typeof import("./learn/elsewhere.ts")>; // what other pages show of learning
}
export interface Screen {
  title?(): string; // where it has an address
  kind: "board" | "screen" | "panel";
  path?: string;
  make?(parts: Parts, id: string): Promise<Page>;
  needsThemes?: boolean;
  isLive?: boolean; // what it shows comes from the server: it is made again when the line is back
  styles?: string[]; // its style sheets, loaded with the first time
  words?: WordsPart; // those of its folder
}

export interface SessionEvents {
  change: null;
  board: { isSame: boolean; isAsked: boolean };
  marked: { cell: number; from: number };
  delta: { delta: Delta; changes: Change[] };
  chunk: CellsInView;
  over: { message: Over; isNew: boolean };
  review: Review;
  answer: Hint | import("./protocol.ts").Odds | Move | import("./protocol.ts").Draft;
  refused: { message: Refused; isAsked: boolean; mark: number };
  named: null;
  gone: null;
  party: Outbound; // a message about the people of a room
  back: null; // the line, after the player was told that it is lost
  version: string; // of the page, on the server that answered; empty if it does not say
}
