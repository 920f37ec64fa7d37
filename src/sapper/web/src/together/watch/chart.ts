// How far all players of a contest have been: a line for each over the time, with their letters at the ends.

import type { Racer } from "../../play/race-order.ts";
import type { Theme } from "../../types.ts";
import type { WatchStory } from "./story.ts";

import { spread } from "../../play/race-order.ts";
import { context2d } from "../../ui/dom.ts";
import { percent, withSeconds } from "../../ui/words.ts";

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 18, 14, 24]; // px around the lines
const MARK = 9; // px, the radius of a letter
const LEAST_LENGTH = 20_000; // ms
const SHARES = [0, 0.5, 1];
const STEPS = [5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600]; // seconds between two labels
const LABEL = 90; // px that a label needs

export interface ChartRacer extends Pick<Racer, "seat" | "share"> {
  colour: string;
  initial: string;
}

/**
 * Draw the chart into a canvas.
 * @param width in CSS pixels, as the height
 */
export function drawChart(
  canvas: HTMLCanvasElement,
  theme: Theme,
  story: Pick<WatchStory, "lineOf" | "now">,
  racers: readonly ChartRacer[],
  { width, height }: { width: number; height: number },
) {
  const ratio = globalThis.devicePixelRatio || 1;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const c = context2d(canvas);
  c.scale(ratio, ratio);
  const length = Math.max(LEAST_LENGTH, story.now);
  const [right, bottom] = [width - RIGHT, height - BOTTOM];
  const x = (at: number) => LEFT + (at / length) * (right - LEFT);
  const y = (share: number) => bottom - share * (bottom - TOP);
  c.font = "11px system-ui, sans-serif";
  c.textBaseline = "middle";
  for (const share of SHARES) {
    c.fillStyle = theme.line;
    c.fillRect(LEFT, Math.round(y(share)), right - LEFT, 1);
    c.fillStyle = theme.muted;
    c.textAlign = "right";
    c.fillText(percent(share), LEFT - 8, y(share));
  }
  c.textAlign = "center";
  const most = Math.max(1, (right - LEFT) / LABEL);
  const step = STEPS.find((one) => length / 1000 / one <= most) ?? 7200;
  for (let second = 0; second * 1000 <= length; second += step) {
    c.fillText(withSeconds(second), Math.max(x(second * 1000), LEFT + 6), height - 8);
  }
  c.lineWidth = 2;
  c.lineJoin = "round";
  for (const { seat, colour } of racers) {
    c.strokeStyle = colour;
    c.beginPath();
    for (const [at, share] of story.lineOf(seat)) c.lineTo(x(at), y(share));
    c.stroke();
  }
  const rising = [...racers].sort((one, other) => one.share - other.share);
  const places = spread(
    rising.map(({ share }) => share),
    (2 * MARK + 1) / (bottom - TOP),
  );
  for (const [number, { seat, colour, initial }] of rising.entries()) {
    const [end] = story.lineOf(seat).at(-1) ?? [0];
    const [at, high] = [Math.min(x(end) + MARK, width - MARK - 1), y(places[number])];
    c.fillStyle = colour;
    c.beginPath();
    c.arc(at, high, MARK, 0, 2 * Math.PI);
    c.fill();
    c.fillStyle = theme.page;
    c.font = "700 10px system-ui, sans-serif";
    c.fillText(initial, at, high + 0.5);
  }
}
