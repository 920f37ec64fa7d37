// @ts-check
// The page in a room of several: it keeps the board, the panel and the address in step with what the server says.

/** @import { BoardInput } from "./input.js" */
/** @import { PlayScreen } from "./play.js" */
/** @import { Outbound } from "./protocol.js" */
/** @import { Shell } from "./shell.js" */
/** @import { Page, PartyParts, Parts } from "./types.js" */

import { page } from "./dom.js";
import { PartySession } from "./party-session.js";

/** Commands that a game of several has no use for: nobody stops it, takes back or begins again for the others. */
const ALONE = new Set(["new", "face", "retry", "pause", "undo", "redo", "practice", "fit-screen", "enter-seed"]);

export class PartyRoom {
  /**
   * @param {{
   *   parts: Parts,
   *   board: PlayScreen,
   *   shell: Shell,
   *   input: BoardInput,
   *   say: (text: string) => void,
   *   changed: (isLayout?: boolean) => void,
   * }} options
   */
  constructor({ parts, board, shell, input, say, changed }) {
    this._state = parts.state;
    this._board = board;
    this._shell = shell;
    this._input = input;
    this._say = say;
    this._changed = changed;
    this.party = new PartySession(parts.state, parts.session, {
      entered: () => this._entered(),
      changed: (message) => this._heard(message),
      parted: (why) => this._parted(why),
    });
    /** @type {PartyParts} */
    this._parts = {
      ...parts,
      party: this.party,
      view: board.view,
      ask: (page) => shell.ask(page),
      closeQuestion: () => shell.closeQuestion(),
    };
    /** @type {Page} */
    this.page = { name: "game", element: page() };
  }

  /**
   * Whether a command is of no use here.
   * @param {string} name
   */
  refuses(name) {
    return ALONE.has(name);
  }

  _entered() {
    this._shell.showBoard();
  }

  /** @param {Outbound} _message */
  _heard(_message) {
    this._changed();
  }

  /** @param {string} why */
  _parted(why) {
    if (why) this._say(why);
    this._shell.open("together");
  }

  update() {}
}
