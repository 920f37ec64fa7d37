// Single rules as fields of a page: switches, a choice of several, the assists, the lives.

import type { Parts } from "../../types.ts";
import type { OptionWords } from "../../ui/words.ts";

import { el } from "../../ui/dom.ts";
import { rule } from "../../ui/words.ts";

/** The values of rules that are one of several. */
const VALUES: Record<string, string[]> = {
  first: ["opening", "cell", "top-left", "any"],
  chord: ["exact", "at-least", "off"],
  flags: ["free", "capped", "off"],
  flood: ["stop", "sweep"],
  loss: ["all", "hit"],
  guessing: ["honest", "forgiven", "punished"],
};
const ASSISTS = ["flag-around", "auto-flag", "auto-open"];
const MOST_LIVES = 99;

export class RuleFields {
  _settings;
  _choices;
  _refreshers: (() => void)[] = [];

  constructor({ settings, choices }: Pick<Parts, "settings" | "choices">) {
    this._settings = settings;
    this._choices = choices;
  }

  /** Bring every field up to date; one that is being typed in stays as it is. */
  refresh() {
    for (const refresh of this._refreshers) refresh();
  }

  practice() {
    return this._ruleSwitch("practice", rule("practice"));
  }

  /** The rules of marks and of opening, of which most games change nothing. */
  details() {
    return [
      this._select("chord", rule("chord")),
      this._select("flags", rule("flags")),
      this._ruleSwitch("preflag", rule("preflag")),
      this._ruleSwitch("protect-flags", rule("protect-flags")),
      this._ruleSwitch("protect-questions", rule("protect-questions")),
      this._select("flood", rule("flood")),
      this._select("loss", rule("loss")),
    ];
  }

  /** Question marks: they change in the running game. */
  marks() {
    const { title, description } = rule("questions");
    const set = (isOn: boolean) => this._choices.rule("questions", isOn);
    return this._switch({ name: "questions", title, description, isOn: () => this._choices.marks, set });
  }

  /** The moves that the game makes by itself. */
  assists() {
    const { title, description, value: nameOf } = rule("assists");
    const chosen = () => this._settings.rule("assists") as string[];
    const rows = ASSISTS.map((name) => {
      const set = (isOn: boolean) => {
        const others = chosen().filter((assist) => assist !== name);
        this._choices.rule("assists", isOn ? [...others, name] : others);
      };
      return this._switch({ name, title: nameOf(name), isOn: () => chosen().includes(name), set });
    });
    const about = el("span", {}, title, el("span", { class: "sub" }, description));
    return el("div", { class: "group tight", role: "group", "aria-label": title }, about, rows);
  }

  lives() {
    const { title, description } = rule("lives");
    const bounds = { min: "1", max: String(MOST_LIVES) };
    const input = el("input", { type: "number", class: "field short", name: "lives", ...bounds });
    input.addEventListener("change", () => {
      const given = Math.round(Number(input.value));
      const lives = Number.isFinite(given) ? Math.max(1, Math.min(given, MOST_LIVES)) : 1;
      input.value = String(lives);
      this._choices.rule("lives", lives);
    });
    this._refreshers.push(() => {
      if (input !== document.activeElement) input.value = String(this._settings.rule("lives"));
    });
    return labelled(title, description, input);
  }

  /** The promise to the first click. */
  firstClick() {
    return this._select("first", rule("first"));
  }

  /** The rule of guesses. */
  guessing() {
    return this._select("guessing", rule("guessing"));
  }

  _select(name: string, { title, description, value: nameOf }: OptionWords) {
    const options = VALUES[name].map((value) => el("option", { value }, nameOf(value)));
    const input = el("select", { class: "field", name }, options);
    input.addEventListener("change", () => this._choices.rule(name, input.value));
    this._refreshers.push(() => {
      input.value = String(this._settings.rule(name));
    });
    return labelled(title, description, input, "stacked");
  }

  _ruleSwitch(name: string, { title, description }: OptionWords) {
    const set = (isOn: boolean) => this._choices.rule(name, isOn);
    return this._switch({ name, title, description, isOn: () => Boolean(this._settings.rule(name)), set });
  }

  _switch({
    name,
    title,
    description = "",
    isOn,
    set,
  }: {
    name: string;
    title: string;
    description?: string;
    isOn: () => boolean;
    set: (isOn: boolean) => void;
  }) {
    const input = el("input", { type: "checkbox", class: "switch", role: "switch", "data-name": name });
    input.addEventListener("change", () => set(input.checked));
    this._refreshers.push(() => {
      input.checked = isOn();
    });
    return labelled(title, description, input);
  }
}

const labelled = (title: string, description: string, input: HTMLElement, kind = "") =>
  el(
    "label",
    { class: `line ${kind}`.trim() },
    el("span", {}, title, description ? el("span", { class: "sub" }, description) : null),
    input,
  );
