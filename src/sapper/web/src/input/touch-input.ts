// Fingers on the board: one taps, holds or pans, two zoom. A pen is a finger.

import type { BoardView } from "../board/board-view.ts";
import type { Action, Cell, Controls, GestureBoard, RuleChoices, State } from "../types.ts";

import { Bubble } from "../board/bubble.ts";
import { isPlayable, isVisible } from "../state.ts";
import { SLOP, Touch } from "./touch-gestures.ts";

interface Point {
  clientX: number;
  clientY: number;
}

const LATE = 50; // ms: a timer that comes later than this may have overtaken the finger that lifts
const VIBRATION = 10; // ms
const OVERSCROLL = 0.5; // of the view: corners come to the thumb
const MARKS = new Set(["flag", "question", "clear"]);

/** The middle of two fingers, and how far they are apart. */
function spread([one, two]: Point[]) {
  const apart = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  const middle = { clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 };
  return { apart: Math.max(1, apart), middle };
}

export class TouchInput {
  _state: State;
  _view: BoardView;
  _play: (actions: Action[], event: Point) => void;
  _pressed: () => void;
  _paint: () => void;
  _touch: Touch;
  _bubble: Bubble;
  _canVibrate = false;
  /** Where the fingers are that came down on the board, by the id of the pointer */
  _fingers: Map<number, Point> = new Map();
  _isPanning = false;
  _pinch: { apart: number; zoom: number; place: Cell } | null = null; // how a pinch began
  _timer = 0;

  /** @param parts `pressed` hears of a finger that comes down; `paint` draws what is pressed */
  constructor({
    state,
    view,
    play,
    pressed,
    paint,
  }: {
    state: State;
    view: BoardView;
    play: (actions: Action[], event: Point) => void;
    pressed: () => void;
    paint: () => void;
  }) {
    this._state = state;
    this._view = view;
    this._play = play;
    this._pressed = pressed;
    this._paint = paint;
    this._touch = new Touch({}, {});
    this._bubble = new Bubble();
  }

  rearm(controls: Controls, rules: RuleChoices) {
    this._touch = new Touch(controls, rules);
    this._canVibrate = Boolean(controls.vibration);
    this.followMode();
    this._forgetTap();
  }

  /** Let a tap do what the switch says. */
  followMode() {
    this._touch.isFlagging = this._state.touchMode === "flag";
  }

  /** Forget every finger. */
  cancel() {
    this._fingers.clear();
    this._forgetTap();
    this._begin();
  }

  /** The cells to draw pressed. */
  preview(board: GestureBoard) {
    return this._touch.preview(board);
  }

  /** Whether the face holds its breath. */
  get facePressed() {
    return this._touch.isDown;
  }

  // -- One finger

  press(event: PointerEvent) {
    const { _view: view, _state: state } = this;
    event.preventDefault(); // no mouse events for it
    view.canvas.setPointerCapture(event.pointerId);
    if (!isVisible(state)) return;
    this._pressed();
    view.overscroll = OVERSCROLL;
    this._fingers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
    this._forgetTap();
    if (this._fingers.size > 1) this._begin();
    else if (isPlayable(state) && view.placeAt(event)) {
      this._isPanning = false;
      this._touch.press(view.placeOf(event), event.timeStamp, view.cellSize);
      this._awaitHold();
    }
    this._paint();
  }

  move(event: PointerEvent) {
    const finger = this._fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [finger.clientX - event.clientX, finger.clientY - event.clientY];
    if (this._fingers.size === 1) {
      this._touch.move(this._view.placeOf(event));
      this._isPanning ||= this._touch.isPanning || Math.hypot(dx, dy) > SLOP;
      if (!this._isPanning) return;
      this._forgetTap();
      this._view.panBy(dx, dy);
    }
    Object.assign(finger, { clientX: event.clientX, clientY: event.clientY });
    if (this._pinch) this._zoom(this._pinch);
    this._paint();
  }

  release(event: PointerEvent) {
    if (!this._fingers.delete(event.pointerId)) return;
    const { game } = this._state;
    const canPlay = game && !this._fingers.size && isPlayable(this._state);
    const actions = canPlay ? this._touch.release(game, this._view.placeOf(event), event.timeStamp) : [];
    this._forgetTap();
    this._begin();
    this._play(actions, event);
  }

  /** The browser took a finger away. */
  lose(event: PointerEvent) {
    if (!this._fingers.delete(event.pointerId)) return;
    this._forgetTap();
    this._begin();
    this._paint();
  }

  _forgetTap() {
    clearTimeout(this._timer);
    this._touch.cancel();
    this._bubble.hide();
  }

  // -- A hold

  _awaitHold(patience = 0) {
    const { due } = this._touch;
    if (due === null) return;
    const waits = Math.max(due - performance.now(), patience);
    this._timer = setTimeout(() => this._held(due, patience > 0), Math.ceil(waits));
  }

  /** The time of a hold has come. */
  _held(due: number, hasWaited: boolean) {
    const { game } = this._state;
    const now = performance.now();
    if (!game || !isPlayable(this._state)) return;
    if (now < due || (now > due + LATE && !hasWaited)) {
      this._awaitHold(LATE);
      return;
    }
    const [finger] = this._fingers.values();
    const actions = this._touch.wait(game, now);
    if (!finger || !actions.length) return;
    this._play(actions, finger);
    const [{ kind, row, col }] = actions;
    if (!MARKS.has(kind)) return;
    if (this._canVibrate) navigator.vibrate?.(VIBRATION);
    if (this._view.theme) this._bubble.show(this._view.theme, game.at([row, col]), finger);
  }

  // -- Two fingers

  /** Fingers came or went: those that are left pan or zoom from where they are. */
  _begin() {
    this._isPanning = this._fingers.size > 0; // what is left of a gesture never taps
    this._pinch = null;
    if (this._fingers.size < 2) return;
    const { apart, middle } = spread([...this._fingers.values()]);
    this._pinch = { apart, zoom: this._view.zoom, place: this._view.placeOf(middle) };
  }

  _zoom({ apart, zoom, place }: { apart: number; zoom: number; place: Cell }) {
    const now = spread([...this._fingers.values()]);
    this._view.zoomTo((zoom * now.apart) / apart, place, now.middle);
  }
}
