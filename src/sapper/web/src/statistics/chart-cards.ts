// The cards that charts stand in: a title, the drawing, and the table that says the same. A chart is drawn again when
// its card has another width.

import type { Chart } from "./all-charts.ts";

import { svg } from "./svg-charts.ts";
import { el, fill } from "../ui/dom.ts";
import { unseenTable } from "./all-charts.ts";

const LEAST_WIDTH = 160; // pixels that a chart is drawn for

export class ChartCards {
  _drawings: Map<Element, (width: number) => void> = new Map();
  _observer: ResizeObserver;

  constructor() {
    this._observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) this._drawings.get(target)?.(contentRect.width);
    });
  }

  /** Forget the cards that were made: others take their places. */
  clear() {
    this._observer.disconnect();
    this._drawings.clear();
  }

  make(chart: Chart & { label?: string; tip?: HTMLElement; listen?: (drawing: SVGSVGElement) => void }) {
    const { name, title, aside, note, height, table, label, tip } = chart;
    const drawing = svg("svg", { class: "chart", role: "group", "aria-label": label ?? title });
    if (chart.listen) {
      drawing.setAttribute("tabindex", "0");
      chart.listen(drawing);
    }
    const place = el("div", { class: "plot" }, drawing, tip);
    this._drawings.set(place, (width) => draw(drawing, chart, Math.max(width, LEAST_WIDTH)));
    this._observer.observe(place);
    return el(
      "section",
      { class: `card chart-card ${name}` },
      el(
        "div",
        { class: "chart-head" },
        el("h2", {}, title),
        aside ? el("span", { class: "muted tiny" }, aside) : null,
      ),
      place,
      note ? el("p", { class: "muted tiny" }, note) : null,
      unseenTable(title, table),
    );

    function draw(drawing: SVGSVGElement, chart: Chart, width: number) {
      drawing.setAttribute("width", String(width));
      drawing.setAttribute("height", String(height));
      const shapes = chart
        .draw(width, height)
        .flat()
        .filter((shape) => shape !== null);
      const links = shapes.filter((shape) => shape.localName === "a");
      const others = shapes.filter((shape) => shape.localName !== "a");
      fill(drawing, svg("g", { "aria-hidden": "true" }, others), links);
    }
  }
}
