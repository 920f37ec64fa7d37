// People who play together, as far as the server has said it: what every view of a room shows.
//
// `state.party` is null outside a room, else a `PartyState` (types.ts), which is never changed in place: `received`
// returns the next one for each message of the server, and so do `delta` messages of a game that several play. What the
// page asks for is in together/session.ts (`parts.party`), what a mode shows is a `PartyView` (together/modes/index.ts).
//
//   party.terms, stage, owner, seats, round, result ...  the last `party` message, with its defaults filled in
//   party.replay      the id of the round that is over, empty for none
//   party.seat        the seat of this page, null for a page that watches
//   party.knocking    what the server says while the owner is asked whether this page may come in, else null
//   party.knocks      those who wait until the owner lets them in
//   party.startsAt    when the round starts or started, by performance.now(); 0 where nothing counts down
//   party.endsAt      when an arena ends, in the same way; 0 where there is no end
//   party.absence     what happened while this player was away, shown until the next round; null for nothing
//   party.stopsAt     when those who still play a race have to stop, in the same way; 0 where that is not near
//   party.away[seat]  until when a seat waits for a player without a connection, in the same way
//   party.lines       what was said and what happened, oldest first
//   party.pointers    where the others point, by seat: `pointerAt` says where that is at a time
//   party.shares      who opened, flagged and hit what on a board of several, null where there is none
//   party.progress    how far everybody is in a race or an arena, by seat
//   party.ghosts      the cells that each player has open, by seat
//   party.boards      the boards of all, for those who watch where the room shows them, at the end for everybody
//   party.behind      the seconds by which this page watches late
//   party.pings       the round trip of each player to the server in milliseconds, by seat
//   party.turn        whose turn it is where players take turns, with `since`: the clock of `turn.seat` runs from then on
//
// Everything that belongs to a round (shares, progress, ghosts, turn) is dropped when the next one starts.

import type { Aimed, Delta, Entered, Line, Outbound, Party, PartySeat, Shares, Terms } from "../protocol.ts";
import type { PartyLine, PartyState, Pointer, SeatShare } from "../types.ts";

import { WATCH } from "../ui/address.ts";
import { DEFAULT_MODE } from "../modes.ts";
import { modeOf } from "../state.ts";
import { EXPLODED, FLAG, isOpen } from "../board/cell-values.ts";

const MOST_LINES = 100;
const FOLLOWS = 80; // ms that a pointer takes to where it is said to be
export const POINTED_FOR = 2000; // ms that a square is pointed out

export const USUAL_TERMS: Required<Terms> = {
  mode: DEFAULT_MODE,
  rules: "",
  name: "",
  is_public: false,
  can_watch: true,
  entry: "open",
  watch_delay: 0,
  shows_boards: false,
  seats: 10,
  grace: 0,
  lives: "shared",
  hints: false,
  best_of: 1,
  clock: 120,
  bonus: 5,
  boards: 20,
  minutes: 10,
};

const NO_ROUND: Pick<PartyState, "shares" | "progress" | "ghosts" | "boards" | "behind" | "turn" | "stopsAt"> = {
  shares: null,
  progress: {},
  ghosts: {},
  boards: {},
  behind: 0,
  turn: null,
  stopsAt: 0,
};

/** A room that was asked for, before the server has answered. */
export const newParty = (id: string, isWatching = false): PartyState => ({
  id,
  seat: null,
  isEntered: false,
  isWatching,
  knocking: null,
  knocks: [],
  seq: 0,
  terms: USUAL_TERMS,
  stage: "waiting",
  owner: -1,
  seats: [],
  code: "",
  round: 0,
  startsAt: 0,
  endsAt: 0,
  seals: [],
  result: [],
  replay: "",
  matchWinner: null,
  watching: 0,
  isQuick: false,
  tournament: "",
  absence: null,
  away: {},
  lines: [],
  pointers: {},
  pings: {},
  ...NO_ROUND,
});

/**
 * Return a party after a message. What does not concern it returns the same object.
 * @param now by performance.now()
 */
export function received(party: PartyState, message: Outbound, now: number): PartyState {
  if (message.t === "entered") return entered(party, message);
  if (message.t === "knocking") return { ...newParty(message.party, party.isWatching), knocking: message };
  if (message.t === "said") return { ...party, lines: withLine(party.lines, saidLine(message.line)) };
  if (message.t === "aimed") return aimed(party, message, now);
  if (message.t === "delta") return counted(party, message);
  if (message.t === "shares") return { ...party, shares: fullShares(message) };
  if (message.t === "turn")
    return { ...party, turn: { ...message, is_running: message.is_running ?? true, since: now } };
  if ("party" in message && message.party !== party.id) return party;
  if (message.t === "pings") return { ...party, pings: message.pings };
  if (message.t === "party") return applyState(party, message, now);
  if (message.t === "progress" && message.round === party.round) {
    const stopsAt = typeof message.ends_in === "number" ? now + message.ends_in : 0;
    const { behind = 0 } = message;
    return { ...party, stopsAt, behind, progress: Object.fromEntries(message.seats.map((seat) => [seat.seat, seat])) };
  }
  if (message.t === "boards" && message.round === party.round) {
    return { ...party, boards: Object.fromEntries(message.boards.map((board) => [board.seat, board])) };
  }
  if (message.t === "ghost" && message.round === party.round) {
    return { ...party, ghosts: { ...party.ghosts, [message.seat]: message } };
  }
  return party;
}

function entered(party: PartyState, { party: id, seat = null, said = [], away = 0, missed = "" }: Entered): PartyState {
  const absence = missed ? { seconds: away, missed, round: null } : party.absence;
  const isWatching = party.isWatching || (seat === null && party.seat !== null); // it stood up
  return { ...party, id, seat, isWatching, isEntered: true, knocking: null, lines: said.map(saidLine), absence };
}

/** What happened while this player was away, as long as it is not old. */
const stillNew = (absence: PartyState["absence"], round: number) =>
  absence && (absence.round ?? round) === round ? { ...absence, round } : null;

/** Take the whole state as the server sends it, and note who came and went since the last one. */
function applyState(party: PartyState, message: Party, now: number): PartyState {
  const { seats, starts_in: startsIn, ends_in: endsIn } = message;
  const round = message.round ?? 0;
  const away = seats.filter((seat) => typeof seat.leaves_in === "number");
  return {
    ...party,
    ...(round === party.round ? {} : NO_ROUND),
    seq: message.seq,
    terms: { ...USUAL_TERMS, ...message.terms },
    stage: message.stage,
    owner: message.owner,
    seats,
    code: message.code ?? "",
    round,
    startsAt: typeof startsIn === "number" ? now + startsIn : 0,
    endsAt: typeof endsIn === "number" ? now + endsIn : 0,
    seals: message.seals ?? [],
    result: message.result ?? [],
    replay: message.replay ?? "",
    matchWinner: message.match_winner ?? null,
    watching: message.watching ?? 0,
    isQuick: message.is_quick ?? false,
    tournament: message.tournament ?? "",
    absence: stillNew(party.absence, round),
    knocks: message.knocks ?? [],
    away: Object.fromEntries(away.map(({ seat, leaves_in }) => [seat, now + (leaves_in ?? 0)])),
    pointers: Object.fromEntries(
      Object.entries(party.pointers).filter(([seat]) =>
        seats.some((one) => one.seat === Number(seat) && !one.has_left),
      ),
    ),
    lines: changes(party, message).reduce(withLine, party.lines),
  };
}

/** What changed among the people: players who came, left or are back, and a new host. */
function changes(party: PartyState, { seats, owner }: Party): PartyLine[] {
  if (!party.seq) return []; // it is what was there before
  const lines = seats.flatMap((seat) => {
    const before = party.seats.find((one) => one.seat === seat.seat);
    const kind = changeOf(before, seat);
    return kind && seat.seat !== party.seat ? [{ kind, seat: seat.seat, name: seat.name }] : [];
  });
  const isPassedOn = party.owner >= 0 && owner !== party.owner;
  const named = seats.find((seat) => seat.seat === owner)?.name ?? "";
  return [...lines, ...(isPassedOn ? [{ kind: "owner", seat: owner, name: named }] : [])] as PartyLine[];
}

function changeOf(before: PartySeat | undefined, now: PartySeat) {
  const wasThere = Boolean(before && !before.has_left);
  if (!wasThere) return now.has_left ? null : "joined";
  if (now.has_left) return "left";
  const wasAway = typeof before?.leaves_in === "number"; // a player who just came is not here yet either
  return wasAway && now.is_here ? "back" : null;
}

const saidLine = (line: Line): PartyLine => ({ ...line, kind: "said" });

const withLine = (lines: PartyLine[], line: PartyLine) => [...lines, line].slice(-MOST_LINES);

// -- Pointers

function aimed(party: PartyState, { seat, x, y, mark = false }: Aimed, now: number): PartyState {
  if (seat === party.seat) return party;
  const before = party.pointers[seat];
  const from = before ? pointerAt(before, now) : { x, y };
  const marked = mark ? { x: Math.floor(x), y: Math.floor(y), until: now + POINTED_FOR } : (before?.marked ?? null);
  return {
    ...party,
    pointers: { ...party.pointers, [seat]: { x, y, fromX: from.x, fromY: from.y, since: now, marked } },
  };
}

/** Where a pointer is shown at a time, in cells: it moves evenly to where it is said to be. */
export function pointerAt({ x, y, fromX, fromY, since }: Pointer, now: number) {
  const share = Math.max(0, Math.min(1, (now - since) / FOLLOWS));
  return { x: fromX + (x - fromX) * share, y: fromY + (y - fromY) * share, isMoving: share < 1 };
}

// -- Who did what

const fullShares = ({ game, seq, opened = {}, hits = {}, flags = {}, found = {} }: Shares): PartyState["shares"] => ({
  game,
  seq,
  opened,
  hits,
  flags,
  found,
});

/** Count what a move changed for the one who made it. */
function counted(party: PartyState, { game, seq, by = 0, cells = [], status }: Delta): PartyState {
  const { shares } = party;
  if (!shares || shares.game !== game || seq <= shares.seq) return party;
  if (seq < modeOf(party.terms).firstCounted) return { ...party, shares: { ...shares, seq } };
  const next = { ...shares, seq, flags: { ...shares.flags }, found: { ...shares.found } };
  const isOver = ["won", "lost", "abandoned"].includes(status);
  const hit: number[] = [];
  let opened = 0;
  for (let at = 0; at < cells.length; at += 2) {
    const [index, value] = [cells[at], cells[at + 1]];
    if (isOpen(value)) opened++;
    if (value === EXPLODED) hit.push(index);
    if (value === FLAG && !isOver) next.flags[index] = by;
    else if (isOpen(value) || !isOver) delete next.flags[index]; // the end shows mines without a flag
  }
  for (const index of hit) next.found[index] = by;
  next.opened = added(shares.opened, by, opened);
  next.hits = added(shares.hits, by, hit.length);
  const lines: PartyLine[] = (modeOf(party.terms).hasTurns ? [] : hit).map((cell) => ({
    kind: "hit",
    seat: by,
    name: nameOf(party, by),
    cell,
  }));
  return { ...party, shares: next, lines: lines.reduce(withLine, party.lines) };
}

const added = (counts: Record<number, number>, seat: number, more: number) =>
  more ? { ...counts, [seat]: (counts[seat] ?? 0) + more } : counts;

/** What everybody did on a board of several: by seat, in the order of the seats. */
export function seatShares({ seats, shares }: PartyState): SeatShare[] {
  const opened = shares?.opened ?? {};
  const all = Object.values(opened).reduce((sum, count) => sum + count, 0);
  const flags = Object.values(shares?.flags ?? {});
  return seats.map(({ seat }) => ({
    seat,
    opened: opened[seat] ?? 0,
    flags: flags.filter((by) => by === seat).length,
    hits: shares?.hits[seat] ?? 0,
    share: all ? (opened[seat] ?? 0) / all : 0,
  }));
}

// -- What follows

export const present = ({ seats }: PartyState) => seats.filter((seat) => !seat.has_left);

export const isOwner = ({ owner, seat }: PartyState) => seat !== null && owner === seat;

export const ownSeat = ({ seats, seat }: PartyState) => seats.find((one) => one.seat === seat) ?? null;

/** Whether this is a quick match that waits for another player: players need not be ready for it. */
export const isLooking = ({ isQuick, round, stage }: PartyState) => isQuick && !round && stage === "waiting";

export const readyCount = (party: PartyState) => present(party).filter((seat) => seat.is_ready).length;

export const seatOf = ({ seats }: PartyState, seat: number | null) => seats.find((one) => one.seat === seat) ?? null;

/** The name of a seat as people see it. */
export const nameOf = (party: PartyState, seat: number | null) => seatOf(party, seat)?.name ?? "";

/** Whole seconds until a time that counts down, 0 once it is over. */
export const secondsUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / 1000));

/** Whether a round is about to start: its board is there, and moves are not allowed yet. */
export const isCountingDown = ({ stage, startsAt }: PartyState, now: number) => stage !== "closed" && startsAt > now;

/** The link to the board. */
export const partyLink = (id: string) => `${location.origin}/r/${id}`;

/** The link to the board for those who only watch. */
export const watchLink = (id: string) => partyLink(id) + WATCH;

/** A code in two groups, as it is read aloud. */
export const spacedCode = (code: string) => (code.length === 8 ? `${code.slice(0, 4)} ${code.slice(4)}` : code);

/** Which cells are open in a `ghost` or a picture of a room: a bit for each, row by row, the highest first. */
export function openCells(cells: string): (index: number) => boolean {
  const bytes = Uint8Array.from(atob(cells), (letter) => letter.charCodeAt(0));
  return (index) => Boolean((bytes[index >> 3] ?? 0) & (0x80 >> (index & 7)));
}

/** Whether a person who watches a game in turns or on secret boards talks with the others who watch alone. */
export function isApart({ stage, terms, seats, seat: own }: Pick<PartyState, "stage" | "terms" | "seats" | "seat">) {
  const { hasTurns, isSecret } = modeOf(terms);
  return stage === "playing" && (hasTurns || isSecret) && !seats.some(({ seat, plays }) => plays && seat === own);
}
