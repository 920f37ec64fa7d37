// The editor of a theme of one's own: colours and shapes, seen at once on the whole page, with the contrast of each pair.

import type { Parts, Theme } from "../types.ts";

import { PAIR_COUNT, lowPairs } from "../themes/contrast.ts";
import { button, el, fill } from "../ui/dom.ts";
import { segments } from "./rows.ts";
import { drawThemeSample } from "./theme-cards.ts";
import { COLOURS, SCHEMES, STYLE_MOST, STYLE_WORDS, colourOf, ownName } from "../themes/stored-themes.ts";
import { withColour, writeTheme } from "../themes/file.ts";
import { saveFile } from "../ui/text-files.ts";
import { message, theme as themeWord, words, number } from "../ui/words.ts";

const PREVIEW_CELL = 34; // px

export class ThemeEditor {
  _settings;
  _themes;
  _actions;
  _draft: Theme | null = null;
  _before = "";
  _refreshers: (() => void)[] = [];
  _name: HTMLInputElement;
  _base: HTMLSelectElement;
  _canvas: HTMLCanvasElement;
  _contrast: HTMLDivElement;
  _note: HTMLParagraphElement;
  _delete: HTMLButtonElement;
  element: HTMLElement;

  /** @param actions `before` is the name that the theme had */
  constructor(
    { settings, themes }: Pick<Parts, "settings" | "themes">,
    {
      save,
      remove,
      close,
    }: {
      save: (theme: Theme, before: string) => void;
      remove: (name: string) => void;
      close: () => void;
    },
  ) {
    this._settings = settings;
    this._themes = themes;
    this._actions = { save, remove, close };
    this._name = el("input", { class: "field", maxlength: "40", "data-name": "theme-name" });
    this._base = el("select", { class: "field", "data-name": "theme-base" });
    this._canvas = el("canvas", { "aria-hidden": "true" });
    this._contrast = el("div", { class: "contrast", role: "status" });
    this._note = el("p", { class: "error", role: "alert" });
    this._delete = button(message("theme-editor.delete"), () => this._actions.remove(this._before), { kind: "quiet" });
    this.element = el(
      "section",
      { class: "theme-editor", hidden: true, "aria-label": message("theme-editor.title") },
      this._head(),
      el("div", { class: "sample" }, el("span", { class: "draft-sample" }, this._canvas), this._contrast),
      this._style(),
      Object.entries(COLOURS).map(([group, tokens]) => this._group(group, tokens)),
      this._note,
      this._buttons(),
    );
  }

  get isOpen() {
    return this._draft !== null;
  }

  follow(refresher: () => void) {
    this._refreshers.push(refresher);
  }

  /** Begin with an own theme, or with a copy of any other. */
  open(name: string) {
    const own = this._themes.own[name];
    this._before = own ? name : "";
    this._fillBases();
    const theme = this._themes.find(name);
    const draft = own ? { ...own } : { ...theme, name: this._freeName(), base: name };
    this._name.value = draft.name;
    this._base.value = draft.base ?? name;
    this._delete.hidden = !own;
    this.element.hidden = false;
    this._take(draft);
    this._name.focus();
  }

  close() {
    this._draft = null;
    this.element.hidden = true;
    this._themes.preview(null);
  }

  _freeName() {
    const usual = message("theme-editor.usual-name");
    let name = usual;
    for (let number = 2; ownName(name) in this._themes.own; number++) name = `${usual} ${number}`;
    return name;
  }

  _fillBases() {
    const names = this._themes.names;
    fill(
      this._base,
      names.map((name) => el("option", { value: name }, themeWord(name))),
    );
  }

  _head() {
    this._name.addEventListener("input", () => this._draft && this._take({ ...this._draft, name: this._name.value }));
    this._base.addEventListener("change", () => {
      const base = this._base.value;
      this._take({ ...this._themes.all[base], name: this._name.value, base });
    });
    return el(
      "div",
      { class: "option-list" },
      el("label", {}, el("span", { class: "name" }, message("theme-editor.name")), this._name),
      el("label", {}, el("span", { class: "name" }, message("theme-editor.base")), this._base),
    );
  }

  /** Kind, shape of squares and the rest that is no colour. */
  _style() {
    const titles = {
      cell: message("theme-editor.cell"),
      digits: message("theme-editor.digits"),
      hiddenPattern: message("theme-editor.pattern"),
    };
    const choices = Object.entries(titles).map(([name, title]) =>
      this._choice(
        title,
        name,
        STYLE_WORDS[name],
        (style) => style[name],
        (style, word) => ({ ...style, [name]: word }),
      ),
    );
    const sizes = {
      radius: message("theme-editor.radius"),
      gap: message("theme-editor.gap"),
      edge: message("theme-editor.edge"),
    };
    const sliders = Object.entries(sizes).map(([name, title]) => this._slider(title, name));
    return el("div", { class: "option-list" }, this._scheme(), choices, sliders);
  }

  _scheme() {
    const title = message("theme-editor.scheme");
    const parts = {
      title,
      chosen: () => this._draft?.scheme ?? "",
      choose: (scheme: string) => this._draft && this._take({ ...this._draft, scheme }),
    };
    const buttons = segments(
      this,
      SCHEMES.map((word) => ({ word, label: styleWord(word), name: `scheme-${word}` })),
      parts,
    );
    return el("div", {}, el("span", { class: "name" }, title), buttons);
  }

  _choice(
    title: string,
    name: string,
    values: string[],
    get: (style: any) => string,
    change: (style: any, word: string) => any,
  ) {
    const parts = {
      title,
      chosen: () => (this._draft ? get(this._draft.style) : ""),
      choose: (word: string) => this._draft && this._take({ ...this._draft, style: change(this._draft.style, word) }),
    };
    const buttons = segments(
      this,
      values.map((word) => ({ word, label: styleWord(word), name: `${name}-${word}` })),
      parts,
    );
    return el("div", {}, el("span", { class: "name" }, title), buttons);
  }

  _slider(title: string, name: string) {
    const bounds = { min: "0", max: String(STYLE_MOST[name]), step: "1" };
    const input = el("input", { type: "range", class: "slider", ...bounds, "data-name": `style-${name}` });
    const shown = el("output", { class: "amount" });
    input.addEventListener("input", () => {
      if (this._draft) this._take({ ...this._draft, style: { ...this._draft.style, [name]: Number(input.value) } });
    });
    this.follow(() => {
      const { [name]: value = 0 } = (this._draft?.style ?? {}) as Record<string, any>;
      input.value = String(value);
      shown.textContent = `${value}\u2009px`;
    });
    return el("label", {}, el("span", { class: "name" }, title), input, shown);
  }

  _group(group: string, tokens: string[]) {
    const fields = tokens.map((token) => {
      const input = el("input", { type: "color", "data-token": token });
      input.addEventListener("input", () => this._draft && this._take(withColour(this._draft, token, input.value)));
      this.follow(() => {
        if (this._draft) input.value = colourOf(this._draft, token);
      });
      return el("label", { class: "colour" }, input, words("tokens", token).name);
    });
    return el("fieldset", { class: `colours ${group}` }, el("legend", {}, groupWord(group)), fields);
  }

  _buttons() {
    return el(
      "div",
      { class: "row" },
      button(message("theme-editor.save"), () => this._save(), { kind: "primary" }),
      button(message("theme-editor.export"), () => this._export(), { iconName: "save" }),
      button(message("page.close"), () => this._actions.close()),
      this._delete,
    );
  }

  /** Show another state of the draft, everywhere. */
  _take(draft: Theme) {
    this._draft = draft;
    for (const refresh of this._refreshers) refresh();
    drawThemeSample(this._canvas, draft, PREVIEW_CELL);
    if (this._canvas.parentElement) this._canvas.parentElement.style.background = draft.frame;
    this._showContrast(draft);
    this._themes.preview(draft);
  }

  _showContrast(draft: Theme) {
    const low = lowPairs(draft);
    if (!low.length) {
      fill(this._contrast, el("p", { class: "muted small" }, message("theme-editor.readable", { count: PAIR_COUNT })));
      return;
    }
    const lines = low.map(({ one, other, ratio, floor }) => {
      const values = { one: tokenWord(one), other: tokenWord(other), ratio: number(ratio, 2), floor };
      return el("li", {}, message("theme-editor.low-pair", values));
    });
    fill(
      this._contrast,
      el("p", { class: "warn" }, message("theme-editor.low", { count: low.length })),
      el("ul", { class: "small" }, lines),
    );
  }

  /** The draft, if its name can be one. */
  _named() {
    const name = this._name.value.trim();
    const isName = ownName(name) !== "own:";
    this._note.textContent = isName ? "" : message("theme-file.no-name");
    return isName && this._draft ? { ...this._draft, name } : null;
  }

  _save() {
    const theme = this._named();
    if (theme) this._actions.save(theme, this._before);
  }

  _export() {
    const theme = this._named();
    if (theme) saveFile(`${ownName(theme.name).slice(4)}.json`, writeTheme(theme), "application/json");
  }
}

function tokenWord(token: string) {
  const { name } = words("tokens", token);
  return token.startsWith("number.") ? message("theme-editor.number", { number: name }) : name;
}

function styleWord(word: string) {
  const names: Record<string, string> = {
    light: message("theme-editor.light"),
    dark: message("theme-editor.dark"),
    tile: message("theme-editor.tile"),
    bevel: message("theme-editor.bevel"),
    outline: message("theme-editor.outline"),
    text: message("theme-editor.text"),
    segment: message("theme-editor.segment"),
    none: message("theme-editor.none"),
    hatch: message("theme-editor.hatch"),
  };
  return names[word];
}

function groupWord(group: string) {
  const names: Record<string, string> = {
    board: message("theme-editor.board"),
    numbers: message("theme-editor.numbers"),
    things: message("theme-editor.things"),
    hints: message("theme-editor.hints"),
    console: message("theme-editor.console"),
    page: message("theme-editor.page"),
  };
  return names[group];
}
