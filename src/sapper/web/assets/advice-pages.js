// @ts-check
// The pages of the panel for a hint, the odds and the best move.

/** @import { Game } from "./game.js" */
/** @import { Hint, Move } from "./protocol.js" */
/** @import { Marks, Parts, SortedOdds } from "./types.js" */
/** @typedef {Pick<Parts, "settings" | "themes" | "run" | "clearAdvice">} AdviceParts */

import { HIDDEN } from "./cell-values.js";
import { button, el, page, section, spacer } from "./dom.js";
import { legend, sentence } from "./parts.js";
import { percent } from "./words.js";

const STAGES = ["Where", "Why", "Move", "Play"];
const HINTED = "This game now counts as hinted. It stays out of your best times.";

/** A hint: how far it goes, the sentence, and what its marks mean. */
export class HintPage {
  /**
   * @param {AdviceParts} parts
   * @param {Game} game
   * @param {Hint} hint
   */
  constructor({ settings, themes, run, clearAdvice }, game, hint) {
    const { stage, cells, certain, risk } = hint;
    const steps = STAGES.map((name, at) =>
      el("span", { class: `step ${at + 1 < stage ? "done" : at + 1 === stage ? "on" : ""}` }, name),
    );
    const next = ["", "Which numbers?", "Which move?", "Play it"][stage] ?? "Play it";
    /** @type {[number, Marks, string][]} */
    const rows = [];
    if (cells.reason?.length) rows.push([4, { reason: true }, "number that proves it"]);
    if (cells.scope?.length) rows.push([HIDDEN, { scope: true }, "squares these numbers touch"]);
    if (cells.safe?.length) rows.push([HIDDEN, { safe: true }, "safe: open it"]);
    if (cells.mine?.length) rows.push([HIDDEN, { mine: true }, "mine: flag it"]);
    const about = hint.pattern ?? (certain ? hint.grade : "a guess");
    this.element = page(
      section(
        el(
          "div",
          { class: "head" },
          el("h2", {}, "Hint"),
          spacer(),
          about ? el("span", { class: "chip" }, about) : null,
        ),
        el("div", { class: "steps", role: "img", "aria-label": `Step ${stage} of 4` }, steps),
        sentence(game, hint.text, cells),
        typeof risk === "number" ? el("p", { class: "muted" }, `Its risk is ${percent(risk, 1)}.`) : null,
        el(
          "div",
          { class: "row" },
          button(next, () => run("hint"), { kind: "primary", key: settings.keyMap.label("hint") }),
          button("Close", clearAdvice, { kind: "quiet", key: "Esc" }),
        ),
      ),
      rows.length ? section(el("h2", {}, "Marks"), legend(themes.current, rows)) : null,
      spacer(),
      el("p", { class: "muted small" }, HINTED),
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
      [HIDDEN, { odds: 0.33 }, "chance of a mine, in percent"],
      [HIDDEN, { odds: lowest ?? 0.07, best: true }, "lowest risk on the board"],
    ];
    if (off) marks.push([HIDDEN, {}, `touches no number: ${percent(off.chance)} each`]);
    this.element = page(
      section(
        el("h2", {}, "Odds"),
        oddsSentence(game, odds),
        el("table", { class: "table" }, el("tbody", {}, rows)),
        el(
          "div",
          { class: "row" },
          first ? button(`Open ${game.name(first.index)}`, () => open(first.index), { kind: "primary" }) : null,
          button("Hide", () => run("odds"), { kind: "quiet", key: settings.keyMap.label("odds") }),
        ),
      ),
      section(el("h2", {}, "Reading it"), legend(themes.current, marks)),
      spacer(),
      el(
        "p",
        { class: "muted small" },
        "Exact, over every arrangement that fits. Odds are for practice: this game is not ranked.",
      ),
    );
  }
}

/**
 * @param {Game} game
 * @param {SortedOdds} odds
 */
function oddsSentence(game, { best, lowest, safe }) {
  const [first] = best;
  if (!first || lowest === null) return el("p", { class: "sentence" }, "Nothing is closed any more.");
  const square = el("span", { class: "cell-name safe" }, game.name(first.index));
  if (lowest === 0) {
    const count = safe === 1 ? "One square is safe." : `${safe} squares are safe.`;
    return el("p", { class: "sentence" }, el("b", {}, count), " For instance ", square, ".");
  }
  const next = best.find(({ chance }) => chance > lowest);
  return el(
    "p",
    { class: "sentence" },
    [el("b", {}, "No certain move."), " Lowest risk: ", square, ", ", el("b", {}, percent(lowest)), "."],
    next ? ` Next best ${percent(next.chance)}.` : "",
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
        el("h2", {}, "Best move"),
        sentence(game, moveWords(game, move), { safe: [move.cell] }),
        el(
          "div",
          { class: "row" },
          button(`Open ${game.name(move.cell)}`, () => open(move.cell), { kind: "primary" }),
          button("Close", clearAdvice, { kind: "quiet", key: "Esc" }),
        ),
      ),
      spacer(),
      el("p", { class: "muted small" }, HINTED),
    );
  }
}

/**
 * @param {Game} game
 * @param {Move} move
 */
export function moveWords(game, { cell, safe, win, why }) {
  const risk = safe < 1 ? `${percent(1 - safe)} risk` : "safe";
  const reason = why ? `: ${why.replace(/\.$/, "")}` : "";
  return `${game.name(cell)}, ${risk}, about ${percent(win)} to win${reason}.`;
}
