// Help in the panel: how to play, every key, and what this is.

import type { KeyMap } from "../../input/keys.ts";
import type { Settings } from "../../input/settings.ts";
import type { Parts } from "../../types.ts";

import { el, fill, kbd, page, section } from "../../ui/dom.ts";
import { isCoarse } from "../../play/new-game/fit-screen.ts";
import { helpPage, readHelp } from "./pages.ts";
import { head } from "../../board/widgets.ts";
import { USUAL_SCHEME } from "../../input/settings.ts";
import { action, capitalized, lines, message, setting, words } from "../../ui/words.ts";

/** Every action with its keys. */
const keyRows = (keyMap: KeyMap) =>
  Object.keys(keyMap.bindings).map((name) =>
    el("div", {}, el("span", {}, action(name).name), keyMap.labels(name).map(kbd)),
  );

export class HelpPage {
  name = "help";
  _themes;
  _pages: HTMLDivElement;
  element: HTMLDivElement;

  constructor({ state, settings, themes, close }: Pick<Parts, "state" | "settings" | "themes" | "close">) {
    this._themes = themes;
    const { keyMap } = settings;
    const profile = setting("keys", "profile").value(keyMap.profile);
    const advice = lines("help.advice").map((text) => el("li", {}, text));
    this._pages = el("div", { class: "group help-pages", "aria-busy": "true" });
    this.element = page(
      section(head(message("help.how-to-play"), close), el("ul", { class: "group" }, advice)),
      isCoarse() || state.isTouch ? touchPart(settings) : mousePart(),
      section(this._pages),
      section(
        el("h2", {}, message("titles.profile-keys", { profile })),
        el("div", { class: "key-list" }, keyRows(keyMap)),
      ),
    );
    this._read();
  }

  async _read() {
    const pages = await readHelp().catch(() => null);
    this._pages.setAttribute("aria-busy", "false");
    if (pages)
      fill(
        this._pages,
        pages.map((one) => helpPage(one, this._themes.current)),
      );
    else fill(this._pages, el("p", { class: "muted" }, message("page.not-loaded")));
  }
}

/** What the mouse does. */
const mousePart = () => paragraphs(message("titles.mouse"), lines("help.mouse"));

/** What fingers do, by the scheme that was chosen. */
function touchPart(settings: Settings) {
  const scheme = String(settings.given("controls").touch ?? USUAL_SCHEME);
  const { name, description } = words("touch", scheme);
  const others = lines("help.touch");
  return paragraphs(message("help.fingers"), [`${name}. ${description}.`, ...others]);
}

const paragraphs = (title: string, texts: string[]) =>
  section(
    el("h2", {}, title),
    texts.map((text) => el("p", { class: "muted small" }, text)),
  );

export class AboutPage {
  name = "about";
  _state;
  _program: HTMLParagraphElement;
  element: HTMLDivElement;

  constructor({ state, close }: Pick<Parts, "state" | "close">) {
    this._state = state;
    this._program = el("p", { class: "muted" });
    this.element = page(
      section(
        head(action("about").name, close),
        el("h1", {}, "Sapper"),
        this._program,
        el("p", { class: "sentence" }, message("help.slogan")),
        el("p", { class: "muted small" }, `${message("help.developers")} ${message("help.licence")}`),
      ),
    );
    this.update();
  }

  /** The server says which version it is. */
  update() {
    this._program.textContent = capitalized(this._state.program);
  }
}
