// Beside a replay: the review in figures, the verdict on the move just played, the moves, the game in numbers, and what
// can be done with it.

import type { Finished, FinishedGame, JudgedMove, PlayerPart, Report } from "../protocol.ts";
import type { ReplayBoard } from "../board/replay-board.ts";
import type { SortedOdds } from "../types.ts";
import type { Child } from "../ui/dom.ts";

import { oddsWords } from "../play/advice/pages.ts";
import { finishedBoard } from "../play/end/finished-board.ts";
import { button, el, fill, icon, section, stat } from "../ui/dom.ts";
import { said } from "../board/phrases.ts";
import { sentence } from "../board/widgets.ts";
import { luckUsed } from "./charts.ts";
import { canSave, isGuess, isMistake, readFile, saveReplay } from "../net/replays.ts";
import { MoveList, initial } from "./moves.ts";
import { resultWords, whenWords } from "./words.ts";
import { saveFile } from "../ui/text-files.ts";
import { action, message, percent, words, number } from "../ui/words.ts";

/** The files of a game: what each is called, and what saves it. */
const formats = (id: number): [label: string, save: () => Promise<void>][] => [
  [message("viewer.save-text"), () => saveReplay(id)],
  [message("viewer.save-packed"), () => saveReplay(id, "packed")],
  [message("viewer.save-rawvf"), () => saveVideo(id, "rawvf")],
  [message("viewer.save-evf"), () => saveVideo(id, "evf")],
];

const saveVideo = async (id: number, kind: string) =>
  saveFile(`sapper-${id}.${kind}`, await readFile(id, kind), "application/octet-stream");

export class ReplayPanel {
  _race: () => void;
  _compare: (id: number | null) => void;
  moves: MoveList;
  _figures: HTMLDivElement;
  _report: HTMLParagraphElement;
  _toReport: HTMLButtonElement;
  _said: HTMLDivElement;
  _numbers: HTMLDivElement;
  _origin: HTMLDivElement;
  _players: HTMLDivElement;
  _same: HTMLDivElement;
  _actions: HTMLDivElement;
  element: HTMLElement;

  constructor({
    go,
    race,
    compare,
    report,
  }: {
    report: () => void;
    go: (place: number) => void;
    race: () => void;
    compare: (id: number | null) => void;
  }) {
    this._race = race;
    this._compare = compare;
    this.moves = new MoveList(go);
    this._figures = el("div", { class: "stats three" });
    this._report = el("p", { class: "report-line", hidden: true });
    this._toReport = button(action("report").name, report, { iconName: "chart" });
    this._toReport.hidden = true;
    this._said = el("div", { class: "group said", role: "status" });
    this._numbers = el("div", { class: "stats three" });
    this._origin = el("div");
    this._players = el("div", { class: "group", hidden: true });
    this._same = el("div", { class: "group" });
    this._actions = el("div", { class: "group" });
    this.element = el(
      "aside",
      { class: "review", "aria-label": message("replay.review") },
      section(el("h2", {}, message("replay.review")), this._figures, this._report, this._toReport),
      this._said,
      this._players,
      el(
        "section",
        { class: "group list-part" },
        el("h2", { class: "unseen" }, message("replay.moves")),
        this.moves.element,
      ),
      section(el("h2", {}, message("figures.title")), this._numbers, this._origin),
      this._same,
      this._actions,
      legend(),
    );
  }

  /**
   * @param share of the review that is done
   * @param error why there is no review
   */
  showReview(moves: readonly JudgedMove[], share: number, error: string) {
    if (error) {
      fill(this._figures, el("p", { class: "muted wide-line" }, error));
      return;
    }
    if (share < 1) {
      fill(
        this._figures,
        el("p", { class: "muted wide-line" }, message("replay.reviewing", { share: percent(share) })),
      );
      return;
    }
    const survival = Math.exp(-(luckUsed(moves).at(-1) ?? 0));
    fill(
      this._figures,
      counted("verdict-mistake", "bad", moves.filter(isMistake).length, message("figures.mistakes")),
      counted("verdict-forced", "warn", moves.filter(isGuess).length, message("figures.guesses")),
      stat(percent(survival), message("viewer.survival")),
    );
  }

  /** Say what the moves gave away and what luck did, or why that cannot be said. */
  showReport(report: Report) {
    this._report.textContent = said(report);
    this._report.title = report.reported ? message("report.adds-up") : "";
    this._report.hidden = false;
    this._toReport.hidden = report.reported === false;
  }

  /** Say what there is to say about the move just played, or about the odds. */
  say(board: ReplayBoard, { move, odds, note }: { move: JudgedMove | null; odds: SortedOdds | null; note: string }) {
    const told: Child[] = note ? [el("p", { class: "sentence" }, note)] : [];
    if (odds)
      told.push(sentence(board, oddsWords(board, odds), { safe: odds.best.slice(0, 1).map(({ index }) => index) }));
    else if (move && (isMistake(move) || isGuess(move))) {
      const text = sentence(board, said(move), {
        safe: move.best !== null && move.best !== undefined && move.safe?.length ? [move.best] : [],
        reason: move.reason,
      });
      text.prepend(
        el("strong", { class: isMistake(move) ? "bad" : "warn" }, `${words("verdicts", move.verdict).name}.`),
        " ",
      );
      told.push(text);
    }
    const key = told.map((part) => (part instanceof Element ? part.outerHTML : "")).join("");
    if (this._said.dataset.shown === key) return;
    this._said.dataset.shown = key;
    fill(this._said, told);
  }

  /** Say it in another place, or here again. */
  placeSaid(place: HTMLElement | null) {
    if (place && this._said.parentElement !== place) place.append(this._said);
    else if (!place && this._said.parentElement !== this.element) this.element.children[0].after(this._said);
  }

  showGame(game: FinishedGame) {
    const { bbbv, solved, clicks, elapsed, left, right, chords, effective } = game;
    const rate = elapsed ? number(solved / (elapsed / 1000), 2) : "–";
    const isShort = !game.has_track; // of clicks of the right button that did nothing
    const mark = isShort ? "*" : "";
    fill(
      this._numbers,
      stat(String(solved), message("figures.3bv"), solved === bbbv ? "" : `/${bbbv}`),
      stat(rate, message("figures.3bv-speed")),
      stat(clicks ? percent(solved / clicks) : "–", message("figures.efficiency"), mark),
      stat(String(clicks), message("figures.clicks"), mark),
      stat(String(left), message("figures.left")),
      stat(String(right), message("figures.right"), mark),
      stat(String(chords), message("figures.chords")),
      stat(clicks ? percent(effective / clicks) : "–", message("figures.correctness"), mark),
      stat(String(clicks - effective), message("figures.wasted"), mark),
    );
    fill(
      this._origin,
      isShort ? el("p", { class: "muted small" }, message("replay.needs-track")) : null,
      game.program ? el("p", { class: "muted small" }, message("replay.program", { program: game.program })) : null,
      game.mode ? el("p", { class: "muted small" }, message("replay.mode", { mode: game.mode })) : null,
    );
    this._showPlayers(game.parts);
    const race = button(message("viewer.race"), this._race, { iconName: "bolt" });
    race.disabled = !game.seed;
    const refusal = el("p", { class: "muted small", role: "status" });
    const files = formats(game.id).map(([label, save]) =>
      button(label, () => saveOr(save, refusal), { iconName: "save" }),
    );
    fill(
      this._actions,
      finishedBoard(game.id),
      el("h2", {}, message("viewer.this-board")),
      race,
      game.seed ? null : el("p", { class: "muted small" }, message("viewer.no-seed")),
      canSave(game.id) && el("h2", {}, message("viewer.save")),
      canSave(game.id) && el("div", { class: "row" }, files),
      canSave(game.id) && refusal,
    );
  }

  /** Say what each did in a game of several. */
  _showPlayers(parts: readonly PlayerPart[]) {
    this._players.hidden = !parts.length;
    this.moves.players = new Map(parts.map(({ by, name }) => [by, name]));
    const rows = parts.map(({ name, opened, share, flags, hits }) =>
      el(
        "li",
        {},
        initial(name),
        el("b", {}, name),
        el("span", {}, message("parts.opened", { count: opened, share: percent(share) })),
        el("span", { class: "muted small" }, message("parts.rest", { flags, hits })),
      ),
    );
    fill(this._players, el("h2", {}, message("parts.title")), el("ul", { class: "replay-players" }, rows));
  }

  /**
   * Offer the other games on this board.
   * @param other the one that is shown beside it
   */
  showSame(games: readonly Finished[], other: string) {
    const rows = games.map((game) => {
      const isOn = String(game.id) === other;
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: `list-item ${isOn ? "on" : ""}`,
            onclick: () => this._compare(isOn ? null : game.id),
          },
          el("span", {}, el("b", {}, resultWords(game)), " ", game.name),
          el("span", { class: "spacer" }),
          el("span", { class: "muted" }, whenWords(game.ended_at)),
        ),
      );
    });
    fill(
      this._same,
      games.length || other ? el("h2", {}, message("viewer.same-board")) : null,
      games.length ? el("ul", { class: "list" }, rows) : null,
      other ? button(message("viewer.one-alone"), () => this._compare(null), { iconName: "close" }) : null,
    );
  }
}

/** Save a game as a file; where that cannot be, say why. */
async function saveOr(save: () => Promise<void>, refusal: HTMLElement) {
  refusal.textContent = await save().then(
    () => "",
    (error) => error.message,
  );
}

const counted = (image: string, kind: string, count: number, label: string) =>
  el("div", { class: "stat" }, el("b", { class: kind }, icon(image), String(count)), el("span", {}, label));

function legend() {
  const rows: [string, string][] = [
    ["verdict-mistake", message("viewer.legend-mistake")],
    ["verdict-forced", message("viewer.legend-guess")],
  ];
  return el(
    "div",
    { class: "review-legend" },
    el("div", {}, el("i", { class: "luck-line" }), message("viewer.legend-luck")),
    rows.map(([image, text]) => el("div", {}, icon(image), text)),
  );
}
