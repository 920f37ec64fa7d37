// News and questions over whatever is shown: what happened, and what can be done about it.

import type { Said } from "../board/phrases.ts";
import type { Page, Parts } from "../types.ts";

import { button, el, page, section } from "../ui/dom.ts";
import { stroke } from "../input/keys.ts";
import { head } from "../board/widgets.ts";
import { GRADES, gradeNumber, gradeOf } from "./new-game/grades.ts";
import { layoutRule } from "../input/settings.ts";
import { withoutLayout } from "../state.ts";
import { said } from "../board/phrases.ts";
import { action, capitalized, message } from "../ui/words.ts";

export type NoticeParts = Pick<Parts, "state" | "settings" | "session" | "choices" | "close"> & {
  open: (page: Page) => void;
  say: (text: string) => void;
  showBriefly: (text: string) => void;
};

interface Answer {
  label: string;
  run?: () => void;
  isFirst?: boolean;
  isKey?: (typed: string) => boolean;
}

/** A question or a piece of news: words, and what can be done about it. */
export class NoticePage {
  name = "notice";
  element: HTMLDivElement;

  constructor(close: () => void, { title, text, answers }: { title: string; text: string; answers: Answer[] }) {
    const choose = ({ run }: Answer) => {
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
    const first: HTMLElement | null = this.element.querySelector(".btn");
    first?.focus();
  }
}

/**
 * Say what was refused, and why: in passing over the board, where a click may have asked for it, else until it is read.
 */
export function complain({ state, open, close, showBriefly }: NoticeParts, why: Said) {
  const text = capitalized(said(why));
  const sentence = /[.!?。！？]$/.test(text) ? text : `${text}.`;
  if (!state.screen) {
    showBriefly(sentence);
    return;
  }
  const answers = [{ label: message("page.close"), isFirst: true }];
  open(new NoticePage(close, { title: message("page.not-done"), text: sentence, answers }));
}

/** Ask before a long game is given up. */
export function confirmNew({ open, close }: NoticeParts, giveUp: () => void) {
  const answers = [
    { label: message("new.keep-playing"), isFirst: true },
    { label: action("new").name, run: giveUp },
  ];
  const [title, text] = [message("new.confirm-title"), message("new.confirm-text")];
  open(new NoticePage(close, { title, text, answers }));
}

/**
 * Ask before the player leaves the room, perhaps for a game outside it.
 * @param what is lost, and what comes then
 */
export function confirmLeave(
  { open, close }: NoticeParts,
  leave: () => void,
  { isLost, isForGame }: { isLost: boolean; isForGame: boolean },
) {
  const answers = [
    { label: message("together.stay"), isFirst: true },
    { label: action("leave-room").name, run: leave },
  ];
  const title = message("together.leave-title");
  const game = isLost ? message("together.leave-text-turns") : message("together.leave-text");
  const text = isForGame ? game : message("together.leave-text-lost");
  open(new NoticePage(close, { title, text, answers }));
}

/**
 * Ask before help takes a game out of the best times; the key that asked for it is a yes.
 * @param name of the action that asks for it
 */
export function confirmHelp({ state, settings, open, close, say }: NoticeParts, name: string, give: () => void) {
  const isKey = (typed: string) => settings.keyMap.action(typed) === name;
  const answers = [
    { label: state.alone ? message("hint.show") : message("hint.show-unranked"), run: give, isFirst: true, isKey },
    { label: message("hint.not-now") },
  ];
  const text = state.alone ? message("hint.costs-alone") : message("hint.costs");
  say(text);
  open(new NoticePage(close, { title: action(name).name, text, answers }));
}

/** No board of the grade was found in time: the player decides, we never swap it silently. */
export function noBoard({ state, session, choices, open, close, say }: NoticeParts, why: Said) {
  if (!state.game) return;
  const number = gradeNumber(gradeOf(state.game.choices.layout));
  const harder = GRADES[number + 1];
  const rest = withoutLayout(state.game.rules);
  const answers: Answer[] = [
    { label: message("search.keep-looking"), isFirst: true, run: () => session.keepLooking() },
  ];
  if (harder) {
    const label = message("search.take-grade", { grade: number + 1 });
    answers.push({ label, run: () => choices.newGame(`${rest} ${layoutRule(harder)}`) });
  }
  answers.push({ label: message("search.take-random"), run: () => choices.newGame(rest) });
  const choice = harder ? message("search.failed", { grade: number + 1 }) : message("search.failed-last");
  say(said(why));
  open(
    new NoticePage(close, {
      title: message("search.failed-title", { grade: number }),
      text: `${choice} ${message("search.another-seed")}`,
      answers,
    }),
  );
}
