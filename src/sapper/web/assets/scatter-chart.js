// @ts-check
// Time against 3BV, a dot for every win: a dot that is pointed at says which game it is, and leads to its replay.

/** @import { Charts, Win } from "./protocol.js" */
/** @import { Chart } from "./statistics-charts.js" */

import { below, extent, levels, nearest, roundSpan, scale, slopeInside, svg, ticks } from "./charts.js";
import { el } from "./dom.js";
import { bestDot, day, scatterTable, speedOf } from "./statistics-charts.js";
import { message, seconds } from "./words.js";

const REACH = 14; // pixels from a dot within which it is pointed at
const AGES = 3; // shades of dots, the oldest wins are the palest

/** @implements {Chart} */
export class ScatterChart {
  /**
   * @param {Charts} data
   * @param {(game: number) => void} watch
   */
  constructor({ points, fastest }, watch) {
    this.name = "scatter";
    this.title = message("statistics.scatter-chart");
    this.height = 250;
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
    /** @type {[number, number][]} */
    this._places = [];
    this._at = -1; // the win that is pointed at
    this._mark = svg("circle", { class: "pointed", r: 7 });
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  draw(width, height) {
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
          message("charts.equal-speed", { speed: String(Number(speed.toFixed(2))) }),
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
        ticks(across, 6).map((value) => ({ at: x(value), text: `${value} s` })),
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

  /**
   * The lines of equal speed that cross the plane.
   * @param {[number, number]} across
   * @param {[number, number]} up
   * @returns {[number, [[number, number], [number, number]]][]}
   */
  _speeds(across, up) {
    const span = extent(this._wins.map(({ bbbv, elapsed }) => (bbbv * 1000) / elapsed));
    if (!span) return [];
    return ticks(span, 5).flatMap((speed) => {
      const inside = speed > 0 ? slopeInside(speed, across, up) : null;
      return inside ? [/** @type {[number, [[number, number], [number, number]]]} */ ([speed, inside])] : [];
    });
  }

  /**
   * Take part in what happens to the drawing, which has the focus as a whole.
   * @param {SVGSVGElement} drawing
   */
  listen(drawing) {
    const pointed = (/** @type {MouseEvent} */ event) => {
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

  /** @param {KeyboardEvent} event */
  _key(event) {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step && this._wins.length) {
      const place = this._order.indexOf(this._at);
      const next = place < 0 ? 0 : Math.min(Math.max(place + step, 0), this._order.length - 1);
      this._show(this._order[next]);
    } else if (event.key === "Enter" && this._at >= 0) this._watch(this._wins[this._at].id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} at */
  _show(at) {
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

/** @param {Win} win */
const pointText = (win) =>
  message("charts.point", {
    time: seconds(win.elapsed),
    bbbv: win.bbbv,
    speed: speedOf(win),
    when: day(win.ended_at) || message("charts.unknown-date"),
  });
