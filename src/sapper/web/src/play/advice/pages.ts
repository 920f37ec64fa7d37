// The pages of the panel for a hint, the odds and the best move.

import type { Game } from "../../board/model.ts";
import type { Hint, Move } from "../../protocol.ts";
import type { Marks, Parts, SortedOdds } from "../../types.ts";

import { FLAG, HIDDEN } from "../../board/cell-values.ts";
import { button, el, page, section, spacer } from "../../ui/dom.ts";
import { chance, estimate, said } from "../../board/phrases.ts";
import { legend, patternName, sentence } from "../../board/widgets.ts";
import { action, capitalized, grade, message } from "../../ui/words.ts";

type AdviceParts = Pick<Parts, "settings" | "themes" | "run" | "clearAdvice">;

const FIRST_STAGE = 1;

/** The reason why no help is given: the player has switched it off. */
export const switchedOff = () => `${capitalized(message("hint.switched-off"))}.`;

const hintedNote = (game: Game) => (game.hints ? el("p", { class: "muted small" }, message("hint.hinted")) : null);

/** A hint: how far it goes, the sentence, and what its marks mean. */
export class HintPage {
  element: HTMLDivElement;

  constructor({ settings, themes, run, clearAdvice }: AdviceParts, game: Game, hint: Hint) {
    const { stage, cells, certain, risk } = hint;
    const stages = [message("hint.where"), message("hint.why"), message("hint.move"), message("hint.play")];
    const steps = stages.map((name, at) =>
      el("span", { class: `step ${at + 1 < stage ? "done" : at + 1 === stage ? "on" : ""}` }, name),
    );
    const questions = [message("hint.which-place"), message("hint.which-numbers"), message("hint.which-move")];
    const next = questions[stage] ?? message("hint.play-it");
    const isPromise = stage < FIRST_STAGE && game.status === "ready";
    const rows: [number, Marks, string][] = [];
    if (cells.reason?.length) rows.push([4, { reason: true }, message("legend.reason")]);
    if (cells.scope?.length) rows.push([HIDDEN, { scope: true }, message("legend.shared")]);
    if (cells.safe?.length) rows.push([HIDDEN, { safe: true }, message("legend.safe")]);
    if (cells.mine?.length) rows.push([HIDDEN, { mine: true }, message("legend.mine")]);
    if (cells.guess?.length) rows.push([HIDDEN, { odds: risk ?? 0, best: true }, message("legend.guess")]);
    if (cells.wrong?.length) rows.push([FLAG, { wrong: true }, message("legend.wrong-flag-now")]);
    const kind = certain ? hint.grade && grade(hint.grade).name : message("hint.guess");
    const about = patternName(hint.pattern) || (stage >= FIRST_STAGE ? kind : "");
    const title = isPromise ? message("hint.first-click") : action(stage >= FIRST_STAGE ? "hint" : "certain").name;
    this.element = page(
      section(
        el(
          "div",
          { class: "head" },
          el("h2", {}, title),
          spacer(),
          about ? el("span", { class: "chip" }, about) : null,
        ),
        stage >= FIRST_STAGE
          ? el("div", { class: "steps", role: "img", "aria-label": message("speech.step", { step: stage }) }, steps)
          : null,
        sentence(game, said(hint), { ...cells, safe: [...(cells.safe ?? []), ...(cells.guess ?? [])] }),
        el(
          "div",
          { class: "row" },
          isPromise ? null : button(next, () => run("hint"), { kind: "primary", key: settings.keyMap.label("hint") }),
          button(message("page.close"), clearAdvice, { kind: "quiet", key: "Esc" }),
        ),
      ),
      rows.length ? section(el("h2", {}, message("legend.title")), legend(themes.current, rows)) : null,
      spacer(),
      hintedNote(game),
    );
    this.element.classList.add("advice", "hint");
  }
}

/** The odds: the lowest risks in figures, and how to read the board. */
export class OddsPage {
  element: HTMLDivElement;

  constructor({ settings, themes, run }: AdviceParts, game: Game, odds: SortedOdds, open: (index: number) => void) {
    const { best, off, lowest } = odds;
    const first = best[0];
    const rows = best.map(({ index, chance: risk }) => {
      const bar = el("i");
      bar.style.width = `${Math.max(2, risk * 100)}%`;
      return el(
        "tr",
        {},
        el("td", {}, el("b", {}, game.name(index))),
        el("td", {}, el("div", { class: "bar safe" }, bar)),
        el("td", {}, chance(risk)),
      );
    });
    const marks: [number, Marks, string][] = [
      [HIDDEN, { odds: 0.33 }, message("legend.chance")],
      [HIDDEN, { odds: lowest ?? 0.07, best: true }, message("legend.lowest")],
    ];
    if (off) marks.push([HIDDEN, {}, message("legend.no-number", { risk: chance(off.chance) })]);
    this.element = page(
      section(
        el("h2", {}, action("odds").name),
        sentence(game, oddsWords(game, odds), { safe: first ? [first.index] : [], mine: odds.wrong }),
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
    this.element.classList.add("advice", "odds");
  }
}

/** The odds in a few sentences: a flag that cannot be right, what is safe or the lowest risk, and the next. */
export function oddsWords(game: Pick<Game, "name">, { best, lowest, safe, wrong, flagged }: SortedOdds) {
  const [first] = best;
  if (!first || lowest === null) return message("odds.all-open");
  const square = game.name(first.index);
  const told = wrong.length ? [message("odds.wrong-flag", { square: game.name(wrong[0]) })] : [];
  if (lowest === 0) {
    told.push(message("odds.safe", { count: safe }), message("odds.for-example", { square }));
    return told.join(" ");
  }
  told.push(message("odds.no-certain"), message("odds.lowest", { square, risk: chance(lowest) }));
  const next = best.find((other) => other.chance > lowest);
  if (next) told.push(message("odds.next-best", { risk: chance(next.chance) }));
  if (flagged && !wrong.length) {
    told.push(message("odds.flagged", { square: game.name(flagged.index), risk: chance(flagged.chance) }));
  }
  return told.join(" ");
}

/** The best move: its risk, the chance to win with it, and why it is the best. */
export class MovePage {
  element: HTMLDivElement;

  constructor({ clearAdvice }: AdviceParts, game: Game, move: Move, open: (index: number) => void) {
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
      hintedNote(game),
    );
    this.element.classList.add("advice");
  }
}

export function moveWords(game: Game, { cell, safe, win, why: english, phrase, remark, remark_phrase }: Move) {
  const square = game.name(cell);
  const risk = safe < 1 ? message("best-move.risky", { square, risk: chance(1 - safe) }) : "";
  const why = said({ phrase, why: english });
  const plain = risk || message("best-move.safe", { square });
  const move = typeof win === "number" ? message("best-move.with-win", { move: plain, win: estimate(win) }) : plain;
  const reasoned = why ? message("best-move.with-reason", { move, reason: why.replace(/[.。]$/, "") }) : `${move}.`;
  return remark ? `${reasoned} ${said({ phrase: remark_phrase, text: remark })}` : reasoned;
}

const openButton = (game: Game, index: number, open: (index: number) => void) =>
  button(message("odds.open", { square: game.name(index) }), () => open(index), { kind: "primary" });
