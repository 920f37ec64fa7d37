// @ts-check
// Menus and pickers in the panel: the game menu of the Amiga with its letters, levels, layouts, rules, the seal.

/** @import { Parts } from "./types.js" */
/** @typedef {Pick<Parts, "state" | "settings" | "choices" | "run" | "close">} MenuParts */

import { customForm } from "./custom-form.js";
import { el, icon, kbd, page, section, spacer } from "./dom.js";
import { head } from "./parts.js";
import { isBegun } from "./state.js";
import { COMPLETION, GRADES, RULESETS, titleCase } from "./words.js";

/**
 * A line of a list: icon or tick, words, key.
 * @param {{
 *   words: string, name: string, run: () => void, sub?: string, iconName?: string, isOn?: boolean, key?: string,
 * }} entry
 */
function line({ words, sub, iconName, isOn, key, run, name }) {
  const tick = isOn ? icon("check", "icon tick") : el("span", { class: "tick" });
  const image = iconName ? icon(iconName) : isOn === undefined ? null : tick;
  const pressed = isOn === undefined ? null : String(isOn);
  return el(
    "button",
    { type: "button", class: "list-item", "aria-pressed": pressed, "data-name": name, onclick: run },
    image,
    el("span", {}, words, sub ? el("span", { class: "sub" }, sub) : null),
    spacer(),
    kbd(key),
  );
}

/** @param {HTMLElement[]} lines */
const list = (lines) => el("div", { class: "list" }, lines);

/**
 * @param {string} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} change
 */
function toggle(label, isOn, change) {
  const input = el("input", { type: "checkbox", class: "switch", role: "switch", checked: isOn });
  input.addEventListener("change", () => change(input.checked));
  return el("label", { class: "line" }, el("span", {}, label), input);
}

/** Pages that show choices draw themselves again when one is made. */
class ChoicePage {
  /**
   * @param {MenuParts} parts
   * @param {string} name
   */
  constructor(parts, name) {
    this.parts = parts;
    this.name = name;
    this.element = page();
    this._drawn = "";
    this.update();
  }

  update() {
    const { settings, state } = this.parts;
    const drawn = JSON.stringify([settings.given("game"), state.game?.id, state.game?.status]);
    if (drawn === this._drawn) return;
    this._drawn = drawn;
    this.element.replaceChildren(...this.sections(), spacer(), this._whenNote() ?? "");
  }

  /** @returns {HTMLElement[]} */
  sections() {
    return [];
  }

  /** What a change of rules will do: at once before the first move, with the next game after it. */
  _whenNote() {
    const words = "This game goes on as it began. What you choose here is for the next one.";
    return isBegun(this.parts.state) ? el("p", { class: "muted small" }, words) : null;
  }

  completion() {
    const { settings, choices } = this.parts;
    const lines = COMPLETION.map(([value, words]) =>
      line({
        words,
        name: `completion-${value}`,
        isOn: settings.rule("completion") === value,
        run: () => choices.rule("completion", value),
      }),
    );
    return section(el("h2", {}, "Completion"), list(lines));
  }

  practice() {
    const { settings, choices } = this.parts;
    const isOn = Boolean(settings.rule("practice"));
    return toggle("Practice: moves can be undone", isOn, (on) => choices.rule("practice", on));
  }
}

/** S4's Game and Completion menus, with their letters: they act while the menu is open. */
export class GameMenu extends ChoicePage {
  /** @param {MenuParts} parts */
  constructor(parts) {
    super(parts, "menu");
  }

  get _entries() {
    const { settings, state } = this.parts;
    return [
      ["n", "New", "play", "new"],
      ["b", "Beginner", "home", "beginner"],
      ["i", "Intermediate", "home", "intermediate"],
      ["e", "Expert", "home", "expert"],
      ["c", "Custom", "home", "custom"],
      ["m", "Marks (?)", settings.rule("questions") ? "check" : "question", "marks"],
      ["t", "Best times", "trophy", "best-times"],
      ["?", "About", "book", "about"],
      ["p", state.game?.isPaused ? "Go on" : "Pause", "pause", "pause"],
      ["q", "Quit", "close", "quit"],
    ];
  }

  sections() {
    const { run, close } = this.parts;
    const lines = this._entries.map(([key, words, iconName, name]) =>
      line({ words, iconName, key: key.toUpperCase(), name, run: () => run(name) }),
    );
    return [section(head("Game", close), list(lines)), this.completion(), section(this.practice())];
  }

  /** @param {string} typed */
  key(typed) {
    const entry = this._entries.find(([key]) => key === typed);
    if (!entry) return false;
    this.parts.run(entry[3]);
    return true;
  }
}

export class LevelPicker extends ChoicePage {
  /** @param {MenuParts} parts */
  constructor(parts) {
    super(parts, "pick-level");
  }

  sections() {
    const { settings, choices, close } = this.parts;
    const chosen = settings.get("game", "level");
    const lines = Object.keys(settings.schema.levels).map((name) => {
      const { width, height, mines } = settings.levelSize(name);
      return line({
        words: titleCase(name.replace("-9", " 9×9").replace("-amiga", " 32×16")),
        sub: `${width}×${height}, ${mines} mines`,
        isOn: chosen === name,
        key: settings.keyMap.label(name),
        name,
        run: () => choices.level(name),
      });
    });
    return [section(head("Level", close), list(lines)), section(el("h2", {}, "Custom"), customForm(this.parts))];
  }

  _whenNote() {
    return null; // a level begins a game at once
  }
}

export class LayoutPicker extends ChoicePage {
  /** @param {MenuParts} parts */
  constructor(parts) {
    super(parts, "pick-layout");
  }

  sections() {
    const { settings, choices, close } = this.parts;
    const chosen = settings.get("game", "no-guess");
    const lines = GRADES.map(([value, words, sub]) =>
      line({ words, sub, name: `grade-${value}`, isOn: chosen === value, run: () => choices.grade(value) }),
    );
    const about = el("p", { class: "muted" }, "How much logic the board may ask of you.");
    return [section(head("No-guess", close), about, list(lines))];
  }
}

export class RulesPicker extends ChoicePage {
  /** @param {MenuParts} parts */
  constructor(parts) {
    super(parts, "pick-rules");
  }

  sections() {
    const { settings, choices, close } = this.parts;
    const rulesets = Object.keys(settings.schema.rulesets).map((name) =>
      line({
        words: titleCase(name),
        sub: RULESETS[name],
        name: `ruleset-${name}`,
        isOn: settings.ruleset === name,
        run: () => choices.ruleset(name),
      }),
    );
    const questions = Boolean(settings.rule("questions"));
    return [
      section(head("Rules", close), list(rulesets)),
      this.completion(),
      section(
        el("h2", {}, "Details"),
        toggle("Marks (?): blank, flag, ?, blank", questions, (on) => choices.rule("questions", on)),
        this.practice(),
      ),
    ];
  }
}

/** What the seal promises. */
export class SealPage {
  /** @param {Pick<Parts, "state" | "close">} parts */
  constructor({ state, close }) {
    this.name = "seal";
    this.element = page(
      section(
        head("The seal", close),
        el(
          "p",
          { class: "sentence" },
          "This board was decided before your first click, and it cannot be changed any more.",
        ),
        el(
          "p",
          { class: "muted" },
          "The seal is a fingerprint of the seed. After the end the seed is shown, and anybody can check that it opens the seal.",
        ),
        el("p", { class: "mono tiny" }, state.game?.digest),
      ),
    );
  }
}
