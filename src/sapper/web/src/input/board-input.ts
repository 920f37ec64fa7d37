// Pointers and keys on the board: events go in, actions of the state machines come out. Fingers are in input/touch-input.ts.

import type { BoardView } from "../board/board-view.ts";
import type { Game } from "../board/model.ts";
import type { Button } from "./gestures.ts";
import type { Action, Cell, Controls, Device, RuleChoices, State } from "../types.ts";

import { isUndecided, nextCell } from "./find-cell.ts";
import { Keyboard, Mouse } from "./gestures.ts";
import { KeyReader } from "./key-reader.ts";
import { stroke } from "./keys.ts";
import { MisclickGuard, PATIENCE } from "./misclick-guard.ts";
import { isPlayable, isVisible } from "../state.ts";
import { load } from "../ui/dom.ts";
import type { TouchInput } from "./touch-input.ts";

const BUTTONS: Button[] = ["left", "middle", "right"];
const SWAPPED: Button[] = ["right", "middle", "left"];
const BITS = [1, 4, 2]; // of these buttons in `buttons` of an event
/** Actions of the key map that play at the cursor. */
export const PLAYED = new Set(["open", "mark", "chord", "right-button"]);
const STEPS: Record<string, Cell> = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };
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

/** Whether an action of the key map moves the cursor. */
export const isMove = (name: string) => name in STEPS || JUMPS.has(name);

export class BoardInput {
  _state: State;
  view: BoardView;
  _playAction: (action: Action, device: Device, place: Cell | null) => void;
  _run: (name: string) => void;
  _menuKey: (typed: string) => boolean;
  _focus: () => void;
  _read: (what: string) => void;
  _warn: (cell: Cell) => void;
  _changed: () => void;
  reader: KeyReader;
  cursor: Cell;
  _isOver = false; // whether the pointer is over the board
  _pan: { x: number; y: number } | null = null;
  mouse: Mouse;
  keyboard: Keyboard;
  touch: TouchInput | null = null; // loaded where a device has one, or with the first finger
  _rearmTouch: (touch: TouchInput) => void = () => {};
  _guard: MisclickGuard;
  _isGuarded = false;
  _warning = 0;

  /**
   * @param parts `menuKey` has the first right to a key; `read` reads something aloud; `warn` says that a cell is a mine
   */
  constructor({
    state,
    view,
    area,
    play,
    run,
    menuKey,
    focus,
    read,
    warn,
    changed,
  }: {
    state: State;
    view: BoardView;
    area: HTMLElement;
    play: (action: Action, device: Device, place: Cell | null) => void;
    run: (name: string) => void;
    menuKey: (typed: string) => boolean;
    focus: () => void;
    read: (what: string) => void;
    warn: (cell: Cell) => void;
    changed: () => void;
  }) {
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
    this.cursor = [0, 0];
    this.mouse = new Mouse({}, {});
    this.keyboard = new Keyboard({}, {});
    this._guard = new MisclickGuard();
    this._listen(area);
    if (matchMedia("(any-pointer: coarse)").matches) this._loadTouch();
  }

  async _loadTouch() {
    const { TouchInput } = await load(import("./touch-input.ts"));
    if (this.touch) return;
    this.touch = new TouchInput({
      state: this._state,
      view: this.view,
      play: (actions, event) => this._play(actions, "touch", event),
      pressed: () => {
        this._focus();
        this._hideCursor();
      },
      paint: () => this._paint(),
    });
    this._rearmTouch(this.touch);
  }

  /** New controls or rules: buttons and fingers that are down are forgotten. */
  rearm(controls: Controls, rules: RuleChoices) {
    this.mouse = new Mouse(controls, rules);
    this.keyboard = new Keyboard(controls, rules);
    this._rearmTouch = (touch) => touch.rearm(controls, rules);
    if (this.touch) this._rearmTouch(this.touch);
    this._isGuarded = Boolean(controls["misclick-guard"]);
    this._paint();
  }

  /** Begin in the middle of a new board, with the cursor hidden unless keys are in use. */
  place(game: Game) {
    this.cursor = [Math.floor((game.height - 1) / 2), Math.floor((game.width - 1) / 2)];
    this.mouse.cancel();
    this.touch?.cancel();
    this._showCursor();
  }

  _listen(area: HTMLElement) {
    const canvas = this.view.canvas;
    area.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("mousedown", (event) => event.preventDefault()); // no text selection, no autoscroll
    canvas.addEventListener("auxclick", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => (isMouse(event) ? this._press(event) : this._pressTouch(event)));
    canvas.addEventListener("pointerleave", (event) => isMouse(event) && this._leave());
    addEventListener("pointermove", (event) => (isMouse(event) ? this._moveMouse(event) : this.touch?.move(event)));
    addEventListener("pointerup", (event) => (isMouse(event) ? this._release(event) : this.touch?.release(event)));
    addEventListener("pointercancel", (event) => (isMouse(event) ? this._forget() : this.touch?.lose(event)));
    addEventListener("blur", () => this._forget());
    addEventListener("keydown", (event) => this._key(event));
  }

  /** The action of a tap in the scheme with a switch. */
  setTouchMode(mode: State["touchMode"]) {
    this._state.touchMode = mode;
    this.touch?.followMode();
    this._changed();
  }

  _pressTouch(event: PointerEvent) {
    if (this.touch) this.touch.press(event);
    else this._loadTouch();
  }

  // -- Mouse

  _press(event: PointerEvent) {
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

  _release(event: MouseEvent) {
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

  /** A button that goes down or up while another is down comes as a move. */
  _moveMouse(event: PointerEvent) {
    if (event.button < 0) this._move(event);
    else if (!(event.buttons & BITS[event.button])) this._release(event);
    else if (event.target === this.view.canvas) this._press(event);
  }

  _move(event: MouseEvent) {
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

  /** The pointer moved last: keys act where it is. */
  _point(event: MouseEvent) {
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
    this.touch?.cancel();
    this._pan = null;
    this._paint();
  }

  _wheel(event: WheelEvent) {
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

  _play(actions: Action[], device: Device, event: { clientX: number; clientY: number } | null = null) {
    const place = event && this.view.placeAt(event);
    for (const action of actions) if (!this._isSlip(action)) this._playAction(action, device, place);
    this._paint();
  }

  /** Whether an open looks like a slip of the hand: then it says so, and counts when it is asked for again. */
  _isSlip({ kind, row, col }: Action) {
    const { game } = this._state;
    if (!this._isGuarded || !game || kind !== "open" || this._state.isDrafting) return false;
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
    const pressed = [...this.mouse.preview(game), ...(this.touch?.preview(game) ?? [])];
    this.view.setPressed(isPlayable(state) ? pressed : [], game.awaited);
    const isPressed = isPlayable(state) && (this.mouse.facePressed || Boolean(this.touch?.facePressed));
    if (state.isPressed === isPressed) return;
    state.isPressed = isPressed;
    this._changed();
  }

  /** The button of the gesture: left and right may be swapped. */
  _button(event: MouseEvent) {
    return (this._state.isSwapped ? SWAPPED : BUTTONS)[event.button];
  }

  /** The buttons that are down at an event: a release outside the window is never seen. */
  _held(event: MouseEvent) {
    const names = this._state.isSwapped ? SWAPPED : BUTTONS;
    return BITS.flatMap((bit, button) => (event.buttons & bit ? [names[button]] : []));
  }

  /** Let left flag and right open, or no longer. */
  swapButtons() {
    this._state.isSwapped = !this._state.isSwapped;
    this._forget();
    this._changed();
  }

  _index([row, col]: Cell) {
    return row * (this._state.game?.width ?? 0) + col;
  }

  // -- Keyboard

  _key(event: KeyboardEvent) {
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

  act(name: string, count: number = 1) {
    if (!isVisible(this._state) || !(PLAYED.has(name) || isMove(name))) {
      this._run(name);
      return;
    }
    if (PLAYED.has(name)) this._playAtCursor(name);
    else this._jump(name, count);
  }

  _playAtCursor(name: string) {
    const { game } = this._state;
    if (!game || !isPlayable(this._state)) return;
    if (!this._state.isCursorShown && !this._isOver) {
      this._showKeys(); // it is not visible where it would act: show that first
      return;
    }
    this._play(this.keyboard.press(game, name, this.cursor), "key");
  }

  _jump(name: string, count: number) {
    if (!this._state.game) return;
    const { width, height } = this._state.game;
    const [row, col] = this.cursor;
    const page = Math.max(1, this.view.view.height - 1);
    const places: Record<string, Cell> = {
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
    const within = (value: number, length: number) => Math.max(0, Math.min(value, length - 1)); // no wrapping at the edges
    this.putCursor([within(to[0], height), within(to[1], width)]);
    this._read("square");
  }

  /** The next closed cell beside an open one, in reading order and around. */
  _frontier(step: number): Cell | null {
    const { game } = this._state;
    if (!game) return null;
    return nextCell(
      game,
      this.cursor,
      step,
      (index) => isUndecided(game, index) && game.around(index).some((near) => game.seen(near) <= 8),
    );
  }

  /** Bring the cursor to a cell, and show it there. */
  putCursor(cell: Cell) {
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

const isMouse = (event: PointerEvent) => event.pointerType === "mouse";
const LEAVES_FIELDS = /^(escape|f10|alt\+.*)$/; // what a text field has no use for
const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select");
const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.matches("button, a, input, summary");
