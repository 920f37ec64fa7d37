// Menus and pickers in the panel: the game menu of the Amiga with its letters, levels, layouts, rules.

import type { Settings } from "../input/settings.ts";
import type { Parts } from "../types.ts";

import { COMPLETIONS } from "./commands.ts";
import { customForm } from "./custom-form.ts";
import { el, icon, kbd, page, section, setIcon, spacer } from "../ui/dom.ts";
import { fitScreen } from "./fit-screen.ts";
import { GRADES, gradeName } from "./grades.ts";
import { head } from "../board/widgets.ts";
import { RuleFields } from "./rule-fields.ts";
import { isBegun } from "../state.ts";
import { action, capitalized, grade, level, message, rule, ruleset, size } from "../ui/words.ts";

type MenuParts = Pick<Parts, "state" | "settings" | "choices" | "run" | "close">;

interface Line {
  words: string;
  name: string;
  run: () => void;
  sub?: string;
  image?: Element;
  isOn?: () => boolean;
  key?: string;
}

const SVG = "http://www.w3.org/2000/svg";
/** Lines across and down in the pictures of the levels. */
const GRIDS: Record<string, number> = { beginner: 1, intermediate: 2, expert: 4 };

/** What a board that fills the screen is like. */
function fitText(settings: Settings) {
  const { width, height, mines } = fitScreen(settings);
  const like = settings.levelName(settings.levelSize(settings.get("game", "level")));
  return message("phone.fit-text", { size: size({ width, height }), mines, level: like });
}

const list = (lines: HTMLElement[]) => el("div", { class: "list" }, lines);

/** A picture of a level: a board with more lines the larger it is. */
function gridIcon(lines: number) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const steps = Array.from({ length: lines }, (_, at) => 3 + ((at + 1) * 18) / (lines + 1));
  path.setAttribute("d", `M3 3h18v18H3z${steps.map((at) => `M${at} 3v18M3 ${at}h18`).join("")}`);
  svg.setAttribute("class", "icon thin");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(path);
  return svg;
}

/** Pages that show choices are made once. What a choice changes is brought up to date in place, so the focus stays. */
class ChoicePage {
  parts: MenuParts;
  name: string;
  _refreshers: (() => void)[] = [];
  _drawn = "";
  fields: RuleFields;
  element: HTMLDivElement;

  constructor(parts: MenuParts, name: string) {
    this.parts = parts;
    this.name = name;
    this.fields = new RuleFields(parts);
    this.element = page(this.sections());
    this.update();
  }

  update() {
    const { settings, state, choices } = this.parts;
    const { game } = state;
    const drawn = JSON.stringify([settings.given("game"), game?.id, game?.status, choices.completion, choices.marks]);
    if (drawn === this._drawn) return;
    this._drawn = drawn;
    this.fields.refresh();
    for (const refresh of this._refreshers) refresh();
  }

  sections(): HTMLElement[] {
    return [];
  }

  whenChanged(refresh: () => void) {
    this._refreshers.push(refresh);
  }

  /** Says that a choice waits for the next game, while one is played that it cannot change any more. */
  whenNote() {
    const note = el("p", { class: "muted small" }, message("new.applies-next"));
    this.whenChanged(() => {
      note.hidden = !isBegun(this.parts.state);
    });
    return note;
  }

  /** A line of a list: icon or tick, words, key. */
  line({ words, sub, image, isOn, key, run, name }: Line) {
    const tick = icon("check", "icon tick");
    const node = el(
      "button",
      { type: "button", class: "list-item", "data-name": name, onclick: run },
      (image as HTMLElement | undefined) ?? (isOn ? tick : null),
      el("span", {}, words, sub ? el("span", { class: "sub" }, sub) : null),
      spacer(),
      kbd(key),
    );
    if (isOn) {
      this.whenChanged(() => {
        node.setAttribute("aria-pressed", String(isOn()));
        tick.classList.toggle("off", !isOn());
      });
    }
    return node;
  }

  completion() {
    const { choices } = this.parts;
    const { title, value: nameOf } = rule("completion");
    const lines = COMPLETIONS.map((value) =>
      this.line({
        words: nameOf(value),
        name: `completion-${value}`,
        isOn: () => choices.completion === value,
        run: () => choices.rule("completion", value),
      }),
    );
    return section(el("h2", {}, title), list(lines));
  }
}

/** S4's Game and Completion menus, with their letters: they act while the menu is open. */
export class GameMenu extends ChoicePage {
  constructor(parts: MenuParts) {
    super(parts, "menu");
  }

  get _entries(): [key: string, words: string, image: string, name: string][] {
    return [
      ["n", action("new").name, "play", "new"],
      ["b", level("beginner"), "", "beginner"],
      ["i", level("intermediate"), "", "intermediate"],
      ["e", level("expert"), "", "expert"],
      ["c", message("custom.title"), "settings", "custom"],
      ["m", rule("questions").title, "question", "marks"],
      ["t", action("best-times").name, "trophy", "best-times"],
      ["?", action("about").name, "book", "about"],
      ["p", message("pause.pause"), "pause", "pause"],
      ["q", action("quit").name, "close", "quit"],
    ];
  }

  sections() {
    const { run, close } = this.parts;
    const lines = this._entries.map(([key, words, image, name]) =>
      this.line({
        words,
        image: image ? icon(image) : gridIcon(GRIDS[name]),
        key: key.toUpperCase(),
        name,
        run: () => run(name),
      }),
    );
    this.whenChanged(() => this._refresh(lines));
    return [
      section(head(action("menu").name, close), list(lines)),
      this.completion(),
      section(this.fields.practice(), this.whenNote()),
    ];
  }

  /** The entries that change: whether there are question marks, and what Pause would do. */
  _refresh(lines: HTMLElement[]) {
    const { state, choices } = this.parts;
    const of = (name: string) => lines.find((node) => node.dataset.name === name) as HTMLElement;
    of("marks").setAttribute("aria-pressed", String(choices.marks));
    if (of("marks").firstElementChild)
      setIcon(of("marks").firstElementChild as Element, choices.marks ? "check" : "question");
    const words = state.game?.isPaused ? message("pause.resume") : message("pause.pause");
    (of("pause").children[1] as HTMLElement).textContent = words;
  }

  key(typed: string) {
    const entry = this._entries.find(([key]) => key === typed);
    if (!entry) return false;
    this.parts.run(entry[3]);
    return true;
  }
}

export class LevelPicker extends ChoicePage {
  constructor(parts: MenuParts) {
    super(parts, "pick-level");
  }

  sections() {
    const { settings, choices, run, close } = this.parts;
    const lines = Object.keys(settings.schema.levels).map((name) => {
      const board = settings.levelSize(name);
      return this.line({
        words: level(name),
        sub: message("new.level-size", { size: size(board), count: board.mines }),
        isOn: () => settings.get("game", "level") === name,
        key: settings.keyMap.label(name),
        name,
        run: () => choices.level(name),
      });
    });
    const fit = this.line({
      words: action("fit-screen").name,
      sub: fitText(settings),
      image: icon("target"),
      name: "fit-screen",
      run: () => run("fit-screen"),
    });
    const seed = this.line({
      words: action("enter-seed").name,
      image: icon("lock"),
      name: "enter-seed",
      run: () => run("enter-seed"),
    });
    return [
      section(head(action("pick-level").name, close), list([...lines, fit, seed])),
      section(el("h2", {}, message("custom.title")), customForm(this.parts)),
    ];
  }
}

export class LayoutPicker extends ChoicePage {
  constructor(parts: MenuParts) {
    super(parts, "pick-layout");
  }

  sections() {
    const { settings, choices, close } = this.parts;
    const lines = GRADES.map((value) =>
      this.line({
        words: gradeName(value),
        sub: grade(value).description,
        name: `grade-${value}`,
        isOn: () => settings.get("game", "no-guess") === value,
        run: () => choices.grade(value),
      }),
    );
    const about = el("p", { class: "muted" }, capitalized(message("home.no-guess")));
    return [section(head(action("pick-layout").name, close), about, list(lines), this.whenNote())];
  }
}

export class RulesPicker extends ChoicePage {
  constructor(parts: MenuParts) {
    super(parts, "pick-rules");
  }

  sections() {
    const { settings, choices, close } = this.parts;
    const { fields } = this;
    const rulesets = Object.keys(settings.schema.rulesets).map((name) =>
      this.line({
        words: ruleset(name).name,
        sub: ruleset(name).description,
        name: `ruleset-${name}`,
        isOn: () => settings.ruleset === name,
        run: () => choices.ruleset(name),
      }),
    );
    return [
      section(head(action("pick-rules").name, close), list(rulesets), this.whenNote()),
      this.completion(),
      section(el("h2", {}, message("titles.details")), fields.marks()),
      section(
        el("h2", {}, message("new.next-game")),
        fields.firstClick(),
        fields.assists(),
        fields.lives(),
        fields.practice(),
        fields.details(),
      ),
    ];
  }
}
