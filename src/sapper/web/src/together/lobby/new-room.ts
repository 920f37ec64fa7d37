// A new room: everything about it has a default, so that one press opens it.

import type { TemplateResult } from "../../ui/template.ts";
import type { Terms } from "../../protocol.ts";
import type { BoardRules } from "../wording.ts";
import type { Parts } from "../../types.ts";

import { button, el } from "../../ui/dom.ts";
import { html, icon, render } from "../../ui/template.ts";
import { USUAL_TERMS } from "../state.ts";
import { modeText, readRules } from "../wording.ts";
import { MODE_PAGES } from "../modes/index.ts";
import { drawMode } from "../modes/picture.ts";
import { guessingField, layoutField, levelField, rulesText, segments, stepper } from "../room-fields.ts";
import { LEVELS } from "../../input/settings.ts";
import { DEFAULT_MODE, MODES, type Mode, type ModeName } from "../../modes.ts";
import { modeOf } from "../../state.ts";
import { message, mode as modeWords, rule } from "../../ui/words.ts";

const KEY = "sapper.new-room"; // what was chosen last
const SEATS = 4;
const LIVES = 3;

export class NewRoom {
  _parts: Parts;
  _fields: HTMLDivElement;
  _pictures: Map<ModeName, HTMLCanvasElement>;
  _chosen;
  element: HTMLElement;

  _changed: () => void;

  constructor(parts: Parts, create: () => void, changed: () => void) {
    this._parts = parts;
    this._changed = changed;
    this._fields = el("div", { class: "fields" });
    this._pictures = new Map(Object.values(MODES).map(({ name }) => [name, el("canvas", { "aria-hidden": "true" })]));
    this._chosen = this._remembered();
    this.element = el(
      "section",
      { class: "card new-room" },
      el("h2", {}, message("together.new-room")),
      this._fields,
      button(message("together.create"), create, { kind: "primary big", key: "Enter" }),
    );
    this._show();
    this.paint();
  }

  /** What was chosen, as a room takes it. */
  get terms() {
    const { rules, isPublic, canWatch, isAsking, mode, seats, lives, bestOf } = this._chosen;
    const { hasLives, isMatch } = modeOf(this._chosen);
    const board = hasLives ? rules : { ...rules, lives: 1 };
    const terms: Terms = { mode, rules: rulesText(board), is_public: isPublic, can_watch: canWatch, seats, lives };
    if (isAsking) terms.entry = "ask";
    if (isMatch) terms.best_of = bestOf;
    return terms;
  }

  /** The board that was chosen. */
  get rules() {
    return this._chosen.rules;
  }

  get _usual() {
    const { settings } = this._parts;
    const own = String(settings.given("game").level ?? "");
    const level = LEVELS.includes(own) ? own : "expert";
    const usual: {
      mode: ModeName;
      rules: BoardRules;
      seats: number;
      lives: "own" | "shared";
      bestOf: 1 | 3 | 5 | 7;
      isPublic: boolean;
      canWatch: boolean;
      isAsking: boolean;
    } = {
      mode: DEFAULT_MODE,
      rules: { ...readRules(`${settings.ruleset} ${level} layout=no-guess`, settings), lives: LIVES },
      seats: SEATS,
      lives: "shared",
      bestOf: 1,
      isPublic: false,
      canWatch: true,
      isAsking: false,
    };
    return usual;
  }

  _remembered(): NewRoom["_usual"] {
    try {
      const usual = this._usual;
      const chosen = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
      return { ...usual, ...chosen, rules: { ...usual.rules, ...chosen.rules } };
    } catch {
      return this._usual;
    }
  }

  _choose(change: Partial<NewRoom["_chosen"]>) {
    this._chosen = { ...this._chosen, ...change };
    sessionStorage.setItem(KEY, JSON.stringify(this._chosen));
    this._show();
    this._changed();
  }

  /** A game in turns has a board of its own, unless another is chosen for it. */
  _chooseMode({ name, hasTurns, rules: own }: Mode) {
    const isOther = hasTurns !== modeOf(this._chosen).hasTurns;
    const rules = hasTurns ? readRules(own, this._parts.settings) : this._usual.rules;
    this._choose(isOther ? { mode: name, rules } : { mode: name });
  }

  _chooseRules(rules: string) {
    this._choose({ rules: readRules(rules, this._parts.settings) });
  }

  _show() {
    const { rules, mode, seats, lives } = this._chosen;
    const { settings } = this._parts;
    const chooseRules = (text: string) => this._chooseRules(text);
    const seatField = () =>
      field(
        message("together.seats"),
        stepper(message("together.seats"), seats, { least: 2, most: 16 }, (count) => this._choose({ seats: count })),
      );
    render(
      html`
        ${this._modes()}
        <p class="muted small">${modeText({ ...USUAL_TERMS, mode, lives }, rules.lives)}</p>
        ${field(message("together.field"), levelField(settings, rules, chooseRules))}
        <div class="beside">
          ${field(message("together.layout"), layoutField(rules, chooseRules))}
          ${modeOf(this._chosen).seats ? null : seatField()}
        </div>
        ${this._more()}
        ${modeOf(this._chosen).hasTurns ? null : field(rule("guessing").title, guessingField(rules, chooseRules))}
        ${field(message("together.who"), this._who())}
        ${this._toggle("isAsking", message("together.entry-ask-new"))}
        ${this._toggle("canWatch", message("together.watching"))}`,
      this._fields,
    );
  }

  _modes() {
    const cards = Object.values(MODES).map((mode) => {
      const isOn = mode.name === this._chosen.mode;
      return html`
        <button type="button" class=${isOn ? "mode-card on" : "mode-card"} aria-pressed=${isOn}
          data-name=${`mode-${mode.name}`} @click=${() => this._chooseMode(mode)}>
          <span class="picture">${this._pictures.get(mode.name)}</span>
          ${modeWords(mode.name).name}
        </button>`;
    });
    return html`<div class="mode-cards" role="group" aria-label=${message("together.mode")}>${cards}</div>`;
  }

  /** What only some modes have: lives, or the rounds of a match. */
  _more() {
    const { rules, lives, bestOf } = this._chosen;
    const { hasLives, isMatch } = modeOf(this._chosen);
    if (isMatch) {
      const label = message("together.best");
      const rounds = ["1", "3", "5", "7"].map((count) => [count, count] as const);
      const choose = (count: string) => this._choose({ bestOf: Number(count) as 1 | 3 | 5 | 7 });
      return field(label, segments(label, rounds, String(bestOf), choose));
    }
    if (!hasLives) return null;
    const label = message("together.lives");
    const whose: ["shared" | "own", string][] = [
      ["shared", message("together.shared")],
      ["own", message("together.own")],
    ];
    const choose = (count: number) => this._choose({ rules: { ...rules, lives: count } });
    return field(
      label,
      html`
        <div class="row">
          ${stepper(label, rules.lives, { least: 1, most: 9 }, choose)}
          ${segments(label, whose, lives, (chosen) => this._choose({ lives: chosen }))}
        </div>`,
    );
  }

  _who() {
    const options: [isPublic: boolean, image: string, title: string, text: string][] = [
      [false, "link", message("together.private"), message("together.private-text")],
      [true, "globe", message("together.listed"), message("together.listed-text")],
    ];
    const cards = options.map(([isPublic, image, title, text]) => {
      const isOn = isPublic === this._chosen.isPublic;
      return html`
        <button type="button" class=${isOn ? "on" : ""} aria-pressed=${isOn}
          data-name=${`public-${isPublic}`} @click=${() => this._choose({ isPublic })}>
          ${icon(image)}<span>${title}<small>${text}</small></span>
        </button>`;
    });
    return html`<div class="who-cards">${cards}</div>`;
  }

  _toggle(name: "isAsking" | "canWatch", words: string) {
    const changed = ({ target }: Event) => this._choose({ [name]: (target as HTMLInputElement).checked });
    return html`<label class="line">${words}<input type="checkbox" class="switch" data-name=${name}
      .checked=${this._chosen[name]} @change=${changed} /></label>`;
  }

  /** Draw the pictures in the colours of the theme. */
  paint() {
    for (const [mode, canvas] of this._pictures) drawMode(canvas, this._parts.themes, MODE_PAGES[mode]);
  }
}

const field = (label: string, control: TemplateResult) =>
  html`<div class="labelled"><span class="label" aria-hidden="true">${label}</span>${control}</div>`;
