// @ts-check
// The pages of the panel for a hint, the odds and the best move.

/** @import { Game } from "./game.js" */
/** @import { Hint, Move } from "./protocol.js" */
/** @import { Marks, Parts, SortedOdds } from "./types.js" */
/** @typedef {Pick<Parts, "settings" | "themes" | "run" | "clearAdvice">} AdviceParts */

import { HIDDEN } from "./cell-values.js";
import { button, el, page, section, spacer } from "./dom.js";
import { legend, sentence } from "./parts.js";
import { action, grade, message, percent, pieces } from "./words.js";

const hintedNote = () => el("p", { class: "muted small" }, message("hint.hinted"));

/** A hint: how far it goes, the sentence, and what its marks mean. */
export class HintPage {
  /**
   * @param {AdviceParts} parts
   * @param {Game} game
   * @param {Hint} hint
   */
  constructor({ settings, themes, run, clearAdvice }, game, hint) {
    const { stage, cells, certain, risk } = hint;
    const stages = [message("hint.where"), message("hint.why"), message("hint.move"), message("hint.play")];
    const steps = stages.map((name, at) =>
      el("span", { class: `step ${at + 1 < stage ? "done" : at + 1 === stage ? "on" : ""}` }, name),
    );
    const questions = [message("hint.which-numbers"), message("hint.which-move")];
    const next = questions[stage - 1] ?? message("hint.play-it");
    /** @type {[number, Marks, string][]} */
    const rows = [];
    if (cells.reason?.length) rows.push([4, { reason: true }, message("legend.reason")]);
    if (cells.scope?.length) rows.push([HIDDEN, { scope: true }, message("legend.shared")]);
    if (cells.safe?.length) rows.push([HIDDEN, { safe: true }, message("legend.safe")]);
    if (cells.mine?.length) rows.push([HIDDEN, { mine: true }, message("legend.mine")]);
    const about = hint.pattern ?? (certain ? hint.grade && grade(hint.grade).name : message("hint.guess"));
    this.element = page(
      section(
        el(
          "div",
          { class: "head" },
          el("h2", {}, action("hint").name),
          spacer(),
          about ? el("span", { class: "chip" }, about) : null,
        ),
        el("div", { class: "steps", role: "img", "aria-label": message("speech.step", { step: stage }) }, steps),
        sentence(game, hint.text, cells),
        typeof risk === "number" ? el("p", { class: "muted" }, message("hint.risk", { risk: percent(risk, 1) })) : null,
        el(
          "div",
          { class: "row" },
          button(next, () => run("hint"), { kind: "primary", key: settings.keyMap.label("hint") }),
          button(message("page.close"), clearAdvice, { kind: "quiet", key: "Esc" }),
        ),
      ),
      rows.length ? section(el("h2", {}, message("legend.title")), legend(themes.current, rows)) : null,
      spacer(),
      hintedNote(),
    );
    this.element.classList.add("hint");
  }
}

/** The odds: the lowest risks in figures, and how to read the board. */
export class OddsPage {
  /**
   * @param {AdviceParts} parts
   * @param {Game} game
   * @param {SortedOdds} odds
   * @param {(index: number) => void} open
   */
  constructor({ settings, themes, run }, game, odds, open) {
    const { best, off, lowest } = odds;
    const first = best[0];
    const rows = best.map(({ index, chance }) => {
      const bar = el("i");
      bar.style.width = `${Math.max(2, chance * 100)}%`;
      return el(
        "tr",
        {},
        el("td", {}, el("b", {}, game.name(index))),
        el("td", {}, el("div", { class: "bar safe" }, bar)),
        el("td", {}, percent(chance, 1)),
      );
    });
    /** @type {[number, Marks, string][]} */
    const marks = [
      [HIDDEN, { odds: 0.33 }, message("legend.chance")],
      [HIDDEN, { odds: lowest ?? 0.07, best: true }, message("legend.lowest")],
    ];
    if (off) marks.push([HIDDEN, {}, message("legend.no-number", { risk: percent(off.chance) })]);
    this.element = page(
      section(
        el("h2", {}, action("odds").name),
        oddsSentence(game, odds),
        el("table", { class: "table" }, el("tbody", {}, rows)),
        el(
          "div",
          { class: "row" },
          first ? openButton(game, first.index, open) : null,
          button(message("odds.hide"), () => run("odds"), { kind: "quiet", key: settings.keyMap.label("odds") }),
        ),
      ),
      section(el("h2", {}, message("odds.reading")), legend(themes.current, marks)),
      spacer(),
      el("p", { class: "muted small" }, `${message("odds.note")} ${message("odds.not-ranked")}`),
    );
  }
}

/**
 * @param {Game} game
 * @param {SortedOdds} odds
 */
function oddsSentence(game, { best, lowest, safe }) {
  const [first] = best;
  if (!first || lowest === null) return el("p", { class: "sentence" }, message("odds.all-open"));
  const square = el("span", { class: "cell-name safe" }, game.name(first.index));
  if (lowest === 0) {
    const count = el("b", {}, message("odds.safe", { count: safe }));
    return el("p", { class: "sentence" }, count, " ", pieces("odds.for-example", { square }));
  }
  const next = best.find(({ chance }) => chance > lowest);
  return el(
    "p",
    { class: "sentence" },
    [el("b", {}, message("odds.no-certain")), " "],
    pieces("odds.lowest", { square, risk: el("b", {}, percent(lowest)) }),
    next ? ` ${message("odds.next-best", { risk: percent(next.chance) })}` : "",
  );
}

/** The best move: its risk, the chance to win with it, and why it is the best. */
export class MovePage {
  /**
   * @param {AdviceParts} parts
   * @param {Game} game
   * @param {Move} move
   * @param {(index: number) => void} open
   */
  constructor({ clearAdvice }, game, move, open) {
    this.element = page(
      section(
        el("h2", {}, action("best-move").name),
        sentence(game, moveWords(game, move), { safe: [move.cell] }),
        el(
          "div",
          { class: "row" },
          openButton(game, move.cell, open),
          button(message("page.close"), clearAdvice, { kind: "quiet", key: "Esc" }),
        ),
      ),
      spacer(),
      hintedNote(),
    );
  }
}

/**
 * @param {Game} game
 * @param {Move} move
 */
export function moveWords(game, { cell, safe, win, why }) {
  const about = { square: game.name(cell), win: percent(win) };
  const move =
    safe < 1 ? message("best-move.risky", { ...about, risk: percent(1 - safe) }) : message("best-move.safe", about);
  return why ? message("best-move.with-reason", { move, reason: why.replace(/\.$/, "") }) : `${move}.`;
}

/**
 * @param {Game} game
 * @param {number} index
 * @param {(index: number) => void} open
 */
const openButton = (game, index, open) =>
  button(message("odds.open", { square: game.name(index) }), () => open(index), { kind: "primary" });
