// A finished game played again: board, time line, every move with its verdict. Its keys are those of the terminal.

import type { FinishedGame, JudgedMove } from "../protocol.ts";
import type { Parts, SortedOdds } from "../types.ts";

import { said } from "../board/phrases.ts";
import { sortOdds } from "../play/advice/advice.ts";
import { button, el, fill, icon } from "../ui/dom.ts";
import { FILE, brokenReplay, listenToDrops, takeNotes } from "./drop-files.ts";
import { raceGhost } from "../play/ghost-race.ts";
import { HAND_VIEWS, Hand } from "./hand.ts";
import { Playback } from "./playback.ts";
import { ReplayBoard } from "../board/replay-board.ts";
import { ReplayControls, chip, tool } from "./controls.ts";
import {
  isGuess,
  isMistake,
  readGame,
  readOdds,
  readReport,
  readReview,
  readSameBoard,
  readSteps,
  readTrack,
  saveReplay,
} from "../net/replays.ts";
import { oddsMarks, reviewMarks } from "./marks.ts";
import { completed, matched } from "../net/hand-moves.ts";
import { boardOf, storedHand } from "../net/stored-hands.ts";
import { clicksOf } from "./hand-clicks.ts";
import { momentOf, writeMoment } from "./moment.ts";
import { ReplayPane } from "./pane.ts";
import { ReplayPanel } from "./panel.ts";
import { layoutWords, levelWords, resultWords, whenWords } from "./words.ts";
import { withPractice } from "../state.ts";
import { Timeline } from "./timeline.ts";
import { action, message } from "../ui/words.ts";

const FAR = 10; // actions at once
const STEP_SHARE = 0.01; // of the time line, by the arrow keys
const LEAST_HEIGHT = 200; // px of a board

export class ReplayPage {
  id: string;
  name = "replay";
  _parts: Pick<Parts, "state" | "settings" | "themes" | "run" | "open" | "choices">;
  _stop: AbortController;
  _other: string;
  _wanted: number;
  game: FinishedGame | null = null;
  playback: Playback | null = null;
  moves: JudgedMove[] = [];
  judged: Map<number, JudgedMove> = new Map(); // by the place of the action
  _showsOdds = false;
  odds: SortedOdds | null = null;
  _oddsOf = -1; // the place that they are of
  _isAsking = false;
  _note: string;
  _frame = 0;
  panel: ReplayPanel;
  pane: ReplayPane;
  otherPane: ReplayPane | null = null;
  timeline: Timeline;
  _controls: ReplayControls;
  _oddsTool: HTMLButtonElement;
  _handTool: HTMLButtonElement;
  _title: HTMLHeadingElement;
  _chips: HTMLDivElement;
  _boards: HTMLDivElement;
  _head: HTMLDivElement;
  _foot: HTMLDivElement;
  _said: HTMLDivElement;
  _stage: HTMLDivElement;
  element: HTMLDivElement;
  _stopDrops: () => void;
  _observer: ResizeObserver;

  constructor(parts: Pick<Parts, "state" | "settings" | "themes" | "choices" | "open" | "run">, id: string) {
    this.id = id;
    this._parts = parts;
    this._stop = new AbortController();
    const { other, at } = momentOf(`/replay/${id}`);
    this._other = other; // the game beside this one
    this._wanted = at; // the time to begin at, once it came
    this._note = takeNotes(id).join(" ");
    const { themes } = parts;
    this.panel = new ReplayPanel({
      go: (place) => this._go(place),
      report: () => parts.open("report", id),
      race: () => this._race(),
      compare: (beside) => this._compare(beside),
    });
    this.pane = new ReplayPane(themes);
    this.timeline = new Timeline((time) => this.seek(time));
    this.timeline.paint(themes.current);
    this._controls = new ReplayControls({
      togglePlay: () => this._togglePlay(),
      step: (way) => this._step(way),
      setSpeed: (speed) => this._setSpeed(speed),
      next: { words: message("viewer.next"), about: message("viewer.next-title"), image: "verdict-mistake" },
      toNext: () => this._toMark(1),
      playFromHere: () => this._playFromHere(),
    });
    this._oddsTool = tool(action("odds").name, () => this._toggleOdds(), icon("percent"));
    this._handTool = tool(message("viewer.hand"), () => this._changeHand(), icon("mouse"));
    this._handTool.hidden = true;
    this._title = el("h1", { class: "unseen" }, message("page.replay"));
    this._chips = el("div", { class: "chips" });
    this._boards = el("div", { class: "boards" }, this.pane.element);
    this._head = el("div", { class: "replay-head" }, this._chips);
    this._foot = el("div", { class: "time-card" }, this.timeline.element, this._controls.element);
    this._said = el("div", { class: "stage-said" });
    this._stage = el("div", { class: "replay-stage" }, this._title, this._head, this._boards, this._said, this._foot);
    this.element = el("div", { class: "replay loading" }, this._stage, this.panel.element);
    this._stopDrops = listenToDrops(this.element, parts.open);
    this._observer = new ResizeObserver(() => this._layout());
    this._observer.observe(this.element);
    this._load();
  }

  _showHead(game: FinishedGame) {
    const { settings } = this._parts;
    const level = levelWords(settings, game);
    this._title.textContent = message("viewer.title", { level, result: resultWords(game) });
    const save = message("viewer.save");
    fill(
      this._chips,
      chip("home", level),
      chip(game.layout === "random" ? "dice" : "shield", layoutWords(game), "of-layout"),
      chip("trophy", resultWords(game)),
      game.name && !game.together ? chip("people", game.name) : null,
      game.ended_at ? chip("clock", whenWords(game.ended_at), "of-date") : null,
      el(
        "div",
        { class: "tools" },
        this._oddsTool,
        this._handTool,
        tool(save, () => this._save(), icon("save")),
        tool(message("viewer.copy-link"), () => this._copyLink(), icon("share")),
      ),
    );
  }

  // -- Loading

  async _load() {
    const { signal } = this._stop;
    try {
      if (this.id === FILE) return this._showBroken();

      this.game = await readGame(this.id, signal);
      this._showHead(this.game);
      this.panel.showGame(this.game);
      await this._loadSteps(signal);
      await this._loadHand(this.game, signal);
      if (this._other) await this._loadOther(signal);
      await this._loadReview(signal);
      await this._loadReport(signal);
      this.panel.showSame(await readSameBoard(this.id, signal), this._other);
    } catch (error) {
      if (!signal.aborted) this._failed(error as Error);
    }
  }

  /** A file that does not add up is shown as far as it goes. */
  _showBroken() {
    const broken = brokenReplay();
    if (!broken) throw new Error(message("viewer.gone"));
    const board = new ReplayBoard(broken.steps);
    board.add(broken.steps.steps);
    this.element.classList.remove("loading");
    this.panel.showReview([], 1, message("viewer.not-reviewed"));
    this._begin(board);
    this._failed(new Error(said(broken)));
  }

  async _loadSteps(signal: AbortSignal) {
    const board = await readBoard(this.id, signal, (part) => {
      if (!this.playback) this._begin(part);
      this._show();
    });
    if (board) this.playback?.seek(this._wanted);
    this._wanted = 0;
    this.element.classList.remove("loading");
    this._show();
  }

  /** The hand that played: of the replay, or as this browser recorded it. */
  async _loadHand(game: FinishedGame, signal: AbortSignal) {
    const board = this.playback?.board;
    const track = game.has_track
      ? await readTrack(this.id, signal)
      : await storedHand(game.id, boardOf(game.minefield)).catch(() => null);
    if (!board || !track || signal.aborted) return;
    const { steps } = board;
    const own = game.has_track ? null : matched(track, steps, board);
    if (own) {
      const { left, right, chords } = clicksOf(own, steps, board);
      this.panel.showGame({ ...game, left, right, chords, clicks: left + right + chords, has_track: true });
    } else if (game.has_track && steps.some(({ cell, device }) => cell !== null && device !== "mouse")) {
      this.panel.showGame({ ...game, has_track: false }); // keys and fingers press no button
    }
    this.pane.hand = new Hand(own ?? (game.has_track ? track : completed(track, steps, board)));
    this.panel.moves.halves = this.pane.hand.halves((place) => steps[place]?.kind ?? "");
    this._handTool.hidden = false;
    this._show();
  }

  _begin(board: ReplayBoard) {
    this.playback = new Playback(board);
    this.pane.show(board);
    this._layout();
  }

  async _loadOther(signal: AbortSignal) {
    const game = await readGame(this._other, signal);
    if (!this.game?.minefield || game.minefield !== this.game.minefield) {
      this._note = message("viewer.other-board");
      this._other = "";
      this._show();
      return;
    }
    const board = await readBoard(this._other, signal, () => {});
    if (!board || !this.playback) return;
    this.otherPane = new ReplayPane(this._parts.themes, resultWords(game));
    this.pane.element.prepend(el("p", { class: "caption" }, resultWords(this.game)));
    this._boards.append(this.otherPane.element);
    this.element.classList.add("compared");
    this.otherPane.show(board);
    this.playback.least = board.duration;
    this._layout();
    this._show();
  }

  async _loadReview(signal: AbortSignal) {
    const board = this.playback?.board;
    if (!board) return;
    try {
      this.panel.showReview([], 0, "");
      for await (const part of readReview(this.id, signal)) {
        this.moves.push(...part.moves);
        for (const move of part.moves) this.judged.set(move.action, move);
        this.panel.showReview(this.moves, part.next === null ? 1 : part.next / board.length, "");
        this._show();
      }
    } catch (error) {
      if (signal.aborted) return;
      this.panel.showReview([], 1, (error as Error).message);
    }
  }

  /** The chances given away and taken by luck, or why this game has no such report. */
  async _loadReport(signal: AbortSignal) {
    const report = await readReport(this.id, signal).catch(() => null);
    if (!report || signal.aborted) return;
    if (report.reported !== false) this.timeline.report = report;
    this.panel.showReport(report);
    this._show();
  }

  _failed(error: Error) {
    this.element.classList.remove("loading");
    if (this.playback?.board.length) {
      this._note = `${message("viewer.broken")} ${error.message} ${message("viewer.up-to-there")}`;
      this._show();
      return;
    }
    const hadFocus = this.element.contains(document.activeElement);
    const title = el("h1", { tabindex: "-1" }, message("viewer.not-shown"));
    const list = button(message("viewer.to-list"), () => this._parts.open("replays"), { kind: "primary" });
    fill(this.element, el("div", { class: "no-replay" }, title, el("p", {}, error.message), list));
    if (hadFocus) title.focus({ preventScroll: true });
  }

  // -- What it shows

  /** Bring everything up to date with the playback. */
  _show() {
    const { playback } = this;
    if (!playback) return;
    this.timeline.show(playback.board, this.moves, playback.length);
    this._showTime();
    this.panel.moves.show(playback.board, this.judged);
  }

  /** Bring up to date what changes with the time. */
  _showTime() {
    const { playback } = this;
    if (!playback) return;
    const { at } = playback;
    this.pane.go(playback.place, at);
    const other = this.otherPane?.board;
    if (other) this.otherPane?.go(at ? other.placeAt(at) : 0, Math.min(at, other.duration));
    this.timeline.setTime(at);
    this._controls.update(playback, this._canGoOn);
    this._comment();
    this.panel.moves.update();
  }

  /** Say and mark what there is to say about the move just played: nothing while the replay runs fast. */
  _comment() {
    const { playback } = this;
    if (!playback) return;
    const { board } = playback;
    const isFast = playback.isPlaying && playback.speed > 1;
    const move = isFast ? null : (this.judged.get(playback.place - 1) ?? null);
    const odds = this._currentOdds();
    this.panel.say(board, { move, odds, note: this._note });
    this.pane.setMarks(odds ? oddsMarks(board, odds) : move && !this._showsOdds ? reviewMarks(board, move) : new Map());
  }

  // -- Odds

  _currentOdds() {
    const { playback } = this;
    if (!this._showsOdds || !playback?.board.isVisible || playback.board.isOver) return null;
    if (this._oddsOf !== playback.place) {
      this._askOdds();
      return null;
    }
    return this.odds;
  }

  async _askOdds() {
    const { playback } = this;
    if (this._isAsking || !playback) return;
    this._isAsking = true;
    const { place, board } = playback;
    try {
      const chances = await readOdds(board.diagram(), this._stop.signal);
      if (board.place === place) this.odds = sortOdds(board, chances);
      this._oddsOf = board.place === place ? place : -1;
    } catch (error) {
      if (this._stop.signal.aborted) return;
      this._showsOdds = false;
      this._note = (error as Error).message;
    } finally {
      this._isAsking = false;
    }
    this._showTime();
  }

  _toggleOdds() {
    this._showsOdds = !this._showsOdds;
    this._note = "";
    this._oddsTool.setAttribute("aria-pressed", String(this._showsOdds));
    this._oddsTool.classList.toggle("on", this._showsOdds);
    this._showTime();
  }

  /** Show the way of the pointer, then where it stayed, then neither. */
  _changeHand() {
    const { pane } = this;
    if (!pane.hand) return;
    pane.handView = HAND_VIEWS[(HAND_VIEWS.indexOf(pane.handView) + 1) % HAND_VIEWS.length];
    this._note = {
      trail: message("replay.hand-trail"),
      heat: message("replay.hand-heat"),
      off: message("replay.hand-off"),
    }[pane.handView];
    this._showTime();
  }

  // -- Moving through the game

  _togglePlay() {
    const { playback } = this;
    if (!playback) return;
    this._note = "";
    if (playback.isPlaying) this._pause();
    else {
      playback.play(performance.now());
      this._frame ||= requestAnimationFrame((now) => this._tick(now));
    }
    this._showTime();
  }

  _tick(now: number) {
    this._frame = 0;
    const { playback } = this;
    if (!playback?.isPlaying || this._stop.signal.aborted) return;
    playback.advance(now);
    this._showTime();
    if (playback.isPlaying) this._frame = requestAnimationFrame((later) => this._tick(later));
    else this._pause();
  }

  /** Stand still; the address names this moment. */
  _pause() {
    this.playback?.pause();
    if (this.playback) writeMoment(`/replay/${this.id}`, { at: this.playback.at, other: this._other });
  }

  _go(place: number) {
    if (!this.playback) return;
    this._note = "";
    this.playback.go(place);
    this._pause();
    this._showTime();
  }

  _step(way: number) {
    if (this.playback) this._go(this.playback.place + way);
  }

  seek(at: number) {
    if (!this.playback) return;
    this._note = "";
    this.playback.seek(at);
    this._pause();
    this._showTime();
  }

  _setSpeed(speed: number) {
    if (this.playback) this.playback.speed = speed;
    this._showTime();
  }

  /** Go to the next mistake or guess, or to the one before. */
  _toMark(way: number) {
    if (!this.playback) return;
    const here = this.playback.place - 1;
    const marked = this.moves.filter((move) => isMistake(move) || isGuess(move)).map(({ action: place }) => place);
    const ahead = marked.filter((place) => (place - here) * way > 0);
    if (ahead.length) this._go((way > 0 ? ahead[0] : ahead[ahead.length - 1]) + 1);
    else {
      this._note = message("replay.no-more");
      this._showTime();
    }
  }

  /** Take a key; return whether it has a meaning here. */
  key(typed: string) {
    const { playback } = this;
    if (!playback) return false;
    const stretch = Math.max(1, playback.length * STEP_SHARE);
    const keys: Record<string, () => void> = {
      space: () => this._togglePlay(),
      ".": () => this._step(1),
      down: () => this._step(1),
      j: () => this._step(1),
      ",": () => this._step(-1),
      up: () => this._step(-1),
      k: () => this._step(-1),
      pagedown: () => this._step(FAR),
      pageup: () => this._step(-FAR),
      right: () => this.seek(playback.at + stretch),
      l: () => this.seek(playback.at + stretch),
      left: () => this.seek(playback.at - stretch),
      h: () => this.seek(playback.at - stretch),
      home: () => this._go(0),
      end: () => this._go(playback.board.length),
      "]": () => this._toMark(1),
      "[": () => this._toMark(-1),
      "+": () => this._changeSpeed(1),
      "=": () => this._changeSpeed(1),
      "-": () => this._changeSpeed(-1),
      v: () => this._toggleOdds(),
      t: () => this._changeHand(),
      g: () => this._playFromHere(),
      r: () => this._parts.open("report", this.id),
      escape: () => this._parts.open("replays"),
    };
    const isControl = typed === "space" && document.activeElement?.matches("button, a, summary, select");
    if (isControl || !Object.hasOwn(keys, typed)) return false;
    keys[typed]();
    return true;
  }

  _changeSpeed(way: number) {
    this.playback?.changeSpeed(way);
    this._showTime();
  }

  // -- What can be done with the game

  get _canGoOn() {
    return Boolean(this.game?.seed && this.playback && !this.playback.board.isOver);
  }

  /** Go on from this position, as practice. */
  _playFromHere() {
    const { playback, game } = this;
    if (!playback || !game || !this._canGoOn) return;
    this._pause();
    this._parts.choices.from(withPractice(game.rules, true), { game: game.id, actions: playback.place });
  }

  /** Play the same board while this game runs beside it. */
  _race() {
    const { playback, game } = this;
    const { state, choices } = this._parts;
    if (!playback || !game) return;
    const first = playback.board.steps.findIndex(({ cells }) => cells.some((value, at) => at % 2 && value <= 8));
    if (first < 0) return;
    const moment = { game: game.id, actions: first + 1 };
    this._pause();
    choices.from(withPractice(game.rules, false), moment, () => raceGhost(game.id, state.game?.id ?? ""));
  }

  /** Show another game of the same board beside this one, or no longer. */
  _compare(other: number | null) {
    const at = this.playback?.at ?? 0;
    writeMoment(`/replay/${this.id}`, { at, other: other === null ? "" : String(other) });
    this._parts.open("replay", this.id);
  }

  async _save() {
    await saveReplay(Number(this.id)).catch(({ message: why }) => {
      this._note = why;
      this._showTime();
    });
  }

  async _copyLink() {
    if (!this.playback) return;
    this._pause();
    const link = location.href;
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    this._note = isCopied ? message("viewer.copied") : link;
    this._showTime();
  }

  // -- The screen

  _layout() {
    const { _stage: stage } = this;
    const panes = [this.pane, ...(this.otherPane ? [this.otherPane] : [])];
    const style = getComputedStyle(stage);
    const measure = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
    const width = this._boards.clientWidth;
    if (width <= 0 || !this.playback) return;
    this.panel.placeSaid(measure("--says-on-stage") ? this._said : null);
    const gaps = measure("padding-top") + measure("padding-bottom") + 3 * measure("row-gap");
    const others = measure("--boards-beside") ? [] : [this._head, this._said, this._foot];
    const around = others.reduce((sum, node) => sum + node.offsetHeight, gaps);
    const height = Math.max(LEAST_HEIGHT, innerHeight - measure("--bar-height") - around);
    const isColumn = getComputedStyle(this._boards).flexDirection === "column";
    const [across, down] = isColumn ? [1, panes.length] : [panes.length, 1];
    const gap = measure("--board-gap");
    for (const pane of panes) {
      pane.layout((width - (across - 1) * gap) / across, height / down, measure("--least-replay-cell"));
    }
    const wide = panes.reduce((sum, pane) => sum + pane.element.offsetWidth + gap, -gap);
    stage.style.setProperty("--boards-width", `${wide}px`);
  }

  paint() {
    this.pane.paint();
    this.otherPane?.paint();
    this.timeline.paint(this._parts.themes.current);
  }

  left() {
    this._stop.abort();
    this._stopDrops();
    this._observer.disconnect();
    this.timeline.left();
    cancelAnimationFrame(this._frame);
  }
}

/** Read all steps of a game; `more` is called after each part. */
async function readBoard(id: string, signal: AbortSignal, more: (board: ReplayBoard) => void) {
  let board: ReplayBoard | null = null;
  for await (const part of readSteps(id, signal)) {
    board ??= new ReplayBoard(part);
    board.add(part.steps);
    more(board);
  }
  return board;
}
