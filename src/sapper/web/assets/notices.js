// @ts-check
// News and questions over whatever is shown: what happened, and what can be done about it.

/** @import { Page, Parts } from "./types.js" */
/**
 * @typedef {Pick<Parts, "state" | "session" | "choices" | "close">
 *   & { open: (page: Page) => void, say: (text: string) => void, showBriefly: (text: string) => void }} NoticeParts
 */
/** @typedef {{ label: string, run?: () => void, isFirst?: boolean }} Answer */

import { button, el, page, section } from "./dom.js";
import { head } from "./parts.js";
import { GRADES, gradeNumber, gradeOf } from "./grades.js";
import { layoutRule } from "./settings.js";
import { withoutLayout } from "./state.js";
import { action, capitalized, message } from "./words.js";

/** A question or a piece of news: words, and what can be done about it. */
class NoticePage {
  /**
   * @param {() => void} close
   * @param {{ title: string, text: string, answers: Answer[] }} notice
   */
  constructor(close, { title, text, answers }) {
    this.name = "notice";
    const rows = answers.map(({ label, run, isFirst }) => {
      const answer = () => {
        close();
        run?.();
      };
      return button(label, answer, { kind: isFirst ? "primary" : "" });
    });
    this.element = page(
      section(head(title, close), el("p", { class: "sentence" }, text), el("div", { class: "row" }, rows)),
    );
  }

  focus() {
    /** @type {HTMLElement | null} */
    const first = this.element.querySelector(".btn");
    first?.focus();
  }
}

/**
 * Say what was refused, and why: in passing over the board, where a click may have asked for it, else until it is read.
 * @param {NoticeParts} parts
 * @param {string} why
 */
export function complain({ state, open, close, showBriefly }, why) {
  const text = capitalized(why);
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  if (!state.screen) {
    showBriefly(sentence);
    return;
  }
  const answers = [{ label: message("page.close"), isFirst: true }];
  open(new NoticePage(close, { title: message("page.not-done"), text: sentence, answers }));
}

/**
 * Ask before a long game is given up.
 * @param {NoticeParts} parts
 * @param {() => void} giveUp
 */
export function confirmNew({ open, close }, giveUp) {
  const answers = [
    { label: message("new.keep-playing"), isFirst: true },
    { label: action("new").name, run: giveUp },
  ];
  const [title, text] = [message("new.confirm-title"), message("new.confirm-text")];
  open(new NoticePage(close, { title, text, answers }));
}

/**
 * Ask before help takes a game out of the best times.
 * @param {NoticeParts} parts
 * @param {string} title
 * @param {() => void} give
 */
export function confirmHelp({ open, close, say }, title, give) {
  const answers = [
    { label: message("hint.show-unranked"), run: give, isFirst: true },
    { label: message("hint.not-now") },
  ];
  const text = message("hint.costs");
  say(text);
  open(new NoticePage(close, { title, text, answers }));
}

/**
 * No board of the grade was found in time: the player decides, we never swap it silently.
 * @param {NoticeParts} parts
 * @param {string} why
 */
export function noBoard({ state, session, choices, open, close, say }, why) {
  if (!state.game) return;
  const number = gradeNumber(gradeOf(state.game.choices.layout));
  const harder = GRADES[number + 1];
  const rest = withoutLayout(state.game.rules);
  /** @type {Answer[]} */
  const answers = [{ label: message("search.keep-looking"), isFirst: true, run: () => session.keepLooking() }];
  if (harder) {
    const label = message("search.take-grade", { grade: number + 1 });
    answers.push({ label, run: () => choices.newGame(`${rest} ${layoutRule(harder)}`) });
  }
  answers.push({ label: message("search.take-random"), run: () => choices.newGame(rest) });
  const choice = harder ? message("search.failed", { grade: number + 1 }) : message("search.failed-last");
  say(why);
  open(
    new NoticePage(close, {
      title: message("search.failed-title", { grade: number }),
      text: `${choice} ${message("search.another-seed")}`,
      answers,
    }),
  );
}
