// @ts-check
// The end of a game beside the board: the result, what could have gone otherwise, figures, what next.

/** @import { Metrics, Over } from "./protocol.js" */
/** @import { LossReview, Marks, Parts } from "./types.js" */

import { timesTable } from "./best-times-page.js";
import { EXPLODED, HIDDEN, WRONG_FLAG } from "./cell-values.js";
import { button, el, icon, page, section, spacer, stat } from "./dom.js";
import { legend, sentence } from "./parts.js";
import { opens } from "./seal.js";
import { percent, seconds } from "./words.js";

const LOOKS = 8;
const LOOK_AGAIN = 200; // ms

export class EndPage {
  /**
   * @param {Pick<Parts, "state" | "settings" | "themes" | "times" | "run" | "rename" | "focusBoard">} parts
   * @param {Over} over
   */
  constructor(parts, over) {
    this._parts = parts;
    this._over = over;
    this._times = el("div", { class: "group" });
    this._review = el("div", { class: "group" });
    this._legend = el("section", { class: "group" });
    /** @type {LossReview | null} */
    this._reviewed = null;
    const isLost = over.status === "lost";
    const isWon = over.status === "won";
    this.element = page(
      this._result(),
      isLost ? this._review : null,
      isWon ? this._times : null,
      over.metrics ? this._figures(over.metrics) : null,
      this._buttons(),
      isLost ? this._legend : null,
      spacer(),
      this._remarks(),
      this._seal(),
    );
    if (isWon) this._showTimes();
    if (isLost) this._showLegend();
  }

  _result() {
    const { status, at } = this._over;
    const share = this._parts.state.game?.share ?? null;
    const open = share === null ? "" : `, ${percent(share)} open`;
    if (status === "won") return resultLine(`${seconds(at)} s`, "face-won", ...this._standing());
    return resultLine(status === "lost" ? "Lost" : "Given up", "face-lost", `at ${seconds(at)} s${open}`);
  }

  /**
   * Where the time stands, in words, and how they look.
   * @returns {[words: string, kind: string]}
   */
  _standing() {
    const { standing, at } = this._over;
    if (!standing) return ["Won", "muted"];
    if (standing.best === null || standing.best === undefined) return ["First win on this field", "good strong"];
    if (at < standing.best) return [`New best, by ${seconds(standing.best - at)} s`, "good strong"];
    return [`${seconds(at - standing.best)} s behind your best`, "muted"];
  }

  /** @param {Metrics} metrics */
  _figures(metrics) {
    const { at, status } = this._over;
    const time = Math.max(at, 1) / 1000;
    const isWon = status === "won";
    const figures = [
      stat(String(isWon ? metrics.bbbv : metrics.solved), "3BV", isWon ? "" : `/${metrics.bbbv}`),
      stat((metrics.solved / time).toFixed(2), "3BV/s"),
      stat(metrics.clicks ? percent(metrics.solved / metrics.clicks) : "–", "efficiency"),
    ];
    const more = [
      stat(String(metrics.clicks), "clicks"),
      stat(String(metrics.chords), "chords"),
      stat(String(metrics.hints), "hints"),
    ];
    return section(el("div", { class: "stats three" }, figures, isWon ? more : null));
  }

  _buttons() {
    const { run, settings, state } = this._parts;
    const { kept } = this._over;
    const save = { class: "btn", href: `/api/games/${kept}/replay`, download: `sapper-${kept}.txt` };
    const canUndo = state.game?.choices.practice && state.game.undos;
    return section(
      button("New game", () => run("new"), { kind: "primary big", key: settings.keyMap.label("new") }),
      el(
        "div",
        { class: "two-columns" },
        canUndo ? button("Undo, go on", () => run("undo"), { iconName: "undo" }) : null,
        button("Retry", () => run("retry"), { iconName: "replay" }),
        kept ? el("a", save, icon("save"), "Save") : null,
      ),
    );
  }

  _showLegend() {
    const { state, themes } = this._parts;
    const { game, review } = state;
    /** @type {[number, Marks, string][]} */
    const rows = [[EXPLODED, {}, "the mine you hit"]];
    if (game && !game.isChunked && game.diagram().includes("x")) {
      rows.push([WRONG_FLAG, {}, "wrong flag: no mine here"]);
    }
    if (review?.safe.length) rows.push([HIDDEN, { dot: true }, "was safe, you could prove it"]);
    this._legend.replaceChildren(legend(themes.current, rows));
  }

  _remarks() {
    const { remarks, status } = this._over;
    if (status !== "won" || !remarks?.length) return null;
    return el("p", { class: "muted small" }, `Not among the best times: ${remarks.join(", ")}.`);
  }

  /** Whether seed and salt open the seal that was shown before the first click: worked out here, not believed. */
  _seal() {
    const { seed, salt } = this._over;
    const { game } = this._parts.state;
    if (!seed || !salt || !game) return null;
    const isTrue = opens(game.digest, game.rules, seed, salt);
    const seal = `seal ${game.digest.slice(0, 4).toUpperCase()}`;
    const verdict = isTrue
      ? `opens ${seal}: checked here.`
      : `does not open ${seal}. This board is not the one that was sealed.`;
    const kind = isTrue ? "muted tiny" : "bad tiny";
    return el("p", { class: kind }, "Seed ", el("b", { class: "strong" }, seed), ` ${verdict}`);
  }

  // -- A win: the list it stands in, and a name for it

  async _showTimes() {
    const { state, times } = this._parts;
    const { standing, kept } = this._over;
    const list = await times.of(state.game?.rules ?? "");
    if (!list?.entries.length && !standing) return;
    const wins = standing ? `${standing.wins} ${standing.wins === 1 ? "win" : "wins"}` : "";
    this._times.replaceChildren(
      el("div", { class: "row" }, el("h2", {}, "Best times"), spacer(), el("span", { class: "muted tiny" }, wins)),
      timesTable(list?.entries.slice(0, 5) ?? [], kept),
    );
    if (standing) this._times.append(this._nameForm());
  }

  _nameForm() {
    const { state, rename, focusBoard } = this._parts;
    const words = "Your name";
    const field = { class: "field", value: state.name, maxlength: "40", "aria-label": words, placeholder: words };
    const input = el("input", field);
    /** @param {Event} event */
    const sign = (event) => {
      event.preventDefault();
      rename(input.value.trim());
      focusBoard();
    };
    const submit = el("button", { type: "submit", class: "btn" }, "Sign");
    return el("form", { class: "row sign", onsubmit: sign }, input, submit);
  }

  /** The player has a new name: the server signs the win a moment later, so look until it is there. */
  async named() {
    const { state, times } = this._parts;
    const { status, standing, kept } = this._over;
    if (status !== "won") return;
    for (let look = 0; look < LOOKS && standing; look++) {
      times.forget();
      const list = await times.of(state.game?.rules ?? "");
      if (list?.entries.some(({ id, name }) => id === kept && name === state.name)) break;
      await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    }
    this._showTimes();
  }

  // -- A loss: was it avoidable?

  update() {
    const { game, review } = this._parts.state;
    if (!game || review === this._reviewed) return;
    this._reviewed = review;
    this._review.replaceChildren();
    if (!review) return;
    this._review.append(
      el("h2", {}, review.isAvoidable ? "Avoidable" : "Not avoidable"),
      sentence(game, review.text, review.cells),
    );
    if (review.safe.length) {
      const squares = review.safe.length === 1 ? "One square was" : `${review.safe.length} squares were`;
      this._review.append(el("p", { class: "muted small" }, `${squares} safe at that moment.`));
    }
    this._showLegend();
  }
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
