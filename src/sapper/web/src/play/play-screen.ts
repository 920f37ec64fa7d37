// The screen on which a game is played: chips, counter, face, timer, and the board or what covers it.

import type { Cover } from "../app/cover.ts";
import type { Game } from "../board/model.ts";
import type { Settings } from "../input/settings.ts";
import type { Themes } from "../themes/theme.ts";
import type { CellsInView, State, Theme } from "../types.ts";

import { BoardGrid } from "../board/board-grid.ts";
import { BoardView } from "../board/board-view.ts";
import { CELL_SIZES } from "../board/viewport.ts";
import { Dock } from "./dock.ts";
import { button, el, fill, icon, setIcon } from "../ui/dom.ts";
import { gradeName, gradeOf } from "./new-game/grades.ts";
import { minesLeftWords } from "../board/mines-left.ts";
import { modeOf, wantsRulers } from "../state.ts";
import { action, message, rule, ruleset, seconds, size, words } from "../ui/words.ts";
import { followLanguage } from "../ui/language.ts";
import type { MiniMap } from "../board/mini-map.ts";
import { isWindow } from "../ui/windows.ts";

const TICK = 50; // ms between looks at the clock
const CHIPS = 440; // px that the row of chips has above the smallest boards
const TIGHTEST = 6; // chips without words, in several rows
const CONSOLE = 4; // px between the edges of the console and the rulers, whose room is free on the right as well
const GAP = 12; // px between the chips and the console
const STRIP = 32; // px around what is under the board
const STRIP_EDGE = 14; // px between the panel below the board and the edge of the window

function chip(name: string, run: () => void) {
  const words = el("span");
  const image = icon("home");
  return {
    node: el("button", { type: "button", class: "chip", "data-chip": name, onclick: run }, image, words),
    words,
    image,
  };
}

function tool(title: () => string, image: string, run: () => void) {
  const node = el("button", { type: "button", class: "tool", onclick: run }, icon(image));
  followLanguage(() => {
    node.title = title();
    node.setAttribute("aria-label", title());
  });
  return node;
}

export class PlayScreen {
  _state: State;
  _settings: Settings;
  _themes: Themes;
  _onTick: () => void;
  _uncover: (kind: Cover["kind"]) => void;
  canvas: HTMLCanvasElement;
  view: BoardView;
  grid: BoardGrid;
  dock: Dock;
  _seen: CellsInView | null = null;
  _miniMap: MiniMap | null = null;
  _isFilled = false; // the board takes all of its area, as on a phone
  _isRevealing = false;
  _shown = "";
  _saidByChips = "";
  _coverKind = ""; // with its title
  _coverText: HTMLParagraphElement;
  _digits: typeof import("../board/digits.ts") | null = null;
  _partyChip;
  _partyTools: HTMLButtonElement[];
  _chips;
  _tools;
  _counter: HTMLSpanElement;
  _time: HTMLSpanElement;
  _tenth: HTMLElement;
  _lives: HTMLSpanElement;
  _faceIcon: SVGSVGElement;
  _face: HTMLButtonElement;
  _counterBox: HTMLDivElement;
  _timeBox: HTMLDivElement;
  _timeText: HTMLSpanElement;
  ownLives: number | null = null; // that this player has left, where each of several has some
  _otherTriad: HTMLElement | null = null; // of a game that several play in another way
  head: HTMLDivElement;
  below: HTMLDivElement;
  _well: HTMLDivElement;
  _cover: HTMLDivElement;
  _waiting: HTMLParagraphElement;
  _triad: HTMLDivElement;
  _area: HTMLDivElement;
  console: HTMLDivElement;
  _toolRow: HTMLDivElement;
  _chipRow: HTMLDivElement;
  _unfold: HTMLButtonElement;
  _title: HTMLHeadingElement;
  element: HTMLDivElement;
  parts: (HTMLDivElement | HTMLButtonElement)[];

  constructor(
    parts: {
      state: State;
      settings: Settings;
      themes: Themes;
      run: (name: string) => void;
      look: (view: CellsInView) => void;
      unfold: () => void;
      uncover: (kind: Cover["kind"]) => void;
      tick: () => void;
      explainAlone: () => void;
    } & Omit<ConstructorParameters<typeof Dock>[0], "state" | "settings" | "run">,
  ) {
    const { state, settings, themes, run, look, unfold, uncover, tick, explainAlone } = parts;
    this._state = state;
    this._settings = settings;
    this._themes = themes;
    this._onTick = tick;
    this._uncover = uncover;
    this.canvas = el("canvas", { class: "board", "aria-hidden": "true" });
    this.view = new BoardView(this.canvas, (view) => {
      look(view);
      this._panned(view);
    });
    this.grid = new BoardGrid(this.view);
    this.dock = new Dock(parts);
    this._coverText = el("p", { class: "muted" });

    this._partyChip = chip("party", () => run("people"));
    this._partyTools = [
      tool(
        () => action("people").name,
        "chat",
        () => run("people"),
      ),
      tool(
        () => action("leave-room").name,
        "close",
        () => run("leave-room"),
      ),
    ];
    this._chips = {
      level: chip("level", () => run("pick-level")),
      layout: chip("layout", () => run("pick-layout")),
      rules: chip("rules", () => run("pick-rules")),
      seal: chip("seal", () => (this._state.alone ? explainAlone() : run("seal"))),
    };
    this._tools = {
      hint: tool(
        () => action("hint").name,
        "hint",
        () => run("hint"),
      ),
      odds: tool(
        () => action("odds").name,
        "percent",
        () => run("odds"),
      ),
      draft: tool(
        () => action("draft").name,
        "edit",
        () => run("draft"),
      ),
      undo: tool(
        () => action("undo").name,
        "undo",
        () => run("undo"),
      ),
      redo: tool(
        () => action("redo").name,
        "redo",
        () => run("redo"),
      ),
      pause: tool(
        () => action("pause").name,
        "pause",
        () => run("pause"),
      ),
      share: tool(
        () => action("share").name,
        "share",
        () => run("share"),
      ),
    };
    this._counter = el("span", { class: "digits" });
    this._time = el("span", { class: "digits" });
    this._tenth = el("small");
    this._lives = el("span", { class: "lives" });
    this._faceIcon = icon("face-idle", "");
    this._face = el("button", { type: "button", class: "face", onclick: () => run("face") }, this._faceIcon);
    this._counterBox = el("div", { class: "display", role: "img" }, icon("mine"), this._counter, this._lives);
    this._timeBox = el("div", { class: "display right", role: "timer" }, this._time, this._tenth, icon("clock"));
    this._timeText = el("span", { class: "time-text", hidden: true });
    this.head = el("div", { class: "room-head", hidden: true }); // what a room shows over the board of a phone
    this.below = el("div", { class: "below", hidden: true }); // and under the board
    this._well = el("div", { class: "well" });
    this._cover = el("div", { class: "cover", hidden: true });
    this._waiting = el("p", { class: "waiting", role: "status", hidden: true });
    followLanguage(() => {
      this._waiting.textContent = message("page.waiting");
    });
    this._triad = el("div", { class: "triad" }, this._counterBox, this._face, this._timeBox, this._timeText);
    this._area = el("div", { class: "field-area" }, this._well, this.canvas, this.grid.element, this._cover);
    this.console = el("div", { class: "console" }, this._triad, this._area, this._waiting);
    const chips = Object.values(this._chips).map(({ node }) => node);
    this._toolRow = el("div", { class: "tools" }, Object.values(this._tools));
    this._chipRow = el("div", { class: "chips" }, chips, this._toolRow);
    this._unfold = tool(() => message("page.show-panel"), "back", unfold);
    this._unfold.classList.add("unfold");
    this._unfold.hidden = true;
    this._title = el("h1", { class: "unseen" });
    this.element = el("div", { class: "play" }, this._title, this._chipRow, this.console);
    this.parts = [this.head, this.element, this._unfold, this.below];
    setInterval(() => this._tick(), TICK);
  }

  // -- Size

  /** Fit the board into the stage; narrow windows leave room for the panel below. Their measures are in shell.css. */
  layout(stage: HTMLElement) {
    if (!this.element.isConnected || !this._state.game) return;
    const above = this._above();
    this._fit(stage);
    if (this._above() !== above) this._fit(stage); // the chips have another number of rows
  }

  _fit(stage: HTMLElement) {
    const style = getComputedStyle(stage);
    const measure = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
    const sizes = {
      least: measure("--least-cell"),
      scrolled: measure("--scrolled-cell"),
      wanted: CELL_SIZES[this._settings.get("display", "cells")],
    };
    this._isFilled = isWindow("phone");
    if (this._isFilled) {
      const { clientWidth, clientHeight } = this._area;
      const hasRulers = wantsRulers(this._state, this._settings.get("display", "rulers"));
      this.view.setArea(clientWidth, clientHeight, { ...sizes, hasRulers, isFilled: true });
    } else {
      const width = stage.clientWidth - 2 * measure("padding-left") - CONSOLE - measure("--board-margin");
      const room = measure("--page-scrolls") ? this._roomAbove(measure("--strip")) : stage.clientHeight;
      const outer = Math.max(2 * measure("padding-top"), measure("--page-scrolls") ? 0 : this._roomBelow());
      const height = Math.max(measure("--least-board-height"), room - outer - this._above());
      this.view.setArea(Math.max(120, width), height, sizes);
    }
    this._placeParts(stage, 2 * measure("padding-left"));
    this._leaveStrip(stage, measure("--strip"));
  }

  /** What stands under the board takes its height, and as much above where the board is in the middle. */
  _roomBelow() {
    if (this.below.hidden) return 0;
    const room = this.below.offsetHeight + STRIP;
    return getComputedStyle(this.below).position === "absolute" ? 2 * room : room + STRIP;
  }

  /** The height of the window above the dock and a strip. */
  _roomAbove(strip: number) {
    return innerHeight - this.dock.element.offsetHeight - strip;
  }

  /**
   * The panel below the board has what is left of the window: it covers nothing, and the board stays as it is whatever
   * the panel says.
   */
  _leaveStrip(stage: HTMLElement, least: number) {
    const room = Math.max(least, this._roomAbove(stage.offsetHeight)) - STRIP_EDGE;
    stage.parentElement?.style.setProperty("--strip-room", least ? `${room}px` : "none");
  }

  /** Bring what stands around and over the board to its size. */
  _placeParts(stage: HTMLElement, outer: number) {
    const ruler = `${this.view.ruler}px`;
    this.console.style.setProperty("--ruler", ruler);
    this._well.style.left = this._well.style.top = ruler;
    const box = this.canvas.style;
    this._cover.style.width = this._isFilled ? "" : `calc(${box.width} - ${ruler})`;
    this._cover.style.height = this._isFilled ? "" : `calc(${box.height} - ${ruler})`;
    const chips = Math.max(this.console.offsetWidth, Math.min(CHIPS, stage.clientWidth - outer));
    this.below.style.setProperty("--board-width", box.width);
    this._chipRow.style.width = `${chips}px`; // as wide as the board, but small boards do not squeeze it
    this._fitChips();
  }

  /** Leave out words until the chips and tools stand in one row. */
  _fitChips() {
    const row = this._chipRow;
    for (let tight = 0; tight <= TIGHTEST; tight++) {
      row.dataset.tight = String(tight);
      if (row.scrollWidth <= row.clientWidth) return;
    }
  }

  _above() {
    const triad = this._triad.offsetHeight || this._otherTriad?.offsetHeight || 64;
    const style = getComputedStyle(this.console);
    return this._chipRow.offsetHeight + GAP + triad + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  }

  /** Bring cells into view; that is no pan of the player's, and needs no map. */
  reveal(cells: readonly number[]) {
    if (!cells.length || !this.element.isConnected) return;
    this._isRevealing = true;
    if (!this.view.fits) this.view.revealAll(cells);
    this._isRevealing = false;
  }

  /** The view changed: on a phone, a map shows where it is while the board is panned. */
  async _panned(view: CellsInView) {
    const before = this._seen;
    this._seen = view;
    if (!this._isFilled || this._isRevealing || this.view.fits) return;
    const { MiniMap, isPan } = await import("../board/mini-map.ts");
    if (!isPan(before, view)) return;
    if (!this._miniMap) {
      this._miniMap = new MiniMap(this.view, this._state, this._themes);
      this._area.append(this._miniMap.element);
    }
    this._miniMap.show();
  }

  setFolded(isFolded: boolean) {
    this._unfold.hidden = !isFolded;
  }

  // -- What it shows

  /** Say something in the place of the time; nothing shows the time again. */
  setTimeText(text: string) {
    if (this._timeText.textContent !== text) this._timeText.textContent = text;
    this._timeText.hidden = !text;
    this._timeBox.hidden = Boolean(text);
  }

  /** Show something in the place of counter, face and time; null shows these again. */
  setTriad(triad: HTMLElement | null) {
    if (triad === this._otherTriad) return;
    this._otherTriad?.remove();
    this._otherTriad = triad;
    if (triad) this.console.prepend(triad);
    this._triad.hidden = Boolean(triad);
  }

  update() {
    const { game, hint, bestMove, isShowingOdds, isCursorShown, isOffline } = this._state;
    if (!game) return;
    this.element.classList.toggle("offline", isOffline);
    this.element.classList.toggle("keyed", isCursorShown); // the focus shows while keys are in use
    this._updateChips(game);
    const tools = this._tools;
    const { party } = this._state;
    this._placePartyParts(Boolean(party));
    tools.pause.hidden = Boolean(party);
    tools.hint.hidden = tools.odds.hidden = Boolean(party && !party.terms.hints);
    tools.hint.disabled = tools.odds.disabled = game.isOver || game.isPaused || isOffline;
    tools.draft.disabled = game.isOver || game.isPaused;
    tools.share.disabled = isOffline;
    tools.undo.hidden = tools.redo.hidden = !game.choices.practice;
    tools.undo.disabled = !game.undos || game.isPaused || isOffline;
    tools.redo.disabled = !game.redos || game.isPaused || isOffline;
    tools.pause.disabled = !["playing", "paused"].includes(game.status) || isOffline;
    if (tools.pause.firstElementChild) setIcon(tools.pause.firstElementChild, game.isPaused ? "play" : "pause");
    tools.hint.classList.toggle("on", Boolean(hint ?? bestMove));
    tools.odds.classList.toggle("on", isShowingOdds);
    tools.draft.classList.toggle("on", this._state.isDrafting);
    this.element.classList.toggle("drafting", this._state.isDrafting);
    this.console.classList.toggle("won", game.status === "won");
    this.element.classList.toggle("flagging", this.dock.hasSwitch && this._state.touchMode === "flag");
    this.dock.update();
    this._waiting.hidden = !this._state.isWaiting;
    this._timeBox.classList.toggle("away", !game.isOver && !this._settings.get("display", "timer"));
    for (const [side, isMore] of Object.entries(this.view.beyond)) this._well.classList.toggle(`more-${side}`, isMore);
    const lives = this.ownLives ?? game.lives;
    this._lives.textContent = Number(game.choices.lives) > 1 ? message("count.lives", { count: lives }) : "";
    const mines = minesLeftWords(game.minesLeft);
    this.grid.label = message("game.board-label", { width: game.width, height: game.height, mines });
    this._shown = "";
    this._tick();
    this._updateFace();
  }

  _updateChips(game: Game) {
    const { level, layout, rules, seal } = this._chips;
    const { choices } = game;
    rules.node.hidden = Boolean(this._state.party);
    seal.node.hidden = !game.digest;
    const name = this._settings.levelName(game, String(choices.ruleset));
    const sizes = `${size(game)} · ${game.mines}`;
    fill(level.words, el("span", { class: "level-name" }, `${name} `), el("span", { class: "level-size" }, sizes));
    this._title.textContent = level.words.textContent;
    setIcon(layout.image, choices.layout === "random" ? "dice" : "shield");
    const grade = gradeOf(choices.layout);
    layout.words.textContent =
      grade === "off" ? rule("layout").value(choices.layout) : `${action("pick-layout").name} ${gradeName(grade)}`;
    setIcon(rules.image, "mouse");
    const isPlain = game.rules
      .split(" ")
      .slice(3)
      .every((word) => word.startsWith("layout="));
    const more = choices.practice ? ` · ${words("remarks", "practice").name}` : isPlain ? "" : " +";
    rules.words.textContent = ruleset(String(choices.ruleset)).name + more;
    const isAlone = Boolean(this._state.alone);
    seal.node.classList.toggle("alone-chip", isAlone);
    setIcon(seal.image, isAlone ? "offline" : "lock");
    const short = game.digest.slice(0, 4).toUpperCase();
    const mode = this._state.party && modeOf(this._state.party.terms);
    if (isAlone) seal.words.textContent = message("local.chip");
    else if (mode?.isSecret && !mode.hasBoards) seal.words.textContent = message("race.same-board", { seal: short });
    else seal.words.textContent = message("game.sealed", { seal: short });
    this._nameChips();
  }

  /** Chips that have no room for their words have them as a title; other words may need other room. */
  _nameChips() {
    const said = this._chipRow.textContent ?? "";
    if (said === this._saidByChips) return;
    this._saidByChips = said;
    for (const { node, words } of Object.values(this._chips)) node.title = words.textContent ?? "";
    if (this._chipRow.isConnected) this._fitChips();
  }

  /** Write what is played in a room, and whose it is. */
  setPartyChip(text: string, image: string) {
    this._partyChip.words.textContent = text;
    setIcon(this._partyChip.image, image);
  }

  /** Only a room has a chip with its name, and tools for its people. */
  _placePartyParts(isInRoom: boolean) {
    const { node } = this._partyChip;
    if (Boolean(node.parentElement) === isInRoom) return;
    const [people, leave] = this._partyTools;
    if (isInRoom) {
      this._chipRow.prepend(node);
      this._tools.share.before(people);
      this._tools.share.after(leave);
    } else for (const part of [node, people, leave]) part.remove();
  }

  _updateFace() {
    const { game, isOffline, isPressed, party } = this._state;
    const faces: Record<string, string> = {
      won: "face-won",
      lost: "face-lost",
      paused: "face-paused",
      abandoned: "face-lost",
    };
    const usual = isPressed ? "face-pressed" : "face-idle";
    setIcon(this._faceIcon, isOffline ? "face-paused" : (faces[game?.status ?? ""] ?? usual));
    this._face.title = game?.isPaused ? message("pause.resume") : action("new").name;
    if (party) this._face.title = message("together.ready");
    this._face.disabled = Boolean(party && (party.stage !== "waiting" || party.seat === null));
    this._face.setAttribute("aria-label", this._face.title);
  }

  _tick() {
    const { game } = this._state;
    if (!game || !this.element.isConnected) return;
    const theme = this._themes.current;
    const elapsed = game.elapsed;
    const shown = `${game.minesLeft} ${Math.floor(elapsed / 100)} ${this._themes.name}`;
    if (shown === this._shown) return;
    this._shown = shown;
    this._write(this._counter, game.minesLeft, theme);
    this._write(this._time, Math.floor(elapsed / 1000), theme);
    this._tenth.textContent = seconds(elapsed % 1000, 1).slice(1); // after the decimal sign
    this._counterBox.setAttribute("aria-label", minesLeftWords(game.minesLeft));
    this._timeBox.setAttribute("aria-label", message("count.seconds", { count: Math.floor(elapsed / 1000) }));
    this._onTick();
  }

  _write(node: HTMLElement, number: number, theme: Theme) {
    const isLit = theme.style.digits === "segment";
    const key = `${number} ${isLit}`;
    if (node.dataset.shown === key) return;
    node.dataset.shown = key;
    node.classList.toggle("lit", isLit);
    if (isLit) this._light(node, number, theme);
    else node.textContent = String(number).replace("-", "−");
  }

  /** Displays of some themes have digits of their own. */
  async _light(node: HTMLElement, number: number, theme: Theme) {
    this._digits ??= await import("../board/digits.ts");
    const { segments, threeDigits } = this._digits;
    if (node.dataset.shown?.startsWith(`${number} `)) {
      fill(node, segments(threeDigits(Math.min(number, 99_999)), theme, 30));
    }
  }

  /** Cover the board, or uncover it. While it is covered, the board is not on the canvas. */
  setCover(cover: Cover | null) {
    if (cover && this._coverKind !== `${cover.kind} ${cover.title}`) {
      const key = cover.kind === "paused" ? this._settings.keyMap.label("pause") : "";
      const kind = cover.kind === "paused" ? "primary" : "";
      const act = button(cover.button, () => this._uncover(cover.kind), { kind, key });
      const hadFocus = this._cover.contains(document.activeElement);
      fill(this._cover, icon(cover.icon, ""), el("b", {}, cover.title), this._coverText, act);
      if (hadFocus) act.focus();
    }
    const wasCovered = !this._cover.hidden;
    const hadFocus = this._area.contains(document.activeElement);
    this._coverKind = cover ? `${cover.kind} ${cover.title}` : "";
    this._coverText.textContent = cover?.text ?? "";
    this._cover.hidden = !cover;
    this.canvas.hidden = this.grid.element.hidden = this._well.hidden = Boolean(cover);
    if (hadFocus && wasCovered !== Boolean(cover)) this.focus();
  }

  /** Give the board the focus, or where it is covered the button of the cover. */
  focus() {
    if (this._cover.hidden) this.grid.focus();
    else this._cover.querySelector("button")?.focus({ preventScroll: true });
  }

  // -- The end

  celebrate(status: string) {
    if (!this.view.motion) return;
    const once = (name: string) => {
      this.console.classList.remove(name);
      void this.console.offsetWidth; // let the animation begin again
      this.console.classList.add(name);
    };
    if (status === "won") once("grow");
    if (this._settings.get("display", "flash")) once("flash");
  }
}
