// Skill and luck in the statistics: a table by level, and how both changed. docs/metrics.md defines them.

import type { Luck, LuckMeans } from "../protocol.ts";
import type { Chart } from "./all-charts.ts";

import { below, extent, levels, linePath, roundSpan, scale, svg, ticks } from "./svg-charts.ts";
import { dates, day, plot } from "./all-charts.ts";
import { html, render } from "../ui/template.ts";
import { el } from "../ui/dom.ts";
import { level as levelName, message, number, percent } from "../ui/words.ts";

const MINUS = "\u2212";

/** Means in thousandths of a game, rounded so that they add up. */
export function thousandths({ start, given_away, won }: LuckMeans) {
  const [could, given, did] = [start, given_away, won].map((share) => Math.round(share * 1000));
  return { could, given, fate: did - could + given, won: did };
}

const share = (parts: number) => percent(parts / 1000, 1);
const signed = (parts: number) => (parts > 0 ? "+" : parts < 0 ? MINUS : "") + share(Math.abs(parts));

/**
 * The table by level with what it means.
 * @param sizes of the levels by their names
 */
export function luckCard({ all, levels: rows, left }: Luck, sizes: Record<string, string>) {
  const card = el("section", { class: "card chart-card luck" });
  if (!all) return card;
  const lines = rows.map((one) => ({ name: titleOf(one.level, sizes), means: one as LuckMeans }));
  if (rows.length > 1) lines.push({ name: message("luck.all"), means: all });
  const estimated = all.games - all.exact;
  render(
    html`
      <div class="chart-head"><h2>${message("luck.title")}</h2></div>
      <div class="scrolled">
        <table class="table" data-figure="luck">
          <thead>
            <tr>
              <th scope="col">${message("luck.level")}</th>
              <th scope="col">${message("luck.games")}</th>
              <th scope="col">${message("luck.start")}</th>
              <th scope="col">${message("luck.given")}</th>
              <th scope="col">${message("luck.fate")}</th>
              <th scope="col">${message("luck.won")}</th>
            </tr>
          </thead>
          <tbody>${lines.map(({ name, means }) => row(name, means))}</tbody>
        </table>
      </div>
      <p class="muted tiny">${message("luck.adds-up")} ${estimated ? message("luck.estimated", { count: estimated }) : ""}</p>
      <p class="muted tiny" role="status">${left ? message("luck.left", { count: left }) : ""}</p>
    `,
    card,
  );
  return card;
}

function row(name: string, means: LuckMeans) {
  const { could, given, fate, won } = thousandths(means);
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${number(means.games)}</td>
    <td>${share(could)}</td>
    <td>${signed(-given)}</td>
    <td>${signed(fate)}</td>
    <td>${share(won)}</td>
  </tr>`;
}

function titleOf(size: string, sizes: Record<string, string>) {
  const name = Object.keys(sizes).find((one) => sizes[one] === size);
  return name ? `${levelName(name)} ${size}` : size;
}

/** What was given away and luck in the course of the games; null where they are too few. */
export function luckChart({ progress }: Luck): Chart | null {
  if (progress.length < 2) return null;
  const parts = progress.map(thousandths);
  const given = parts.map((one) => -one.given / 10);
  const fate = parts.map((one) => one.fate / 10);
  const span = roundSpan(extent([0, ...given, ...fate]) ?? [0, 1], 5);
  return {
    name: "luck-course",
    title: message("luck.course"),
    height: 190,
    table: {
      columns: [message("columns.when"), message("luck.games"), message("luck.given"), message("luck.fate")],
      rows: progress.map((one, at) => [
        message("charts.from-to", { from: day(one.first), to: day(one.last) }),
        String(one.games),
        signed(-parts[at].given),
        signed(parts[at].fate),
      ]),
    },
    draw(width, height) {
      const box = plot(width, height);
      const y = scale(span, [box.bottom, box.top]);
      const x = scale([0, progress.length - 1], [box.left + 6, box.right - 6]);
      const line = (values: number[]) => values.map((value, at) => [x(at), y(value)] as [number, number]);
      const named = (kind: string, values: number[], words: string) => [
        svg("path", { class: `line ${kind}`, d: linePath(line(values)) }),
        svg("text", { x: box.right - 6, y: y(values[values.length - 1]) - 7, "text-anchor": "end" }, words),
      ];
      return [
        levels(box, ticks(span, 5), y, String),
        svg("path", { class: "grid", d: `M${box.left} ${y(0)}H${box.right}` }),
        named("given", given, message("luck.given")),
        named("fate", fate, message("luck.fate")),
        below(
          box,
          dates(
            progress.map(({ last }) => last),
            x,
          ),
        ),
      ];
    },
  };
}
