// @ts-check
// What is said of a room, its rules and its people.

/** @import { PartySeat, Terms } from "./protocol.js" */
/** @import { Settings } from "./settings.js" */
/** @import { LevelSize, PartyState, SeatShare } from "./types.js" */
/** @typedef {{ ruleset: string, level: LevelSize, layout: string, lives: number }} BoardRules */

import { nameOf, present, secondsUntil } from "./party.js";
import { lines, message, rule, ruleset as rulesetWords, size } from "./words.js";

export const MODES = /** @type {const} */ (["coop", "race", "duel", "arena"]);
/** @type {Record<string, string>} */
export const MODE_ICONS = { coop: "people", race: "flag-outline", duel: "duel", arena: "trophy" };

/** @param {string | undefined} mode */
export function modeName(mode) {
  if (mode === "race") return message("together.race");
  if (mode === "duel") return message("together.duel");
  return mode === "arena" ? message("together.arena") : message("together.coop");
}

/** @param {Required<Terms>} terms */
export function modeText({ mode, lives, minutes }, count = 1) {
  if (mode === "race") return message("together.race-text");
  if (mode === "duel") return message("together.duel-text");
  if (mode === "arena") return message("together.arena-text", { minutes });
  return message("together.coop-text", { lives: livesText(lives, count) });
}

/**
 * @param {string} whose shared or own
 * @param {number} count
 */
export const livesText = (whose, count) =>
  whose === "own" ? message("together.lives-own", { count }) : message("together.lives-shared", { count });

/**
 * The parts of rules as the server writes them.
 * @param {string} rules
 * @param {Settings} settings
 * @returns {BoardRules}
 */
export function readRules(rules, settings) {
  const [ruleset = "modern", level = "expert", ...details] = rules.split(" ").filter(Boolean);
  const given = Object.fromEntries(details.map((word) => word.split("=")));
  return {
    ruleset,
    level: settings.levelSize(level, settings.schema.rulesets[ruleset] ? ruleset : "modern"),
    layout: given.layout ?? "random",
    lives: Number(given.lives ?? 1),
  };
}

/**
 * The board of a room in words: Expert, no-guess.
 * @param {BoardRules} rules
 * @param {Settings} settings
 */
export function boardText({ ruleset, level, layout }, settings) {
  const name = levelText(level, ruleset, settings);
  const kind = layout === "random" ? message("together.random") : rule("layout").value(layout);
  const special = ruleset === "modern" ? [] : [rulesetWords(ruleset).name];
  return [name, kind.toLowerCase(), ...special].join(", ");
}

/**
 * @param {LevelSize} level
 * @param {string} ruleset
 * @param {Settings} settings
 */
export function levelText(level, ruleset, settings) {
  const { width, height, mines } = level;
  const known = { ...settings.schema.levels, ...settings.schema.rulesets[ruleset]?.levels };
  const isNamed = Object.values(known).includes(`${width}x${height}/${mines}`);
  return isNamed ? settings.levelName(level, ruleset) : `${size(level)} · ${mines}`;
}

/**
 * The name of a room: its own, or that of the one who has it.
 * @param {{ name?: string, owner: string }} room
 */
export function roomName({ name, owner }) {
  if (name) return name;
  return owner ? message("together.room-of", { name: owner }) : message("together.a-room");
}

/** @param {Required<Terms>["entry"]} entry */
export function entryWord(entry) {
  if (entry === "ask") return message("together.entry-ask");
  return entry === "locked" ? message("together.entry-locked") : message("together.entry-open");
}

/** @param {PartyState} party */
export const partyName = (party) => roomName({ name: party.terms.name, owner: nameOf(party, party.owner) });

/**
 * What is said under the name of somebody who is here.
 * @param {PartyState} party
 * @param {PartySeat} seat
 */
export function aboutSeat(party, seat) {
  const isWaiting = party.stage === "waiting";
  const isCalm = isWaiting && !party.result.length; // afterwards what each did matters more
  const parts = [
    isWaiting && seat.is_ready ? message("together.is-ready") : "",
    isCalm && seat.seat === party.owner ? message("together.owner") : "",
    isCalm || seat.device === "bot" ? deviceText(seat.device) : "",
    party.stage === "playing" && !seat.plays && !seat.has_left ? message("together.not-playing") : "",
    seat.is_muted ? message("together.muted") : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * How long the seat of somebody without a connection stays taken; empty for those who are here.
 * @param {PartyState} party
 * @param {PartySeat} seat
 * @param {number} now
 */
export function awayText(party, seat, now) {
  const until = party.away[seat.seat];
  if (seat.is_here || until === undefined) return "";
  return message("together.away", { time: `${secondsUntil(until, now)} s` });
}

/**
 * A time that people agree on.
 * @param {number} seconds
 */
export const spanText = (seconds) =>
  seconds % 60 ? message("count.seconds", { count: seconds }) : message("count.minutes", { count: seconds / 60 });

/**
 * What happened while this player was away; empty for nothing.
 * @param {PartyState} party
 */
export function absenceText({ absence, seat }) {
  if (!absence) return "";
  const time = spanText(absence.seconds);
  if (absence.missed === "round") return message("rooms.away-round");
  if (absence.missed === "game") return message("rooms.away-game", { time });
  return seat === null ? message("rooms.away-taken", { time }) : message("rooms.away-seat", { time });
}

/** @param {string | undefined} device */
function deviceText(device) {
  if (device === "phone") return message("together.on-phone");
  if (device === "terminal") return message("together.on-terminal");
  return device === "bot" ? message("together.is-bot") : "";
}

/**
 * What somebody did on a board of several.
 * @param {SeatShare} share
 */
export function partText({ opened, flags, hits }) {
  const values = { opened, flags: message("together.flags", { count: flags }) };
  return hits
    ? message("together.part-hits", { ...values, hits: message("together.hits", { count: hits }) })
    : message("together.part", values);
}

/** How many people a mode needs at least. @type {Record<string, number>} */
const LEAST = { race: 2, duel: 2 };

/**
 * How many people are missing before a round can start.
 * @param {PartyState} party
 */
export const missing = (party) =>
  Math.max(0, (party.isQuick ? 2 : (LEAST[party.terms.mode] ?? 1)) - present(party).length);

/** What can be said with one press, by its number. */
export const phrases = () => lines("together.phrases");
