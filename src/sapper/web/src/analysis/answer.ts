// What is said about a position: the best move, why, guesses with their risk and chance to win, figures, every step.

import type { Answer, Candidate, Step } from "./request.ts";
import type { Position } from "./position.ts";
import type { Marks, SortedOdds } from "../types.ts";

import { chance, estimate, said } from "../board/phrases.ts";
import { button, el, icon, section, stat } from "../ui/dom.ts";
import { gradeName } from "../play/new-game/grades.ts";
import { patternName, sentence } from "../board/widgets.ts";
import { action, message } from "../ui/words.ts";

const EXACT = Math.log(1e9); // counts are known to about 12 digits: up to here every one of them is right
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A count by its natural logarithm: as a number where it is exact, else as a power of ten. */
export function countText(log: number) {
  if (log < EXACT) return String(Math.round(Math.exp(log))).replace(/\B(?=(\d{3})+$)/g, "\u2009");
  const exponent = log / Math.LN10;
  let power = Math.floor(exponent);
  let digits = (10 ** (exponent - power)).toFixed(1);
  if (digits === "10.0") [digits, power] = ["1.0", power + 1];
  return `${digits} × 10${[...String(power)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;
}

/** The move that the panel names: a square to open, a mine, or a flag to look at. */
export function moveOf({
  hint,
  best,
}: Answer): { cell: number; kind: "open" | "mine" | "wrong"; isCertain: boolean } | null {
  if (!best) return null;
  const { safe = [], mine = [], wrong = [] } = hint?.cells ?? {};
  if (wrong.length) return { cell: wrong[0], kind: "wrong", isCertain: true };
  if (hint?.certain && safe.length) {
    return { cell: safe.includes(best.cell) ? best.cell : safe[0], kind: "open", isCertain: true };
  }
  if (hint?.certain && mine.length) return { cell: mine[0], kind: "mine", isCertain: true };
  return { cell: best.cell, kind: "open", isCertain: best.safe === 1 };
}

/** The marks of an answer on the board: culprits, odds, reason and move. */
export function marksOf(position: Position, answer: Answer, odds: SortedOdds | null): Map<number, Marks> {
  const marks: Map<number, Marks> = new Map();
  for (const index of answer.clash ?? []) marks.set(index, { clash: position.seen(index) });
  for (const { index, chance: risk } of odds?.near ?? []) marks.set(index, { odds: risk });
  const { cells, certain } = answer.hint ?? {};
  for (const index of cells?.reason ?? []) marks.set(index, { reason: true });
  for (const index of cells?.safe ?? []) marks.set(index, { safe: true });
  for (const index of cells?.mine ?? []) marks.set(index, { mine: true });
  for (const index of cells?.wrong ?? []) marks.set(index, { wrong: true });
  const { best } = answer;
  if (best && !certain && !cells?.wrong?.length) marks.set(best.cell, { odds: 1 - best.safe, best: true });
  return marks;
}

/** The marks of one step of a proof. */
export function marksOfStep({ safe, cells, numbers = [] }: Step): Map<number, Marks> {
  const marks: Map<number, Marks> = new Map();
  for (const index of numbers) marks.set(index, { reason: true });
  for (const index of cells) marks.set(index, safe ? { safe: true } : { mine: true });
  return marks;
}

/** The sections about an answer. */
export function answerSections(position: Position, answer: Answer, odds: SortedOdds | null) {
  if (!answer.fits) {
    const cells = { mine: answer.clash ?? [] };
    return [section(title(message("analysis.disagree-title")), sentence(position, said(answer), cells))];
  }
  const move = moveOf(answer);
  const figures = positionSection(position, answer, odds);
  if (!move) return [section(title(message("analysis.done-title")), el("p", {}, said(answer))), figures];
  return move.isCertain
    ? [certainSection(position, answer, move), whySection(position, answer), figures]
    : [guessSection(position, answer), guessTable(position, answer.candidates ?? []), figures];
}

const title = (text: string) => el("p", { class: "answer-title" }, text);

function certainSection(position: Position, { hint, best }: Answer, { cell, kind }: { cell: number; kind: string }) {
  const square = position.name(cell);
  const words =
    kind === "wrong"
      ? message("analysis.wrong-flag-title", { square })
      : kind === "mine"
        ? message("analysis.mine-title", { square })
        : message("odds.open", { square });
  const tag = el("span", { class: "chip sure" }, icon("shield"), message("analysis.certain"));
  const win = typeof best?.win === "number" ? stat(estimate(best.win), message("analysis.win")) : null;
  const grade = hint?.grade ? gradeName(hint.grade) : "";
  return section(
    el("h2", {}, action("best-move").name),
    el("div", { class: "answer-head" }, title(words), tag, grade && el("span", { class: "chip rung" }, grade)),
    el(
      "div",
      { class: "stats three" },
      kind === "open" ? stat(chance(0), message("analysis.risk")) : null,
      win,
      grade && stat(grade, message("analysis.grade")),
    ),
  );
}

function whySection(position: Position, { hint }: Answer) {
  if (!hint) return null;
  const pattern = patternName(hint.pattern);
  const text = said(hint).replace(new RegExp(` ?[(（]${pattern}[)）]`), "");
  const found = section(
    el(
      "div",
      { class: "answer-head" },
      el("h2", {}, message("analysis.why")),
      pattern && el("span", { class: "chip" }, pattern),
    ),
    sentence(position, text, hint.cells),
  );
  found.classList.add("why");
  return found;
}

function guessSection(position: Position, { best, candidates = [] }: Answer) {
  const cell = best?.cell ?? 0;
  const tag = el("span", { class: "chip risky" }, icon("verdict-forced"), message("analysis.guess"));
  return section(
    el("h2", {}, action("best-move").name),
    el("div", { class: "answer-head" }, title(message("odds.open", { square: position.name(cell) })), tag),
    sentence(position, guessWords(position, cell, candidates), { safe: [cell] }),
    best?.remark ? el("p", { class: "muted small" }, said({ phrase: best.remark_phrase, text: best.remark })) : null,
  );
}

function guessWords(position: Position, cell: number, candidates: Candidate[]) {
  const square = position.name(cell);
  const own = candidates.find((guess) => guess.cell === cell);
  const lowest = candidates.reduce((least, guess) => (guess.risk < least.risk ? guess : least), own ?? candidates[0]);
  if (!own || !lowest || lowest.risk === own.risk) {
    return own?.win ? message("analysis.guess-best", { square }) : message("analysis.guess-lowest", { square });
  }
  return message("analysis.guess-better", { lowest: position.name(lowest.cell), square });
}

function guessTable(position: Position, candidates: Candidate[]) {
  if (!candidates.length) return null;
  const isEstimated = candidates.some(({ win }) => win !== null);
  const heads = [message("analysis.square"), message("analysis.risk"), isEstimated ? message("analysis.win") : ""];
  const rows = candidates.map(({ cell, risk, win }, at) =>
    el(
      "tr",
      { class: at === 0 ? "on" : null },
      el("th", { scope: "row" }, position.name(cell)),
      el("td", {}, chance(risk)),
      isEstimated ? el("td", {}, win === null ? "–" : estimate(win)) : null,
    ),
  );
  return section(
    el(
      "table",
      { class: "guesses" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          heads.filter(Boolean).map((head) => el("th", { scope: "col" }, head)),
        ),
      ),
      el("tbody", {}, rows),
    ),
    isEstimated ? el("p", { class: "muted tiny" }, message("analysis.estimates")) : null,
  );
}

function positionSection(position: Position, { log_arrangements: log = 0 }: Answer, odds: SortedOdds | null) {
  const rows = [
    [message("analysis.arrangements"), countText(log)],
    [message("analysis.mines-left"), String(position.minesLeft)],
  ];
  if (odds?.off) rows.push([message("analysis.off"), message("analysis.each", { risk: chance(odds.off.chance) })]);
  return section(
    el("h2", {}, message("analysis.position")),
    rows.map(([label, value]) => el("div", { class: "figure" }, el("span", {}, label), el("b", {}, value))),
  );
}

/** Every step that can be deduced; each shows its squares on the board. */
export function proofSection(position: Position, steps: Step[], show: (step: Step) => void) {
  const rows = steps.map((step) => {
    const cells = { reason: step.numbers ?? [], safe: step.safe ? step.cells : [], mine: step.safe ? [] : step.cells };
    const line = sentence(position, said(step), cells);
    return el("li", {}, el("button", { type: "button", class: "proof-step", onclick: () => show(step) }, line));
  });
  return section(
    el("h2", {}, message("analysis.proof")),
    steps.length ? el("ol", { class: "proof" }, rows) : el("p", { class: "muted" }, message("analysis.proof-guess")),
  );
}

export const proofButton = (run: () => void) => button(message("analysis.show-proof"), run, { iconName: "check" });
