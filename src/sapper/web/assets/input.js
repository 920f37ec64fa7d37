// @ts-check
// Pointers and keys on the board: events go in, actions of the state machines come out. Fingers are in touch-input.js.

/** @import { BoardView } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { Button } from "./gestures.js" */
/** @import { Action, Cell, Controls, Device, RuleChoices, State } from "./types.js" */

import { isUndecided, nextCell } from "./find.js";
import { Keyboard, Mouse } from "./gestures.js";
import { KeyReader } from "./key-reader.js";
import { stroke } from "./keys.js";
import { MisclickGuard, PATIENCE } from "./misclick-guard.js";
import { isPlayable, isVisible } from "./state.js";
import { TouchInput } from "./touch-input.js";

/** @type {Button[]} */
const BUTTONS = ["left", "middle", "right"];
/** @type {Button[]} */
const SWAPPED = ["right", "middle", "left"];
const BITS = [1, 4, 2]; // of these buttons in `buttons` of an event
/** Actions of the key map that play at the cursor. */
export const PLAYED = new Set(["open", "mark", "chord", "right-button"]);
/** @type {Record<string, Cell>} */
const STEPS = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };
const JUMPS = new Set([
  "row-start",
  "row-end",
  "page-up",
  "page-down",
  "top",
  "bottom",
  "next-frontier",
  "previous-frontier",
]);

/**
 * Whether an action of the key map moves the cursor.
 * @param {string} name
 */
export const isMove = (name) => name in STEPS || JUMPS.has(name);

export class BoardInput {
  /**
   * @param {{
   *   state: State,
   *   view: BoardView,
   *   area: HTMLElement,
   *   play: (action: Action, device: Device, place: Cell | null) => void,
   *   run: (name: string) => void,
   *   menuKey: (typed: string) => boolean,
   *   focus: () => void,
   *   read: (what: string) => void,
   *   warn: (cell: Cell) => void,
   *   changed: () => void,
   * }} parts `menuKey` has the first right to a key; `read` reads something aloud; `warn` says that a cell is a mine
   */
  constructor({ state, view, area, play, run, menuKey, focus, read, warn, changed }) {
    this._state = state;
    this.view = view;
    this._playAction = play;
    this._run = run;
    this._menuKey = menuKey;
    this._focus = focus;
    this._read = read;
    this._warn = warn;
    this._changed = changed;
    this.reader = new KeyReader();
    /** @type {Cell} */
    this.cursor = [0, 0];
    this._isOver = false; // whether the pointer is over the board
    /** @type {{ x: number, y: number } | null} */
    this._pan = null;
    this.mouse = new Mouse({}, {});
    this.keyboard = new Keyboard({}, {});
    this.touch = new TouchInput({
      state,
      view,
      play: (actions, event) => this._play(actions, "touch", event),
      pressed: () => {
        this._focus();
        this._hideCursor();
      },
      paint: () => this._paint(),
    });
    this._guard = new MisclickGuard();
    this._isGuarded = false;
    this._warning = 0;
    this._listen(area);
  }

  /**
   * New controls or rules: buttons and fingers that are down are forgotten.
   * @param {Controls} controls
   * @param {RuleChoices} rules
   */
  rearm(controls, rules) {
    this.mouse = new Mouse(controls, rules);
    this.keyboard = new Keyboard(controls, rules);
    this.touch.rearm(controls, rules);
    this._isGuarded = Boolean(controls["misclick-guard"]);
    this._paint();
  }

  /**
   * Begin in the middle of a new board, with the cursor hidden unless keys are in use.
   * @param {Game} game
   */
  place(game) {
    this.cursor = [Math.floor((game.height - 1) / 2), Math.floor((game.width - 1) / 2)];
    this.mouse.cancel();
    this.touch.cancel();
    this._showCursor();
  }

  /** @param {HTMLElement} area */
  _listen(area) {
    const canvas = this.view.canvas;
    area.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("mousedown", (event) => event.preventDefault()); // no text selection, no autoscroll
    canvas.addEventListener("auxclick", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => (isMouse(event) ? this._press(event) : this.touch.press(event)));
    canvas.addEventListener("pointerleave", (event) => isMouse(event) && this._leave());
    addEventListener("pointermove", (event) => (isMouse(event) ? this._moveMouse(event) : this.touch.move(event)));
    addEventListener("pointerup", (event) => (isMouse(event) ? this._release(event) : this.touch.release(event)));
    addEventListener("pointercancel", (event) => (isMouse(event) ? this._forget() : this.touch.lose(event)));
    addEventListener("blur", () => this._forget());
    addEventListener("keydown", (event) => this._key(event));
  }

  /**
   * What a tap does in the scheme with a switch.
   * @param {State["touchMode"]} mode
   */
  setTouchMode(mode) {
    this._state.touchMode = mode;
    this.touch.followMode();
    this._changed();
  }

  // -- Mouse

  /** @param {PointerEvent} event */
  _press(event) {
    this._focus();
    if ((event.ctrlKey || event.metaKey) && event.button === 0) {
      this._pan = { x: event.clientX, y: event.clientY };
      return;
    }
    this._point(event);
    const { game } = this._state;
    if (!game || !isPlayable(this._state) || event.button > 2) return;
    this.mouse.retain(this._held(event).filter((button) => button !== this._button(event)));
    const how = { shift: event.shiftKey, at: Math.round(event.timeStamp) };
    this._play(this.mouse.press(game, this._button(event), this.view.cellAt(event), how), "mouse", event);
  }

  /** @param {MouseEvent} event */
  _release(event) {
    if (this._pan) {
      this._pan = null;
      return;
    }
    const { game } = this._state;
    if (event.button > 2 || !game) return;
    if (!isPlayable(this._state)) {
      this._forget();
      return;
    }
    const cell = event.target === this.view.canvas ? this.view.cellAt(event) : null;
    this._play(this.mouse.release(game, this._button(event), cell), "mouse", event);
  }

  /**
   * A button that goes down or up while another is down comes as a move.
   * @param {PointerEvent} event
   */
  _moveMouse(event) {
    if (event.button < 0) this._move(event);
    else if (!(event.buttons & BITS[event.button])) this._release(event);
    else if (event.target === this.view.canvas) this._press(event);
  }

  /** @param {MouseEvent} event */
  _move(event) {
    if (this._pan) {
      this.view.panBy(this._pan.x - event.clientX, this._pan.y - event.clientY);
      this._pan = { x: event.clientX, y: event.clientY };
      return;
    }
    const onBoard = event.target === this.view.canvas;
    if (!onBoard && !this._isOver) return;
    if (onBoard) this._point(event);
    this.mouse.retain(this._held(event));
    this.mouse.move(onBoard ? this.view.cellAt(event) : null);
    this._paint();
  }

  /**
   * The pointer moved last: keys act where it is.
   * @param {MouseEvent} event
   */
  _point(event) {
    const cell = isVisible(this._state) ? this.view.cellAt(event) : null;
    this._isOver = Boolean(cell);
    this.view.setHover(cell && isPlayable(this._state) ? this._index(cell) : -1);
    if (!cell) return;
    this.cursor = cell;
    this._hideCursor();
  }

  _hideCursor() {
    if (!this._state.isCursorShown) return;
    this._state.isCursorShown = false;
    this._showCursor();
    this._changed();
  }

  _leave() {
    this._isOver = false;
    this.view.setHover(-1);
    this.mouse.move(null);
    this._paint();
  }

  _forget() {
    this.mouse.cancel();
    this.touch.cancel();
    this._pan = null;
    this._paint();
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    const unit = event.deltaMode === 1 ? 32 : 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.view.zoomBy(Math.exp(-event.deltaY * unit * 0.002), event);
      return;
    }
    const { isWider, isHigher } = this.view;
    const isSideways = !event.deltaX && (event.shiftKey || (isWider && !isHigher)); // a wheel has one direction
    const [dx, dy] = isSideways ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    if (this.view.panBy(dx * unit, dy * unit)) event.preventDefault();
  }

  /**
   * @param {Action[]} actions
   * @param {Device} device
   * @param {{ clientX: number, clientY: number } | null} event
   */
  _play(actions, device, event = null) {
    const place = event && this.view.placeAt(event);
    for (const action of actions) if (!this._isSlip(action)) this._playAction(action, device, place);
    this._paint();
  }

  /**
   * Whether an open looks like a slip of the hand: then it says so, and counts when it is asked for again.
   * @param {Action} action
   */
  _isSlip({ kind, row, col }) {
    const { game } = this._state;
    if (!this._isGuarded || !game || kind !== "open") return false;
    const index = this._index([row, col]);
    const isSlip = this._guard.asks(game, index, performance.now());
    clearTimeout(this._warning);
    this.view.setWarned(isSlip ? index : -1);
    if (!isSlip) return false;
    this._warning = setTimeout(() => this.view.setWarned(-1), PATIENCE);
    this._warn([row, col]);
    return true;
  }

  _paint() {
    const { _state: state } = this;
    if (!state.game || !isVisible(state)) return;
    const { game } = state;
    const pressed = [...this.mouse.preview(game), ...this.touch.preview(game)];
    this.view.setPressed(isPlayable(state) ? pressed : [], game.awaited);
    const isPressed = isPlayable(state) && (this.mouse.facePressed || this.touch.facePressed);
    if (state.isPressed === isPressed) return;
    state.isPressed = isPressed;
    this._changed();
  }

  /**
   * The button of the gesture: left and right may be swapped.
   * @param {MouseEvent} event
   */
  _button(event) {
    return (this._state.isSwapped ? SWAPPED : BUTTONS)[event.button];
  }

  /**
   * The buttons that are down at an event: a release outside the window is never seen.
   * @param {MouseEvent} event
   */
  _held(event) {
    const names = this._state.isSwapped ? SWAPPED : BUTTONS;
    return BITS.flatMap((bit, button) => (event.buttons & bit ? [names[button]] : []));
  }

  /** Let left flag and right open, or no longer. */
  swapButtons() {
    this._state.isSwapped = !this._state.isSwapped;
    this._forget();
    this._changed();
  }

  /** @param {Cell} cell */
  _index([row, col]) {
    return row * (this._state.game?.width ?? 0) + col;
  }

  // -- Keyboard

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.isComposing || event.defaultPrevented) return;
    const typed = stroke(event);
    if (!typed) return;
    if (isTyping(event.target) && !LEAVES_FIELDS.test(typed)) return;
    if ((typed === "enter" || typed === "space") && isControl(event.target)) return;
    if (this._menuKey(typed)) {
      event.preventDefault();
      return;
    }
    const read = this.reader.read(typed);
    if (read.taken) event.preventDefault();
    if (read.name && (!event.repeat || read.name in STEPS)) this.act(read.name, read.count); // only steps repeat
  }

  /**
   * @param {string} name
   * @param {number} count
   */
  act(name, count = 1) {
    if (!isVisible(this._state) || !(PLAYED.has(name) || isMove(name))) {
      this._run(name);
      return;
    }
    if (PLAYED.has(name)) this._playAtCursor(name);
    else this._jump(name, count);
  }

  /** @param {string} name */
  _playAtCursor(name) {
    const { game } = this._state;
    if (!game || !isPlayable(this._state)) return;
    if (!this._state.isCursorShown && !this._isOver) {
      this._showKeys(); // nobody can see where it would act: show that first
      return;
    }
    this._play(this.keyboard.press(game, name, this.cursor), "key");
  }

  /**
   * @param {string} name
   * @param {number} count
   */
  _jump(name, count) {
    if (!this._state.game) return;
    const { width, height } = this._state.game;
    const [row, col] = this.cursor;
    const page = Math.max(1, this.view.view.height - 1);
    /** @type {Record<string, Cell>} */
    const places = {
      "row-start": [row, 0],
      "row-end": [row, width - 1],
      "page-up": [row - page, col],
      "page-down": [row + page, col],
      top: [0, 0],
      bottom: [height - 1, width - 1],
    };
    let to = places[name] ?? this.cursor;
    if (name in STEPS) to = [row + STEPS[name][0] * count, col + STEPS[name][1] * count];
    if (name.endsWith("frontier")) to = this._frontier(name === "next-frontier" ? 1 : -1) ?? this.cursor;
    /**
     * @param {number} value
     * @param {number} length
     */
    const within = (value, length) => Math.max(0, Math.min(value, length - 1)); // no wrapping at the edges
    this.putCursor([within(to[0], height), within(to[1], width)]);
    this._read("square");
  }

  /**
   * The next closed cell beside an open one, in reading order and around.
   * @param {number} step
   * @returns {Cell | null}
   */
  _frontier(step) {
    const { game } = this._state;
    if (!game) return null;
    return nextCell(
      game,
      this.cursor,
      step,
      (index) => isUndecided(game, index) && game.around(index).some((near) => game.seen(near) <= 8),
    );
  }

  /**
   * Bring the cursor to a cell, and show it there.
   * @param {Cell} cell
   */
  putCursor(cell) {
    this.cursor = cell;
    this._showKeys();
  }

  _showKeys() {
    this._state.isCursorShown = true;
    this._showCursor();
    this.view.reveal(...this.cursor);
    this._changed();
  }

  _showCursor() {
    const isShown = this._state.isCursorShown && isVisible(this._state);
    this.view.setCursor(isShown ? this._index(this.cursor) : -1);
  }

  /** Draw cursor and pressed cells again after the view was filled again. */
  refresh() {
    this._showCursor();
    this._paint();
  }
}

/** @param {PointerEvent} event */
const isMouse = (event) => event.pointerType === "mouse";
const LEAVES_FIELDS = /^(escape|f10|alt\+.*)$/; // what a text field has no use for
/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof Element &&
  target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select");
/** @param {EventTarget | null} target */
const isControl = (target) => target instanceof Element && target.matches("button, a, input, summary");
