// The command palette: every command by its name, in the panel and not over the board.

import type { Command, Parts } from "../../types.ts";

import { commandTitle } from "./command-titles.ts";
import { el, fill, icon, kbd, page, spacer } from "../../ui/dom.ts";
import { match } from "./search.ts";
import { ownThemeCommands, settingCommands } from "../../settings/commands.ts";
import { message, pieces, synonyms } from "../../ui/words.ts";

interface Found {
  command: Command;
  title: string;
  score: number;
  marks: number[];
}

export class CommandPalette {
  name = "commands";
  _commands: Command[];
  _keyMap;
  _runCommand: (name: string) => void;
  _close: () => void;
  _at = 0;
  _found: Found[] = [];
  _input: HTMLInputElement;
  _list: HTMLDivElement;
  element: HTMLDivElement;

  constructor({
    settings,
    themes,
    commands,
    run,
    close,
  }: Pick<Parts, "settings" | "themes" | "commands" | "run" | "close">) {
    this._commands = [...commands.values(), ...ownThemeCommands(settings, themes), ...settingCommands(settings)];
    this._keyMap = settings.keyMap;
    this._runCommand = run;
    this._close = close;
    this._input = el("input", {
      type: "text",
      "aria-label": message("commands.label"),
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": "found",
    });
    this._list = el("div", { class: "list", id: "found", role: "listbox" });
    this._input.addEventListener("input", () => this._find());
    this._input.addEventListener("keydown", (event) => this._key(event));
    const leave = el(
      "button",
      { type: "button", class: "tool", onclick: close },
      kbd("Esc"),
      el("span", { class: "unseen" }, message("page.close")),
    );
    this.element = page(
      el("div", { class: "find" }, el("b", { class: "accent" }, ":"), this._input, leave),
      this._list,
      el("p", { class: "muted small" }, pieces("commands.note", { key: kbd(this._keyMap.label("pause")) })),
    );
    this.element.classList.add("palette");
    this._find();
  }

  focus() {
    this._input.focus();
  }

  _find() {
    this._found = findCommands(this._commands, this._input.value);
    this._at = 0;
    this._draw();
  }

  _draw() {
    const rows = this._found.map(({ command, title, marks }, place) => {
      const attributes = {
        type: "button",
        class: `list-item ${place === this._at ? "on" : ""}`,
        role: "option",
        id: `found-${place}`,
        "aria-selected": String(place === this._at),
        tabindex: "-1",
        onclick: () => this._run(command),
      };
      const words = el("span", {}, marked(title, marks));
      return el("button", attributes, icon(command.icon), words, spacer(), kbd(this._keyMap.label(command.name)));
    });
    fill(this._list, rows.length ? rows : el("p", { class: "muted" }, message("commands.none")));
    this._input.setAttribute("aria-activedescendant", rows.length ? `found-${this._at}` : "");
    rows[this._at]?.scrollIntoView({ block: "nearest" });
  }

  _key(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      this._at = (this._at + step + this._found.length) % Math.max(1, this._found.length);
      this._draw();
    } else if (event.key === "Enter" && this._found[this._at]) {
      this._run(this._found[this._at].command);
    } else if (event.key === "Escape") {
      this._close();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  _run(command: Command) {
    this._close();
    if (command.title) command.run();
    else this._runCommand(command.name);
  }
}

/** A title with some of its letters pointed out. */
const marked = (title: string, marks: number[]) =>
  [...title].map((letter, at) => (marks.includes(at) ? el("mark", {}, letter) : letter));

/** Return the commands that fit what was typed, the best first. */
export function findCommands(commands: Command[], typed: string): Found[] {
  const found: Found[] = [];
  for (const command of commands.filter(({ isListed }) => isListed)) {
    const title = command.title ?? commandTitle(command.name);
    const fit = match(title, typed, synonyms(command.name));
    if (fit) found.push({ command, title, ...fit });
  }
  return found.sort((a, b) => a.score - b.score);
}
