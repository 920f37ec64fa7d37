// A game that waits while its player reads something else: paused when the board is left, resumed on the return.

import type { RemoteSession } from "../net/session.ts";
import type { State } from "../types.ts";

const KEY = "sapper.away";

export class Absence {
  _state: State;
  _session: Pick<RemoteSession, "togglePause">;
  _isAway = false;
  _asked = ""; // what was asked for last: a pause or its end may still be on its way

  constructor(state: State, session: Pick<RemoteSession, "togglePause">) {
    this._state = state;
    this._session = session;
  }

  /** The board goes out of view: a game in play is paused. */
  leave() {
    this._isAway = true;
    const { game, party } = this._state;
    if (game?.status !== "playing" || party) return; // a game of several goes on
    sessionStorage.setItem(KEY, game.id); // a reload does not forget it
    this._toggle("pause");
  }

  /** The board is in view again: the game goes on if it was this that paused it. */
  return() {
    this._isAway = false;
    this.check();
  }

  /** The player goes on with a game that is paused. */
  resume() {
    this._isAway = false;
    this._toggle("resume");
  }

  /** The game changed: end a pause that was only meant to last until the return. */
  check() {
    const { game } = this._state;
    if (!game) return;
    if (this._asked === "resume" && !game.isPaused) this._forget();
    if (this._isAway || game.id !== sessionStorage.getItem(KEY)) return;
    if (game.isPaused) this._toggle("resume");
    else if (this._asked !== "pause") this._forget(); // it goes on, or it is over
  }

  _toggle(wish: "pause" | "resume") {
    if (this._asked === wish) return;
    this._asked = wish;
    this._session.togglePause();
  }

  _forget() {
    this._asked = "";
    sessionStorage.removeItem(KEY);
  }
}
