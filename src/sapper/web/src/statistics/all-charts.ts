// The charts of the statistics, each with a table that says the same.

import type { Box } from "./svg-charts.ts";
import type { Charts, Win } from "../protocol.ts";

import { addressOf } from "../ui/address.ts";
import { areaPath, below, binned, extent, levels, linePath, roundSpan, scale, svg, ticks } from "./svg-charts.ts";
import { el } from "../ui/dom.ts";
import { locale, message, percent, seconds, number, withSeconds } from "../ui/words.ts";

interface Table {
  columns: string[];
  rows: string[][];
}

export interface Chart {
  name: string;
  title: string;
  aside?: string;
  note?: string;
  height: number;
  table: Table;
  draw: (width: number, height: number) => (Element | Element[] | null)[];
}

const DAY = 86_400;
const WEEKS = 53;
const LABEL = 72; // pixels for a date below a chart
const SHADES = 4; // of a day in the calendar, besides none

/**
 * A day as players read it.
 * @param when in seconds since 1970, 0 if unknown
 */
export const day = (when: number) =>
  when ? date(when * 1000, { day: "numeric", month: "short", year: "numeric" }) : "";

const date = (ms: number, parts: Intl.DateTimeFormatOptions) => new Date(ms).toLocaleDateString(locale(), parts);

export const orNone = (ms: number | null) => (ms === null ? "–" : seconds(ms));

/** The 3BV/s of a win. */
export const speedOf = ({ bbbv, elapsed }: Win) => (elapsed ? number((bbbv * 1000) / elapsed, 2) : "–");

/** A table for those who do not see the chart. */
export const unseenTable = (caption: string, { columns, rows }: Table) =>
  el(
    "table",
    { class: "unseen" },
    el("caption", {}, caption),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        columns.map((name) => el("th", { scope: "col" }, name)),
      ),
    ),
    el(
      "tbody",
      {},
      rows.map(([head, ...cells]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, head),
          cells.map((cell) => el("td", {}, cell)),
        ),
      ),
    ),
  );

export const plot = (width: number, height: number, left = 40): Box => ({
  left,
  top: 8,
  right: width - 8,
  bottom: height - 28,
});

/**
 * The amber dot of the best win, which leads to its replay.
 * @param anchor of its word, on the side where there is room
 */
export const bestDot = (win: Win, x: number, y: number, anchor: "start" | "end") =>
  svg(
    "a",
    { href: addressOf(`/replay/${win.id}`), class: "best", "aria-label": message("charts.watch") },
    svg("circle", { cx: x, cy: y, r: 6.5 }),
    svg("text", { x: anchor === "end" ? x - 13 : x + 13, y: y + 4, "text-anchor": anchor }, message("figures.best")),
  );

/** The median of each stretch of games, within the middle half of its wins. */
export function progressChart(data: Charts): Chart {
  const { progress, best, fastest } = data;
  const times = progress.flatMap(({ lower, upper }) => [lower, upper]).filter((time) => time !== null);
  const reach = extent([...times, ...(best === null ? [] : [best])].map((time) => time / 1000)) ?? [0, 1];
  const span = roundSpan(reach, 6);
  return {
    name: "progress",
    title: message("charts.progress"),
    height: 250,
    table: {
      columns: [
        message("columns.when"),
        message("statistics.games"),
        message("statistics.win-rate"),
        message("statistics.best"),
        message("charts.quarter-faster"),
        message("statistics.median"),
        message("charts.quarter-slower"),
      ],
      rows: progress.map((part) => [
        message("charts.from-to", { from: day(part.first), to: day(part.last) }),
        String(part.games),
        String(part.wins),
        orNone(part.best),
        orNone(part.lower),
        orNone(part.median),
        orNone(part.upper),
      ]),
    },
    draw(width, height) {
      const box = plot(width, height);
      const y = scale(span, [box.bottom, box.top]);
      const x = scale([0, Math.max(progress.length - 1, 1)], [box.left + 6, box.right - 6]);
      const line = (name: "lower" | "median" | "upper"): ([number, number] | null)[] =>
        progress.map((part, at) => (part[name] === null ? null : [x(at), y((part[name] as number) / 1000)]));
      const medians = line("median");
      const at = progress.findIndex((part) => part.best === best);
      return [
        levels(box, ticks(span, 6), y, String),
        svg("path", { class: "band", d: areaPath(line("upper"), line("lower")) }),
        svg("path", { class: "line", d: linePath(medians) }),
        medians.length > 1
          ? null
          : medians.map((one) => svg("circle", { class: "dot", cx: one?.[0], cy: one?.[1], r: 3.5 })),
        below(
          box,
          dates(
            progress.map(({ last }) => last),
            x,
          ),
        ),
        best === null || !fastest.length
          ? null
          : bestDot(fastest[0], x(at), y(best / 1000), x(at) > width / 2 ? "end" : "start"),
      ];
    },
  };
}

/** Labels with the dates of moments in order, the same one only once. */
export function dates(moments: number[], x: (at: number) => number) {
  const [first, last] = [moments[0], moments[moments.length - 1]];
  const parts: Intl.DateTimeFormatOptions =
    last - first > 300 * DAY ? { month: "short", year: "numeric" } : { day: "numeric", month: "short" };
  const labels = moments.map((moment, at) => ({ at: x(at), text: moment ? date(moment * 1000, parts) : "" }));
  const step = Math.max(Math.ceil(moments.length / ((x(moments.length - 1) - x(0)) / LABEL)), 1);
  return labels.filter(({ text }, at) => text && at % step === 0 && text !== labels[at - step]?.text);
}

/** The wins by their time. */
export function timesChart({ distribution, percentiles, wins, median }: Charts): Chart {
  const most = Math.max(...distribution.map(({ count }) => count), 1);
  const { 10: tenth, 50: half, 90: late } = percentiles;
  const label = (ms: number) =>
    withSeconds(number(Math.floor(ms / 100) / 10, ms % 1000 < 100 ? 0 : 1)).replace(" ", "\u00a0");
  return {
    name: "times",
    title: message("statistics.times-chart", { count: wins }),
    note: message("charts.percentiles", { tenth: label(tenth), half: label(half), most: label(late) }),
    height: 140,
    table: {
      columns: [message("columns.time"), message("statistics.win-rate")],
      rows: distribution.map(({ start, end, count }) => [
        message("charts.from-to", { from: label(start), to: label(end) }),
        String(count),
      ]),
    },
    draw(width, height) {
      const box = plot(width, height, 0);
      const y = scale([0, most], [box.bottom, box.top]);
      const bar = (box.right - box.left) / distribution.length;
      const isMiddle = ({ start, end }: { start: number; end: number }) =>
        median !== null && start <= median && median < end;
      return [
        svg("path", { class: "grid", d: `M${box.left} ${box.bottom}H${box.right}` }),
        distribution.map((one, at) =>
          svg(
            "rect",
            {
              class: isMiddle(one) ? "column middle" : "column",
              x: box.left + at * bar + 1.5,
              y: y(one.count),
              width: Math.max(bar - 3, 1),
              height: box.bottom - y(one.count),
              rx: 2,
            },
            svg("title", {}, `${label(one.start)}–${label(one.end)}: ${one.count}`),
          ),
        ),
        below(
          box,
          distribution.map(({ start }, at) => ({ at: box.left + (at + 0.5) * bar, text: label(start) })),
        ),
      ];
    },
  };
}

/** The games that were not lost before a part of their 3BV was solved. */
export function survivalChart({ survival }: Charts): Chart {
  const steps = Math.max(survival.length - 1, 1);
  return {
    name: "survival",
    title: message("charts.survival"),
    height: 158,
    table: {
      columns: [message("charts.part"), message("charts.share")],
      rows: survival.map((share, at) => [percent(at / steps), percent(share)]),
    },
    draw(width, height) {
      const box = plot(width, height, 34);
      const y = scale([0, 1], [box.bottom, box.top]);
      const x = scale([0, steps], [box.left, box.right]);
      const line = survival.map((share, at) => [x(at), y(share)] as [number, number]);
      const ground = survival.map((_, at) => [x(at), box.bottom] as [number, number]);
      return [
        levels(box, [0, 0.25, 0.5, 0.75, 1], y, (share) => String(share * 100)),
        svg("path", { class: "alive area", d: areaPath(line, ground) }),
        svg("path", { class: "alive line", d: linePath(line) }),
        svg("text", { x: box.left, y: box.bottom + 20 }, message("charts.survival-start")),
        svg("text", { x: box.right, y: box.bottom + 20, "text-anchor": "end" }, message("charts.survival-end")),
      ];
    },
  };
}

/** The number of games on each day of a year; a column is a week from Monday on. */
export function yearChart({ days, today }: Charts): Chart {
  const counts = new Map(days.map((one) => [one.day, one]));
  const most = Math.max(...days.map(({ games }) => games), 1);
  const total = (name: "games" | "wins") => days.reduce((sum, one) => sum + one[name], 0);
  /** @param number of a day since 1970 */
  const name = (number: number) =>
    date(number * DAY * 1000, { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const games = (count: number) => message("count.games", { count });
  return {
    name: "year",
    title: message("charts.year"),
    aside: message("charts.year-total", {
      games: games(total("games")),
      wins: message("count.wins", { count: total("wins") }),
    }),
    height: 118,
    table: {
      columns: [message("charts.day"), message("statistics.games"), message("statistics.win-rate")],
      rows: days.map((one) => [name(one.day), String(one.games), String(one.wins)]),
    },
    draw(width, height) {
      const gap = 2;
      const size = Math.min(width / WEEKS, height / 7);
      const monday = today - weekday(today) - (WEEKS - 1) * 7;
      const squares = Array.from({ length: today - monday + 1 }, (_, at) => {
        const count = counts.get(monday + at)?.games ?? 0;
        const shade = Math.ceil((count / most) * SHADES);
        return svg(
          "rect",
          {
            class: `day shade-${shade}`,
            x: Math.floor(at / 7) * size,
            y: (at % 7) * size,
            width: size - gap,
            height: size - gap,
            rx: 2.5,
          },
          svg("title", {}, message("charts.day-of", { day: name(monday + at), games: games(count) })),
        );
      });
      return squares;
    },
  };
}

/**
 * The day of the week, Monday is 0. The first day of 1970 was a Thursday.
 * @param number of a day since 1970
 */
export const weekday = (number: number) => (number + 3) % 7;

/** Wins by 3BV, for those who do not see the dots. */
export function scatterTable(points: Win[]): Table {
  const bins = binned(points, ({ bbbv }) => bbbv, 10).filter(({ items }) => items.length);
  return {
    columns: [
      message("figures.3bv"),
      message("statistics.win-rate"),
      message("statistics.best"),
      message("figures.3bv-speed"),
    ],
    rows: bins.map(({ start, end, items }) => {
      const best = items.reduce((one, other) => (other.elapsed < one.elapsed ? other : one));
      return [
        message("charts.from-to", { from: start, to: end - 1 }),
        String(items.length),
        seconds(best.elapsed),
        speedOf(best),
      ];
    }),
  };
}
