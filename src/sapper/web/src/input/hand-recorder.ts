// Records the hand of the player while a game alone is played: for its replay on this device, never sent anywhere.

import type { BoardView } from "../board/board-view.ts";
import type { Track } from "../protocol.ts";
import type { State } from "../types.ts";

import { isPlayable } from "../state.ts";

const SQUARE = 16; // parts of a cell
const MOST_EVENTS = 50_000;
const DOWN = ["1", "5", "3"]; // by the button of an event
const UP = ["2", "6", "4"];

export class HandRecorder {
  _state: State;
  _view: BoardView;
  _isOn: () => boolean;
  _game = ""; // whose hand it is
  _start: number | null = null; // when the first cell was opened, by the clock of events
  _events: { at: number; kind: string; x: number; y: number }[] = [];

  constructor(state: State, view: BoardView, isOn: () => boolean) {
    this._state = state;
    this._view = view;
    this._isOn = isOn;
    const { canvas } = view;
    canvas.addEventListener("pointerdown", (event) => this._add(event, DOWN[event.button]));
    addEventListener("pointermove", (event) => this._moved(event));
    addEventListener("pointerup", (event) => this._add(event, UP[event.button]));
  }

  /** A button that goes down or up while another is down comes as a move. */
  _moved(event: PointerEvent) {
    if (event.button < 0) this._add(event, "0");
    else this._add(event, (event.buttons & [1, 4, 2][event.button] ? DOWN : UP)[event.button]);
  }

  _add(event: PointerEvent, kind: string | undefined) {
    const { game, party } = this._state;
    if (!game || party || !kind || !event.isPrimary || !this._isOn() || !isPlayable(this._state)) return;
    if (this._events.length >= MOST_EVENTS) return;
    const place = this._view.placeAt(event);
    if (kind === "0" && !place) return;
    this._follow(event.timeStamp);
    const [row, col] = place ?? [-1, -1];
    this._events.push({ at: event.timeStamp, kind, x: Math.round(col * SQUARE), y: Math.round(row * SQUARE) });
  }

  /** Begin again with a new game, and note when its clock began: time that it stood still does not count. */
  _follow(now: number) {
    const { game } = this._state;
    if (!game) return;
    if (game.id !== this._game) {
      this._game = game.id;
      this._start = null;
      this._events = [];
    }
    if (!game.elapsed) return;
    const start = now - game.elapsed;
    if (this._start !== null && start > this._start) {
      const missed = start - this._start;
      for (const event of this._events) event.at += missed; // a break
    }
    this._start = start;
  }

  /** Return the hand of a game that is over; null if it was not recorded from the beginning. */
  take(game: string, now: number): Track | null {
    if (game !== this._game || !this._events.length) return null;
    this._follow(now);
    const start = this._start ?? now;
    const { _events: events } = this;
    this._events = [];
    this._game = "";
    return {
      square: SQUARE,
      times: events.map((event) => Math.round(event.at - start)),
      kinds: events.map((event) => event.kind).join(""),
      xs: events.map((event) => event.x),
      ys: events.map((event) => event.y),
      actions: "",
    };
  }
}
