// The server has another version of the page: it is loaded at the next moment without a game in play, and at once if a
// part of this one does not come any more. A load that brings no other version is not repeated.

import type { News } from "../news.ts";

import { addressOf, pathNow } from "../../ui/address.ts";
import { message } from "../../ui/words.ts";

const KEY = "sapper.upgrade";
const BETWEEN = 600_000; // ms between two loads: servers of two versions may answer by turns during an update
const QUIET = 1500; // ms without a game in play: a player who begins the next one at once is not interrupted
const VERSION = /\/assets\/([0-9a-f]{16})\//;

/** The version of this page; empty for files as they were written. */
const OWN = VERSION.exec(import.meta.url)?.[1] ?? "";

export class Upgrade {
  _news: Pick<News, "showBriefly" | "onNotLoaded">;
  _own: string;
  _ask: () => Promise<string>;
  _loadPage: (path: string) => void;
  _now: () => number;
  other = ""; // another version that the server has
  _timer = 0;
  isPlaying: () => boolean;
  isFree: () => boolean;

  /** @param means how to find out the version of the server and to load an address, for tests */
  constructor(
    news: Pick<News, "showBriefly" | "onNotLoaded">,
    {
      own = OWN,
      ask = versionThere,
      load = loadPage,
      now = Date.now,
    }: {
      own?: string;
      ask?: () => Promise<string>;
      load?: (path: string) => void;
      now?: () => number;
    } = {},
  ) {
    this._news = news;
    this._own = own;
    this._ask = ask;
    this._loadPage = load;
    this._now = now;
    this.isPlaying = () => false;
    /** Whether nothing is lost by loading the page: no game is in play, and nothing was typed or drawn. */
    this.isFree = () => true;
    news.onNotLoaded = (path) => this.partFailed(path);
    const last = lastLoad();
    if (last.to === own && last.from !== own) news.showBriefly(message("page.updated"));
  }

  /** The server named the version of its page. */
  versionCame(version: string) {
    this.other = this._own && version !== this._own ? version : "";
    this.check();
  }

  /** Find out which version the server has, where no line says it. */
  async look() {
    this.versionCame(await this._ask());
  }

  /** Something changed: load the other version soon if this is a moment for it. */
  check() {
    if (!this._isMoment) {
      clearTimeout(this._timer);
      this._timer = 0;
      return;
    }
    this._timer ||= setTimeout(() => {
      this._timer = 0;
      if (this._isMoment) this._load(this.other);
    }, QUIET);
  }

  /** Whether the other version is about to be loaded. */
  get isPlanned() {
    return this._timer !== 0;
  }

  get _isMoment() {
    return this.other !== "" && this._may(this.other) && this.isFree();
  }

  /**
   * A part of the page did not come: it is of a version that is gone, or the server cannot be reached.
   * @param path what was asked for, empty for what is in view
   */
  async partFailed(path: string = "") {
    const there = this._own && (await this._ask());
    if (there && !this.isPlaying() && this._may(there)) this._load(there, path);
    else if (!there || there === this._own) this._news.showBriefly(message("page.not-loaded"));
    else this._news.showBriefly(message("page.after-game"));
    if (there) this.versionCame(there);
  }

  /** Whether the page may be loaded for a version: not twice for the same one, and not again and again. */
  _may(version: string) {
    const { to, at } = lastLoad();
    return to !== version && this._now() - at >= BETWEEN;
  }

  _load(version: string, path = "") {
    sessionStorage.setItem(KEY, JSON.stringify({ from: this._own, to: version, at: this._now() }));
    this._loadPage(path);
  }
}

/** The last time that this tab loaded the page by itself. */
const lastLoad = (): { from: string; to: string; at: number } =>
  JSON.parse(sessionStorage.getItem(KEY) ?? '{"from":"","to":"","at":0}');

/** The version of the page that the server sends; empty if it cannot be reached. */
async function versionThere() {
  const answer = await fetch(addressOf("/"), { cache: "no-store" }).catch(() => null);
  return (answer?.ok && VERSION.exec(await answer.text())?.[1]) || "";
}

function loadPage(path: string) {
  if (path && path !== pathNow()) location.assign(addressOf(path));
  else location.reload();
}

/** Look for another version whenever the start page comes into view again: it has no line that would name one. */
export function lookForUpgrades(start: { app: unknown; news: News; upgrade: Upgrade | null }) {
  if (start.app) return;
  const upgrade = new Upgrade(start.news);
  start.upgrade = upgrade;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && !start.app) upgrade.look();
  });
}
