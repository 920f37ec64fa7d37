// A new room: everything about it has a default, so that one press opens it.

import type { Terms } from "../protocol.ts";
import type { BoardRules } from "./wording.ts";
import type { Parts } from "../types.ts";

import { button, el, fill, icon } from "../ui/dom.ts";
import { USUAL_TERMS } from "./state.ts";
import { modeText, readRules } from "./wording.ts";
import { MODE_PAGES } from "./modes/index.ts";
import { drawMode } from "./modes/picture.ts";
import { layoutField, levelField, rulesText, segments, stepper } from "./room-fields.ts";
import { LEVELS } from "../input/settings.ts";
import { MODES, type Mode, type ModeName } from "../modes.ts";
import { modeOf } from "../state.ts";
import { message, mode as modeWords } from "../ui/words.ts";

const KEY = "sapper.new-room"; // what was chosen last
const SEATS = 4;
const LIVES = 3;

export class NewRoom {
  _parts: Parts;
  _fields: HTMLDivElement;
  _pictures: Map<ModeName, HTMLCanvasElement>;
  _chosen;
  element: HTMLElement;

  constructor(parts: Parts, create: () => void) {
    this._parts = parts;
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
      mode: "coop",
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
      return { ...this._usual, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
    } catch {
      return this._usual;
    }
  }

  _choose(change: Partial<NewRoom["_chosen"]>) {
    this._chosen = { ...this._chosen, ...change };
    sessionStorage.setItem(KEY, JSON.stringify(this._chosen));
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement && this._fields.contains(focused) ? focused.dataset.name : undefined;
    this._show();
    if (name) (this._fields.querySelector(`[data-name="${name}"]`) as HTMLElement | null)?.focus();
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
    const { rules, mode, seats } = this._chosen;
    const { settings } = this._parts;
    const chooseRules = (text: string) => this._chooseRules(text);
    fill(
      this._fields,
      this._modes(),
      el("p", { class: "muted small" }, modeText({ ...USUAL_TERMS, mode, lives: this._chosen.lives }, rules.lives)),
      field(message("together.field"), levelField(settings, rules, chooseRules)),
      el(
        "div",
        { class: "beside" },
        field(message("together.layout"), layoutField(rules, chooseRules)),
        modeOf(this._chosen).seats
          ? null
          : field(
              message("together.seats"),
              stepper(message("together.seats"), seats, { least: 2, most: 16 }, (count) =>
                this._choose({ seats: count }),
              ),
            ),
      ),
      this._more(),
      field(message("together.who"), this._who()),
      this._toggle("isAsking", message("together.entry-ask-new")),
      this._toggle("canWatch", message("together.watching")),
    );
  }

  _modes() {
    const cards = Object.values(MODES).map((mode) => {
      const isOn = mode.name === this._chosen.mode;
      const attributes = { type: "button", class: isOn ? "mode-card on" : "mode-card", "aria-pressed": String(isOn) };
      return el(
        "button",
        { ...attributes, "data-name": `mode-${mode.name}`, onclick: () => this._chooseMode(mode) },
        el("span", { class: "picture" }, this._pictures.get(mode.name) ?? null),
        modeWords(mode.name).name,
      );
    });
    return el("div", { class: "mode-cards", role: "group", "aria-label": message("together.mode") }, cards);
  }

  /** What only some modes have: lives, or the rounds of a match. */
  _more() {
    const { rules, lives, bestOf } = this._chosen;
    const { hasLives, isMatch } = modeOf(this._chosen);
    if (isMatch) {
      const rounds = ["1", "3", "5", "7"].map((count) => [count, count] as const);
      return field(
        message("together.best"),
        segments(message("together.best"), rounds, String(bestOf), (count) =>
          this._choose({ bestOf: Number(count) as 1 | 3 | 5 | 7 }),
        ),
      );
    }
    if (!hasLives) return null;
    return field(
      message("together.lives"),
      el(
        "div",
        { class: "row" },
        stepper(message("together.lives"), rules.lives, { least: 1, most: 9 }, (count) =>
          this._choose({ rules: { ...rules, lives: count } }),
        ),
        segments(
          message("together.lives"),
          [
            ["shared", message("together.shared")],
            ["own", message("together.own")],
          ],
          lives,
          (whose) => this._choose({ lives: whose === "own" ? "own" : "shared" }),
        ),
      ),
    );
  }

  _who() {
    const options: [isPublic: boolean, image: string, title: string, text: string][] = [
      [false, "link", message("together.private"), message("together.private-text")],
      [true, "globe", message("together.listed"), message("together.listed-text")],
    ];
    const cards = options.map(([isPublic, image, title, text]) => {
      const isOn = isPublic === this._chosen.isPublic;
      const attributes = { type: "button", class: isOn ? "on" : "", "aria-pressed": String(isOn) };
      return el(
        "button",
        { ...attributes, "data-name": `public-${isPublic}`, onclick: () => this._choose({ isPublic }) },
        icon(image),
        el("span", {}, title, el("small", {}, text)),
      );
    });
    return el("div", { class: "who-cards" }, cards);
  }

  _toggle(name: "isAsking" | "canWatch", words: string) {
    const toggle = el("input", { type: "checkbox", class: "switch", checked: this._chosen[name] });
    toggle.dataset.name = name;
    toggle.addEventListener("change", () => this._choose({ [name]: toggle.checked }));
    return el("label", { class: "line" }, words, toggle);
  }

  /** Draw the pictures in the colours of the theme. */
  paint() {
    for (const [mode, canvas] of this._pictures) drawMode(canvas, this._parts.themes, MODE_PAGES[mode]);
  }
}

const field = (label: string, control: HTMLElement) =>
  el("div", { class: "labelled" }, el("span", { class: "label", "aria-hidden": "true" }, label), control);
