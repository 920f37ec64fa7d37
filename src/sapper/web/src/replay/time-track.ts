// The time line of a replay: a chart over a time axis, with a native slider under it.

import type { Canvas, Theme } from "../types.ts";

import { context2d, el } from "../ui/dom.ts";
import { labelledSeconds } from "./charts.ts";
import { message, seconds, withSeconds } from "../ui/words.ts";

const KNOB = 14; // px: half of it is free on either side
const AXIS = 108; // px, the middle of the labels
const HEIGHT = 118; // px
const LABEL = 110; // px that a label needs

export abstract class TimeTrack {
  _length = 0;
  _theme: Theme | null = null;
  _canvas: HTMLCanvasElement;
  _head: HTMLElement;
  slider: HTMLInputElement;
  element: HTMLDivElement;
  _observer: ResizeObserver;

  constructor(seek: (at: number) => void) {
    this._canvas = el("canvas", { "aria-hidden": "true" });
    this._head = el("i", { class: "play-head" });
    this.slider = el("input", {
      type: "range",
      min: "0",
      max: "1",
      step: "1",
      value: "0",
      "aria-label": message("viewer.time-line"),
      oninput: () => seek(Number(this.slider.value)),
    });
    this.element = el("div", { class: "timeline" }, this._canvas, this._head, this.slider);
    this._observer = new ResizeObserver(() => this._draw());
    this._observer.observe(this.element);
  }

  /** Draw the chart; nothing as long as there is none. */
  abstract _drawChart(c: Canvas, theme: Theme, width: number): void;

  /** @param length in milliseconds */
  setLength(length: number) {
    this._length = length;
    this.slider.max = String(Math.max(1, Math.ceil(length)));
    this._draw();
  }

  /** @param at in milliseconds */
  setTime(at: number) {
    this.slider.value = String(Math.round(at));
    this.slider.setAttribute(
      "aria-valuetext",
      message("viewer.time-of", { time: seconds(at), length: seconds(this._length) }),
    );
    this._head.style.setProperty("--share", String(this._share(at)));
  }

  paint(theme: Theme) {
    this._theme = theme;
    this._draw();
  }

  left() {
    this._observer.disconnect();
  }

  _draw() {
    const { _theme: theme, _canvas: canvas } = this;
    const width = this.element.clientWidth - KNOB;
    if (!theme || width <= 0) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const drop = Number(getComputedStyle(this.element).getPropertyValue("--axis-drop")); // player.css says it
    const height = HEIGHT + drop;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const c = context2d(canvas);
    c.scale(ratio, ratio);
    this._drawChart(c, theme, width);
    this._drawAxis(c, theme, width, AXIS + drop);
  }

  _share(at: number) {
    return this._length ? at / this._length : 0;
  }

  _drawAxis(c: Canvas, theme: Theme, width: number, y: number) {
    c.fillStyle = theme.muted;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    for (const second of labelledSeconds(this._length, Math.max(1, Math.floor(width / LABEL)))) {
      const x = this._share(second * 1000) * width;
      const text = withSeconds(second);
      const size = c.measureText(text).width;
      c.fillText(text, Math.max(0, Math.min(x - (second ? size / 2 : 0), width - size)), y);
    }
  }
}
