// @ts-check
// News and questions over whatever is shown: what happened, and what can be done about it.

/** @import { Page, Parts } from "./types.js" */
/**
 * @typedef {Pick<Parts, "state" | "settings" | "session" | "choices" | "close">
 *   & { open: (page: Page) => void, say: (text: string) => void, showBriefly: (text: string) => void }} NoticeParts
 */
/** @typedef {{ label: string, run?: () => void, isFirst?: boolean, isKey?: (typed: string) => boolean }} Answer */

import { button, el, page, section } from "./dom.js";
import { stroke } from "./keys.js";
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
    /** @param {Answer} answer */
    const choose = ({ run }) => {
      close();
      run?.();
    };
    const rows = answers.map((answer) =>
      button(answer.label, () => choose(answer), { kind: answer.isFirst ? "primary" : "" }),
    );
    this.element = page(
      section(head(title, close), el("p", { class: "sentence" }, text), el("div", { class: "row" }, rows)),
    );
    this.element.addEventListener("keydown", (event) => {
      const typed = event.repeat ? null : stroke(event);
      const answer = typed && answers.find(({ isKey }) => isKey?.(typed));
      if (!answer) return;
      event.preventDefault();
      choose(answer);
    });
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
 * Ask before somebody gives up what several play.
 * @param {Pick<NoticeParts, "open" | "close">} parts
 * @param {string} winner the name of whoever wins then
 * @param {() => void} giveUp
 */
export function confirmGiveUp({ open, close }, winner, giveUp) {
  const answers = [
    { label: message("new.keep-playing"), isFirst: true },
    { label: message("duel.give-up"), run: giveUp },
  ];
  const text = message("duel.give-up-text", { name: winner });
  open(new NoticePage(close, { title: message("duel.give-up-title"), text, answers }));
}

/**
 * Ask before a game is begun outside the room that the player is in.
 * @param {NoticeParts} parts
 * @param {() => void} leave
 */
export function confirmLeave({ open, close }, leave, isDuel = false) {
  const answers = [
    { label: message("together.stay"), isFirst: true },
    { label: action("leave-room").name, run: leave },
  ];
  const title = message("together.leave-title");
  const text = isDuel ? message("together.leave-text-duel") : message("together.leave-text");
  open(new NoticePage(close, { title, text, answers }));
}

/**
 * Ask before help takes a game out of the best times; the key that asked for it is a yes.
 * @param {NoticeParts} parts
 * @param {string} name of the action that asks for it
 * @param {() => void} give
 */
export function confirmHelp({ settings, open, close, say }, name, give) {
  /** @param {string} typed */
  const isKey = (typed) => settings.keyMap.action(typed) === name;
  const answers = [
    { label: message("hint.show-unranked"), run: give, isFirst: true, isKey },
    { label: message("hint.not-now") },
  ];
  const text = message("hint.costs");
  say(text);
  open(new NoticePage(close, { title: action(name).name, text, answers }));
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
