// @ts-check
// Charts of SVG: scales, ticks, axes and shapes. What they show is in statistics-charts.js.

/** @typedef {[number, number]} Span */
/** @typedef {(value: number) => number} Scale */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box the sides of a plot, in pixels */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element of SVG; null and false leave an attribute out.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} attributes
 * @param {...(Node | string | null | Node[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null));
  return node;
}

/**
 * Return a function from a span of values to a span of pixels. A span of no width is in the middle.
 * @param {Span} from
 * @param {Span} to
 * @returns {Scale}
 */
export function scale([low, high], [start, end]) {
  if (high === low) return () => (start + end) / 2;
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

/**
 * Return the least round step that needs at most so many ticks: 1, 2 or 5 times a power of ten.
 * @param {number} reach
 * @param {number} most
 */
export function roundStep(reach, most) {
  if (!(reach > 0)) return 1;
  const raw = reach / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((times) => times * power >= raw * (1 - 1e-9)) ?? 10;
  return step * power;
}

/**
 * Return round values within a span, at most so many and one more.
 * @param {Span} span
 * @param {number} most
 */
export function ticks([low, high], most) {
  const step = roundStep(high - low, most);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, at) => rounded((first + at) * step, step));
}

/**
 * Widen a span to round ends.
 * @param {Span} span
 * @param {number} most ticks in it
 * @returns {Span}
 */
export function roundSpan([low, high], most) {
  const step = roundStep(high - low || Math.abs(high) || 1, most);
  const [start, end] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step];
  return [rounded(start, step), rounded(end === start ? start + step : end, step)];
}

/**
 * Without the last digits, which are not exact in floating point.
 * @param {number} value
 * @param {number} step
 */
const rounded = (value, step) => Number(value.toFixed(Math.max(0, Math.ceil(-Math.log10(step)) + 1)));

/**
 * Return the least and the greatest value; null without any.
 * @param {number[]} values
 * @returns {Span | null}
 */
export const extent = (values) =>
  values.length
    ? values.reduce(
        (/** @type {Span} */ [low, high], one) => [Math.min(low, one), Math.max(high, one)],
        [values[0], values[0]],
      )
    : null;

/**
 * Sort items into bins of one round width by a value of theirs.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => number} value
 * @param {number} most bins
 * @returns {{ start: number, end: number, items: T[] }[]}
 */
export function binned(items, value, most) {
  const span = extent(items.map(value));
  if (!span) return [];
  const step = Math.max(roundStep(span[1] - span[0] + 1, most), 1);
  const first = Math.floor(span[0] / step);
  const bins = Array.from({ length: Math.floor(span[1] / step) - first + 1 }, (_, at) => ({
    start: (first + at) * step,
    end: (first + at + 1) * step,
    items: /** @type {T[]} */ ([]),
  }));
  for (const item of items) bins[Math.floor(value(item) / step) - first].items.push(item);
  return bins;
}

/**
 * The path through points; a null interrupts it.
 * @param {([number, number] | null)[]} points
 */
export function linePath(points) {
  let isDown = false;
  let path = "";
  for (const point of points) {
    if (point) path += `${isDown ? "L" : "M"}${short(point[0])} ${short(point[1])}`;
    isDown = point !== null;
  }
  return path;
}

/**
 * The area between two lines over the same places; a null interrupts both.
 * @param {([number, number] | null)[]} upper
 * @param {([number, number] | null)[]} lower
 */
export function areaPath(upper, lower) {
  /** @type {[number, number][][][]} */
  const runs = [];
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

/** @param {number} value */
const short = (value) => Number(value.toFixed(1));

/**
 * The part of a line through the origin, `y = slope * x`, inside a plane; null if it misses it.
 * @param {number} slope
 * @param {Span} across
 * @param {Span} up
 * @returns {[[number, number], [number, number]] | null}
 */
export function slopeInside(slope, [left, right], [bottom, top]) {
  const start = Math.max(left, bottom / slope);
  const end = Math.min(right, top / slope);
  return start < end
    ? [
        [start, start * slope],
        [end, end * slope],
      ]
    : null;
}

/**
 * Lines across a plot with their values at the left.
 * @param {Box} box
 * @param {number[]} values
 * @param {Scale} y
 * @param {(value: number) => string} label
 */
export const levels = (box, values, y, label) =>
  values.flatMap((value) => [
    svg("path", { class: "grid", d: `M${box.left} ${short(y(value))}H${box.right}` }),
    svg("text", { x: box.left - 8, y: short(y(value)) + 4, "text-anchor": "end" }, label(value)),
  ]);

/**
 * Labels below a plot. One that would lie over the one before it is left out.
 * @param {Box} box
 * @param {{ at: number, text: string }[]} labels in pixels, from left to right
 */
export function below(box, labels) {
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

/**
 * The index of the point that is nearest to a place, within a distance; -1 if there is none.
 * @param {[number, number][]} points
 * @param {[number, number]} place
 * @param {number} within
 */
export function nearest(points, [x, y], within) {
  let found = -1;
  let least = within * within;
  points.forEach((point, at) => {
    const distance = (point[0] - x) ** 2 + (point[1] - y) ** 2;
    if (distance <= least) [found, least] = [at, distance];
  });
  return found;
}
