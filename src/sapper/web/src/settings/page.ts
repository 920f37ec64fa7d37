// The settings page: every section of the schema on one page, with a list of the sections at the side.

import type { Sound } from "../play/sounds.ts";
import type { Parts } from "../types.ts";

import { button, el, icon, spacer } from "../ui/dom.ts";
import { KeyEditor } from "../input/key-editor.ts";
import { LanguagePart } from "./language-part.ts";
import { SettingRows, optionList, segments } from "./rows.ts";
import { SettingsData } from "./data.ts";
import { SOUNDS, Sounds } from "../play/sounds.ts";
import { ThemePart } from "./theme-part.ts";
import { TouchSchemes } from "../input/touch-schemes.ts";
import { IS_STATIC } from "../ui/address.ts";
import { TryOut } from "./try-out.ts";
import { action, direction, message, setting, words } from "../ui/words.ts";

interface Part {
  title: string;
  image: string;
  heading: HTMLElement;
  node: HTMLElement;
}

/** Settings that have a place of their own on this page or elsewhere, or do nothing in a browser. */
const NOT_LISTED = new Set([
  "language",
  "theme",
  "ascii",
  "touch",
  "name",
  "level",
  "ruleset",
  "rules",
  "no-guess",
  "custom",
]);
const TOUCH = ["touch", "hold-ms", "hand", "vibration", "misclick-guard"];
const MOUSE_FIRST = "chord-"; // chords stand together

export class SettingsPage {
  name = "settings";
  _isLed = false; // the list of sections led here, so it is not followed
  _state;
  _settings;
  _rename: (name: string) => void;
  _rows: SettingRows;
  _languagePart: LanguagePart;
  _themePart: ThemePart;
  _schemes: TouchSchemes;
  _keys: KeyEditor;
  _tryOut: TryOut;
  _sounds: Sounds;
  _parts: Part[];
  element: HTMLDivElement;
  _shown = ""; // what update compares

  constructor({ state, settings, themes, rename }: Pick<Parts, "state" | "settings" | "themes" | "rename">) {
    this._state = state;
    this._settings = settings;
    this._rename = rename;
    this._rows = new SettingRows(settings);
    this._languagePart = new LanguagePart({ settings, themes });
    this._themePart = new ThemePart({ settings, themes });
    this._schemes = new TouchSchemes({
      themes,
      chosen: () => this._rows.value("controls", "touch"),
      choose: (name) => settings.set("controls", "touch", name),
    });
    this._keys = new KeyEditor(settings);
    this._tryOut = new TryOut({ settings, themes });
    this._sounds = new Sounds(settings);
    this._parts = [
      this._displayPart(),
      this._languageSection(),
      this._touchPart(),
      this._mousePart(),
      part(message("try-out.title"), "target", this._tryOut.element),
      this._keyPart(),
      this._gamePart(),
      this._soundPart(),
      this._togetherPart(),
      part(message("settings-page.data"), "save", new SettingsData({ settings, themes }).element),
    ];
    this.element = el(
      "div",
      { class: "settings" },
      el("h1", { class: "in-bar" }, action("settings").name),
      el("nav", { class: "list", "aria-label": action("settings").name }, this._links()),
      el(
        "div",
        { class: "parts" },
        this._parts.map(({ node }) => node),
        el("p", { class: "muted small" }, message("settings-page.note")),
      ),
    );
    for (const kind of ["wheel", "touchmove"]) {
      this.element.addEventListener(
        kind,
        () => {
          this._isLed = false;
        },
        { capture: true, passive: true },
      );
    }
    this._refresh();
  }

  /** Settings may change in another tab, and the name may come from the server. */
  update() {
    const shown = `${this._settings.changes} ${this._state.name}`;
    if (shown !== this._shown) this._refresh();
    this._shown = shown;
  }

  _refresh() {
    this._rows.refresh();
    this._languagePart.refresh();
    this._themePart.refresh();
    this._schemes.refresh();
    this._keys.refresh();
    this._tryOut.refresh();
  }

  /** Other colours. */
  paint() {
    this._languagePart.paint();
    this._themePart.paint();
    this._schemes.paint();
    this._tryOut.paint();
  }

  // -- Sections

  _displayPart() {
    const names = this._names("display");
    const rows = names.map((name) => this._rows.row("display", name));
    const { element, followSystem } = this._themePart;
    const title = words("sections", "display").name;
    return this._part(title, "palette", { display: [...names, "theme"] }, element, optionList(followSystem, ...rows));
  }

  _languageSection() {
    const { element, followSystem } = this._languagePart;
    return part(setting("display", "language").title, "globe", element, followSystem);
  }

  _touchPart() {
    const names = this._names("controls").filter((name) => TOUCH.includes(name));
    const rows = names.map((name) => this._rows.row("controls", name));
    const title = message("settings-page.touch");
    return this._part(title, "touch", { controls: TOUCH }, this._schemes.element, optionList(...rows));
  }

  _mousePart() {
    const names = this._names("controls").filter((name) => !TOUCH.includes(name));
    const [first, others] = [true, false].map((isFirst) =>
      names.filter((name) => name.startsWith(MOUSE_FIRST) === isFirst),
    );
    const rows = [...first, ...others].map((name) => this._rows.row("controls", name));
    const title = message("titles.mouse");
    return this._part(title, "mouse", { controls: names }, optionList(...rows));
  }

  _keyPart() {
    const { title, value: nameOf } = setting("keys", "profile");
    const choices = this._settings.option("keys", "profile").choices ?? [];
    const profiles = segments(
      this._rows,
      choices.map((word) => ({ word, label: nameOf(word), name: `profile-${word}` })),
      {
        title,
        chosen: () => this._settings.get("keys", "profile"),
        choose: (profile) => this._keys.chooseProfile(profile),
      },
    );
    return part(words("sections", "keys").name, "keyboard", this._keys.element, profiles);
  }

  _gamePart() {
    const names = this._names("game");
    const rows = names.map((name) => this._rows.row("game", name));
    return this._part(words("sections", "game").name, "home", { game: names }, optionList(this._nameField(), ...rows));
  }

  _soundPart() {
    const names = this._names("sound");
    const rows = names.map((name) => {
      const row = this._rows.row("sound", name);
      if (!Object.hasOwn(SOUNDS, name)) return row;
      const label = message("settings-page.listen", { sound: setting("sound", name).title });
      const play = () => this._sounds.demonstrate(name as Sound);
      const attributes = { type: "button", class: "tool", title: label, "aria-label": label, onclick: play };
      return el("div", {}, row, el("button", attributes, icon("play")));
    });
    return this._part(words("sections", "sound").name, "sound-off", { sound: names }, optionList(...rows));
  }

  _togetherPart() {
    const names = this._names("together");
    const refused = el("p", { class: "error small", role: "status" });
    this._rows.follow(() => void this._askForNotices(refused));
    const rows = names.map((name) => this._rows.row("together", name));
    const title = words("sections", "together").name;
    return this._part(title, "people", { together: names }, optionList(...rows), refused);
  }

  /** A browser shows notifications only where it was asked: it is, once the player wants them. */
  async _askForNotices(refused: HTMLElement) {
    if (!this._settings.get("together", "notify-browser")) return;
    const asked = globalThis.Notification;
    const answer = asked?.permission === "default" ? await asked.requestPermission() : asked?.permission;
    refused.textContent = answer === "granted" ? "" : message("together.no-notices");
    if (answer !== "granted") this._settings.set("together", "notify-browser", false);
  }

  /** The settings of a section that have a line. */
  _names(section: string) {
    return Object.keys(this._settings.schema.settings[section]).filter(
      (name) => !NOT_LISTED.has(name) && !(IS_STATIC && name === "ranked"),
    );
  }

  _nameField() {
    const { title, description } = setting("game", "name");
    const input = el("input", { class: "field", maxlength: "40" });
    input.addEventListener("change", () => this._rename(input.value.trim()));
    this._rows.follow(() => {
      if (input !== document.activeElement) input.value = this._state.name;
    });
    return el("label", {}, el("span", { class: "name" }, title, el("span", { class: "sub" }, description)), input);
  }

  /**
   * A section with a button that resets its settings, shown where there is something to reset.
   * @param names of its settings
   */
  _part(title: string, image: string, names: Record<string, string[]>, ...children: HTMLElement[]) {
    const [[section, own]] = Object.entries(names);
    const run = () => this._settings.reset(section, own);
    const reset = button(message("settings-page.reset"), run, { iconName: "undo", kind: "quiet small" });
    reset.setAttribute("aria-label", message("settings-page.reset-section", { section: title }));
    this._rows.follow(() => {
      const isUsual = !own.some((name) => name in this._settings.given(section));
      if (isUsual && reset === document.activeElement) made.heading.focus({ preventScroll: true });
      reset.hidden = isUsual;
    });
    const [first, ...others] = children;
    const made = part(title, image, first, reset, others);
    return made;
  }

  // -- The list of sections

  _links() {
    const links = this._parts.map(({ title, image, heading, node }, place) => {
      const go = () => {
        markOne(links, place);
        this._isLed = true; // the last sections cannot scroll to the top
        node.scrollIntoView();
        heading.focus({ preventScroll: true });
      };
      return el("button", { type: "button", class: "list-item", onclick: go }, icon(image), title);
    });
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting && !this._isLed)
            markOne(
              links,
              this._parts.findIndex(({ node }) => node === target),
            );
        }
      },
      { rootMargin: "-10% 0px -80% 0px" }, // the section at the top is where one is
    );
    for (const { node } of this._parts) watch.observe(node);
    markOne(links, 0);
    return links;
  }
}

function markOne(links: HTMLElement[], place: number) {
  for (const [at, link] of links.entries()) {
    link.classList.toggle("on", at === place);
    if (at === place && link.parentElement) link.parentElement.scrollLeft = placeInList(link, link.parentElement);
    if (at === place) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** How far a list is scrolled that shows an item after the one before it. */
const placeInList = ({ offsetLeft, offsetWidth }: HTMLElement, list: HTMLElement) =>
  direction() === "rtl" ? offsetLeft + 2 * offsetWidth - list.clientWidth : offsetLeft - offsetWidth;

/** @param tool in the line of the heading */
function part(
  title: string,
  image: string,
  first: HTMLElement,
  tool: HTMLElement | null = null,
  others: HTMLElement[] = [],
): Part {
  const heading = el("h2", { tabindex: "-1" }, title);
  const head = el("div", { class: "part-head" }, heading, spacer(), tool);
  return { title, image, heading, node: el("section", { class: "part" }, head, first, others) };
}
