// The end of a game beside the board: the result, what could have gone otherwise, figures, what next.

import type { Metrics, Over, Review } from "../protocol.ts";
import type { Marks, Parts } from "../types.ts";

import { EXPLODED, HIDDEN, WRONG_FLAG } from "../board/cell-values.ts";
import { button, el, icon, loadIcons, page, section, spacer, stat } from "../ui/dom.ts";
import { nameForm, resultLine, signedWords, standingWords } from "./end-parts.ts";
import { legend, sentence } from "../board/widgets.ts";
import { finishedBoard } from "./finished-board.ts";
import { timesTable } from "./times-table.ts";
import { reasonWords, remarkWords } from "./remarks.ts";
import { opens, replayFile } from "./seal.ts";
import { canGoOn } from "../state.ts";
import { action, capitalized, message, percent, pieces, status as statusWord, time, words } from "../ui/words.ts";

const LOOKS = 8;
const LOOK_AGAIN = 200; // ms
const MOST_WAIT = 10_000; // ms for the review of a loss: the server gives up then

export class EndPage {
  _parts;
  _over: Over;
  _times: HTMLDivElement;
  _review: HTMLDivElement;
  _legend: HTMLElement;
  _reviewed: Review | null = null;
  _reviewCame = () => {};
  element: HTMLDivElement;

  constructor(
    parts: Pick<
      Parts,
      "state" | "settings" | "themes" | "times" | "run" | "prove" | "rename" | "focusBoard" | "open" | "commands"
    >,
    over: Over,
  ) {
    this._parts = parts;
    this._over = over;
    this._times = el("div", { class: "group later" });
    this._review = el("div", { class: "group" });
    this._legend = el("section", { class: "group later" });
    const isLost = over.status === "lost";
    const isWon = over.status === "won";
    const review = new Promise<void>((came) => {
      this._reviewCame = came;
      setTimeout(came, isLost ? MOST_WAIT : 0);
    });
    this.element = page(
      this._result(),
      this._sealed(),
      isLost ? this._review : null,
      isWon ? this._times : null,
      over.metrics ? this._figures(over.metrics) : null,
      this._buttons(),
      isLost ? this._legend : null,
      over.finished_id && !over.sealed ? finishedBoard(over.finished_id, () => parts.prove(), review) : null,
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
    if (status === "won") return resultLine(time(at), "face-won", ...standingWords(this._over));
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

  _figures(metrics: Metrics) {
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
    const canUndo = canGoOn(state) || (state.game?.choices.practice && state.game.undos);
    const next = section(
      button(action("new").name, () => run("new"), { kind: "primary big", key: settings.keyMap.label("new") }),
      el(
        "div",
        { class: "two-columns" },
        canUndo ? button(message("page.undo-go-on"), () => run("undo"), { iconName: "undo" }) : null,
        id ? button(capitalized(action("watch").short), () => run("watch"), { iconName: "play" }) : null,
        id ? el("a", save, icon("save"), message("end.save")) : null,
        button(message("page.retry"), () => run("retry"), { iconName: "replay" }),
        button(message("links.share"), () => run("share"), { iconName: "share" }),
      ),
    );
    next.classList.add("what-next");
    for (const node of next.querySelectorAll(".two-columns > *")) node.setAttribute("title", node.textContent ?? "");
    return next;
  }

  _showLegend() {
    const { state, themes } = this._parts;
    const { game, review } = state;
    const rows: [number, Marks, string][] = [[EXPLODED, {}, message("legend.hit")]];
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
    if (standing) this._times.append(nameForm(this._parts));
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
    this._times.append(el("p", { class: "muted small", role: "status" }, signedWords(state.name)));
  }

  // -- A loss: was it avoidable?

  update() {
    const { game, review } = this._parts.state;
    if (!game || review === this._reviewed) return;
    this._reviewed = review;
    this._review.replaceChildren();
    if (!review) return;
    this._reviewCame();
    this._review.append(el("h2", {}, reviewTitle(review)), sentence(game, review.text, review.cells));
    const count = review.safe?.length ?? 0;
    if (count) {
      this._review.append(el("p", { class: "muted small" }, message("loss.safe-then", { count })));
    }
    this._showLegend();
  }
}

function reviewTitle({ verdict, avoidable }: Review) {
  if (verdict === "not-judged") return words("verdicts", "not-judged").name;
  return avoidable ? message("loss.avoidable") : message("loss.not-avoidable");
}
