// @ts-check
// The command palette: every command by its name, in the panel and not over the board.

/** @import { Command, Parts } from "./types.js" */

import { commandTitle } from "./command-titles.js";
import { el, fill, icon, kbd, page, spacer } from "./dom.js";
import { message, pieces } from "./words.js";

const SHOWN = 12;

export class CommandPalette {
  /** @param {Pick<Parts, "settings" | "commands" | "run" | "close">} parts */
  constructor({ settings, commands, run, close }) {
    this.name = "commands";
    this._commands = commands;
    this._keyMap = settings.keyMap;
    this._runCommand = run;
    this._close = close;
    this._at = 0;
    /** @type {{ command: Command, title: string, at: number }[]} */
    this._found = [];
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
    this.element = page(
      el("div", { class: "find" }, el("b", { class: "accent" }, ":"), this._input, kbd("Esc")),
      this._list,
      spacer(),
      el("p", { class: "muted small" }, pieces("commands.note", { key: kbd(this._keyMap.label("pause")) })),
    );
    this._find();
  }

  focus() {
    this._input.focus();
  }

  _find() {
    const typed = this._input.value.trim().toLowerCase();
    this._found = findCommands([...this._commands.values()], typed).slice(0, SHOWN);
    this._at = 0;
    this._draw(typed.length);
  }

  /** @param {number} length */
  _draw(length) {
    const rows = this._found.map(({ command, title, at }, place) => {
      const marked = el("mark", {}, title.slice(at, at + length));
      const words = el("span", {}, title.slice(0, at), marked, title.slice(at + length));
      const attributes = {
        type: "button",
        class: `list-item ${place === this._at ? "on" : ""}`,
        role: "option",
        "aria-selected": String(place === this._at),
        tabindex: "-1",
        onclick: () => this._run(command),
      };
      return el("button", attributes, icon(command.icon), words, spacer(), kbd(this._keyMap.label(command.name)));
    });
    fill(this._list, rows.length ? rows : el("p", { class: "muted" }, message("commands.none")));
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step) {
      this._at = (this._at + step + this._found.length) % Math.max(1, this._found.length);
      this._draw(this._input.value.trim().length);
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

  /** @param {Command} command */
  _run(command) {
    this._close();
    this._runCommand(command.name);
  }
}

/**
 * Return the commands whose title has what was typed, those that begin with it first.
 * @param {Command[]} commands
 * @param {string} typed in lower case
 */
export function findCommands(commands, typed) {
  const found = commands
    .filter(({ isListed }) => isListed)
    .map((command) => ({ command, title: commandTitle(command.name) }))
    .map(({ command, title }) => ({ command, title, at: title.toLowerCase().indexOf(typed) }));
  return found.filter(({ at }) => at >= 0).sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1));
}
