// A replay that runs beside a game on the same board, by the clock of that game: what it has opened, and how much.

import type { BoardView } from "../board/board-view.ts";
import type { Game } from "../board/model.ts";
import type { Race } from "../play/ghost-race.ts";
import type { Themes } from "../themes/theme.ts";

import { isOpen } from "../board/cell-values.ts";
import { context2d, el, loadStyles, section, spacer } from "../ui/dom.ts";
import { html, render } from "../ui/template.ts";
import { alpha } from "../board/paint.ts";
import { standing } from "../play/race-order.ts";
import { RacerList } from "./modes/race-lane.ts";
import { ReplayBoard } from "../board/replay-board.ts";
import { readSteps } from "../net/replays.ts";
import { store, stored } from "../play/ghost-race.ts";
import { message } from "../ui/words.ts";

const EVERY = 100; // ms between two looks at the clock
const PATIENCE = 30_000; // ms until a game that was asked for is no longer expected
const [OWN, ITS] = [0, 1]; // the seats of this race

/** Return the ghost of a game, null if it has none. */
export function ghostOf(game: Game, themes: Themes, view: BoardView) {
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
  game: Game;
  _race: Race;
  _themes: Themes;
  _view: BoardView;
  board: ReplayBoard | null = null;
  _shown = "";
  _list: RacerList;
  _said: HTMLParagraphElement;
  _overlay: HTMLCanvasElement;
  _toggleBox: HTMLInputElement;
  element: HTMLElement;
  _stop: AbortController;
  _timer: number;

  constructor(game: Game, race: Race, themes: Themes, view: BoardView) {
    this.game = game;
    this._race = race;
    this._themes = themes;
    this._view = view;
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
    this._timer = setInterval(() => this.tick(), EVERY);
    this._load();
  }

  async _load() {
    try {
      for await (const part of readSteps(String(this._race.replay), this._stop.signal)) {
        this.board ??= new ReplayBoard(part);
        this.board.add(part.steps);
      }
    } catch (error) {
      if (!this._stop.signal.aborted) render((error as Error).message, this._said);
    }
    this.tick();
  }

  /** The same game came again, from a reload or a new line. */
  follow(game: Game) {
    this.game = game;
  }

  /** Stand in the page of the game, unless it is there. */
  attach(page: HTMLElement) {
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
    this.tick();
  }

  tick() {
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

  _show(board: ReplayBoard) {
    const { game } = this;
    const its = { status: board.isOver ? board.status : "playing", share: board.share, at: board.duration };
    const racers = [
      { seat: OWN, name: message("ghost.you"), colour: OWN, isYou: true, ...ownState(game) },
      { seat: ITS, name: message("ghost.title"), colour: ITS, isYou: false, ...its },
    ];
    const { width, height, place } = board;
    const picture = { width, height, isOpen: (index: number) => isOpen(board.seen(index)) };
    render(
      standing(racers, (text) => html`<b>${text}</b>`),
      this._said,
    );
    this._list.show(racers, new Map([[ITS, { board: picture, key: String(place) }]]));
  }

  /** Tint the squares of the player's own board that the ghost has opened already. */
  _drawUnder(board: ReplayBoard) {
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

const ownState = ({ status, share, elapsed: at }: Game) => ({ status, share: share ?? 0, at });
