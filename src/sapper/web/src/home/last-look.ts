// How the player's games looked when they were left: time, share and a picture without numbers, for the start page.

import type { Game } from "../board/model.ts";

import { FLAG, isOpen } from "../board/cell-values.ts";

/** `when` it was left, in ms since 1970. */
export interface Look {
  game: string;
  time: number;
  share: number | null;
  width: number;
  picture: string;
  when?: number;
}

const KEY = "sapper.looks";
const MOST = 6; // games
const MOST_CELLS = 4096; // of a picture
const LATER = 400; // ms

/** Return how the games of this browser looked, by their ids. */
export function looks(): Map<string, Look> {
  try {
    return new Map(JSON.parse(localStorage.getItem(KEY) ?? "[]").map((look: Look) => [look.game, look]));
  } catch {
    return new Map();
  }
}

/** Stores how a game looks a moment after it changed. In a pause its picture stays the one from before. */
export class LastLook {
  _look: Look | null = null;
  _timer = 0;

  constructor() {
    addEventListener("pagehide", () => this.store());
  }

  note(game: Game) {
    const before = this._look?.game === game.id ? this._look : looks().get(game.id);
    const picture = game.isVisible ? pictureOf(game) : (before?.picture ?? "");
    const share = game.isVisible ? game.share : (before?.share ?? null);
    this._look = { game: game.id, time: game.elapsed, share, width: game.width, picture, when: Date.now() };
    this._timer ||= setTimeout(() => this.store(), LATER);
  }

  store() {
    clearTimeout(this._timer);
    this._timer = 0;
    if (!this._look) return;
    const all = looks();
    all.delete(this._look.game);
    all.set(this._look.game, this._look);
    try {
      localStorage.setItem(KEY, JSON.stringify([...all.values()].slice(-MOST)));
    } catch {
      // a browser that stores nothing shows no picture
    }
  }
}

/**
 * Open, closed and flagged cells, a character for each: enough to know a game by, too little to study it in a pause.
 */
function pictureOf(game: Game) {
  const count = game.width * game.height;
  if (game.isChunked || count > MOST_CELLS) return "";
  let picture = "";
  for (let index = 0; index < count; index++) {
    const seen = game.seen(index);
    picture += isOpen(seen) ? "0" : seen === FLAG ? "F" : ".";
  }
  return picture;
}
