// @ts-check
// A replay that runs beside a game on the same board, by the clock of that game: what it has opened, and how much.

/** @import { BoardView } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { Themes } from "./theme.js" */

import { isOpen } from "./cell-values.js";
import { context2d, el, fill, loadStyles, section, spacer } from "./dom.js";
import { alpha } from "./paint.js";
import { standing } from "./race-data.js";
import { RacerList } from "./racers.js";
import { ReplayBoard } from "./replay-board.js";
import { readSteps } from "./replay-data.js";
import { message } from "./words.js";

const KEY = "sapper.ghost";
const EVERY = 100; // ms between two looks at the clock
const PATIENCE = 30_000; // ms until a game that was asked for is no longer expected
const [OWN, ITS] = [0, 1]; // the seats of this race

/** @typedef {{ replay: number, game: string, before: string, asked: number, isUnder: boolean }} Race */

/** @returns {Race | null} */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Race | null} race */
function store(race) {
  if (race) sessionStorage.setItem(KEY, JSON.stringify(race));
  else sessionStorage.removeItem(KEY);
}

/**
 * Let a finished game run beside the next game.
 * @param {number} replay
 * @param {string} before the game that is there now
 */
export function raceGhost(replay, before) {
  store({ replay, game: "", before, asked: Date.now(), isUnder: stored()?.isUnder ?? false });
}

/**
 * Return the ghost of a game, null if it has none.
 * @param {Game} game
 * @param {Themes} themes
 * @param {BoardView} view
 */
export function ghostOf(game, themes, view) {
  const race = stored();
  if (!race) return null;
  if (game.id === race.before) return null;
  const isExpected = !race.game && game.isKnownBoard && Date.now() - race.asked < PATIENCE;
  if (race.game !== game.id && !isExpected) {
    store(null);
    return null;
  }
  race.game = game.id;
  store(race);
  return new Ghost(game, race, themes, view);
}

export class Ghost {
  /**
   * @param {Game} game
   * @param {Race} race
   * @param {Themes} themes
   * @param {BoardView} view
   */
  constructor(game, race, themes, view) {
    this.game = game;
    this._race = race;
    this._themes = themes;
    this._view = view;
    /** @type {ReplayBoard | null} */
    this.board = null;
    this._shown = "";
    this._list = new RacerList(themes);
    this._said = el("p", { class: "small" });
    this._overlay = el("canvas", { class: "ghost-overlay", "aria-hidden": "true" });
    const toggle = el("input", {
      type: "checkbox",
      class: "switch",
      checked: race.isUnder,
      onchange: () => this._toggle(),
    });
    this._toggleBox = toggle;
    this.element = section(
      el("h2", {}, message("ghost.title")),
      this._said,
      this._list.element,
      el("label", { class: "row small" }, message("ghost.under"), spacer(), toggle),
    );
    this.element.classList.add("ghost");
    for (const sheet of ["party.css", "contests.css"]) loadStyles(sheet);
    this._stop = new AbortController();
    this._timer = setInterval(() => this._tick(), EVERY);
    this._load();
  }

  async _load() {
    try {
      for await (const part of readSteps(String(this._race.replay), this._stop.signal)) {
        this.board ??= new ReplayBoard(part);
        this.board.add(part.steps);
      }
    } catch (error) {
      if (!this._stop.signal.aborted) this._said.textContent = /** @type {Error} */ (error).message;
    }
    this._tick();
  }

  /**
   * The same game came again, from a reload or a new line.
   * @param {Game} game
   */
  follow(game) {
    this.game = game;
  }

  /**
   * Stand in the page of the game, unless it is there.
   * @param {HTMLElement} page
   */
  attach(page) {
    if (!page.contains(this.element)) page.prepend(this.element);
  }

  left() {
    this._stop.abort();
    clearInterval(this._timer);
    this._overlay.remove();
  }

  _toggle() {
    this._race.isUnder = this._toggleBox.checked;
    store(this._race);
    this._shown = "";
    this._tick();
  }

  _tick() {
    const { board, game } = this;
    if (!board) return;
    board.go(board.placeAt(game.elapsed));
    const key = [board.place, game.seq, this._themes.name, this._race.isUnder, JSON.stringify(this._view.view)].join(
      " ",
    );
    const isPlaced = !this._race.isUnder || this._overlay.isConnected;
    if (key === this._shown && isPlaced) return;
    this._shown = key;
    this._show(board);
    this._drawUnder(board);
  }

  /** @param {ReplayBoard} board */
  _show(board) {
    const { game } = this;
    const its = { status: board.isOver ? board.status : "playing", share: board.share, at: board.duration };
    const racers = [
      { seat: OWN, name: message("ghost.you"), colour: OWN, isYou: true, ...ownState(game) },
      { seat: ITS, name: message("ghost.title"), colour: ITS, isYou: false, ...its },
    ];
    const { width, height, place } = board;
    const picture = { width, height, isOpen: (/** @type {number} */ index) => isOpen(board.seen(index)) };
    fill(
      this._said,
      standing(racers, (text) => el("b", {}, text)),
    );
    this._list.show(racers, new Map([[ITS, { board: picture, key: String(place) }]]));
  }

  /**
   * Tint the squares of the player's own board that the ghost has opened already.
   * @param {ReplayBoard} board
   */
  _drawUnder(board) {
    const { _overlay: overlay, _view: view, game } = this;
    if (!this._race.isUnder || game.isPaused) {
      overlay.remove();
      return;
    }
    const { canvas } = view;
    if (!overlay.isConnected) canvas.after(overlay);
    const ratio = globalThis.devicePixelRatio || 1;
    overlay.width = canvas.width;
    overlay.height = canvas.height;
    overlay.style.width = canvas.style.width;
    overlay.style.height = canvas.style.height;
    const box = canvas.getBoundingClientRect();
    const c = context2d(overlay);
    const size = view.cellSize * ratio;
    c.fillStyle = alpha(this._themes.current.accent, 0.3);
    for (let index = 0; index < board.width * board.height; index++) {
      if (!isOpen(board.seen(index)) || isOpen(game.seen(index))) continue;
      const [x, y] = view.pointOf(Math.floor(index / board.width), index % board.width);
      c.fillRect((x - box.left) * ratio - size / 2 + 2, (y - box.top) * ratio - size / 2 + 2, size - 4, size - 4);
    }
  }
}

/** @param {Game} game */
const ownState = ({ status, share, elapsed: at }) => ({ status, share: share ?? 0, at });
