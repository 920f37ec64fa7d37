// Menus and pickers in the panel: the game menu of the Amiga with its letters, levels, layouts, rules, a custom field.

import { el, icon, kbd, page, section } from "./dom.js";
import { head } from "./parts.js";
import { titleCase } from "./settings.js";
import { COMPLETION, GRADES, RULESETS } from "./words.js";

/** A line of a list: icon or tick, words, key. */
function line(app, { words, sub, iconName, isOn, key, run, name }) {
  const image = iconName
    ? icon(iconName)
    : isOn === undefined
      ? null
      : isOn
        ? icon("check", "i tick")
        : el("span", { class: "tick" });
  return el(
    "button",
    {
      type: "button",
      class: "li",
      "aria-pressed": isOn === undefined ? null : String(isOn),
      "data-name": name,
      onclick: run,
    },
    image,
    el("span", {}, words, sub ? el("span", { class: "sub" }, sub) : null),
    el("span", { class: "sp" }),
    kbd(key),
  );
}

/** What a change of rules will do: at once before the first move, with the next game after it. */
function whenNote(app) {
  const isBegun = app.game && app.game.status !== "ready" && !app.game.isOver;
  return isBegun
    ? el("p", { class: "mut small" }, "This game goes on as it began. What you choose here is for the next one.")
    : null;
}

/** Pages that show choices draw themselves again when one is made. */
class ChoicePage {
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.element = page();
    this.update();
  }

  update() {
    const state = JSON.stringify([this.app.settings.given("game"), this.app.game?.id, this.app.game?.status]);
    if (state === this._state) return;
    this._state = state;
    this.element.replaceChildren(...this._parts().filter(Boolean));
  }
}

/** S4's Game and Completion menus, with their letters: they act while the menu is open. */
export class GameMenu extends ChoicePage {
  constructor(app) {
    super(app, "menu");
  }

  get _entries() {
    const { app } = this;
    return [
      ["n", "New", "play", "new"],
      ["b", "Beginner", "home", "beginner"],
      ["i", "Intermediate", "home", "intermediate"],
      ["e", "Expert", "home", "expert"],
      ["c", "Custom", "home", "custom"],
      ["m", "Marks (?)", app.settings.rule("questions") ? "check" : "question", "marks"],
      ["t", "Best times", "trophy", "best-times"],
      ["?", "About", "book", "about"],
      ["p", app.game?.isPaused ? "Go on" : "Pause", "pause", "pause"],
      ["q", "Quit", "close", "quit"],
    ];
  }

  _parts() {
    const { app } = this;
    const { settings } = app;
    const lines = this._entries.map(([key, words, iconName, name]) =>
      line(app, { words, iconName, key: key.toUpperCase(), name, run: () => app.run(name) }),
    );
    const completion = COMPLETION.map(([value, words]) =>
      line(app, {
        words,
        name: `completion-${value}`,
        isOn: settings.rule("completion") === value,
        run: () => app.chooseRule("completion", value),
      }),
    );
    return [
      section(head(app, "Game"), el("div", { class: "list" }, lines)),
      section(el("h2", {}, "Completion"), el("div", { class: "list" }, completion)),
      section(practiceSwitch(app)),
      el("span", { class: "sp" }),
      whenNote(app),
    ];
  }

  key(typed) {
    const entry = this._entries.find(([key]) => key === typed);
    if (!entry) return false;
    this.app.run(entry[3]);
    return true;
  }
}

function toggle(label, isOn, change) {
  const input = el("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    checked: isOn,
    onchange: () => change(input.checked),
  });
  return el("label", { class: "line" }, el("span", {}, label), input);
}

const practiceSwitch = (app) =>
  toggle("Practice: moves can be undone", app.settings.rule("practice"), (isOn) => app.chooseRule("practice", isOn));

export class LevelPicker extends ChoicePage {
  constructor(app) {
    super(app, "pick-level");
  }

  _parts() {
    const { app } = this;
    const { settings, keyMap } = app;
    const chosen = settings.get("game", "level");
    const known = ["beginner", "intermediate", "expert", "beginner-9", "expert-amiga"].filter(
      (name) => name in settings.schema.levels,
    );
    const lines = known.map((name) => {
      const { width, height, mines } = settings.levelSize(name);
      const words = titleCase(name.replace("-9", " 9×9").replace("-amiga", " 32×16"));
      const key = keyMap.bindings[name] ? keyMap.label(name) : "";
      return line(app, {
        words,
        sub: `${width}×${height}, ${mines} mines`,
        isOn: chosen === name,
        key,
        name,
        run: () => app.chooseLevel(name),
      });
    });
    return [
      section(head(app, "Level"), el("div", { class: "list" }, lines)),
      section(el("h2", {}, "Custom"), customForm(app)),
    ];
  }
}

/** Width, height and mines as sliders and numbers; the density in words. */
function customForm(app) {
  const { settings } = app;
  const size = settings.levelSize(settings.get("game", "level"));
  const largest = settings.schema.rulesets[settings.ruleset].largest;
  const [, mostWide, mostHigh, mostMines] = /^(\d+)x(\d+)\/(\d+)$/.exec(largest ?? "") ?? [];
  const limit = {
    width: Number(mostWide) || 1000,
    height: Number(mostHigh) || 1000,
    mines: Number(mostMines) || 999_999,
  };
  const note = el("p", { class: "mut small" });
  const error = el("p", { class: "error small", role: "alert" });
  const inputs = {};
  const values = () =>
    Object.fromEntries(Object.entries(inputs).map(([name, { number }]) => [name, Math.floor(Number(number.value))]));
  const check = () => {
    const { width, height, mines } = values();
    const cells = width * height;
    const density = mines / cells;
    inputs.mines.range.max = Math.min(limit.mines, cells - 1);
    note.textContent = Number.isFinite(density)
      ? `Density ${(density * 100).toFixed(1)}\u2009%${densityWords(density)}`
      : "";
    error.textContent = "";
  };
  const field = (name, label) => {
    const range = el("input", {
      type: "range",
      min: "1",
      max: String(Math.min(limit[name], name === "mines" ? size.width * size.height - 1 : 60)),
      value: String(size[name]),
      "aria-label": `${label}, slider`,
    });
    const number = el("input", {
      type: "number",
      class: "field",
      min: name === "mines" ? "0" : "1",
      max: String(limit[name]),
      value: String(size[name]),
      "aria-label": label,
      name,
    });
    range.addEventListener("input", () => {
      number.value = range.value;
      check();
    });
    number.addEventListener("input", () => {
      range.value = number.value;
      check();
    });
    inputs[name] = { range, number };
    return [el("span", {}, label), range, number];
  };
  const fields = [field("width", "Width"), field("height", "Height"), field("mines", "Mines")];
  const submit = (event) => {
    event.preventDefault();
    const { width, height, mines } = values();
    const trouble = customTrouble(width, height, mines, limit, app.mostCells);
    if (trouble) error.textContent = trouble;
    else app.chooseLevel(`${width}x${height}/${mines}`);
  };
  check();
  return el(
    "form",
    { class: "sec custom", onsubmit: submit, novalidate: true },
    el("div", { class: "form" }, fields),
    note,
    error,
    el("button", { type: "submit", class: "btn primary big" }, "Play this field"),
  );
}

function densityWords(density) {
  if (density < 0.14) return ", easier than Beginner.";
  if (density < 0.17) return ", like Beginner and Intermediate.";
  if (density < 0.215) return ", between Intermediate and Expert.";
  return ", harder than Expert.";
}

function customTrouble(width, height, mines, limit, mostCells) {
  if (!(width >= 1 && height >= 1 && mines >= 0)) return "Width, height and mines are whole numbers.";
  if (width > limit.width || height > limit.height)
    return `These rules allow fields up to ${limit.width}×${limit.height}.`;
  if (mostCells && width * height > mostCells) return `This server allows fields of up to ${mostCells} squares.`;
  if (mines > Math.min(limit.mines, width * height - 1))
    return `A ${width}×${height} field takes 0 to ${Math.min(limit.mines, width * height - 1)} mines.`;
  return "";
}

export class CustomPage {
  constructor(app) {
    this.name = "custom";
    this.element = page(section(head(app, "Custom field"), customForm(app)));
  }

  focus() {
    this.element.querySelector("input[name=width]").select();
  }
}

export class LayoutPicker extends ChoicePage {
  constructor(app) {
    super(app, "pick-layout");
  }

  _parts() {
    const { app } = this;
    const chosen = app.settings.get("game", "no-guess");
    const lines = GRADES.map(([value, words, sub]) =>
      line(app, { words, sub, name: `grade-${value}`, isOn: chosen === value, run: () => app.chooseLayout(value) }),
    );
    return [
      section(
        head(app, "No-guess"),
        el("p", { class: "mut" }, "How much logic the board may ask of you."),
        el("div", { class: "list" }, lines),
      ),
      el("span", { class: "sp" }),
      whenNote(app),
    ];
  }
}

export class RulesPicker extends ChoicePage {
  constructor(app) {
    super(app, "pick-rules");
  }

  _parts() {
    const { app } = this;
    const { settings } = app;
    const rulesets = Object.keys(settings.schema.rulesets).map((name) =>
      line(app, {
        words: titleCase(name),
        sub: RULESETS[name],
        name: `ruleset-${name}`,
        isOn: settings.ruleset === name,
        run: () => app.chooseRuleset(name),
      }),
    );
    const completion = COMPLETION.map(([value, words]) =>
      line(app, {
        words,
        name: `completion-${value}`,
        isOn: settings.rule("completion") === value,
        run: () => app.chooseRule("completion", value),
      }),
    );
    return [
      section(head(app, "Rules"), el("div", { class: "list" }, rulesets)),
      section(el("h2", {}, "Completion"), el("div", { class: "list" }, completion)),
      section(
        el("h2", {}, "Details"),
        toggle("Marks (?): blank, flag, ?, blank", settings.rule("questions"), (isOn) =>
          app.chooseRule("questions", isOn),
        ),
        practiceSwitch(app),
      ),
      el("span", { class: "sp" }),
      whenNote(app),
    ];
  }
}

/** What the seal promises. */
export class SealPage {
  constructor(app) {
    this.name = "seal";
    const { game } = app;
    this.element = page(
      section(
        head(app, "The seal"),
        el("p", { class: "say" }, "This board was decided before your first click, and it cannot be changed any more."),
        el(
          "p",
          { class: "mut" },
          "The seal is a fingerprint of the seed. After the end the seed is shown, and anybody can check that it opens the seal.",
        ),
        el("p", { class: "mono tiny" }, game.digest),
      ),
    );
  }
}
