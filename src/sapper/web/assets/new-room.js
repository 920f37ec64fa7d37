// @ts-check
// A new room: everything about it has a default, so that one press opens it.

/** @import { Terms } from "./protocol.js" */
/** @import { BoardRules } from "./party-words.js" */
/** @import { Parts } from "./types.js" */

import { button, el, fill, icon } from "./dom.js";
import { USUAL_TERMS } from "./party.js";
import { MODES, modeName, modeText, readRules } from "./party-words.js";
import { drawMode } from "./mode-pictures.js";
import { layoutField, levelField, rulesText, segments, stepper } from "./room-fields.js";
import { LEVELS } from "./settings.js";
import { message } from "./words.js";

const KEY = "sapper.new-room"; // what was chosen last
const SEATS = 4;
const LIVES = 3;
/** The board of a duel: dense enough that both find something, with an odd number of mines. */
export const DUEL = "modern 16x16/51";

export class NewRoom {
  /**
   * @param {Parts} parts
   * @param {() => void} create
   */
  constructor(parts, create) {
    this._parts = parts;
    this._fields = el("div", { class: "fields" });
    /** @type {Map<string, HTMLCanvasElement>} */
    this._pictures = new Map(MODES.map((mode) => [mode, el("canvas", { "aria-hidden": "true" })]));
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
    const board = mode === "coop" ? rules : { ...rules, lives: 1 };
    /** @type {Terms} */
    const terms = { mode, rules: rulesText(board), is_public: isPublic, can_watch: canWatch, seats, lives };
    if (isAsking) terms.entry = "ask";
    if (mode === "race" || mode === "duel") terms.best_of = bestOf;
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
    /** @type {{ mode: NonNullable<Terms["mode"]>, rules: BoardRules, seats: number, lives: "own" | "shared",
     *   bestOf: 1 | 3 | 5 | 7, isPublic: boolean, canWatch: boolean, isAsking: boolean }} */
    const usual = {
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

  /** @returns {NewRoom["_usual"]} */
  _remembered() {
    try {
      return { ...this._usual, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
    } catch {
      return this._usual;
    }
  }

  /** @param {Partial<NewRoom["_chosen"]>} change */
  _choose(change) {
    this._chosen = { ...this._chosen, ...change };
    sessionStorage.setItem(KEY, JSON.stringify(this._chosen));
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement && this._fields.contains(focused) ? focused.dataset.name : undefined;
    this._show();
    if (name) /** @type {HTMLElement | null} */ (this._fields.querySelector(`[data-name="${name}"]`))?.focus();
  }

  /**
   * A duel has a board of its own, unless another is chosen for it.
   * @param {NonNullable<Terms["mode"]>} mode
   */
  _chooseMode(mode) {
    const isOther = (mode === "duel") !== (this._chosen.mode === "duel");
    const rules = mode === "duel" ? readRules(DUEL, this._parts.settings) : this._usual.rules;
    this._choose(isOther ? { mode, rules } : { mode });
  }

  /** @param {string} rules */
  _chooseRules(rules) {
    this._choose({ rules: readRules(rules, this._parts.settings) });
  }

  _show() {
    const { rules, mode, seats } = this._chosen;
    const { settings } = this._parts;
    const chooseRules = (/** @type {string} */ text) => this._chooseRules(text);
    fill(
      this._fields,
      this._modes(),
      el("p", { class: "muted small" }, modeText({ ...USUAL_TERMS, mode, lives: this._chosen.lives }, rules.lives)),
      field(message("together.field"), levelField(settings, rules, chooseRules)),
      el(
        "div",
        { class: "beside" },
        field(message("together.layout"), layoutField(rules, chooseRules)),
        mode === "duel"
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
    const cards = MODES.map((mode) => {
      const isOn = mode === this._chosen.mode;
      const attributes = { type: "button", class: isOn ? "mode-card on" : "mode-card", "aria-pressed": String(isOn) };
      return el(
        "button",
        { ...attributes, "data-name": `mode-${mode}`, onclick: () => this._chooseMode(mode) },
        el("span", { class: "picture" }, this._pictures.get(mode) ?? null),
        modeName(mode),
      );
    });
    return el("div", { class: "mode-cards", role: "group", "aria-label": message("together.mode") }, cards);
  }

  /** What only one mode has: lives in co-op, rounds of a match in a race or a duel. */
  _more() {
    const { mode, rules, lives, bestOf } = this._chosen;
    if (mode === "arena") return null;
    if (mode !== "coop") {
      const rounds = ["1", "3", "5", "7"].map((count) => /** @type {const} */ ([count, count]));
      return field(
        message("together.best"),
        segments(message("together.best"), rounds, String(bestOf), (count) =>
          this._choose({ bestOf: /** @type {1 | 3 | 5 | 7} */ (Number(count)) }),
        ),
      );
    }
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
    /** @type {[isPublic: boolean, image: string, title: string, text: string][]} */
    const options = [
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

  /**
   * @param {"isAsking" | "canWatch"} name
   * @param {string} words
   */
  _toggle(name, words) {
    const toggle = el("input", { type: "checkbox", class: "switch", checked: this._chosen[name] });
    toggle.dataset.name = name;
    toggle.addEventListener("change", () => this._choose({ [name]: toggle.checked }));
    return el("label", { class: "line" }, words, toggle);
  }

  /** Draw the pictures in the colours of the theme. */
  paint() {
    for (const [mode, canvas] of this._pictures) drawMode(canvas, this._parts.themes, mode);
  }
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
const field = (label, control) =>
  el("div", { class: "labelled" }, el("span", { class: "label", "aria-hidden": "true" }, label), control);
