// @ts-check
// The buttons under the time line of a replay: play, step, speed, next mistake, play from here.

/** @import { Playback } from "./playback.js" */

import { button, el, icon, setIcon, spacer } from "./dom.js";
import { SPEEDS } from "./playback.js";
import { action, message, seconds } from "./words.js";

export class ReplayControls {
  /**
   * @param {{
   *   togglePlay: () => void,
   *   step: (way: number) => void,
   *   setSpeed: (speed: number) => void,
   *   toNext: () => void,
   *   playFromHere: () => void,
   * }} actions
   */
  constructor({ togglePlay, step, setSpeed, toNext, playFromHere }) {
    this._playIcon = icon("play");
    this._play = tool(message("viewer.play"), togglePlay, this._playIcon);
    this._play.classList.add("primary");
    this._speeds = el(
      "div",
      { class: "segments", role: "group", "aria-label": message("viewer.speed") },
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
    this.fromHere = button(action("from-here").name, playFromHere, { iconName: "target" });
    this.fromHere.classList.add("from-here");
    const next = button(message("viewer.next"), toNext, { iconName: "verdict-mistake" });
    next.classList.add("next-mistake");
    next.title = message("viewer.next-title");
    this.element = el(
      "div",
      { class: "controls" },
      tool(message("viewer.back"), () => step(-1), icon("step-back")),
      this._play,
      tool(message("viewer.forward"), () => step(1), icon("step-next")),
      this._speeds,
      this._menu,
      next,
      spacer(),
      this._time,
      this.fromHere,
    );
  }

  /**
   * @param {Playback} playback
   * @param {boolean} canGoOn whether the game can go on from here
   */
  update({ at, length, isPlaying, speed }, canGoOn) {
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
    this.fromHere.disabled = !canGoOn;
  }
}

/** @param {number} speed */
const speedWord = (speed) => `${speed === 0.5 ? "½" : speed === 0.25 ? "¼" : speed}×`;

/**
 * A button with an icon alone.
 * @param {string} label
 * @param {() => void} run
 * @param {SVGElement} image
 */
export const tool = (label, run, image) =>
  el("button", { type: "button", class: "btn tool", title: label, "aria-label": label, onclick: run }, image);
