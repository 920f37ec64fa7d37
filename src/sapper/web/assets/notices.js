// News and questions beside the board: what happened, and what can be done about it.

import { button, el, page, section } from "./dom.js";
import { head } from "./parts.js";

const LADDER = ["single", "pairs", "chains", "count", "full"];

/** A question or a piece of news, beside the board: words, and what can be done about it. */
class NoticePage {
  constructor(app, { title, text, actions }) {
    this.name = "notice";
    const rows = actions.map(({ label, run, isFirst }) =>
      button(
        label,
        () => {
          app.closePanel();
          run?.();
        },
        { kind: isFirst ? "primary" : "" },
      ),
    );
    this.element = page(section(head(app, title), el("p", { class: "say" }, text), el("div", { class: "row" }, rows)));
  }

  focus() {
    this.element.querySelector(".btn")?.focus();
  }
}

/** Say what was refused, and why. */
export function complain(app, why) {
  const text = why.charAt(0).toUpperCase() + why.slice(1);
  app.say(text);
  app.panel.open(
    new NoticePage(app, {
      title: "Not done",
      text: /[.!?]$/.test(text) ? text : `${text}.`,
      actions: [{ label: "Close", isFirst: true }],
    }),
  );
}

/** Ask before a long game is given up. */
export function confirmNew(app, giveUp) {
  const actions = [
    { label: "Go on", isFirst: true },
    { label: "New game", run: giveUp },
  ];
  app.panel.open(new NoticePage(app, { title: "New game", text: "This game would be given up.", actions }));
}

/** No board of the grade was found in time: the player decides, we never swap it silently. */
export function noBoard(app, why, again) {
  const { layout } = app.game.choices;
  const at = LADDER.indexOf(String(layout).replace(/^no-guess-?/, "") || "full");
  const harder = LADDER[at + 1];
  const rest = app.game.rules.replace(/\s?layout=\S+/, "");
  const next = harder === "full" ? "layout=no-guess" : `layout=no-guess-${harder}`;
  app.say(why);
  app.panel.open(
    new NoticePage(app, {
      title: `No board of grade ${at + 1} found in time`,
      text: `Keep looking${harder ? `, take grade ${at + 2}` : ""}, or play a random board. We never swap it silently.`,
      actions: [
        { label: "Keep looking", isFirst: true, run: again },
        ...(harder ? [{ label: `Grade ${at + 2}`, run: () => app.newGame(`${rest} ${next}`) }] : []),
        { label: "Random", run: () => app.newGame(rest) },
      ],
    }),
  );
}
