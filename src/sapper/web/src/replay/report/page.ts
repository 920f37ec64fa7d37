// The report of a finished game: the chance to win over its time, what each turning point cost, and what was better.

import type { FinishedGame, JudgedMove, Report, ReportedMove } from "../../protocol.ts";
import type { Page, Parts } from "../../types.ts";

import { ReplayBoard } from "../../board/replay-board.ts";
import { readGame, readReport, readReview, readSteps } from "../../net/replays.ts";
import { momentFragment } from "../../play/seed/links.ts";
import { addressOf } from "../../ui/address.ts";
import { announce } from "../../ui/announce.ts";
import { el, loadIcons } from "../../ui/dom.ts";
import { render } from "../../ui/template.ts";
import { said } from "../../board/phrases.ts";
import { drawMoment } from "./moment-picture.ts";
import { keyMoments, trained, turningPoints, worst } from "./turning-points.ts";
import { reportView } from "./view.ts";

export class ReportPage implements Page {
  name = "report";
  id: string;
  parts: Pick<Parts, "settings" | "themes" | "open">;
  element = el("div", { class: "report", "aria-busy": "true" });
  game: FinishedGame | null = null;
  board: ReplayBoard | null = null;
  report: Report | null = null;
  judged: Map<number, JudgedMove> = new Map(); // by the place of the action
  chosen: ReportedMove | null = null;
  showsAll = false;
  width = 800; // px of the curve
  problem = "";
  pictures: Map<ReportedMove, HTMLCanvasElement> = new Map();
  _stop = new AbortController();
  _observer: ResizeObserver;

  constructor(parts: Pick<Parts, "settings" | "themes" | "open">, id: string) {
    this.parts = parts;
    this.id = id;
    this._observer = new ResizeObserver(() => this._measure());
    this._observer.observe(this.element);
    loadIcons("icons-more.svg").catch(() => {}); // every sign has its words as well
    this.show();
    this._load();
  }

  async _load() {
    const { signal } = this._stop;
    try {
      this.game = await readGame(this.id, signal);
      const report = await readReport(this.id, signal);
      if (!report.reported && report.reported !== undefined) throw new Error(said(report));
      this.report = report;
      this.chosen = worst(this.moves);
      announce(said(report));
      this.show();
      await this._readBoard(signal);
      await this._readVerdicts(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!this.report) this.game = null; // what came may be no game
      this.problem = (error as Error).message;
      announce(this.problem);
    }
    this.element.removeAttribute("aria-busy");
    this.show();
  }

  async _readBoard(signal: AbortSignal) {
    let board: ReplayBoard | null = null;
    for await (const part of readSteps(this.id, signal)) {
      board ??= new ReplayBoard(part);
      board.add(part.steps);
    }
    this.board = board;
    this.pictures = new Map(keyMoments(this.moves).map((move) => [move, el("canvas", { "aria-hidden": "true" })]));
    this.show();
  }

  async _readVerdicts(signal: AbortSignal) {
    for await (const part of readReview(this.id, signal)) {
      for (const move of part.moves) this.judged.set(move.action, move);
      this.show();
    }
  }

  get moves() {
    return this.report?.moves ?? [];
  }

  /** The moves in the list. */
  get listed() {
    return this.showsAll ? this.moves : turningPoints(this.moves);
  }

  get trained() {
    return trained(this.moves, this.judged);
  }

  show() {
    render(reportView(this), this.element);
    this.paint();
    this._measure();
    this._bringIntoView();
  }

  _measure() {
    const room = this.element.querySelector(".report-chart")?.clientWidth ?? 0;
    if (!room || room === this.width) return;
    this.width = room;
    this.show();
  }

  /** Scroll the list, and nothing else, to the move that is chosen. */
  _bringIntoView() {
    const list = this.element.querySelector<HTMLElement>(".report-table");
    const row = list?.querySelector<HTMLElement>("tr[aria-current]");
    if (!list || !row) return;
    const isIn =
      row.offsetTop >= list.scrollTop && row.offsetTop + row.offsetHeight <= list.scrollTop + list.clientHeight;
    if (!isIn) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }

  paint() {
    const { board } = this;
    if (!board) return;
    for (const [move, canvas] of this.pictures)
      drawMoment(canvas, this.parts.themes.current, board, { move, judged: this.judged.get(move.action) });
  }

  // -- What can be done

  choose(move: ReportedMove) {
    this.chosen = move;
    this.show();
  }

  showAll(isAll: boolean) {
    this.showsAll = isAll;
    this.show();
  }

  /** Watch the game, from a move on if one is given. */
  watch(move: ReportedMove | null = null) {
    if (!move) return this.parts.open("replay", this.id);
    history.pushState(null, "", addressOf(`/replay/${this.id}${momentFragment({ at: move.at, other: "" })}`));
    dispatchEvent(new PopStateEvent("popstate"));
  }

  train() {
    if (this.trained.length) this.parts.open("train", `game-${this.id}-all`);
  }

  _step(way: number) {
    const { listed } = this;
    const at = this.chosen ? listed.indexOf(this.chosen) : -1;
    const next = listed[Math.max(0, Math.min(at + way, listed.length - 1))];
    if (next) this.choose(next);
  }

  key(typed: string) {
    const keys: Record<string, () => void> = {
      down: () => this._step(1),
      j: () => this._step(1),
      "]": () => this._step(1),
      up: () => this._step(-1),
      k: () => this._step(-1),
      "[": () => this._step(-1),
      enter: () => this.watch(this.chosen),
      w: () => this.watch(),
      t: () => this.train(),
      a: () => this.showAll(!this.showsAll),
      escape: () => this.parts.open("replay", this.id),
    };
    const isControl = typed === "enter" && document.activeElement?.matches("button, a");
    if (isControl || !Object.hasOwn(keys, typed)) return false;
    keys[typed]();
    return true;
  }

  left() {
    this._stop.abort();
    this._observer.disconnect();
  }
}
