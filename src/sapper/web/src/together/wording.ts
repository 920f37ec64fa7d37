// What is said of a room, its rules and its people.

import type { PartySeat, Terms } from "../protocol.ts";
import type { Settings } from "../input/settings.ts";
import type { LevelSize, PartyState, SeatShare } from "../types.ts";

import { botText } from "../play/people.ts";
import { nameOf, present, secondsUntil } from "./state.ts";
import { modeOf } from "../state.ts";
import {
  filled,
  lines,
  message,
  mode as modeWords,
  rule,
  ruleset as rulesetWords,
  size,
  listed,
  withSeconds,
} from "../ui/words.ts";

export interface BoardRules {
  ruleset: string;
  level: LevelSize;
  layout: string;
  lives: number;
  guessing: string;
}

/** A sentence about what a room plays. */
export const modeText = ({ mode, lives, boards, minutes }: Required<Terms>, count: number) =>
  filled(modeWords(mode).description, { lives: livesText(lives, count), boards, minutes }).join("");

/** @param whose shared or own */
export const livesText = (whose: string, count: number) =>
  whose === "own" ? message("together.lives-own", { count }) : message("together.lives-shared", { count });

/** The parts of rules as the server writes them. */
export function readRules(rules: string, settings: Settings): BoardRules {
  const [ruleset = "modern", level = "expert", ...details] = rules.split(" ").filter(Boolean);
  const given = Object.fromEntries(details.map((word) => word.split("=")));
  return {
    ruleset,
    level: settings.levelSize(level, settings.schema.rulesets[ruleset] ? ruleset : "modern"),
    layout: given.layout ?? "random",
    lives: Number(given.lives ?? 1),
    guessing: given.guessing ?? "honest",
  };
}

/** The board of a room in words: Expert, no-guess. */
export function boardText({ ruleset, level, layout, guessing }: BoardRules, settings: Settings) {
  const name = levelText(level, ruleset, settings);
  const kind = layout === "random" ? message("together.random") : rule("layout").value(layout);
  const special = ruleset === "modern" ? [] : [rulesetWords(ruleset).name];
  const fate = guessing === "honest" ? [] : [rule("guessing").value(guessing).toLowerCase()];
  return listed([name, kind.toLowerCase(), ...special, ...fate]);
}

export function levelText(level: LevelSize, ruleset: string, settings: Settings) {
  const { width, height, mines } = level;
  const known = { ...settings.schema.levels, ...settings.schema.rulesets[ruleset]?.levels };
  const isNamed = Object.values(known).includes(`${width}x${height}/${mines}`);
  return isNamed ? settings.levelName(level, ruleset) : `${size(level)} · ${mines}`;
}

/** The name of a room: its own, or that of the one who has it. */
export function roomName({ name, owner }: { name?: string; owner: string }) {
  if (name) return name;
  return owner ? message("together.room-of", { name: owner }) : message("together.a-room");
}

export function entryWord(entry: Required<Terms>["entry"]) {
  if (entry === "ask") return message("together.entry-ask");
  return entry === "locked" ? message("together.entry-locked") : message("together.entry-open");
}

export const partyName = (party: PartyState) => roomName({ name: party.terms.name, owner: nameOf(party, party.owner) });

/** The words under the name of a player. */
export function aboutSeat(party: PartyState, seat: PartySeat) {
  const isWaiting = party.stage === "waiting";
  const isBefore = isWaiting && !party.result.length; // afterwards what each did matters more
  const parts = [
    isWaiting && seat.is_ready ? message("together.is-ready") : "",
    isBefore && seat.seat === party.owner ? message("together.owner") : "",
    botText(seat) || (isBefore ? deviceText(seat.device) : ""),
    party.stage === "playing" && !seat.plays && !seat.has_left ? message("together.not-playing") : "",
    seat.is_muted ? message("together.muted") : "",
  ];
  return listed(parts.map((part) => part || ""));
}

/** How long the seat of a player without a connection stays taken; empty for those who are here. */
export function awayText(party: PartyState, seat: PartySeat, now: number) {
  const until = party.away[seat.seat];
  if (seat.is_here || until === undefined) return "";
  return message("together.away", { time: withSeconds(secondsUntil(until, now)) });
}

/** A time that people agree on. */
export const spanText = (seconds: number) =>
  seconds % 60 ? message("count.seconds", { count: seconds }) : message("count.minutes", { count: seconds / 60 });

/** What happened while this player was away; empty for nothing. */
export function absenceText({ absence, seat }: PartyState) {
  if (!absence) return "";
  const time = spanText(absence.seconds);
  if (absence.missed === "round") return message("rooms.away-round");
  if (absence.missed === "game") return message("rooms.away-game", { time });
  return seat === null ? message("rooms.away-taken", { time }) : message("rooms.away-seat", { time });
}

function deviceText(device: string | undefined) {
  if (device === "phone") return message("together.on-phone");
  if (device === "terminal") return message("together.on-terminal");
  return "";
}

/** The part of a player in a board of several. */
export function partText({ opened, flags, hits }: SeatShare) {
  const values = { opened, flags: message("together.flags", { count: flags }) };
  return hits
    ? message("together.part-hits", { ...values, hits: message("together.hits", { count: hits }) })
    : message("together.part", values);
}

/** How many people are missing before a round can start. */
export const missing = (party: PartyState) =>
  Math.max(0, (party.isQuick ? 2 : modeOf(party.terms).least) - present(party).length);

/** What can be said with one press, by its number. */
export const phrases = () => lines("together.phrases");

/** The faces that a player can make: their numbers among the quick phrases, how they are typed, and their images. */
export const EMOTES = [
  { phrase: 16, sign: ":)", image: "face-idle" },
  { phrase: 17, sign: ":o", image: "face-pressed" },
  { phrase: 18, sign: "B)", image: "face-won" },
  { phrase: 19, sign: "X(", image: "face-lost" },
  { phrase: 20, sign: "-_-", image: "face-paused" },
];

export const emoteOf = (phrase: number) => EMOTES.find((one) => one.phrase === phrase);

/** The face that a text is, if it is nothing else. */
export const emoteIn = (text: string) => EMOTES.find(({ sign }) => sign.toLowerCase() === text.trim().toLowerCase());

/** What a face says to those who listen. */
export const emoteWords = (phrase: number) =>
  lines("together.emotes")[EMOTES.findIndex((one) => one.phrase === phrase)] ?? "";
