// @ts-check
// A game that waits while its player reads something else: paused when the board is left, resumed on the return.

/** @import { RemoteSession } from "./remote-session.js" */
/** @import { State } from "./types.js" */

const KEY = "sapper.away";

export class Absence {
  /**
   * @param {State} state
   * @param {Pick<RemoteSession, "togglePause">} session
   */
  constructor(state, session) {
    this._state = state;
    this._session = session;
    this._isAway = false;
    this._asked = ""; // what was asked for last: a pause or its end may still be on its way
  }

  /** The board goes out of view: a game in play is paused. */
  leave() {
    this._isAway = true;
    const { game, party } = this._state;
    if (game?.status !== "playing" || party) return; // a game of several waits for nobody
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

  /** @param {"pause" | "resume"} wish */
  _toggle(wish) {
    if (this._asked === wish) return;
    this._asked = wish;
    this._session.togglePause();
  }

  _forget() {
    this._asked = "";
    sessionStorage.removeItem(KEY);
  }
}
