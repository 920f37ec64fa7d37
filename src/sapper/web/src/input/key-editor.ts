// The keys of every action: press one to add it, remove one, or go back to the usual ones. No key has two actions.

import type { KeyConflict } from "./key-rules.ts";
import type { Settings } from "./settings.ts";

import { button, el, fill, icon } from "../ui/dom.ts";
import { changeKeys } from "./key-rules.ts";
import { keyLabel, stroke } from "./keys.ts";
import { action, message } from "../ui/words.ts";

const OF_THE_PAGE = new Set(["tab", "shift+tab"]); // without them a control could not be left

export class KeyEditor {
  _settings: Settings;
  _captures = ""; // the action whose next key is waited for
  _list: HTMLDivElement;
  _note: HTMLParagraphElement;
  _reset: HTMLButtonElement;
  element: HTMLDivElement;

  constructor(settings: Settings) {
    this._settings = settings;
    this._list = el("div", { class: "key-rows" });
    this._note = el("p", { class: "note", role: "status" });
    const reset = () => this._resetAll();
    this._reset = button(message("settings-page.reset-all-keys"), reset, { iconName: "undo" });
    this.element = el("div", { class: "key-editor" }, this._note, this._list, el("div", { class: "row" }, this._reset));
    this._list.addEventListener("keydown", (event) => this._key(event));
    this._list.addEventListener("focusout", () => this._cancel());
    this.refresh();
  }

  refresh() {
    const { keyMap } = this._settings;
    const names = Object.keys(keyMap.bindings);
    const place = this._place();
    fill(
      this._list,
      names.map((name) => this._row(name, keyMap.bindings[name])),
    );
    this._reset.disabled = !names.some((name) => name in this._settings.given("keys"));
    if (place) this._focus(place);
  }

  /** Choose a profile; return whether the own keys allow it. */
  chooseProfile(profile: string) {
    return this._take("profile", profile);
  }

  _row(name: string, keys: string[]) {
    const title = action(name).name;
    const shown = keys.map((key) => {
      const label = keyLabel(key);
      const words = message("settings-page.remove-key", { key: label, action: title });
      const remove = () =>
        this._take(
          name,
          keys.filter((own) => own !== key),
        );
      const attributes = { type: "button", class: "key", title: words, "aria-label": words, "data-key": key };
      return el("button", { ...attributes, onclick: remove }, el("kbd", {}, label), icon("close"));
    });
    const isOwn = name in this._settings.given("keys");
    return el(
      "div",
      { "data-action": name, class: isOwn ? "own" : null },
      el("span", { class: "name" }, title),
      shown,
      isOwn ? this._tool(name, "reset", "undo", message("settings-page.reset-keys", { action: title })) : null,
      this._tool(name, "add", "plus", message("settings-page.add-key", { action: title })),
    );
  }

  _tool(name: string, what: "add" | "reset", image: string, label: string) {
    const run = () => (what === "add" ? this._capture(name) : this._take(name, null));
    const attributes = { type: "button", class: `tool ${what}`, title: label, "aria-label": label, "data-do": what };
    return el("button", { ...attributes, "aria-pressed": what === "add" ? "false" : null, onclick: run }, icon(image));
  }

  // -- Where the focus is: the rows are made again with every change

  _place() {
    const focused = document.activeElement;
    if (!focused || !this._list.contains(focused)) return null;
    return focused.closest("[data-action]")?.getAttribute("data-action") ?? null;
  }

  _focus(name: string) {
    const add = this._list.querySelector(`[data-action="${name}"] .add`);
    if (add instanceof HTMLElement) add.focus();
  }

  // -- Waiting for a key

  _capture(name: string) {
    this._captures = name;
    this._say(message("settings-page.cancel-key", { action: action(name).name }));
    this._mark(name, true);
  }

  _cancel() {
    if (this._captures) this._mark(this._captures, false);
    if (this._captures) this._say("");
    this._captures = "";
  }

  _mark(name: string, isOn: boolean) {
    const row = this._list.querySelector(`[data-action="${name}"]`);
    row?.classList.toggle("waiting", isOn);
    row?.querySelector(".add")?.setAttribute("aria-pressed", String(isOn));
  }

  _key(event: KeyboardEvent) {
    const name = this._captures;
    const key = stroke(event);
    if (!name || !key) return; // Shift and the like are waited for with what follows
    event.stopPropagation();
    if (event.key === "Tab") return; // goes on, and cancels
    event.preventDefault();
    this._cancel();
    if (key === "escape") return;
    if (OF_THE_PAGE.has(key)) this._say(message("settings-page.key-of-page", { key: keyLabel(key) }));
    else this._add(name, key);
  }

  _add(name: string, key: string) {
    const keys = this._settings.keyMap.bindings[name];
    if (this._take(name, keys.includes(key) ? keys : [...keys, key])) {
      const listed = this._settings.keyMap.labels(name).join(", ");
      this._say(message("options.keys", { action: action(name).name, keys: listed }));
    }
  }

  // -- Changes

  /** Change the profile or the keys of an action, null for the usual ones; say what stands against it. */
  _take(name: string, value: string | string[] | null) {
    this._say("");
    const conflict = changeKeys(this._settings, name, value);
    if (conflict) this._say(this._complaint(conflict, name));
    else this.refresh();
    return !conflict;
  }

  _resetAll() {
    const { profile: _, ...own } = this._settings.given("keys");
    this._settings.reset("keys", Object.keys(own));
    this._say("");
    this.refresh();
  }

  /** @param name what was to be changed */
  _complaint({ action: blamed, key, other, owner }: KeyConflict, name: string) {
    if (!other || !owner) return message("options.key-counts");
    const holder = blamed === name ? owner : blamed; // the usual keys may meet one of the player's own
    return message("options.key-taken", { key: keyLabel(blamed === name ? other : key), action: action(holder).name });
  }

  _say(text: string) {
    this._note.textContent = text;
  }
}
