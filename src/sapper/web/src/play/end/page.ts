// The end of a game beside the board: the result, what could have gone otherwise, figures, what next.

import type { Over, Review } from "../../protocol.ts";
import type { BestTimes } from "./best-times.ts";
import type { Marks, Parts } from "../../types.ts";

import { EXPLODED, HIDDEN, WRONG_FLAG } from "../../board/cell-values.ts";
import { el, loadIcons } from "../../ui/dom.ts";
import { announce } from "../../ui/announce.ts";
import { button, guard, html, render, spacer, stat } from "../../ui/template.ts";
import { nameForm, resultLine, signedWords, standingWords } from "./parts.ts";
import { said } from "../../board/phrases.ts";
import { legend, sentence } from "../../board/widgets.ts";
import { finishedBoard } from "./finished-board.ts";
import { timesTable } from "./times-table.ts";
import { reasonWords, remarkWords } from "./remarks.ts";
import { saveReplay } from "../../net/replays.ts";
import { opens } from "../seed/seal.ts";
import { canGoOn } from "../../state.ts";
import {
  action,
  capitalized,
  message,
  percent,
  pieces,
  status as statusWord,
  time,
  words,
  number,
} from "../../ui/words.ts";

const LOOKS = 8;
const LOOK_AGAIN = 200; // ms
const MOST_WAIT = 10_000; // ms for the review of a loss: the server gives up then

type EndParts = Pick<
  Parts,
  | "state"
  | "settings"
  | "themes"
  | "times"
  | "run"
  | "prove"
  | "rename"
  | "focusBoard"
  | "open"
  | "commands"
  | "playBoard"
  | "learn"
>;

export class EndPage {
  _parts: EndParts;
  _over: Over;
  _list: Awaited<ReturnType<BestTimes["of"]>> = null; // of a win: the times among which it stands
  _isRead = false; // the list
  _signed: string | null = null; // the name that a win was signed with
  _form: HTMLElement;
  _facts: HTMLElement | null;
  _path: unknown = null;
  _reviewCame = () => {};
  element: HTMLDivElement;

  constructor(parts: EndParts, over: Over) {
    const { status, finished_id: id, sealed } = over;
    this._parts = parts;
    this._over = over;
    this._form = nameForm(parts);
    this.element = el("div", { class: `page end ${status}` });
    const review = new Promise<void>((came) => {
      this._reviewCame = came;
      setTimeout(came, status === "lost" ? MOST_WAIT : 0);
    });
    this._facts = id && !sealed ? finishedBoard(id, () => parts.prove(), review) : null;
    loadIcons("icons-more.svg").catch(() => {}); // the buttons have their words as well
    this.update();
    if (status === "won") this._readTimes();
    if (parts.state.game?.isKnownBoard && over.seed) this._readPath();
  }

  /** Whether it was a board of the path, and what was reached there. */
  async _readPath() {
    this._path = await (await this._parts.learn()).pathEnd(this._parts, this._over);
    if (this._path) this.update();
  }

  update() {
    const isLost = this._over.status === "lost";
    if (this._parts.state.review) this._reviewCame();
    render(
      html`
        ${this._result()}${this._sealed()}${isLost ? this._review() : null}${this._times()}${this._figures()}
        ${this._path}${this._next()}
        ${isLost ? html`<section class="group later">${this._legend()}</section>` : null}
        ${this._facts}${spacer}${this._remarks()}${this._seal()}`,
      this.element,
    );
  }

  _result() {
    const { status, at } = this._over;
    const share = this._parts.state.game?.share ?? null;
    if (status === "won") return resultLine(time(at), "face-won", ...standingWords(this._over));
    const when =
      share === null
        ? message("end.at-unknown", { time: time(at) })
        : message("end.at", { time: time(at), share: percent(Math.floor(share * 100) / 100) });
    return resultLine(statusWord(status), "face-lost", when);
  }

  /** The part that is shown later, as others play the board too. */
  _sealed() {
    const { sealed } = this._over;
    if (!sealed) return null;
    return html`<p class="small">${sealed === "day" ? message("end.sealed-day") : message("end.sealed-round")}</p>`;
  }

  /** A loss: was it avoidable? */
  _review() {
    const { game, review } = this._parts.state;
    const count = review?.safe?.length ?? 0;
    return html`
      <div class="group">${guard([review], () =>
        game && review ? html`<h2>${reviewTitle(review)}</h2>${sentence(game, said(review), review.cells)}` : null,
      )}${count ? html`<p class="muted small">${message("loss.safe-then", { count })}</p>` : null}</div>`;
  }

  _figures() {
    const { metrics, status } = this._over;
    if (!metrics) return null;
    const isWon = status === "won";
    const { bbbv, bbbv_per_second: speed, efficiency, solved } = metrics;
    const more = () => html`
      ${stat(String(metrics.clicks), message("figures.clicks"))}
      ${stat(String(metrics.chords), message("figures.chords"))}
      ${stat(String(metrics.hints), message("figures.hints"))}`;
    return html`
      <section class=${isWon ? "group" : "group later"}>
        <div class="stats three">
          ${stat(String(isWon ? bbbv : solved), message("figures.3bv"), isWon ? "" : `/${bbbv}`)}
          ${stat(speed === undefined || speed === null ? "–" : number(speed, 2), message("figures.3bv-speed"))}
          ${stat(typeof efficiency === "number" ? percent(efficiency) : "–", message("figures.efficiency"))}
          ${isWon ? more() : null}
        </div>
      </section>`;
  }

  _next() {
    const { run, settings, state, open } = this._parts;
    const { finished_id: id } = this._over;
    const canUndo = canGoOn(state) || (state.game?.choices.practice && state.game.undos);
    const also = (label: string, name: string, iconName: string) =>
      button(label, () => run(name), { iconName, title: label });
    const save = message("end.save");
    const { review } = state;
    const isTrained = id && review?.avoidable && !this._over.sealed;
    return html`
      <section class="group what-next">
        ${button(action("new").name, () => run("new"), { kind: "primary big", key: settings.keyMap.label("new") })}
        <div class="two-columns">
          ${canUndo ? also(message("page.undo-go-on"), "undo", "undo") : null}
          ${id ? also(capitalized(action("watch").short), "watch", "play") : null}
          ${isTrained ? button(action("train-this").name, () => open("train", `game-${id}`), { iconName: "target" }) : null}
          ${id ? button(save, () => saveReplay(id).catch(({ message: why }) => announce(why)), { iconName: "save", title: save }) : null}
          ${also(message("page.retry"), "retry", "replay")}
          ${also(message("links.share"), "share", "share")}
        </div>
      </section>`;
  }

  _legend() {
    const { state, themes } = this._parts;
    const { game, review } = state;
    return guard([review], () => {
      const rows: [number, Marks, string][] = [[EXPLODED, {}, message("legend.hit")]];
      if (game && !game.isChunked && game.diagram().includes("x")) {
        rows.push([WRONG_FLAG, {}, message("legend.wrong-flag")]);
      }
      if (review?.safe?.length) rows.push([HIDDEN, { dot: true }, message("legend.was-safe")]);
      return legend(themes.current, rows);
    });
  }

  _remarks() {
    const { remarks, objections, status } = this._over;
    const shown = objections?.length ? objections : remarks;
    if (status !== "won" || !shown?.length) return null;
    const said = objections?.length
      ? message("end.not-ranked", { remarks: reasonWords(objections) })
      : message("end.ranked-as", { remarks: remarkWords(shown) });
    return html`<p class="muted small later">${said}</p>`;
  }

  /** Whether seed and salt open the seal that was shown before the first click: worked out here, not believed. */
  _seal() {
    const { seed, salt } = this._over;
    const { game } = this._parts.state;
    if (!seed || !salt || !game) return null;
    const isTrue = opens(game.digest, game.rules, seed, salt);
    const values = { seed: html`<b class="strong">${seed}</b>`, seal: game.digest.slice(0, 4).toUpperCase() };
    return isTrue
      ? html`<p class="muted tiny later">${pieces("seal.opens", values)}</p>`
      : html`<p class="bad tiny later">${pieces("seal.does-not-open", values)}</p>`;
  }

  // -- A win: the list it stands in, and a name for it

  _times() {
    const { standing, finished_id: id, status } = this._over;
    if (status !== "won") return null;
    const entries = this._list?.entries ?? [];
    if (!entries.length && !(this._isRead && standing)) return html`<div class="group later"></div>`;
    const wins = standing ? message("end.own-wins", { wins: message("count.wins", { count: standing.wins }) }) : "";
    return html`
      <div class="group later">
        <div class="row"><h2>${action("best-times").name}</h2>${spacer}<span class="muted tiny">${wins}</span></div>
        ${timesTable(entries.slice(0, 5), id)}
        ${standing ? this._form : null}
        ${this._signed === null ? null : html`<p class="muted small" role="status">${signedWords(this._signed)}</p>`}
      </div>`;
  }

  async _readTimes() {
    this._list = await this._parts.times.of(this._over.configuration ?? "");
    this._isRead = true;
    this.update();
  }

  /** The player has a new name: the server signs the win a moment later, so look until it is there. */
  async named() {
    const { state, times } = this._parts;
    const { status, standing, finished_id: own } = this._over;
    if (status !== "won") return;
    for (let look = 0; look < LOOKS && standing; look++) {
      times.forget();
      const list = await times.of(this._over.configuration ?? "");
      if (list?.entries.some(({ id, name }) => id === own && name === state.name)) break;
      await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    }
    this._signed = state.name;
    await this._readTimes();
  }
}

function reviewTitle({ verdict, avoidable }: Review) {
  if (verdict === "not-judged") return words("verdicts", "not-judged").name;
  return avoidable ? message("loss.avoidable") : message("loss.not-avoidable");
}
