// Time against 3BV, a dot for every win: a dot that is pointed at says which game it is, and leads to its replay.

import type { Charts, Win } from "../protocol.ts";
import type { Chart } from "./all-charts.ts";

import { below, extent, levels, nearest, roundSpan, scale, slopeInside, svg, ticks } from "./svg-charts.ts";
import { el } from "../ui/dom.ts";
import { bestDot, day, scatterTable, speedOf } from "./all-charts.ts";
import { message, seconds, withSeconds, number } from "../ui/words.ts";

/** How many decimals a number needs, two at most. */
const decimalsOf = (value: number) => [0, 1, 2].find((digits) => Number(value.toFixed(digits)) === value) ?? 2;

const REACH = 14; // pixels from a dot within which it is pointed at
const AGES = 3; // shades of dots, the oldest wins are the palest

export class ScatterChart implements Chart {
  name = "scatter";
  title: string;
  height = 250;
  table;
  label: string;
  tip: HTMLDivElement;
  _best: Win;
  _watch: (game: number) => void;
  _wins: Win[];
  _order: number[];
  _places: [number, number][] = [];
  _at = -1; // the win that is pointed at
  _mark: SVGCircleElement;

  constructor({ points, fastest }: Charts, watch: (game: number) => void) {
    this.title = message("statistics.scatter-chart");
    this.table = scatterTable(points);
    this.label = message("charts.scatter-keys", { title: this.title });
    /** Says which win is pointed at. */
    this.tip = el("div", { class: "tip", role: "status", hidden: true });
    this._best = fastest[0];
    this._watch = watch;
    this._wins = points.filter(({ elapsed, bbbv }) => elapsed && bbbv);
    this._order = this._wins
      .map((_, at) => at)
      .sort((one, other) => this._wins[one].elapsed - this._wins[other].elapsed);
    this._mark = svg("circle", { class: "pointed", r: 7 });
  }

  draw(width: number, height: number) {
    const box = { left: 40, top: 12, right: width - 30, bottom: height - 28 };
    const across = roundSpan(extent(this._wins.map(({ elapsed }) => elapsed / 1000)) ?? [0, 1], 6);
    const up = roundSpan(extent(this._wins.map(({ bbbv }) => bbbv)) ?? [0, 1], 4);
    const x = scale(across, [box.left, box.right]);
    const y = scale(up, [box.bottom, box.top]);
    this._places = this._wins.map(({ elapsed, bbbv }) => [x(elapsed / 1000), y(bbbv)]);
    this._show(-1);
    return [
      levels(box, ticks(up, 4), y, String),
      ...this._speeds(across, up).map(([speed, [from, to]]) => [
        svg("path", { class: "speed", d: `M${x(from[0])} ${y(from[1])}L${x(to[0])} ${y(to[1])}` }),
        svg(
          "text",
          {
            x: x(to[0]) + (to[1] === up[1] ? 4 : -2),
            y: y(to[1]) + (to[1] === up[1] ? 10 : -4),
            "text-anchor": to[1] === up[1] ? "start" : "end",
          },
          message("charts.equal-speed", { speed: number(speed, decimalsOf(speed)) }),
        ),
      ]),
      this._wins.map(({ id }, at) =>
        svg("circle", {
          class: `dot age-${Math.floor((at * AGES) / this._wins.length)}`,
          "data-game": id,
          cx: this._places[at][0].toFixed(1),
          cy: this._places[at][1].toFixed(1),
          r: 3.5,
        }),
      ),
      below(
        box,
        ticks(across, 6).map((value) => ({ at: x(value), text: withSeconds(value) })),
      ),
      this._mark,
      this._best?.elapsed
        ? bestDot(
            this._best,
            x(this._best.elapsed / 1000),
            y(this._best.bbbv),
            x(this._best.elapsed / 1000) > width / 2 ? "end" : "start",
          )
        : null,
    ];
  }

  /** The lines of equal speed that cross the plane. */
  _speeds(across: [number, number], up: [number, number]): [number, [[number, number], [number, number]]][] {
    const span = extent(this._wins.map(({ bbbv, elapsed }) => (bbbv * 1000) / elapsed));
    if (!span) return [];
    return ticks(span, 5).flatMap((speed) => {
      const inside = speed > 0 ? slopeInside(speed, across, up) : null;
      return inside ? [[speed, inside] as [number, [[number, number], [number, number]]]] : [];
    });
  }

  /** Take part in what happens to the drawing, which has the focus as a whole. */
  listen(drawing: SVGSVGElement) {
    const pointed = (event: MouseEvent) => {
      const { left, top } = drawing.getBoundingClientRect();
      return nearest(this._places, [event.clientX - left, event.clientY - top], REACH);
    };
    drawing.addEventListener("pointermove", (event) => this._show(pointed(event)));
    drawing.addEventListener("pointerleave", () => this._show(-1));
    drawing.addEventListener("blur", () => this._show(-1));
    drawing.addEventListener("click", (event) => {
      const at = pointed(event);
      if (at >= 0) this._watch(this._wins[at].id);
    });
    drawing.addEventListener("keydown", (event) => this._key(event));
  }

  _key(event: KeyboardEvent) {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
    const step = steps[event.key as keyof typeof steps];
    if (step && this._wins.length) {
      const place = this._order.indexOf(this._at);
      const next = place < 0 ? 0 : Math.min(Math.max(place + step, 0), this._order.length - 1);
      this._show(this._order[next]);
    } else if (event.key === "Enter" && this._at >= 0) this._watch(this._wins[this._at].id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  _show(at: number) {
    this._at = at;
    this.tip.hidden = at < 0;
    this._mark.classList.toggle("shown", at >= 0);
    if (at < 0) return;
    const [x, y] = this._places[at];
    this._mark.setAttribute("cx", String(x));
    this._mark.setAttribute("cy", String(y));
    this.tip.textContent = pointText(this._wins[at]);
    this.tip.style.setProperty("--x", `${x}px`);
    this.tip.style.setProperty("--y", `${y}px`);
  }
}

const pointText = (win: Win) =>
  message("charts.point", {
    time: seconds(win.elapsed),
    bbbv: win.bbbv,
    speed: speedOf(win),
    when: day(win.ended_at) || message("charts.unknown-date"),
  });
