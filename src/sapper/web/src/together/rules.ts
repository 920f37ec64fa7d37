// What is played in a room: a list of values, which the owner can change while the room waits.

import type { Terms } from "../protocol.ts";
import type { PartyParts, PartyState } from "../types.ts";
import type { TemplateResult } from "../ui/template.ts";

import { html, icon, repeat, spacer } from "../ui/template.ts";
import { isOwner, present } from "./state.ts";
import { boardText, entryWord, livesText, partyName, readRules, spanText } from "./wording.ts";
import { boardFields, segments, stepper } from "./room-fields.ts";
import { MODES, type Mode } from "../modes.ts";
import { modeOf } from "../state.ts";
import { message, mode, withSeconds } from "../ui/words.ts";

interface Row {
  name: string;
  label: string;
  value: string;
  edit: (() => TemplateResult) | null;
}

const GRACES = [45, 120, 300, 900]; // seconds

export class PartyRules {
  _parts: PartyParts;
  _changed: () => void;
  _opened = "";

  constructor(parts: PartyParts, changed: () => void) {
    this._parts = parts;
    this._changed = changed;
  }

  view(party: PartyState) {
    const isWaiting = party.stage === "waiting";
    const isYours = isOwner(party) && isWaiting;
    return html`
      <section class="group room-rules" ?hidden=${!isWaiting}>
        <div class="head">
          <h2>${message("together.rules")}</h2>
          ${spacer}<span class="muted tiny">${isYours ? message("together.yours") : ""}</span>
        </div>
        <div class="terms">
          ${repeat(
            this._rows(party),
            ({ name }) => name,
            (row) => this._row(row, isYours),
          )}
        </div>
      </section>`;
  }

  _row({ name, label, value, edit }: Row, isYours: boolean) {
    const words = html`<span class="label">${label}</span><b>${value}</b>`;
    if (!isYours || !edit) return html`<div class="term">${words}</div>`;
    const isOpen = this._opened === name;
    const toggle = () => this._open(isOpen ? "" : name);
    return html`
      <button type="button" class="term" data-name=${`term-${name}`} aria-expanded=${isOpen} @click=${toggle}>
        ${words}${icon("next")}
      </button>
      ${isOpen ? html`<div class="term-open">${edit()}</div>` : null}`;
  }

  _open(name: string) {
    this._opened = name;
    this._changed();
  }

  _choose(terms: Terms) {
    this._parts.party.choose(terms);
  }

  _rows(party: PartyState): Row[] {
    const { terms } = party;
    const { settings } = this._parts;
    const rules = readRules(terms.rules, settings);
    const { hasLives, hasTurns, hasBoards, isMatch, isSecret, seats: exactly } = modeOf(terms);
    const rows: (Row | null)[] = [
      {
        name: "mode",
        label: message("together.mode"),
        value: mode(modeOf(terms).name).name,
        edit: () =>
          segments(
            message("together.mode"),
            Object.values(MODES).map(({ name }) => [name, mode(name).name]),
            terms.mode,
            (name) => this._choose(inMode(terms, MODES[name])),
          ),
      },
      {
        name: "board",
        label: message("together.field"),
        value: boardText(rules, settings),
        edit: () => boardFields(settings, rules, { hasTurns, choose: (text) => this._choose({ rules: text }) }),
      },
      hasLives
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
                (count) => this._choose({ best_of: Number(count) as 1 | 3 | 5 | 7 }),
              ),
          }
        : null,
      hasTurns ? this._clock(terms) : null,
      ...(hasBoards ? this._boards(terms) : []),
      exactly
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
      isSecret && terms.can_watch ? this._delay(terms) : null,
      isSecret && terms.can_watch ? this._shownBoards(terms) : null,
      this._switch("is_public", message("together.listing"), terms.is_public, ["private", "listed"]),
      isOwner(party)
        ? null // the owner has the door next to it, also while a game is in play
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

  /** How late those who watch see how far everybody is. */
  _delay({ watch_delay: delay }: Required<Terms>): Row {
    const label = message("together.watch-delay");
    const words = (count: number) =>
      count ? message("together.watch-delay-value", { count }) : message("together.watch-delay-least");
    return {
      name: "delay",
      label,
      value: words(delay),
      edit: () =>
        segments(
          label,
          [0, 30, 60, 300].map((count) => [`${count}`, count ? withSeconds(count) : words(0)] as const),
          `${delay}`,
          (seconds) => this._choose({ watch_delay: Number(seconds) }),
        ),
    };
  }

  /** Whether those who watch see the boards while they are played. */
  _shownBoards({ shows_boards: isShown }: Required<Terms>): Row {
    const label = message("watching.show");
    const words = (shown: boolean) => (shown ? message("watching.show-yes") : message("watching.show-no"));
    return {
      name: "boards",
      label,
      value: words(isShown),
      edit: () =>
        segments(
          label,
          [false, true].map((shown) => [`${shown}`, words(shown)] as const),
          `${isShown}`,
          (shown) => this._choose({ shows_boards: shown === "true" }),
        ),
    };
  }

  /** The time of a game in turns: for each player, and what each turn adds. */
  _clock({ clock, bonus }: Required<Terms>): Row {
    const numbers = (...all: number[]) => all.map((one) => [`${one}`, `${one}`] as const);
    const [each, turn] = [message("together.clock-seconds"), message("together.clock-bonus")];
    return {
      name: "clock",
      label: message("together.clock"),
      value: message("together.clock-value", { seconds: clock, bonus }),
      edit: () => html`
        <div>
          <span class="muted tiny">${each}</span>
          ${segments(each, numbers(60, 120, 300, 600), `${clock}`, (chosen) => this._choose({ clock: Number(chosen) }))}
          <span class="muted tiny">${turn}</span>
          ${segments(turn, numbers(0, 5, 10, 30), `${bonus}`, (chosen) => this._choose({ bonus: Number(chosen) }))}
        </div>`,
    };
  }

  /** How long a seat waits for a player whose connection is lost. */
  _grace({ grace }: Required<Terms>): Row {
    const label = message("rooms.absence");
    const choices = GRACES.map((seconds) => [`${seconds}`, shortSpan(seconds)] as const);
    return {
      name: "grace",
      label,
      value: grace ? message("rooms.absence-words", { time: spanText(grace) }) : message("rooms.absence-usual"),
      edit: () => segments(label, choices, `${grace}`, (seconds) => this._choose({ grace: Number(seconds) })),
    };
  }

  /** How long a list of boards is. */
  _boards({ boards, minutes }: Required<Terms>): Row[] {
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

  _switch(
    name: "hints" | "can_watch" | "is_public",
    label: string,
    isOn: boolean,
    words: readonly [string, string],
  ): Row {
    const [off, on] = words.map(switchWord);
    const choose = (value: string) => this._choose({ [name]: value === "on" });
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

  _livesFields({ terms }: PartyState) {
    const { settings } = this._parts;
    const { lives } = readRules(terms.rules, settings);
    const choose = (count: number) => this._choose({ rules: withLives(terms.rules, count) });
    const whose = [
      ["shared", message("together.shared")],
      ["own", message("together.own")],
    ] as const;
    return html`
      <div class="row">
        ${stepper(message("together.lives"), lives, { least: 1, most: 9 }, choose)}
        ${segments(message("together.lives"), [...whose], terms.lives, (chosen) => this._choose({ lives: chosen }))}
      </div>`;
  }

  _nameForm(name: string) {
    const save = (event: SubmitEvent) => {
      event.preventDefault();
      const typed = new FormData(event.target as HTMLFormElement).get("name");
      this._choose({ name: String(typed).trim() });
      this._open("");
    };
    return html`
      <form class="row sign" @submit=${save}>
        <input class="field" name="name" .value=${name} maxlength="60" aria-label=${message("together.name")} />
        <button type="submit" class="btn">${message("together.name-save")}</button>
      </form>`;
  }
}

/** Rules with another number of lives. */
function withLives(rules: string, count: number) {
  const words = rules.split(" ").filter((word) => word && !word.startsWith("lives="));
  return [...words, ...(count > 1 ? [`lives=${count}`] : [])].join(" ");
}

/** Terms in another mode: some have no lives or judge no guesses, and there is no help on a list of boards. */
function inMode({ rules, hints }: Required<Terms>, { name, hasLives, hasTurns, hasBoards }: Mode): Terms {
  const own = hasLives ? rules : withLives(rules, 1);
  return { mode: name, rules: hasTurns ? withHonestGuesses(own) : own, hints: hints && !hasBoards };
}

const withHonestGuesses = (rules: string) =>
  rules
    .split(" ")
    .filter((word) => !word.startsWith("guessing="))
    .join(" ");

const shortSpan = (seconds: number) =>
  seconds % 60
    ? message("together.short-seconds", { seconds })
    : message("together.short-minutes", { minutes: seconds / 60 });

const bestOf = (count: number) =>
  count === 1 ? message("together.one-round") : message("together.best-of", { count });

function switchWord(word: string) {
  if (word === "on") return message("together.on");
  if (word === "off") return message("together.off");
  if (word === "allowed") return message("together.allowed");
  if (word === "not-allowed") return message("together.not-allowed");
  return word === "listed" ? message("together.listed") : message("together.private");
}
