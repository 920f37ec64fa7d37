// The chance to win over the time of a game, with a sign at each turning point.

import type { Report, ReportedMove } from "../../protocol.ts";

import { html, styles, svg } from "../../ui/template.ts";
import { message, percent, withSeconds } from "../../ui/words.ts";
import { labelledSeconds } from "../charts.ts";
import { QUALITIES, turningPoints } from "./turning-points.ts";

const HEIGHT = 236; // px
const BOX = { top: 12, bottom: 204, left: 46, right: 14 };
const LEVELS = [0, 0.25, 0.5, 0.75, 1];
const SIGN = 16; // px
const LABEL = 70; // px that a time needs

interface Shown {
  report: Report;
  length: number; // ms
  width: number; // px
  chosen: ReportedMove | null;
  choose: (move: ReportedMove) => void;
}

export function curve({ report, length, width, chosen, choose }: Shown) {
  const moves = report.moves ?? [];
  const right = Math.max(width - BOX.right, BOX.left + 1);
  const x = (at: number) => BOX.left + (length ? Math.min(at / length, 1) : 0) * (right - BOX.left);
  const y = (share: number) => BOX.bottom - share * (BOX.bottom - BOX.top);
  const begin = report.start ?? 0;
  const points = [[BOX.left, y(begin)], ...moves.map(({ at, after }) => [x(at), y(after)])];
  const line = `M${points.map((point) => point.map((part) => part.toFixed(1)).join(" ")).join("L")}`;
  const last = points[points.length - 1][0].toFixed(1);
  const times = labelledSeconds(length, Math.max(Math.floor((right - BOX.left) / LABEL), 1));
  return html`
    <svg class="report-curve" viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${message("report.curve")}
      ${styles({ height: `${HEIGHT}px` })}>
      ${LEVELS.map(
        (share) => svg`
          <path class="grid" d=${`M${BOX.left} ${y(share)}H${right}`}></path>
          <text x=${BOX.left - 8} y=${y(share) + 4} text-anchor="end">${percent(share)}</text>`,
      )}
      ${times.map((at) => svg`<text x=${x(at * 1000)} y=${HEIGHT - 8} text-anchor=${at ? "middle" : "start"}>${withSeconds(at)}</text>`)}
      <path class="area" d=${`${line}L${last} ${BOX.bottom}L${BOX.left} ${BOX.bottom}Z`}></path>
      <path class="line" d=${line}></path>
      ${turningPoints(moves).map(
        (move) => svg`
          <g class=${move === chosen ? "sign on" : "sign"} @click=${() => choose(move)}>
            <circle cx=${x(move.at)} cy=${y(move.after)} r="11"></circle>
            <use href=${`#i-${QUALITIES[move.quality].image}`} x=${x(move.at) - SIGN / 2} y=${y(move.after) - SIGN / 2}
              width=${SIGN} height=${SIGN}></use>
          </g>`,
      )}
    </svg>`;
}
