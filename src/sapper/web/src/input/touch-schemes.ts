// How a tap works, chosen from pictures: each shows what the finger does and what comes of it. Shown once at the first
// touch, and among the settings.

import type { Settings } from "./settings.ts";
import type { Themes } from "../themes/theme.ts";
import type { Parts } from "../types.ts";

import { FLAG, HIDDEN } from "../board/cell-values.ts";
import { button, context2d, el, icon, loadIcons, loadStyles } from "../ui/dom.ts";
import { drawCell } from "../board/paint.ts";
import { USUAL_SCHEME } from "./settings.ts";
import { message, setting, words } from "../ui/words.ts";

interface Scheme {
  name: string;
  pictures: [picture: Picture, picture: Picture];
}

interface Picture {
  how: "tap" | "hold" | "open" | "flag";
  result: number;
}

const CELL = 44; // px
const ONE = 1;

const SCHEMES: Scheme[] = [
  {
    name: "tap-opens",
    pictures: [
      { how: "tap", result: ONE },
      { how: "hold", result: FLAG },
    ],
  },
  {
    name: "tap-flags",
    pictures: [
      { how: "tap", result: FLAG },
      { how: "hold", result: ONE },
    ],
  },
  {
    name: "switch",
    pictures: [
      { how: "open", result: ONE },
      { how: "flag", result: FLAG },
    ],
  },
];
/**
 * The three schemes as pictures, one of which is chosen. `refresh` brings the choice up to date, `paint` the colours.
 */
export class TouchSchemes {
  _themes: Themes;
  _chosen: () => string;
  _cells: { canvas: HTMLCanvasElement; value: number }[] = [];
  _cards: Map<string, HTMLButtonElement>;
  element: HTMLDivElement;

  constructor({ themes, chosen, choose }: { themes: Themes; chosen: () => string; choose: (name: string) => void }) {
    this._themes = themes;
    this._chosen = chosen;
    this._cards = new Map(SCHEMES.map((scheme) => [scheme.name, this._card(scheme, choose)]));
    this.element = el(
      "div",
      { class: "touch-schemes", role: "radiogroup", "aria-label": setting("controls", "touch").title },
      [...this._cards.values()],
    );
    loadStyles("touch-schemes.css");
    loadIcons("icons-more.svg").catch(() => {}); // the words say it too
    this.element.addEventListener("keydown", (event) => this._step(event, choose));
    this.refresh();
    this.paint();
  }

  _card({ name, pictures }: Scheme, choose: (name: string) => void) {
    const { name: title, description } = words("touch", name);
    const pick = () => {
      choose(name);
      this.refresh();
    };
    const about = el("span", { class: "about" }, el("b", {}, title), el("span", { class: "muted" }, description));
    return el(
      "button",
      { type: "button", class: "touch-scheme", role: "radio", "data-name": name, onclick: pick },
      el("span", { class: "head" }, about, el("span", { class: "mark" }, icon("check"))),
      el(
        "span",
        { class: "pictures", "aria-hidden": "true" },
        pictures.map((picture) => this._picture(picture)),
      ),
    );
  }

  _picture({ how, result }: Picture) {
    if (how === "open" || how === "flag") {
      const knob = el("span", { class: "knob" }, icon(how === "flag" ? "flag" : "touch"));
      const track = el("span", { class: `mode ${how}` }, icon("touch"), icon("flag"), knob);
      return el("span", { class: "picture" }, track, this._cell(result));
    }
    const finger = el("span", { class: "finger" }, how === "hold" ? el("i") : null, icon("touch"));
    const words = el(
      "span",
      { class: "does" },
      how === "tap" ? message("phone.tap") : message("phone.hold"),
      icon("next"),
    );
    return el(
      "span",
      { class: "picture" },
      el("span", { class: "under" }, this._cell(HIDDEN), finger),
      words,
      this._cell(result),
    );
  }

  _cell(value: number) {
    const canvas = el("canvas");
    this._cells.push({ canvas, value });
    return canvas;
  }

  /** Arrow keys go from one to the next, as in every group of radio buttons. */
  _step(event: KeyboardEvent, choose: (name: string) => void) {
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = steps[event.key as keyof typeof steps];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const names = SCHEMES.map(({ name }) => name);
    const name = names[(names.indexOf(this._chosen()) + step + names.length) % names.length];
    choose(name);
    this.refresh();
    this._cards.get(name)?.focus();
  }

  refresh() {
    for (const [name, card] of this._cards) {
      const isOn = name === this._chosen();
      card.classList.toggle("on", isOn);
      card.setAttribute("aria-checked", String(isOn));
      card.tabIndex = isOn ? 0 : -1;
    }
  }

  paint() {
    const ratio = globalThis.devicePixelRatio || 1;
    const size = Math.round(CELL * ratio);
    for (const { canvas, value } of this._cells) {
      canvas.width = canvas.height = size;
      drawCell(context2d(canvas), this._themes.current, value, 0, 0, size);
    }
  }
}

/** The side of the thumb as two buttons. */
function thumbSide(settings: Settings, { chosen, choose }: { chosen: () => string; choose: (hand: string) => void }) {
  const { title: label, value: nameOf } = setting("controls", "hand");
  const buttons = (settings.option("controls", "hand").choices ?? []).map((hand) => {
    const pick = () => {
      choose(hand);
      refresh();
    };
    return { hand, node: el("button", { type: "button", "data-name": hand, onclick: pick }, nameOf(hand)) };
  });
  const refresh = () => {
    for (const { hand, node } of buttons) {
      node.classList.toggle("on", hand === chosen());
      node.setAttribute("aria-pressed", String(hand === chosen()));
    }
  };
  refresh();
  const nodes = buttons.map(({ node }) => node);
  return el(
    "div",
    { class: "thumb-side" },
    el("span", {}, label),
    el("div", { class: "segments quiet", role: "group", "aria-label": label }, nodes),
  );
}

/** The whole page: pictures, thumb side, and Play, which stores the choice. */
export class TouchPage {
  name = "touch";
  _schemes: TouchSchemes;
  _play: HTMLButtonElement;
  element: HTMLDivElement;

  constructor({ settings, themes, goBack }: Pick<Parts, "settings" | "themes" | "goBack">) {
    const given = settings.given("controls");
    let scheme = String(given.touch ?? USUAL_SCHEME);
    let hand = String(settings.get("controls", "hand"));
    this._schemes = new TouchSchemes({
      themes,
      chosen: () => scheme,
      choose: (name) => {
        scheme = name;
      },
    });
    const play = () => {
      settings.set("controls", "touch", scheme);
      settings.set("controls", "hand", hand);
      goBack();
    };
    this._play = button(message("page.play"), play, { kind: "primary big" });
    this.element = el(
      "div",
      { class: "touch-page" },
      el("div", {}, el("h1", {}, message("phone.title")), el("p", { class: "muted" }, message("phone.text"))),
      this._schemes.element,
      thumbSide(settings, {
        chosen: () => hand,
        choose: (side) => {
          hand = side;
        },
      }),
      this._play,
    );
  }

  paint() {
    this._schemes.paint();
  }
}
