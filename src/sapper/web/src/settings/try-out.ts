// A board to try the controls on: buttons, fingers and keys do what they do in a game, and each action is named.

import type { Button } from "../input/gestures.ts";
import type { Action, Cell, Parts } from "../types.ts";

import { BoardView } from "../board/board-view.ts";
import { button, el, setIcon } from "../ui/dom.ts";
import { Keyboard, Mouse } from "../input/gestures.ts";
import { KeyReader } from "../input/key-reader.ts";
import { keyLabel, stroke } from "../input/keys.ts";
import { Touch } from "../input/touch-gestures.ts";
import { TryBoard } from "./try-board.ts";
import { action as actionWords, message } from "../ui/words.ts";

const BUTTONS: Button[] = ["left", "middle", "right"];
const STEPS: Record<string, Cell> = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };
const PLAYED = new Set(["open", "mark", "chord", "right-button"]);
const LEAVES = new Set(["tab", "shift+tab"]); // how one goes on to the next control
const CELL = 40; // px
const REMEMBERED = 4; // lines of what was done

export class TryOut {
  _settings;
  _themes;
  _board: TryBoard;
  _canvas: HTMLCanvasElement;
  _view: BoardView;
  _cursor: Cell;
  _reader: KeyReader;
  _mouse: Mouse;
  _touch: Touch;
  _keyboard: Keyboard;
  _timer = 0;
  _log: HTMLDivElement;
  _undo: HTMLButtonElement;
  _restart: HTMLButtonElement;
  _switch: HTMLButtonElement;
  element: HTMLDivElement;

  constructor({ settings, themes }: Pick<Parts, "settings" | "themes">) {
    this._settings = settings;
    this._themes = themes;
    this._board = new TryBoard();
    const { width, height } = this._board;
    const label = message("try-out.label", { width, height });
    this._canvas = el("canvas", { class: "try-board", tabindex: "0", role: "application", "aria-label": label });
    this._view = new BoardView(this._canvas, () => {});
    this._cursor = [2, 2];
    this._reader = new KeyReader();
    this._mouse = new Mouse({}, {});
    this._touch = new Touch({}, {});
    this._keyboard = new Keyboard({}, {});
    this._log = el("div", { class: "try-log", role: "log" }, el("p", { class: "muted" }, message("try-out.none")));
    this._undo = button(actionWords("undo").name, () => this._takeBack(() => this._board.undo()), { iconName: "undo" });
    this._restart = button(message("try-out.restart"), () => this._takeBack(() => this._board.restart()), {
      iconName: "replay",
    });
    this._switch = button(actionWords("mark").name, () => this._switched(), { iconName: "flag" });
    this.element = el(
      "div",
      { class: "try-out" },
      this._canvas,
      el(
        "div",
        { class: "try-words" },
        el("p", { class: "muted" }, message("try-out.text")),
        this._log,
        el("div", { class: "row" }, this._undo, this._restart, this._switch),
      ),
    );
    this._listen();
    this.refresh();
    this.paint();
  }

  /** Take the controls and keys that are set now. */
  refresh() {
    const { _settings: settings } = this;
    const controls = settings.controls(settings.ruleset);
    const names = Object.keys(settings.schema.choices);
    const rules = Object.fromEntries(names.map((name) => [name, settings.rule(name)]));
    const { isFlagging } = this._touch;
    this._mouse = new Mouse(controls, rules);
    this._keyboard = new Keyboard(controls, rules);
    this._touch = new Touch(controls, rules);
    this._touch.isFlagging = isFlagging;
    this._reader.map = settings.keyMap;
    this._switch.hidden = controls.touch !== "switch";
    this._showSwitch();
    this._undo.disabled = this._restart.disabled = !this._board.canUndo;
  }

  paint() {
    this._view.motion = false;
    this._view.setTheme(this._themes.current);
    if (this._view.model !== this._board) this._view.show(this._board);
    this._view.setArea(this._board.width * CELL + 2 * RULER, this._board.height * CELL + RULER);
    this._view.setRulers(true);
  }

  _listen() {
    const { _canvas: canvas } = this;
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (event) => this._pressed(event));
    canvas.addEventListener("pointermove", (event) => this._moved(event));
    canvas.addEventListener("pointerup", (event) => this._released(event));
    canvas.addEventListener("pointercancel", () => this._cancel());
    canvas.addEventListener("pointerleave", () => this._view.setHover(-1));
    canvas.addEventListener("keydown", (event) => this._key(event));
    canvas.addEventListener("focus", () => canvas.matches(":focus-visible") && this._showCursor());
    canvas.addEventListener("blur", () => this._view.setCursor(-1));
  }

  // -- Mouse and fingers. A mouse with a button down reports further buttons as moves.

  _pressed(event: PointerEvent) {
    event.preventDefault();
    this._canvas.focus({ preventScroll: true });
    this._canvas.setPointerCapture(event.pointerId);
    this._view.setCursor(-1);
    if (event.pointerType === "mouse") this._changeButtons(event);
    else this._fingerDown(event);
  }

  _moved(event: PointerEvent) {
    if (event.pointerType !== "mouse") {
      const place = this._view.placeAt(event);
      if (place) this._touch.move(place);
      else this._touch.cancel();
    } else if (event.button >= 0) this._changeButtons(event);
    else {
      const cell = this._view.cellAt(event);
      this._view.setHover(cell ? cell[0] * this._board.width + cell[1] : -1);
      this._mouse.move(cell);
    }
    this._showPressed();
  }

  _released(event: PointerEvent) {
    if (event.pointerType === "mouse") this._changeButtons(event);
    else {
      clearTimeout(this._timer);
      const place = this._view.placeAt(event);
      this._play(place ? this._touch.release(this._board, place, Math.round(event.timeStamp)) : []);
      this._touch.cancel();
      this._showPressed();
    }
  }

  _changeButtons(event: PointerEvent) {
    if (event.button > 2) return;
    const name = BUTTONS[event.button];
    const bit = [1, 4, 2][event.button];
    const cell = this._view.cellAt(event);
    const how = { shift: event.shiftKey, at: Math.round(event.timeStamp) };
    const isDown = Boolean(event.buttons & bit);
    this._play(isDown ? this._mouse.press(this._board, name, cell, how) : this._mouse.release(this._board, name, cell));
    this._showPressed();
  }

  _fingerDown(event: PointerEvent) {
    const place = this._view.placeAt(event);
    if (!place || !event.isPrimary) {
      this._cancel();
      return;
    }
    this._touch.press(place, Math.round(event.timeStamp), this._view.cellSize);
    const { due } = this._touch;
    if (due !== null) {
      this._timer = setTimeout(() => this._play(this._touch.wait(this._board, due)), due - event.timeStamp);
    }
    this._showPressed();
  }

  _cancel() {
    clearTimeout(this._timer);
    this._mouse.cancel();
    this._touch.cancel();
    this._showPressed();
  }

  _showPressed() {
    if (this._board.isOver) this._view.setPressed([]);
    else this._view.setPressed([...this._mouse.preview(this._board), ...this._touch.preview(this._board)]);
  }

  _switched() {
    this._touch.switch();
    this._showSwitch();
  }

  /** The switch shows what a tap does. */
  _showSwitch() {
    const { isFlagging } = this._touch;
    const image = this._switch.querySelector("svg");
    if (image) setIcon(image, isFlagging ? "flag" : "touch");
    const text = this._switch.lastChild;
    if (text) text.textContent = actionWords(isFlagging ? "mark" : "open").name;
    this._switch.setAttribute("aria-pressed", String(isFlagging));
  }

  // -- Keys

  _key(event: KeyboardEvent) {
    const typed = stroke(event);
    if (!typed || LEAVES.has(typed) || event.isComposing) return;
    event.stopPropagation(); // no key of it plays elsewhere
    const { name, count, taken } = this._reader.read(typed);
    if (taken) event.preventDefault();
    const key = keyLabel(typed);
    if (!name) {
      if (!taken) this._say(message("try-out.no-key", { key }));
    } else if (name in STEPS) this._step(STEPS[name], count);
    else if (name === "undo") this._takeBack(() => this._board.undo());
    else if (PLAYED.has(name)) this._playAt(name, key);
    else this._say(message("try-out.key", { key, action: actionWords(name).name }));
  }

  _playAt(name: string, key: string) {
    this._showCursor();
    const actions = this._keyboard.press(this._board, name, this._cursor);
    if (actions.length) this._play(actions);
    else this._say(message("try-out.key", { key, action: actionWords(name).name }));
  }

  _step([down, right]: Cell, count: number) {
    const [row, col] = this._cursor;
    const within = (at: number, most: number) => Math.max(0, Math.min(at, most - 1));
    const { height, width } = this._board;
    this._cursor = [within(row + down * count, height), within(col + right * count, width)];
    this._showCursor();
  }

  _showCursor() {
    this._view.setCursor(this._cursor[0] * this._board.width + this._cursor[1]);
  }

  // -- What was done

  _play(actions: Action[]) {
    for (const action of actions) {
      this._cursor = [action.row, action.col];
      this._say(this._board.play(action));
      this._view.setLast(action.row * this._board.width + action.col);
    }
    if (actions.length) this._changed();
  }

  _takeBack(change: () => void) {
    if (!this._board.canUndo) return;
    change();
    this._view.setLast(-1);
    this._say(actionWords("undo").name);
    this._changed();
  }

  _changed() {
    this._view.invalidateAll();
    this._showPressed();
    this._undo.disabled = this._restart.disabled = !this._board.canUndo;
  }

  _say(text: string) {
    if (this._log.firstElementChild?.classList.contains("muted")) this._log.replaceChildren();
    this._log.prepend(el("p", {}, text));
    while (this._log.children.length > REMEMBERED) this._log.lastElementChild?.remove();
  }
}

const RULER = 22; // px beside and above the squares
