// @ts-check
// Menus and pickers in the panel: the game menu of the Amiga with its letters, levels, layouts, rules.

/** @import { Parts } from "./types.js" */
/** @typedef {Pick<Parts, "state" | "settings" | "choices" | "run" | "close">} MenuParts */

import { COMPLETIONS } from "./commands.js";
import { customForm } from "./custom-form.js";
import { el, icon, kbd, page, section, spacer } from "./dom.js";
import { GRADES, gradeName } from "./grades.js";
import { head } from "./parts.js";
import { isBegun } from "./state.js";
import { action, capitalized, grade, level, message, rule, ruleset, size } from "./words.js";

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
 * A rule that is on or off.
 * @param {string} name
 * @param {Pick<Parts, "settings" | "choices">} parts
 */
function toggle(name, { settings, choices }) {
  const { title, description } = rule(name);
  const isOn = Boolean(settings.rule(name));
  const input = el("input", { type: "checkbox", class: "switch", role: "switch", checked: isOn });
  input.addEventListener("change", () => choices.rule(name, input.checked));
  return el("label", { class: "line" }, el("span", {}, title, el("span", { class: "sub" }, description)), input);
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
    return isBegun(this.parts.state) ? el("p", { class: "muted small" }, message("new.applies-next")) : null;
  }

  completion() {
    const { settings, choices } = this.parts;
    const { title, value: nameOf } = rule("completion");
    const lines = COMPLETIONS.map((value) =>
      line({
        words: nameOf(value),
        name: `completion-${value}`,
        isOn: settings.rule("completion") === value,
        run: () => choices.rule("completion", value),
      }),
    );
    return section(el("h2", {}, title), list(lines));
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
      ["n", action("new").name, "play", "new"],
      ["b", level("beginner"), "home", "beginner"],
      ["i", level("intermediate"), "home", "intermediate"],
      ["e", level("expert"), "home", "expert"],
      ["c", message("custom.title"), "home", "custom"],
      ["m", rule("questions").title, settings.rule("questions") ? "check" : "question", "marks"],
      ["t", action("best-times").name, "trophy", "best-times"],
      ["?", action("about").name, "book", "about"],
      ["p", state.game?.isPaused ? message("pause.resume") : message("pause.pause"), "pause", "pause"],
      ["q", action("quit").name, "close", "quit"],
    ];
  }

  sections() {
    const { run, close } = this.parts;
    const lines = this._entries.map(([key, words, iconName, name]) =>
      line({ words, iconName, key: key.toUpperCase(), name, run: () => run(name) }),
    );
    return [
      section(head(action("menu").name, close), list(lines)),
      this.completion(),
      section(toggle("practice", this.parts)),
    ];
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
      const board = settings.levelSize(name);
      return line({
        words: level(name),
        sub: message("new.level-size", { size: size(board), count: board.mines }),
        isOn: chosen === name,
        key: settings.keyMap.label(name),
        name,
        run: () => choices.level(name),
      });
    });
    return [
      section(head(action("pick-level").name, close), list(lines)),
      section(el("h2", {}, message("custom.title")), customForm(this.parts)),
    ];
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
    const lines = GRADES.map((value) =>
      line({
        words: gradeName(value),
        sub: grade(value).description,
        name: `grade-${value}`,
        isOn: chosen === value,
        run: () => choices.grade(value),
      }),
    );
    const about = el("p", { class: "muted" }, capitalized(message("home.no-guess")));
    return [section(head(action("pick-layout").name, close), about, list(lines))];
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
        words: ruleset(name).name,
        sub: ruleset(name).description,
        name: `ruleset-${name}`,
        isOn: settings.ruleset === name,
        run: () => choices.ruleset(name),
      }),
    );
    return [
      section(head(action("pick-rules").name, close), list(rulesets)),
      this.completion(),
      section(el("h2", {}, message("titles.details")), toggle("questions", this.parts), toggle("practice", this.parts)),
    ];
  }
}
