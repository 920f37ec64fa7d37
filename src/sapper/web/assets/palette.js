// The command palette: every command by its name, in the panel and not over the board.

import { el, fill, icon, kbd, page } from "./dom.js";

const SHOWN = 12;

export class Palette {
  constructor(app) {
    this.app = app;
    this.name = "commands";
    this._at = 0;
    this._input = el("input", {
      type: "text",
      "aria-label": "Command",
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
      el("div", { class: "find" }, el("b", { class: "acc" }, ":"), this._input, kbd("Esc")),
      this._list,
      el("span", { class: "sp" }),
      el(
        "p",
        { class: "mut small" },
        "Commands open here, beside the board, and the clock runs on. ",
        kbd(app.keyMap.label("pause")),
        " pauses.",
      ),
    );
    this._find();
  }

  focus() {
    this._input.focus();
  }

  _find() {
    const typed = this._input.value.trim().toLowerCase();
    const found = [];
    for (const command of this.app.commands.values()) {
      const at = command.title.toLowerCase().indexOf(typed);
      if (at >= 0 && command.isListed !== false) found.push({ command, at });
    }
    found.sort((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1));
    this._found = found.slice(0, SHOWN);
    this._at = 0;
    this._draw(typed.length);
  }

  _draw(length) {
    const rows = this._found.map(({ command, at }, place) => {
      const { title } = command;
      const words = el(
        "span",
        {},
        title.slice(0, at),
        el("mark", {}, title.slice(at, at + length)),
        title.slice(at + length),
      );
      return el(
        "button",
        {
          type: "button",
          class: `li ${place === this._at ? "on" : ""}`,
          role: "option",
          "aria-selected": String(place === this._at),
          tabindex: "-1",
          onclick: () => this._run(command),
        },
        icon(command.icon),
        words,
        el("span", { class: "sp" }),
        kbd(this.app.keyMap.label(command.key ?? command.name)),
      );
    });
    fill(this._list, rows.length ? rows : el("p", { class: "mut" }, "No command has that name."));
  }

  _key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this._at = (this._at + step + this._found.length) % Math.max(1, this._found.length);
      this._draw(this._input.value.trim().length);
    } else if (event.key === "Enter" && this._found[this._at]) {
      this._run(this._found[this._at].command);
    } else if (event.key === "Escape") {
      this.app.closePanel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  _run(command) {
    this.app.closePanel();
    this.app.run(command.name);
  }
}
