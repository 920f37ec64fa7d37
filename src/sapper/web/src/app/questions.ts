// Questions, complaints and links, over whatever is shown: what they need is loaded with the first of them.

import type { Said } from "../board/phrases.ts";
import type { News } from "./news.ts";
import type { Shell } from "./shell/shell.ts";
import type { Page, Parts } from "../types.ts";

import { announce } from "../ui/announce.ts";
import { load } from "../ui/dom.ts";

interface Places {
  parts: () => Parts;
  shell: () => Shell;
  news: News;
}

export class Questions {
  _places: Places;

  constructor(places: Places) {
    this._places = places;
  }

  /** Ask before a game is given up for another one. */
  async confirmNew(giveUp: () => void) {
    (await notices()).confirmNew(this._parts, giveUp);
  }

  /** Ask before the player leaves a room, perhaps for a game outside it. */
  async confirmLeave(leave: () => void, what: { isLost: boolean; isForGame: boolean }) {
    (await notices()).confirmLeave(this._parts, leave, what);
  }

  /** Ask before help takes the game out of the best times. */
  async confirmHelp(name: string, give: () => void) {
    (await notices()).confirmHelp(this._parts, name, give);
  }

  /** No board of the grade was found in time. */
  async noBoard(why: Said) {
    (await notices()).noBoard(this._parts, why);
  }

  async complain(why: Said) {
    (await notices()).complain(this._parts, why);
  }

  async analyse() {
    (await links()).analyse(this._parts);
  }

  async shareGame() {
    (await links()).shareGame(this._parts);
  }

  /** Play the board that the address names. */
  async openBoard() {
    (await links()).openBoard(this._parts);
  }

  /** Play a board whose seed is known, from its first square. */
  async playBoard(board: { rules: string; seed: string; first: string }) {
    (await links()).playBoard(this._parts, board);
  }

  get _parts() {
    const { parts, shell, news } = this._places;
    return {
      ...parts(),
      open: (page: Page) => shell().ask(page),
      close: () => shell().closeQuestion(),
      say: (text: string) => announce(text),
      showBriefly: (text: string) => news.showBriefly(text),
      goTo: (path: string) => shell().goTo(path),
    };
  }
}

const notices = () => load(import("../play/notices.ts"), "refusal-words");
const links = () => load(import("./game-links.ts"));
