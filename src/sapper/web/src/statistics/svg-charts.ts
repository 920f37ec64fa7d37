// Charts of SVG: scales, ticks, axes and shapes. What they show is in statistics/all-charts.ts.

type Span = [number, number];
type Scale = (value: number) => number;
/** The sides of a plot, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SVG = "http://www.w3.org/2000/svg";

/** Make an element of SVG; null and false leave an attribute out. */
export function svg<T extends keyof SVGElementTagNameMap>(
  tag: T,
  attributes: Record<string, unknown> = {},
  ...children: (Node | string | null | Node[])[]
): SVGElementTagNameMap[T] {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null));
  return node;
}

/** Return a function from a span of values to a span of pixels. A span of no width is in the middle. */
export function scale([low, high]: Span, [start, end]: Span): Scale {
  if (high === low) return () => (start + end) / 2;
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

/** Return the least round step that needs at most `most` ticks: 1, 2 or 5 times a power of ten. */
export function roundStep(reach: number, most: number) {
  if (!(reach > 0)) return 1;
  const raw = reach / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((times) => times * power >= raw * (1 - 1e-9)) ?? 10;
  return step * power;
}

/** Return round values within a span, at most `most` and one more. */
export function ticks([low, high]: Span, most: number) {
  const step = roundStep(high - low, most);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, at) => rounded((first + at) * step, step));
}

/**
 * Widen a span to round ends.
 * @param most ticks in it
 */
export function roundSpan([low, high]: Span, most: number): Span {
  const step = roundStep(high - low || Math.abs(high) || 1, most);
  const [start, end] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
  return [rounded(start, step), rounded(end === start ? start + step : end, step)];
}

/** Without the last digits, which are not exact in floating point. */
const rounded = (value: number, step: number) => Number(value.toFixed(Math.max(0, Math.ceil(-Math.log10(step)) + 1)));

/** Return the least and the greatest value; null without any. */
export const extent = (values: number[]): Span | null =>
  values.length
    ? values.reduce(([low, high]: Span, one) => [Math.min(low, one), Math.max(high, one)], [values[0], values[0]])
    : null;

/**
 * Sort items into bins of one round width by a value of theirs.
 * @param most bins
 */
export function binned<T>(
  items: T[],
  value: (item: T) => number,
  most: number,
): { start: number; end: number; items: T[] }[] {
  const span = extent(items.map(value));
  if (!span) return [];
  const step = Math.max(roundStep(span[1] - span[0] + 1, most), 1);
  const first = Math.floor(span[0] / step);
  const bins = Array.from({ length: Math.floor(span[1] / step) - first + 1 }, (_, at) => ({
    start: (first + at) * step,
    end: (first + at + 1) * step,
    items: [] as T[],
  }));
  for (const item of items) bins[Math.floor(value(item) / step) - first].items.push(item);
  return bins;
}

/** The path through points; a null interrupts it. */
export function linePath(points: ([number, number] | null)[]) {
  let isDown = false;
  let path = "";
  for (const point of points) {
    if (point) path += `${isDown ? "L" : "M"}${short(point[0])} ${short(point[1])}`;
    isDown = point !== null;
  }
  return path;
}

/** The area between two lines over the same places; a null interrupts both. */
export function areaPath(upper: ([number, number] | null)[], lower: ([number, number] | null)[]) {
  const runs: [number, number][][][] = [];
  upper.forEach((point, at) => {
    const below = lower[at];
    if (!point || !below) return;
    if (!at || !upper[at - 1] || !lower[at - 1]) runs.push([[], []]);
    const [top, bottom] = runs[runs.length - 1];
    top.push(point);
    bottom.unshift(below);
  });
  return runs.map(([top, bottom]) => `${linePath([...top, ...bottom])}Z`).join("");
}

const short = (value: number) => Number(value.toFixed(1));

/** The part of a line through the origin, `y = slope * x`, inside a plane; null if it misses it. */
export function slopeInside(
  slope: number,
  [left, right]: Span,
  [bottom, top]: Span,
): [[number, number], [number, number]] | null {
  const start = Math.max(left, bottom / slope);
  const end = Math.min(right, top / slope);
  return start < end
    ? [
        [start, start * slope],
        [end, end * slope],
      ]
    : null;
}

/** Lines across a plot with their values at the left. */
export const levels = (box: Box, values: number[], y: Scale, label: (value: number) => string) =>
  values.flatMap((value) => [
    svg("path", { class: "grid", d: `M${box.left} ${short(y(value))}H${box.right}` }),
    svg("text", { x: box.left - 8, y: short(y(value)) + 4, "text-anchor": "end" }, label(value)),
  ]);

/**
 * Labels below a plot. One that would lie over the one before it is left out.
 * @param labels in pixels, from left to right
 */
export function below(box: Box, labels: { at: number; text: string }[]) {
  const letter = 6.2; // pixels, of 11 px digits
  let free = Number.NEGATIVE_INFINITY;
  const shown = labels.filter(({ at, text }) => {
    const half = (text.length * letter) / 2;
    if (at - half < free) return false;
    free = at + half + 8;
    return true;
  });
  return shown.map(({ at, text }) => {
    const half = (text.length * letter) / 2;
    const x = Math.min(Math.max(at, half), box.right + 8 - half);
    return svg("text", { x: short(x), y: box.bottom + 20, "text-anchor": "middle" }, text);
  });
}

/** The index of the point that is nearest to a place, within a distance; -1 if there is none. */
export function nearest(points: [number, number][], [x, y]: [number, number], within: number) {
  let found = -1;
  let least = within * within;
  points.forEach((point, at) => {
    const distance = (point[0] - x) ** 2 + (point[1] - y) ** 2;
    if (distance <= least) [found, least] = [at, distance];
  });
  return found;
}
