// The end of a game, told beside the board: what happened, why it could have gone otherwise, figures, what next.

import { button, el, icon, page, percent, seconds, section, stat } from "./dom.js";
import { EXPLODED, HIDDEN, WRONG_FLAG } from "./seen.js";
import { legend, sentence } from "./parts.js";
import { timesTable } from "./records.js";
import { opens } from "./seal.js";

const LOOKS = 8;
const LOOK_AGAIN = 200; // ms

export class EndPage {
  constructor(app, over) {
    this.app = app;
    this.over = over;
    this._times = el("div", { class: "sec" });
    this._review = el("div", { class: "sec" });
    this.element = page(
      this._result(),
      over.status === "lost" ? this._review : null,
      over.status === "won" ? this._times : null,
      over.metrics ? this._figures() : null,
      this._buttons(),
      over.status === "lost" ? section(this._legend()) : null,
      el("span", { class: "sp" }),
      this._remarks(),
      this._seal(),
    );
    if (over.status === "won") this._showTimes();
    if (over.status === "lost") this._showReview();
  }

  _result() {
    const { app, over } = this;
    const { game } = app;
    const line = (title, face, under, kind = "mut") =>
      el(
        "div",
        { class: "res" },
        icon(face, ""),
        el("div", {}, el("h1", {}, title), el("span", { class: kind }, under)),
      );
    if (over.status === "won") return line(`${seconds(over.at)} s`, "face-won", ...this._standing());
    const open = game.share === null ? "" : `, ${percent(game.share)} open`;
    if (over.status === "lost") return line("Lost", "face-lost", `at ${seconds(over.at)} s${open}`);
    return line("Given up", "face-lost", `at ${seconds(over.at)} s${open}`);
  }

  /** Where the time stands, in words. */
  _standing() {
    const { standing, at } = this.over;
    if (!standing) return ["Won", "mut"];
    if (standing.best === null || standing.best === undefined) return ["First win on this field", "good strong"];
    if (at < standing.best) return [`New best, by ${seconds(standing.best - at)} s`, "good strong"];
    return [`${seconds(at - standing.best)} s behind your best`, "mut"];
  }

  _figures() {
    const { metrics, at, status } = this.over;
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
    const { app, over } = this;
    const { game } = app;
    const keys = app.keyMap;
    const save = over.kept
      ? el(
          "a",
          { class: "btn", href: `/api/games/${over.kept}/replay`, download: `sapper-${over.kept}.txt` },
          icon("save"),
          "Save",
        )
      : null;
    return section(
      button("New game", () => app.run("new"), { kind: "primary big", key: keys.label("new") }),
      el(
        "div",
        { class: "grid2" },
        game.choices.practice && game.undos ? button("Undo, go on", () => app.run("undo"), { iconName: "undo" }) : null,
        button("Retry", () => app.run("retry"), { iconName: "replay" }),
        save,
      ),
    );
  }

  _legend() {
    const { game } = this.app;
    const rows = [[EXPLODED, {}, "the mine you hit"]];
    if (!game.isChunked && game.diagram().includes("x")) rows.push([WRONG_FLAG, {}, "wrong flag: no mine here"]);
    if (this.app.review?.safe.length) rows.push([HIDDEN, { dot: true }, "was safe, you could prove it"]);
    this._legendBox = legend(this.app, ...rows);
    return this._legendBox;
  }

  _remarks() {
    const { remarks, status } = this.over;
    if (status !== "won" || !remarks?.length) return null;
    return el("p", { class: "mut small" }, `Not among the best times: ${remarks.join(", ")}.`);
  }

  /** Say whether seed and salt open the seal that was shown before the first click: worked out here, not believed. */
  _seal() {
    const { seed, salt } = this.over;
    if (!seed || !salt) return null;
    const { digest, rules } = this.app.game;
    const isTrue = opens(digest, rules, seed, salt);
    const seal = `seal ${digest.slice(0, 4).toUpperCase()}`;
    const verdict = isTrue
      ? `opens ${seal}: checked here.`
      : `does not open ${seal}. This board is not the one that was sealed.`;
    return el(
      "p",
      { class: isTrue ? "mut tiny" : "bad tiny" },
      "Seed ",
      el("b", { class: "strong" }, seed),
      ` ${verdict}`,
    );
  }

  // -- A win: the list it stands in, and a name for it

  async _showTimes() {
    const { app, over } = this;
    const list = await app.times.of(app.game.rules);
    if (!list?.entries.length && !over.standing) return;
    const wins = over.standing ? `${over.standing.wins} ${over.standing.wins === 1 ? "win" : "wins"}` : "";
    this._times.replaceChildren(
      el(
        "div",
        { class: "row" },
        el("h2", {}, "Best times"),
        el("span", { class: "sp" }),
        el("span", { class: "mut tiny" }, wins),
      ),
      timesTable(list?.entries.slice(0, 5) ?? [], over.kept),
    );
    if (over.standing) this._times.append(this._nameForm());
  }

  _nameForm() {
    const { app } = this;
    const input = el("input", {
      class: "field",
      value: app.name,
      maxlength: "40",
      "aria-label": "Your name",
      placeholder: "Your name",
    });
    const sign = async (event) => {
      event.preventDefault();
      app.rename(input.value.trim());
      app.focusBoard();
    };
    return el(
      "form",
      { class: "row sign", onsubmit: sign },
      input,
      el("button", { type: "submit", class: "btn" }, "Sign"),
    );
  }

  /** A name was taken: the server signs the win a moment later, so look until it is there. */
  async named() {
    const { app, over } = this;
    for (let look = 0; look < LOOKS && over.status === "won" && over.standing; look++) {
      app.times.forget();
      const list = await app.times.of(app.game.rules);
      if (list?.entries.some(({ id, name }) => id === over.kept && name === app.name)) break;
      await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    }
    if (over.status === "won") this._showTimes();
  }

  // -- A loss: was it avoidable?

  async _showReview() {
    const review = await this.app.reviewed;
    if (!review) {
      this._review.remove();
      return;
    }
    const children = [
      el("h2", {}, review.isAvoidable ? "Avoidable" : "Not avoidable"),
      sentence(this.app, review.text, review.cells),
    ];
    if (review.safe.length) {
      const squares = review.safe.length === 1 ? "One square was" : `${review.safe.length} squares were`;
      children.push(el("p", { class: "mut small" }, `${squares} safe at that moment.`));
    }
    this._review.replaceChildren(...children);
    this._legendBox.replaceWith(this._legend());
  }
}
