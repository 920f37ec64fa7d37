// @ts-check
// What is played in a room: a list of values, which the owner can change while the room waits.

/** @import { Terms } from "./protocol.js" */
/** @import { PartyParts, PartyState } from "./types.js" */
/** @typedef {{ name: string, label: string, value: string, edit: (() => HTMLElement) | null }} Row */

import { el, fill, icon, spacer } from "./dom.js";
import { isOwner, present } from "./party.js";
import { MODES, boardText, entryWord, livesText, modeName, partyName, readRules, spanText } from "./party-words.js";
import { boardFields, segments, stepper } from "./room-fields.js";
import { message } from "./words.js";

const GRACES = [45, 120, 300, 900]; // seconds

export class PartyRules {
  /** @param {PartyParts} parts */
  constructor(parts) {
    this._parts = parts;
    this._whose = el("span", { class: "muted tiny" });
    this._list = el("div", { class: "terms" });
    this.element = el(
      "section",
      { class: "group room-rules" },
      el("div", { class: "head" }, el("h2", {}, message("together.rules")), spacer(), this._whose),
      this._list,
    );
    this._opened = "";
    this._drawn = "";
  }

  update() {
    const { party } = this._parts.state;
    if (!party) return;
    const isYours = isOwner(party) && party.stage === "waiting";
    const drawn = JSON.stringify([party.terms, partyName(party), isYours, this._opened]);
    if (drawn === this._drawn) return;
    this._drawn = drawn;
    this._whose.textContent = isYours ? message("together.yours") : "";
    const focused = document.activeElement;
    const had = focused instanceof HTMLElement && this._list.contains(focused) ? focused.dataset.name : undefined;
    fill(
      this._list,
      this._rows(party).map((row) => this._row(row, isYours)),
    );
    if (had) /** @type {HTMLElement | null} */ (this._list.querySelector(`[data-name="${had}"]`))?.focus();
  }

  /**
   * @param {Row} row
   * @param {boolean} isYours
   */
  _row({ name, label, value, edit }, isYours) {
    const words = [el("span", { class: "label" }, label), el("b", {}, value)];
    if (!isYours || !edit) return el("div", { class: "term" }, words);
    const isOpen = this._opened === name;
    const toggle = () => {
      this._opened = isOpen ? "" : name;
      this.update();
    };
    const attributes = { type: "button", class: "term", "data-name": `term-${name}`, "aria-expanded": String(isOpen) };
    const head = el("button", { ...attributes, onclick: toggle }, words, icon("next"));
    return isOpen ? el("div", { class: "term-open" }, head, edit()) : head;
  }

  /** @param {Terms} terms */
  _choose(terms) {
    this._parts.party.choose(terms);
  }

  /**
   * @param {PartyState} party
   * @returns {Row[]}
   */
  _rows(party) {
    const { terms } = party;
    const { settings } = this._parts;
    const rules = readRules(terms.rules, settings);
    const isLivesRow = terms.mode === "coop";
    const isMatch = terms.mode === "race" || terms.mode === "duel";
    /** @type {(Row | null)[]} */
    const rows = [
      {
        name: "mode",
        label: message("together.mode"),
        value: modeName(terms.mode),
        edit: () =>
          segments(
            message("together.mode"),
            MODES.map((mode) => [mode, modeName(mode)]),
            terms.mode,
            (mode) => this._choose(inMode(terms, mode)),
          ),
      },
      {
        name: "board",
        label: message("together.field"),
        value: boardText(rules, settings),
        edit: () => boardFields(settings, rules, (text) => this._choose({ rules: text })),
      },
      isLivesRow
        ? {
            name: "lives",
            label: message("together.lives"),
            value: livesText(terms.lives, rules.lives),
            edit: () => this._livesFields(party),
          }
        : null,
      isMatch
        ? {
            name: "best",
            label: message("together.best"),
            value: bestOf(terms.best_of),
            edit: () =>
              segments(
                message("together.best"),
                [1, 3, 5, 7].map((count) => [String(count), String(count)]),
                String(terms.best_of),
                (count) => this._choose({ best_of: /** @type {1 | 3 | 5 | 7} */ (Number(count)) }),
              ),
          }
        : null,
      terms.mode === "duel" ? this._clock(terms) : null,
      ...(terms.mode === "arena" ? this._arena(terms) : []),
      terms.mode === "duel"
        ? null
        : {
            name: "seats",
            label: message("together.seats"),
            value: String(terms.seats),
            edit: () =>
              stepper(message("together.seats"), terms.seats, { least: present(party).length, most: 16 }, (seats) =>
                this._choose({ seats }),
              ),
          },
      this._grace(terms),
      this._switch("hints", message("together.hints"), terms.hints, ["off", "on"]),
      this._switch("can_watch", message("together.watch-rule"), terms.can_watch, ["not-allowed", "allowed"]),
      ["race", "arena"].includes(terms.mode) && terms.can_watch ? this._delay(terms) : null,
      this._switch("is_public", message("together.listing"), terms.is_public, ["private", "listed"]),
      isOwner(party)
        ? null // the door is open beside it, also while a game is in play
        : { name: "entry", label: message("together.entry"), value: entryWord(terms.entry), edit: null },
      {
        name: "name",
        label: message("together.name"),
        value: partyName(party),
        edit: () => this._nameForm(terms.name),
      },
    ];
    return rows.filter((row) => row !== null);
  }

  /**
   * How late those who watch see how far everybody is.
   * @param {Required<Terms>} terms
   * @returns {Row}
   */
  _delay({ watch_delay: delay }) {
    const label = message("together.watch-delay");
    const words = (/** @type {number} */ count) =>
      count ? message("together.watch-delay-value", { count }) : message("together.watch-delay-least");
    return {
      name: "delay",
      label,
      value: words(delay),
      edit: () =>
        segments(
          label,
          [0, 30, 60, 300].map((count) => /** @type {const} */ ([`${count}`, count ? `${count} s` : words(0)])),
          `${delay}`,
          (seconds) => this._choose({ watch_delay: Number(seconds) }),
        ),
    };
  }

  /**
   * The time of a duel: for each player, and what each turn adds.
   * @param {Required<Terms>} terms
   * @returns {Row}
   */
  _clock({ clock, bonus }) {
    const numbers = (/** @type {number[]} */ ...all) => all.map((one) => /** @type {const} */ ([`${one}`, `${one}`]));
    const [each, turn] = [message("together.clock-seconds"), message("together.clock-bonus")];
    return {
      name: "clock",
      label: message("together.clock"),
      value: message("together.clock-value", { seconds: clock, bonus }),
      edit: () =>
        el(
          "div",
          {},
          el("span", { class: "muted tiny" }, each),
          segments(each, numbers(60, 120, 300, 600), `${clock}`, (seconds) => this._choose({ clock: Number(seconds) })),
          el("span", { class: "muted tiny" }, turn),
          segments(turn, numbers(0, 5, 10, 30), `${bonus}`, (seconds) => this._choose({ bonus: Number(seconds) })),
        ),
    };
  }

  /**
   * How long a seat waits for a player whose connection is lost.
   * @param {Required<Terms>} terms
   * @returns {Row}
   */
  _grace({ grace }) {
    const label = message("rooms.absence");
    const choices = GRACES.map((seconds) => /** @type {const} */ ([`${seconds}`, shortSpan(seconds)]));
    return {
      name: "grace",
      label,
      value: grace ? message("rooms.absence-words", { time: spanText(grace) }) : message("rooms.absence-usual"),
      edit: () => segments(label, choices, `${grace}`, (seconds) => this._choose({ grace: Number(seconds) })),
    };
  }

  /**
   * How long an arena is.
   * @param {Required<Terms>} terms
   * @returns {Row[]}
   */
  _arena({ boards, minutes }) {
    const [many, long] = [message("together.boards"), message("together.minutes")];
    return [
      {
        name: "boards",
        label: many,
        value: String(boards),
        edit: () => stepper(many, boards, { least: 1, most: 50 }, (count) => this._choose({ boards: count })),
      },
      {
        name: "minutes",
        label: long,
        value: String(minutes),
        edit: () => stepper(long, minutes, { least: 1, most: 60 }, (count) => this._choose({ minutes: count })),
      },
    ];
  }

  /**
   * @param {"hints" | "can_watch" | "is_public"} name
   * @param {string} label
   * @param {boolean} isOn
   * @param {readonly [string, string]} words
   * @returns {Row}
   */
  _switch(name, label, isOn, words) {
    const [off, on] = words.map(switchWord);
    const choose = (/** @type {string} */ value) => this._choose({ [name]: value === "on" });
    return {
      name,
      label,
      value: isOn ? on : off,
      edit: () =>
        segments(
          label,
          [
            ["off", off],
            ["on", on],
          ],
          isOn ? "on" : "off",
          choose,
        ),
    };
  }

  /** @param {PartyState} party */
  _livesFields({ terms }) {
    const { settings } = this._parts;
    const { lives } = readRules(terms.rules, settings);
    /** @param {number} count */
    const choose = (count) => this._choose({ rules: withLives(terms.rules, count) });
    return el(
      "div",
      { class: "row" },
      stepper(message("together.lives"), lives, { least: 1, most: 9 }, choose),
      segments(
        message("together.lives"),
        [
          ["shared", message("together.shared")],
          ["own", message("together.own")],
        ],
        terms.lives,
        (whose) => this._choose({ lives: /** @type {"own" | "shared"} */ (whose) }),
      ),
    );
  }

  /** @param {string} name */
  _nameForm(name) {
    const label = message("together.name");
    const input = el("input", { class: "field", value: name, maxlength: "60", "aria-label": label });
    /** @param {Event} event */
    const save = (event) => {
      event.preventDefault();
      this._opened = "";
      this._choose({ name: input.value.trim() });
      this.update();
    };
    const submit = el("button", { type: "submit", class: "btn" }, message("together.name-save"));
    return el("form", { class: "row sign", onsubmit: save }, input, submit);
  }
}

/**
 * Rules with another number of lives.
 * @param {string} rules
 * @param {number} count
 */
function withLives(rules, count) {
  const words = rules.split(" ").filter((word) => word && !word.startsWith("lives="));
  return [...words, ...(count > 1 ? [`lives=${count}`] : [])].join(" ");
}

/**
 * Terms in another mode: only co-op has lives, and an arena has no help.
 * @param {Required<Terms>} terms
 * @param {Required<Terms>["mode"]} mode
 * @returns {Terms}
 */
function inMode({ rules, hints }, mode) {
  return { mode, rules: mode === "coop" ? rules : withLives(rules, 1), hints: hints && mode !== "arena" };
}

/** @param {number} seconds */
const shortSpan = (seconds) =>
  seconds % 60
    ? message("together.short-seconds", { seconds })
    : message("together.short-minutes", { minutes: seconds / 60 });

/** @param {number} count */
const bestOf = (count) => (count === 1 ? message("together.one-round") : message("together.best-of", { count }));

/** @param {string} word */
function switchWord(word) {
  if (word === "on") return message("together.on");
  if (word === "off") return message("together.off");
  if (word === "allowed") return message("together.allowed");
  if (word === "not-allowed") return message("together.not-allowed");
  return word === "listed" ? message("together.listed") : message("together.private");
}
