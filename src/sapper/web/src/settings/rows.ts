// One line for each setting, made from the schema: a switch, buttons for its choices, a slider or a field. A change
// applies at once, and the line stays as it is, with the focus where it was.

import type { Settings } from "../input/settings.ts";
import type { Value } from "../types.ts";

import { el } from "../ui/dom.ts";
import { settingWords } from "./words.ts";
import { message, ruleset } from "../ui/words.ts";

const MOST_ON_SLIDER = 1000; // a longer range is typed

export class SettingRows {
  _settings: Settings;
  _refreshers: (() => void)[] = []; // what brings each control up to date

  constructor(settings: Settings) {
    this._settings = settings;
  }

  refresh() {
    for (const refresh of this._refreshers) refresh();
  }

  /** Do something now and with every change. */
  follow(refresher: () => void) {
    this._refreshers.push(refresher);
  }

  /** The line of a setting. */
  row(section: string, name: string) {
    const option = this._settings.option(section, name);
    if (option.choices) return this._choice(section, name, option.choices);
    if (typeof option.default === "boolean") return this._switch(section, name);
    return this._number(section, name);
  }

  set(section: string, name: string, value: Value | null) {
    this._settings.set(section, name, value);
    this.refresh();
  }

  /** The value in force: of controls, what the ruleset in use sets otherwise counts. */
  value(section: string, name: string): any {
    const { _settings: settings } = this;
    return section === "controls" ? settings.controls(settings.ruleset)[name] : settings.get(section, name);
  }

  _switch(section: string, name: string) {
    const input = el("input", {
      type: "checkbox",
      class: "switch",
      role: "switch",
      "data-name": dataName(section, name),
    });
    input.addEventListener("change", () => this.set(section, name, input.checked));
    this.follow(() => {
      input.checked = this.value(section, name);
    });
    return el("label", {}, this._title(section, name), input);
  }

  _choice(section: string, name: string, choices: string[]) {
    const option = settingWords(section, name);
    return el(
      "div",
      {},
      this._title(section, name),
      segments(
        this,
        choices.map((word) => ({ word, label: option.value(word), name: `${dataName(section, name)}-${word}` })),
        {
          title: option.title,
          chosen: () => this.value(section, name),
          choose: (word) => this.set(section, name, word),
        },
      ),
    );
  }

  _number(section: string, name: string) {
    const { least = 0, most = 0 } = this._settings.option(section, name);
    const isSlider = most <= MOST_ON_SLIDER;
    const kind = isSlider ? { type: "range", class: "slider" } : { type: "number", class: "field" };
    const step = { min: String(least), max: String(most), step: isSlider && most - least > 100 ? "10" : "1" };
    const input = el("input", { ...kind, ...step, "data-name": dataName(section, name) });
    const shown = el("output", { class: "amount" });
    const unit = name.endsWith("-ms") ? "ms" : section === "sound" ? "%" : "s";
    input.addEventListener("input", () => {
      if (isSlider) shown.textContent = `${input.value}\u2009${unit}`;
    });
    input.addEventListener("change", () => {
      const given = Math.round(Number(input.value));
      this.set(section, name, input.value && Number.isFinite(given) ? Math.max(least, Math.min(given, most)) : null);
    });
    this.follow(() => {
      const value = this.value(section, name);
      input.value = String(value);
      shown.textContent = isSlider ? `${value}\u2009${unit}` : unit;
    });
    return el("label", {}, this._title(section, name, !isSlider), input, shown);
  }

  /** The name of a setting, and which ruleset sets it otherwise. */
  _title(section: string, name: string, isDescribed = false) {
    const { title, description } = settingWords(section, name);
    const setter = el("span", { class: "sub" });
    this.follow(() => {
      const { _settings: settings } = this;
      const own = settings.schema.rulesets[settings.ruleset]?.controls ?? {};
      const isSet = section === "controls" && name in own && !(name in settings.given(section));
      setter.textContent = isSet ? message("options.set-by", { ruleset: ruleset(settings.ruleset).name }) : "";
      setter.hidden = !isSet;
    });
    const about = isDescribed ? el("span", { class: "sub" }, description) : null;
    return el("span", { class: "name", title: description }, title, about, setter);
  }
}

/** The name that tests know a control by: sounds have the names of actions. */
const dataName = (section: string, name: string) => (section === "sound" ? `sound-${name}` : name);

/** Buttons of which one is chosen. */
export function segments(
  rows: { follow: (refresher: () => void) => void },
  choices: { word: string; label: string; name: string }[],
  { title, chosen, choose }: { title: string; chosen: () => string; choose: (word: string) => void },
) {
  const buttons = choices.map(({ word, label, name }) => {
    const node = el("button", { type: "button", "data-name": name, onclick: () => choose(word) }, label);
    rows.follow(() => setOn(node, chosen() === word));
    return node;
  });
  return el("span", { class: "segments", role: "group", "aria-label": title }, buttons);
}

export function setOn(node: HTMLElement, isOn: boolean) {
  node.classList.toggle("on", isOn);
  node.setAttribute("aria-pressed", String(isOn));
}

export const optionList = (...rows: HTMLElement[]) => el("div", { class: "option-list" }, ...rows);
