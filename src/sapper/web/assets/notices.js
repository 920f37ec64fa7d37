// @ts-check
// News and questions beside the board: what happened, and what can be done about it.

/** @import { Page, Parts } from "./types.js" */
/**
 * @typedef {Pick<Parts, "state" | "session" | "choices" | "close">
 *   & { open: (page: Page) => void, say: (text: string) => void }} NoticeParts
 */
/** @typedef {{ label: string, run?: () => void, isFirst?: boolean }} Answer */

import { button, el, page, section } from "./dom.js";
import { head } from "./parts.js";
import { withoutLayout } from "./state.js";
import { GRADES, gradeNumber, gradeOf, layoutRule } from "./words.js";

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
 * Say what was refused, and why.
 * @param {NoticeParts} parts
 * @param {string} why
 */
export function complain({ open, close, say }, why) {
  const text = why.charAt(0).toUpperCase() + why.slice(1);
  say(text);
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  open(new NoticePage(close, { title: "Not done", text: sentence, answers: [{ label: "Close", isFirst: true }] }));
}

/**
 * Ask before a long game is given up.
 * @param {NoticeParts} parts
 * @param {() => void} giveUp
 */
export function confirmNew({ open, close }, giveUp) {
  const answers = [
    { label: "Go on", isFirst: true },
    { label: "New game", run: giveUp },
  ];
  open(new NoticePage(close, { title: "New game", text: "This game would be given up.", answers }));
}

/**
 * No board of the grade was found in time: the player decides, we never swap it silently.
 * @param {NoticeParts} parts
 * @param {string} why
 */
export function noBoard({ state, session, choices, open, close, say }, why) {
  if (!state.game) return;
  const number = gradeNumber(gradeOf(state.game.choices.layout));
  const harder = GRADES[number + 1]?.[0];
  const rest = withoutLayout(state.game.rules);
  /** @type {Answer[]} */
  const answers = [{ label: "Keep looking", isFirst: true, run: () => session.playAgain() }];
  if (harder) {
    answers.push({ label: `Grade ${number + 1}`, run: () => choices.newGame(`${rest} ${layoutRule(harder)}`) });
  }
  answers.push({ label: "Random", run: () => choices.newGame(rest) });
  say(why);
  open(
    new NoticePage(close, {
      title: `No board of grade ${number} found in time`,
      text: `Keep looking${harder ? `, take grade ${number + 1}` : ""}, or play a random board. We never swap it silently.`,
      answers,
    }),
  );
}
