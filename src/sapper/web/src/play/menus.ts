// Menus and pickers in the panel: the game menu of the Amiga with its letters, levels, layouts, rules.

import type { Settings } from "../input/settings.ts";
import type { Parts } from "../types.ts";
import type { TemplateResult } from "../ui/template.ts";

import { COMPLETIONS } from "./commands.ts";
import { customForm } from "./new-game/custom-form.ts";
import { page } from "../ui/dom.ts";
import { html, icon, nothing, render, spacer } from "../ui/template.ts";
import { fitScreen } from "./new-game/fit-screen.ts";
import { GRADES, gradeName } from "./new-game/grades.ts";
import { head } from "../board/widgets.ts";
import { RuleFields } from "./new-game/rule-fields.ts";
import { isBegun } from "../state.ts";
import { action, capitalized, grade, level, message, rule, ruleset, size } from "../ui/words.ts";

type MenuParts = Pick<Parts, "state" | "settings" | "choices" | "run" | "close">;

/** A line of a list: an image or a tick, words, a key. */
interface Line {
  words: string;
  name: string;
  run: () => void;
  sub?: string;
  image?: TemplateResult;
  isOn?: boolean; // of a line that can be chosen
  key?: string;
}

/** Lines across and down in the pictures of the levels. */
const GRIDS: Record<string, number> = { beginner: 1, intermediate: 2, expert: 4 };

/** What a board that fills the screen is like. */
function fitText(settings: Settings) {
  const { width, height, mines } = fitScreen(settings);
  const like = settings.levelName(settings.levelSize(settings.get("game", "level")));
  return message("phone.fit-text", { size: size({ width, height }), mines, level: like });
}

/** A picture of a level: a board with more lines the larger it is. */
function gridIcon(lines: number) {
  const steps = Array.from({ length: lines }, (_, at) => 3 + ((at + 1) * 18) / (lines + 1));
  const path = `M3 3h18v18H3z${steps.map((at) => `M${at} 3v18M3 ${at}h18`).join("")}`;
  return html`<svg class="icon thin" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;
}

const tick = (isOn: boolean) => icon("check", isOn ? "icon tick" : "icon tick off");

const line = ({ words, sub, image, isOn, key, run, name }: Line) => html`
  <button type="button" class="list-item" data-name=${name} aria-pressed=${isOn ?? nothing} @click=${run}>
    ${image ?? (isOn === undefined ? null : tick(isOn))}
    <span>${words}${sub ? html`<span class="sub">${sub}</span>` : null}</span>
    ${spacer}${key ? html`<kbd>${key}</kbd>` : null}
  </button>`;

const list = (lines: Line[]) => html`<div class="list">${lines.map(line)}</div>`;

/** A page of choices; the fields of its rules are made once, so that what is typed in them stays. */
class ChoicePage {
  parts: MenuParts;
  name: string;
  fields: RuleFields;
  head: HTMLElement;
  element = page();

  constructor(parts: MenuParts, name: string) {
    this.parts = parts;
    this.name = name;
    this.fields = new RuleFields(parts);
    this.head = head(action(name).name, parts.close);
  }

  update() {
    this.fields.refresh();
    render(this.view(), this.element);
  }

  view(): TemplateResult | typeof nothing {
    return nothing;
  }

  /** Says that a choice waits for the next game, while one is played that it cannot change any more. */
  note() {
    return html`<p class="muted small" ?hidden=${!isBegun(this.parts.state)}>${message("new.applies-next")}</p>`;
  }

  completion() {
    const { choices } = this.parts;
    const { title, value: nameOf } = rule("completion");
    const lines = COMPLETIONS.map((value) => ({
      words: nameOf(value),
      name: `completion-${value}`,
      isOn: choices.completion === value,
      run: () => choices.rule("completion", value),
    }));
    return html`<section class="group"><h2>${title}</h2>${list(lines)}</section>`;
  }
}

/** S4's Game and Completion menus, with their letters: they act while the menu is open. */
export class GameMenu extends ChoicePage {
  _practice: HTMLElement;

  constructor(parts: MenuParts) {
    super(parts, "menu");
    this._practice = this.fields.practice();
  }

  get _entries(): [key: string, words: string, image: string, name: string][] {
    const { state, choices } = this.parts;
    return [
      ["n", action("new").name, "play", "new"],
      ["b", level("beginner"), "", "beginner"],
      ["i", level("intermediate"), "", "intermediate"],
      ["e", level("expert"), "", "expert"],
      ["c", message("custom.title"), "settings", "custom"],
      ["m", rule("questions").title, choices.marks ? "check" : "question", "marks"],
      ["t", action("best-times").name, "trophy", "best-times"],
      ["?", action("about").name, "book", "about"],
      ["p", state.game?.isPaused ? message("pause.resume") : message("pause.pause"), "pause", "pause"],
      ["q", action("quit").name, "close", "quit"],
    ];
  }

  view() {
    const { run, choices } = this.parts;
    const lines = this._entries.map(([key, words, image, name]) => ({
      words,
      image: image ? icon(image) : gridIcon(GRIDS[name]),
      key: key.toUpperCase(),
      name,
      isOn: name === "marks" ? choices.marks : undefined,
      run: () => run(name),
    }));
    return html`
      <section class="group">${this.head}${list(lines)}</section>
      ${this.completion()}
      <section class="group">${this._practice}${this.note()}</section>`;
  }

  key(typed: string) {
    const entry = this._entries.find(([key]) => key === typed);
    if (!entry) return false;
    this.parts.run(entry[3]);
    return true;
  }
}

export class LevelPicker extends ChoicePage {
  _form: HTMLElement;

  constructor(parts: MenuParts) {
    super(parts, "pick-level");
    this._form = customForm(parts);
  }

  view() {
    const { settings, choices, run } = this.parts;
    const lines = Object.keys(settings.schema.levels).map((name) => {
      const board = settings.levelSize(name);
      return {
        words: level(name),
        sub: message("new.level-size", { size: size(board), count: board.mines }),
        isOn: settings.get("game", "level") === name,
        key: settings.keyMap.label(name),
        name,
        run: () => choices.level(name),
      };
    });
    const others = [
      { name: "fit-screen", sub: fitText(settings), image: icon("target") },
      { name: "enter-seed", image: icon("lock") },
    ].map((other) => ({ ...other, words: action(other.name).name, run: () => run(other.name) }));
    return html`
      <section class="group">${this.head}${list([...lines, ...others])}</section>
      <section class="group"><h2>${message("custom.title")}</h2>${this._form}</section>`;
  }
}

export class LayoutPicker extends ChoicePage {
  constructor(parts: MenuParts) {
    super(parts, "pick-layout");
  }

  view() {
    const { settings, choices } = this.parts;
    const lines = GRADES.map((value) => ({
      words: gradeName(value),
      sub: grade(value).description,
      name: `grade-${value}`,
      isOn: settings.get("game", "no-guess") === value,
      run: () => choices.grade(value),
    }));
    const about = capitalized(message("home.no-guess"));
    return html`<section class="group">${this.head}<p class="muted">${about}</p>${list(lines)}${this.note()}</section>`;
  }
}

export class RulesPicker extends ChoicePage {
  _marks: HTMLElement;
  _nextGame: (HTMLElement | HTMLElement[])[];

  constructor(parts: MenuParts) {
    super(parts, "pick-rules");
    const { fields } = this;
    this._marks = fields.marks();
    this._nextGame = [
      fields.firstClick(),
      fields.guessing(),
      fields.assists(),
      fields.lives(),
      fields.practice(),
      fields.details(),
    ];
  }

  view() {
    const { settings, choices } = this.parts;
    const rulesets = Object.keys(settings.schema.rulesets).map((name) => ({
      words: ruleset(name).name,
      sub: ruleset(name).description,
      name: `ruleset-${name}`,
      isOn: settings.ruleset === name,
      run: () => choices.ruleset(name),
    }));
    return html`
      <section class="group">${this.head}${list(rulesets)}${this.note()}</section>
      ${this.completion()}
      <section class="group"><h2>${message("titles.details")}</h2>${this._marks}</section>
      <section class="group"><h2>${message("new.next-game")}</h2>${this._nextGame}</section>`;
  }
}
