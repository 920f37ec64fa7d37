// The buttons under the time line of a replay: play, step, speed, what is next, play from here.

import type { Playback, Timed } from "./playback.ts";

import { button, el, icon, setIcon, spacer } from "../ui/dom.ts";
import { SPEEDS } from "./playback.ts";
import { action, message, seconds } from "../ui/words.ts";

export class ReplayControls {
  _playIcon: SVGSVGElement;
  _play: HTMLButtonElement;
  _speeds: HTMLDivElement;
  _menu: HTMLSelectElement;
  _time: HTMLSpanElement;
  fromHere: HTMLButtonElement | null;
  element: HTMLDivElement;

  constructor({
    togglePlay,
    step,
    setSpeed,
    next,
    toNext,
    playFromHere,
  }: {
    togglePlay: () => void;
    step: (way: number) => void;
    setSpeed: (speed: number) => void;
    next: { words: string; about: string; image: string };
    toNext: () => void;
    playFromHere?: () => void;
  }) {
    this._playIcon = icon("play");
    this._play = tool(message("viewer.play"), togglePlay, this._playIcon);
    this._play.classList.add("primary");
    this._speeds = el(
      "div",
      { class: "segments quiet", role: "group", "aria-label": message("viewer.speed") },
      SPEEDS.map((speed) => {
        const attributes = { type: "button", "data-speed": String(speed), onclick: () => setSpeed(speed) };
        return el("button", attributes, speedWord(speed));
      }),
    );
    this._menu = el(
      "select",
      { class: "field", "aria-label": message("viewer.speed"), onchange: () => setSpeed(Number(this._menu.value)) },
      SPEEDS.map((speed) => el("option", { value: String(speed) }, speedWord(speed))),
    );
    this._time = el("span", { class: "muted time-of" });
    this.fromHere = playFromHere ? button(action("from-here").name, playFromHere, { iconName: "target" }) : null;
    this.fromHere?.classList.add("from-here");
    const toMark = button(next.words, toNext, { iconName: next.image });
    toMark.classList.add("next-mark");
    toMark.title = next.about;
    this.element = el(
      "div",
      { class: "controls" },
      tool(message("viewer.back"), () => step(-1), icon("step-back")),
      this._play,
      tool(message("viewer.forward"), () => step(1), icon("step-next")),
      this._speeds,
      this._menu,
      toMark,
      spacer(),
      this._time,
      this.fromHere,
    );
  }

  /** @param canGoOn whether the game can go on from here */
  update<Board extends Timed>({ at, length, isPlaying, speed }: Playback<Board>, canGoOn = false) {
    this._time.textContent = message("viewer.time-of", { time: seconds(at), length: seconds(length) });
    setIcon(this._playIcon, isPlaying ? "pause" : "play");
    this._play.title = isPlaying ? message("viewer.pause") : message("viewer.play");
    this._play.setAttribute("aria-label", this._play.title);
    for (const node of this._speeds.querySelectorAll("button")) {
      const isOn = Number(node.dataset.speed) === speed;
      node.classList.toggle("on", isOn);
      node.setAttribute("aria-pressed", String(isOn));
    }
    this._menu.value = String(speed);
    if (this.fromHere) this.fromHere.disabled = !canGoOn;
  }
}

const speedWord = (speed: number) => `${speed === 0.5 ? "½" : speed === 0.25 ? "¼" : speed}×`;

/** A button with an icon alone. */
export const tool = (label: string, run: () => void, image: SVGElement) =>
  el("button", { type: "button", class: "btn tool", title: label, "aria-label": label, onclick: run }, image);

/** The text over the boards, with its image. */
export const chip = (image: string, text: string, kind = "") =>
  el("span", { class: `chip ${kind}` }, icon(image), el("b", { dir: "auto" }, text));
