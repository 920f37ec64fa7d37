// A finished round of several played again: all boards on one time line, who led, who did what.

import type { FinishedGame, PlayedRound, PlayerPart, RoundSeat } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { ReplayBoard } from "../../board/replay-board.ts";
import { readGame, readRound, readSteps } from "../../net/replays.ts";
import { colourOf } from "../../play/people.ts";
import { placeOf } from "../../play/race-order.ts";
import { linkTo } from "../../ui/address.ts";
import { button, el, fill, icon } from "../../ui/dom.ts";
import { render } from "../../ui/template.ts";
import { ReplayControls, chip, tool } from "../controls.ts";
import { momentOf, writeMoment } from "../moment.ts";
import { Playback } from "../playback.ts";
import { layoutWords, levelWords } from "../words.ts";
import { BoardCard, LEAST, type CardPlayer } from "./board-card.ts";
import {
  RoundTimes,
  columnsFor,
  eventFrom,
  gameAt,
  isTeam,
  lanesOf,
  leaderAt,
  racersAt,
  reachedAt,
  roundMode,
} from "./lanes.ts";
import { kindWords, nameOf, panelView } from "./panel.ts";
import { RoundTimeline } from "./timeline.ts";
import { message, percent, time } from "../../ui/words.ts";

const FAR = 10; // actions at once
const STEP_SHARE = 0.01; // of the time line, by the arrow keys
const CARD_EDGE = 26; // px around the squares of a card
const CARD_HEAD = 66; // px, its name line and edges
const LEAST_HEIGHT = 200; // px of all boards

type Needed = Pick<Parts, "settings" | "themes" | "open">;

export class RoundPage {
  name = "round";
  id: string;
  _parts: Needed;
  _stop = new AbortController();
  round: PlayedRound | null = null;
  cards: BoardCard[] = [];
  playback: Playback<RoundTimes> | null = null;
  enlarged = -1; // the card that is alone in view
  _done: PlayerPart[] = []; // what each player did on the board of all
  _note = "";
  _frame = 0;
  timeline: RoundTimeline;
  _controls: ReplayControls;
  _title = el("h1", { class: "unseen" }, message("round.title"));
  _chips = el("div", { class: "chips" });
  _boards = el("div", { class: "boards round-boards" });
  _switch = el("div", { class: "board-switch" });
  _panel = el("aside", { class: "review", "aria-label": message("round.title") });
  _stage: HTMLDivElement;
  element: HTMLDivElement;
  _observer: ResizeObserver;

  constructor(parts: Needed, id: string) {
    this.id = id;
    this._parts = parts;
    this.timeline = new RoundTimeline(
      (at) => this.seek(at),
      (seat) => colourOf(parts.themes, this._seat(seat) ?? { colour: seat }),
    );
    this.timeline.paint(parts.themes.current);
    this._controls = new ReplayControls({
      togglePlay: () => this._togglePlay(),
      step: (way) => this._step(way),
      setSpeed: (speed) => this._setSpeed(speed),
      next: { words: message("round.next"), about: message("round.next-title"), image: "crown" },
      toNext: () => this._toEvent(1),
    });
    const head = el("div", { class: "replay-head" }, this._chips);
    const foot = el("div", { class: "time-card" }, this.timeline.element, this._controls.element);
    this._stage = el("div", { class: "replay-stage" }, this._title, head, this._boards, this._switch, foot);
    this.element = el("div", { class: "replay round loading" }, this._stage, this._panel);
    this._observer = new ResizeObserver(() => this._layout());
    this._observer.observe(this._boards);
    this._load();
  }

  // -- Loading

  async _load() {
    const { signal } = this._stop;
    try {
      const round = (this.round = await readRound(this.id, signal));
      if (signal.aborted) return;
      const { at } = momentOf(`/round/${this.id}`);
      const lanes = lanesOf(round);
      this.playback = new Playback(new RoundTimes(round.length));
      this.timeline.show(round);
      this.cards = lanes.map((lane, number) => {
        const names = lane.seats.map((seat) => this._nameOf(seat)).join(", ");
        const card = new BoardCard(lane, this._parts.themes, names, () => this.enlarge(number));
        card.hasFinds = roundMode(round).hasTurns;
        return card;
      });
      fill(this._boards, ...this.cards.map(({ element }) => element));
      if (!lanes.length) this._note = message("round.no-games");
      this.playback.seek(at);
      this._showSwitch();
      this._show();
      const games = lanes.flatMap((lane) => lane.games).sort((one, other) => one.start - other.start);
      this._showHead(games.length ? await readGame(String(games[0].game), signal) : null);
      for (const game of games) {
        for await (const part of readSteps(String(game.game), signal)) {
          game.board ??= new ReplayBoard(part);
          game.board.add(part.steps);
        }
        this.playback.board.add(game);
        this.playback.seek(this.playback.at);
        this._layout();
        this._show();
      }
      this.element.classList.remove("loading");
    } catch (error) {
      if (!signal.aborted) this._failed(error as Error);
    }
  }

  _showHead(game: FinishedGame | null) {
    const { round } = this;
    if (!round) return;
    this._done = game && game.parts.length > 1 ? game.parts : [];
    const kind = kindWords(round);
    this._title.textContent = message("round.title-of", { kind });
    const save = message("round.save");
    const link = { class: "btn tool", href: `/api/rounds/${this.id}/file`, download: "", title: save };
    const isShared = this.cards.some(({ lane }) => lane.seats.length > 1);
    fill(
      this._chips,
      chip("people", kind),
      game ? chip("home", levelWords(this._parts.settings, game)) : null,
      game ? chip(game.layout === "random" ? "dice" : "shield", layoutWords(game), "of-layout") : null,
      el(
        "div",
        { class: "tools" },
        isShared ? tool(message("round.who"), () => this._tint(), icon("eye")) : null,
        el("a", { ...link, "aria-label": save }, icon("save")),
        tool(message("viewer.copy-link"), () => this._copyLink(), icon("share")),
      ),
    );
    this._show();
  }

  _failed(error: Error) {
    this.element.classList.remove("loading");
    if (this.round) {
      this._note = error.message;
      this._show();
      return;
    }
    const title = el("h1", { tabindex: "-1" }, message("round.not-shown"));
    const back = button(message("page.together"), () => this._parts.open("together"), { kind: "primary" });
    fill(this.element, el("div", { class: "no-replay" }, title, el("p", {}, error.message), back));
  }

  _seat(seat: number): RoundSeat | undefined {
    return this.round?.seats.find((one) => one.seat === seat);
  }

  _nameOf(number: number) {
    const seat = this._seat(number);
    return seat ? nameOf(seat) : "";
  }

  // -- What it shows

  _show() {
    const { round, playback } = this;
    if (!round || !playback) return;
    const { at } = playback;
    const players = this._playersAt(round, at);
    for (const card of this.cards) {
      card.go(
        at,
        players.filter(({ seat }) => card.lane.seats.includes(seat)),
      );
    }
    this.timeline.setTime(at);
    this._controls.update(playback);
    const { themes, open } = this._parts;
    const parts = { themes, open, seek: (to: number) => this.seek(to), share: () => void this._copyLink() };
    render(panelView(parts, round, at, this._done, this._note), this._panel);
  }

  _playersAt(round: PlayedRound, at: number): CardPlayer[] {
    const racers = racersAt(round, at);
    const leader = leaderAt(round, at);
    return racers.map((racer) => ({
      ...racer,
      isYou: false,
      name: this._nameOf(racer.seat),
      place: isTeam(round) ? 0 : placeOf(racers, racer),
      reached: this._reached(round, racer.seat, racer.status, at),
      isLeading: !isTeam(round) && leader === racer.seat && racer.status === "playing",
    }));
  }

  _reached(round: PlayedRound, number: number, status: string, at: number) {
    const seat = this._seat(number);
    if (!seat) return "";
    const { hasBoards, hasTurns } = roundMode(round);
    const share = reachedAt(seat, at);
    if (status === "won" && !isTeam(round) && !hasTurns) return time(seat.at);
    if (hasTurns) return String(Math.round(share * (this._mines ?? 0)));
    if (!hasBoards) return percent(share);
    return `${message("rooms.solved-of", { count: Math.floor(share) })} · ${percent(share % 1)}`;
  }

  get _mines() {
    return this.cards[0]?.lane.games[0]?.board?.mines;
  }

  // -- Moving through the round

  _togglePlay() {
    const { playback } = this;
    if (!playback) return;
    this._note = "";
    if (playback.isPlaying) this._pause();
    else {
      playback.play(performance.now());
      this._frame ||= requestAnimationFrame((now) => this._tick(now));
    }
    this._show();
  }

  _tick(now: number) {
    this._frame = 0;
    const { playback } = this;
    if (!playback?.isPlaying || this._stop.signal.aborted) return;
    playback.advance(now);
    if (!playback.isPlaying) this._pause();
    else this._frame = requestAnimationFrame((later) => this._tick(later));
    this._show();
  }

  /** Stand still; the address names this moment. */
  _pause() {
    this.playback?.pause();
    if (this.playback) writeMoment(`/round/${this.id}`, { at: this.playback.at, other: "" });
  }

  seek(at: number) {
    this._move((playback) => playback.seek(at));
  }

  _step(way: number) {
    this._move((playback) => playback.go(playback.place + way));
  }

  _move(move: (playback: Playback<RoundTimes>) => void) {
    if (!this.playback) return;
    this._note = "";
    move(this.playback);
    this._pause();
    this._show();
  }

  _setSpeed(speed: number) {
    if (this.playback) this.playback.speed = speed;
    this._show();
  }

  /** Go to the next event, or to the one before. */
  _toEvent(way: number) {
    const { round, playback } = this;
    if (!round || !playback) return;
    const event = eventFrom(round.events, playback.at, way);
    if (event) this.seek(event.at);
    else {
      this._note = message("round.no-more");
      this._show();
    }
  }

  /** Show one board alone, or with a number that there is not, all. */
  enlarge(number: number) {
    this.enlarged = number === this.enlarged ? -1 : number < this.cards.length ? number : -1;
    this._showSwitch();
    this._layout();
    this._show();
  }

  /** Where one board is in view: the way to the others. */
  _showSwitch() {
    const [count, now] = [this.cards.length, Math.max(0, this.enlarged)];
    const to = (way: number) => this.enlarge((now + way + count) % count);
    this._switch.hidden = count < 2;
    fill(
      this._switch,
      button(message("round.before"), () => to(-1), { iconName: "back" }),
      button(message("round.after"), () => to(1), { iconName: "next" }),
    );
  }

  _tint() {
    for (const card of this.cards) card.isTinted = !card.isTinted;
    this._show();
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
      home: () => this.seek(0),
      end: () => this.seek(playback.length),
      "]": () => this._toEvent(1),
      "[": () => this._toEvent(-1),
      "+": () => this._changeSpeed(1),
      "=": () => this._changeSpeed(1),
      "-": () => this._changeSpeed(-1),
      escape: () => (this.enlarged >= 0 ? this.enlarge(-1) : this._parts.open("together")),
    };
    for (let number = 0; number <= 9; number++) keys[String(number)] = () => this.enlarge(number - 1);
    const isControl = typed === "space" && document.activeElement?.matches("button, a, summary, select");
    if (isControl || !Object.hasOwn(keys, typed)) return false;
    keys[typed]();
    return true;
  }

  _changeSpeed(way: number) {
    this.playback?.changeSpeed(way);
    this._show();
  }

  async _copyLink() {
    this._pause();
    const link = linkTo(`/round/${this.id}${location.hash}`);
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    this._note = isCopied ? message("viewer.copied") : link;
    this._show();
  }

  // -- The screen

  _layout() {
    const { _stage: stage, _boards: boards, cards } = this;
    const style = getComputedStyle(stage);
    const measure = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
    const width = boards.clientWidth;
    if (width <= 0 || !this.playback || !cards.length) return;
    const isOne = this.enlarged >= 0 || measure("--one-board") > 0;
    const shown = Math.max(0, this.enlarged);
    for (const [number, { element }] of cards.entries()) element.hidden = isOne && number !== shown;
    stage.classList.toggle("one-board", isOne);
    const gap = measure("--board-gap");
    const around = [...stage.children].filter((node) => node !== boards && !node.matches(".unseen"));
    const used = around.reduce((sum, node) => sum + (node as HTMLElement).offsetHeight + gap, 0);
    const beside = measure("--boards-beside") ? gap : used;
    const edges = measure("padding-top") + measure("padding-bottom") + measure("--bar-height");
    const height = Math.max(LEAST_HEIGHT, innerHeight - edges - beside);
    const first = gameAt(cards[shown].lane, this.playback.at)?.board;
    const size = { width: first?.width ?? 30, height: first?.height ?? 16 };
    const edge = { width: CARD_EDGE, height: CARD_HEAD };
    const count = isOne ? 1 : cards.length;
    const least = Math.max(1, Math.floor((width + gap) / (size.width * LEAST + CARD_EDGE + gap)));
    const columns = Math.min(least, columnsFor(count, size, { width, height }, gap, edge));
    const rows = Math.ceil(count / columns);
    const across = (width - gap * (columns - 1)) / columns - edge.width;
    const down = Math.max(size.height * LEAST, (height - gap * (rows - 1)) / rows - edge.height);
    boards.style.setProperty("--columns", String(columns));
    for (const card of cards) if (!card.element.hidden) card.layout(across, down);
  }

  paint() {
    for (const card of this.cards) card.paint();
    this.timeline.paint(this._parts.themes.current);
    this._show();
  }

  left() {
    this._stop.abort();
    this._observer.disconnect();
    this.timeline.left();
    cancelAnimationFrame(this._frame);
  }
}
