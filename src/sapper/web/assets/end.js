// @ts-check
// The end of a game beside the board: the result, what could have gone otherwise, figures, what next.

/** @import { Metrics, Over, Review } from "./protocol.js" */
/** @import { Marks, Parts } from "./types.js" */

import { timesTable } from "./best-times-page.js";
import { EXPLODED, HIDDEN, WRONG_FLAG } from "./cell-values.js";
import { button, el, icon, loadIcons, page, section, spacer, stat } from "./dom.js";
import { legend, sentence } from "./parts.js";
import { reasonWords, remarkWords } from "./remarks.js";
import { opens, replayFile } from "./seal.js";
import { action, capitalized, message, percent, pieces, setting, status as statusWord, time, words } from "./words.js";

const LOOKS = 8;
const LOOK_AGAIN = 200; // ms

export class EndPage {
  /**
   * @param {Pick<Parts,
   *   "state" | "settings" | "themes" | "times" | "run" | "rename" | "focusBoard" | "open" | "commands"
   * >} parts
   * @param {Over} over
   */
  constructor(parts, over) {
    this._parts = parts;
    this._over = over;
    this._times = el("div", { class: "group later" });
    this._review = el("div", { class: "group" });
    this._legend = el("section", { class: "group later" });
    /** @type {Review | null} */
    this._reviewed = null;
    const isLost = over.status === "lost";
    const isWon = over.status === "won";
    this.element = page(
      this._result(),
      this._sealed(),
      isLost ? this._review : null,
      isWon ? this._times : null,
      over.metrics ? this._figures(over.metrics) : null,
      this._buttons(),
      isLost ? this._legend : null,
      spacer(),
      this._remarks(),
      this._seal(),
    );
    this.element.classList.add("end", over.status);
    if (isWon) this._showTimes();
    if (isLost) this._showLegend();
  }

  _result() {
    const { status, at } = this._over;
    const share = this._parts.state.game?.share ?? null;
    if (status === "won") return resultLine(time(at), "face-won", ...this._standing());
    const when =
      share === null
        ? message("end.at-unknown", { time: time(at) })
        : message("end.at", { time: time(at), share: percent(Math.floor(share * 100) / 100) });
    return resultLine(statusWord(status), "face-lost", when);
  }

  /** What is shown later, as others play the board too. */
  _sealed() {
    const { sealed } = this._over;
    if (!sealed) return null;
    const text = sealed === "day" ? message("end.sealed-day") : message("end.sealed-round");
    return el("p", { class: "small" }, text);
  }

  /**
   * Where the time stands, in words, and how they look.
   * @returns {[words: string, kind: string]}
   */
  _standing() {
    const { standing, at } = this._over;
    if (!standing) return [statusWord("won"), "muted"];
    if (standing.best === null || standing.best === undefined) return [message("end.first-win"), "good strong"];
    if (at === standing.best) return [message("end.equal-best"), "good strong"];
    const apart = gap(at, standing.best);
    if (at < standing.best) return [message("end.new-best", { time: apart }), "good strong"];
    return [message("end.behind-best", { time: apart }), "muted"];
  }

  /** @param {Metrics} metrics */
  _figures(metrics) {
    const isWon = this._over.status === "won";
    const { bbbv_per_second: speed, efficiency } = metrics;
    const figures = [
      stat(String(isWon ? metrics.bbbv : metrics.solved), message("figures.3bv"), isWon ? "" : `/${metrics.bbbv}`),
      stat(speed?.toFixed(2) ?? "–", message("figures.3bv-speed")),
      stat(typeof efficiency === "number" ? percent(efficiency) : "–", message("figures.efficiency")),
    ];
    const more = [
      stat(String(metrics.clicks), message("figures.clicks")),
      stat(String(metrics.chords), message("figures.chords")),
      stat(String(metrics.hints), message("figures.hints")),
    ];
    const kind = isWon ? "group" : "group later";
    return el("section", { class: kind }, el("div", { class: "stats three" }, figures, isWon ? more : null));
  }

  _buttons() {
    const { run, settings, state } = this._parts;
    const { finished_id: id } = this._over;
    const save = { class: "btn", href: `/api/games/${id}/replay`, download: id ? replayFile(id) : "" };
    loadIcons("icons-more.svg").catch(() => {}); // the buttons have their words as well
    const canUndo = state.game?.choices.practice && state.game.undos;
    return section(
      button(action("new").name, () => run("new"), { kind: "primary big", key: settings.keyMap.label("new") }),
      el(
        "div",
        { class: "two-columns" },
        canUndo ? button(message("page.undo-go-on"), () => run("undo"), { iconName: "undo" }) : null,
        id ? button(capitalized(action("watch").short), () => run("watch"), { iconName: "play" }) : null,
        button(message("page.retry"), () => run("retry"), { iconName: "replay" }),
        id ? el("a", save, icon("save"), message("end.save")) : null,
        button(message("links.share"), () => run("share"), { iconName: "share" }),
      ),
    );
  }

  _showLegend() {
    const { state, themes } = this._parts;
    const { game, review } = state;
    /** @type {[number, Marks, string][]} */
    const rows = [[EXPLODED, {}, message("legend.hit")]];
    if (game && !game.isChunked && game.diagram().includes("x")) {
      rows.push([WRONG_FLAG, {}, message("legend.wrong-flag")]);
    }
    if (review?.safe?.length) rows.push([HIDDEN, { dot: true }, message("legend.was-safe")]);
    this._legend.replaceChildren(legend(themes.current, rows));
  }

  _remarks() {
    const { remarks, objections, status } = this._over;
    const shown = objections?.length ? objections : remarks;
    if (status !== "won" || !shown?.length) return null;
    const said = objections?.length
      ? message("end.not-ranked", { remarks: reasonWords(objections) })
      : message("end.ranked-as", { remarks: remarkWords(shown) });
    return el("p", { class: "muted small later" }, said);
  }

  /** Whether seed and salt open the seal that was shown before the first click: worked out here, not believed. */
  _seal() {
    const { seed, salt } = this._over;
    const { game } = this._parts.state;
    if (!seed || !salt || !game) return null;
    const isTrue = opens(game.digest, game.rules, seed, salt);
    const values = { seed: el("b", { class: "strong" }, seed), seal: game.digest.slice(0, 4).toUpperCase() };
    return isTrue
      ? el("p", { class: "muted tiny later" }, pieces("seal.opens", values))
      : el("p", { class: "bad tiny later" }, pieces("seal.does-not-open", values));
  }

  // -- A win: the list it stands in, and a name for it

  async _showTimes() {
    const { times } = this._parts;
    const { standing, finished_id: id } = this._over;
    const list = await times.of(this._over.configuration ?? "");
    if (!list?.entries.length && !standing) return;
    const wins = standing ? message("end.own-wins", { wins: message("count.wins", { count: standing.wins }) }) : "";
    this._times.replaceChildren(
      el(
        "div",
        { class: "row" },
        el("h2", {}, action("best-times").name),
        spacer(),
        el("span", { class: "muted tiny" }, wins),
      ),
      timesTable(list?.entries.slice(0, 5) ?? [], id),
    );
    if (standing) this._times.append(this._nameForm());
  }

  _nameForm() {
    const { state, rename, focusBoard } = this._parts;
    const label = setting("game", "name").title;
    const field = { class: "field", value: state.name, maxlength: "40", "aria-label": label, placeholder: label };
    const input = el("input", field);
    /** @param {Event} event */
    const sign = (event) => {
      event.preventDefault();
      rename(input.value.trim());
      focusBoard();
    };
    const submit = el("button", { type: "submit", class: "btn" }, message("end.sign"));
    return el("form", { class: "row sign", onsubmit: sign }, input, submit);
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
    await this._showTimes();
    const said = state.name ? message("end.signed", { name: state.name }) : message("end.unsigned");
    this._times.append(el("p", { class: "muted small", role: "status" }, said));
  }

  // -- A loss: was it avoidable?

  update() {
    const { game, review } = this._parts.state;
    if (!game || review === this._reviewed) return;
    this._reviewed = review;
    this._review.replaceChildren();
    if (!review) return;
    this._review.append(el("h2", {}, reviewTitle(review)), sentence(game, review.text, review.cells));
    const count = review.safe?.length ?? 0;
    if (count) {
      this._review.append(el("p", { class: "muted small" }, message("loss.safe-then", { count })));
    }
    this._showLegend();
  }
}

/**
 * How far two times are apart: the difference of the times as they are written, in milliseconds only where those are
 * alike.
 * @param {number} one
 * @param {number} other
 */
export function gap(one, other) {
  const written = Math.abs(Math.floor(one / 10) - Math.floor(other / 10)) * 10;
  return written ? time(written) : time(Math.abs(one - other), 3);
}

/** @param {Review} review */
function reviewTitle({ verdict, avoidable }) {
  if (verdict === "not-judged") return words("verdicts", "not-judged").name;
  return avoidable ? message("loss.avoidable") : message("loss.not-avoidable");
}

/**
 * @param {string} title
 * @param {string} face
 * @param {string} under
 */
const resultLine = (title, face, under, kind = "muted") =>
  el(
    "div",
    { class: "result" },
    icon(face, ""),
    el("div", {}, el("h1", {}, title), el("span", { class: kind }, under)),
  );
