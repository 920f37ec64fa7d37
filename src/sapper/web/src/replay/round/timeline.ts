// The time line of a round: who led, how far everybody was, and when they ended.

import type { PlayedRound } from "../../protocol.ts";
import type { Canvas, Theme } from "../../types.ts";

import { TimeTrack } from "../time-track.ts";
import { leadsOf } from "./lanes.ts";

const STRIP = 14; // px, the height of the leads
const CURVES = [26, 92]; // px, from top to bottom
const NAME_FROM = 6; // px on either side of a name

export class RoundTimeline extends TimeTrack {
  _round: PlayedRound | null = null;
  _colours: (seat: number) => string;

  /** @param colours of the players */
  constructor(seek: (at: number) => void, colours: (seat: number) => string) {
    super(seek);
    this._colours = colours;
  }

  show(round: PlayedRound) {
    this._round = round;
    this.setLength(round.length);
  }

  _drawChart(c: Canvas, theme: Theme, width: number) {
    if (!this._round) return;
    this._drawGrid(c, theme, width);
    this._drawLeads(c, theme, width, this._round);
    this._drawCurves(c, width, this._round);
  }

  _drawGrid(c: Canvas, theme: Theme, width: number) {
    const [top, bottom] = CURVES;
    c.fillStyle = theme.line;
    for (const share of [0, 0.5, 1]) c.fillRect(0, bottom - share * (bottom - top), width, 1);
  }

  _drawLeads(c: Canvas, theme: Theme, width: number, round: PlayedRound) {
    c.font = "600 11px system-ui, sans-serif";
    c.textBaseline = "middle";
    for (const { seat, from, to } of leadsOf(round)) {
      const [x, end] = [this._share(from) * width, this._share(to) * width];
      c.fillStyle = this._colours(seat);
      c.beginPath();
      c.roundRect(x, 0, Math.max(2, end - x - 1), STRIP, 3);
      c.fill();
      const name = round.seats.find((one) => one.seat === seat)?.name ?? "";
      const size = c.measureText(name).width;
      if (size + 2 * NAME_FROM > end - x) continue;
      c.fillStyle = theme.page;
      c.fillText(name, (x + end - size) / 2, STRIP / 2 + 0.5);
    }
  }

  _drawCurves(c: Canvas, width: number, { seats, events }: PlayedRound) {
    const [top, bottom] = CURVES;
    const most = Math.max(1, ...seats.flatMap(({ curve }) => curve.map(([, share]) => share)));
    const height = (share: number) => bottom - (share / most) * (bottom - top);
    c.lineWidth = 2;
    c.lineJoin = "round";
    for (const { seat, curve } of [...seats].reverse()) {
      c.strokeStyle = this._colours(seat);
      c.beginPath();
      c.moveTo(0, bottom);
      for (const [at, share] of curve) c.lineTo(this._share(at) * width, height(share));
      c.stroke();
    }
    c.lineWidth = 1;
    c.setLineDash([2, 3]);
    for (const { at, seat, kind } of events) {
      if (kind === "lead") continue;
      const x = Math.round(this._share(at) * width) - 0.5;
      c.strokeStyle = this._colours(seat);
      c.beginPath();
      c.moveTo(x, top);
      c.lineTo(x, bottom);
      c.stroke();
    }
    c.setLineDash([]);
  }
}
