// What the panel says of a hint and of the odds.

import { button, el, page, percent, section } from "./dom.js";
import { HIDDEN } from "./seen.js";
import { legend, sentence } from "./parts.js";

const STAGES = ["Where", "Why", "Move", "Play"];

/** A hint: how far it is told, the sentence, and what its marks mean. */
export class HintPage {
  constructor(app, hint) {
    const { stage, cells, certain, risk } = hint;
    const keys = app.keyMap;
    const steps = STAGES.map((name, at) =>
      el("span", { class: `stp ${at + 1 < stage ? "done" : at + 1 === stage ? "on" : ""}` }, name),
    );
    const next = ["", "Which numbers?", "Which move?", "Play it"][stage] ?? "Play it";
    const rows = [
      cells.reason?.length && [4, { reason: true }, "number that proves it"],
      cells.scope?.length && [HIDDEN, { scope: true }, "squares these numbers touch"],
      cells.safe?.length && [HIDDEN, { safe: true }, "safe: open it"],
      cells.mine?.length && [HIDDEN, { mine: true }, "mine: flag it"],
    ].filter(Boolean);
    const about = hint.pattern ?? (certain ? hint.grade : "a guess");
    this.element = page(
      section(
        el(
          "div",
          { class: "head" },
          el("h2", {}, "Hint"),
          el("span", { class: "sp" }),
          about ? el("span", { class: "chip" }, about) : null,
        ),
        el("div", { class: "steps", role: "img", "aria-label": `Step ${stage} of 4` }, steps),
        sentence(app, hint.text, cells),
        typeof risk === "number" ? el("p", { class: "mut" }, `Its risk is ${percent(risk, 1)}.`) : null,
        el(
          "div",
          { class: "row" },
          button(next, () => app.run("hint"), { kind: "primary", key: keys.label("hint") }),
          button("Close", () => app.advice.clear(), { kind: "quiet", key: "Esc" }),
        ),
      ),
      rows.length ? section(el("h2", {}, "Marks"), legend(app, ...rows)) : null,
      el("span", { class: "sp" }),
      el("p", { class: "mut small" }, "This game now counts as hinted. It stays out of your best times."),
    );
    this.element.classList.add("hint");
  }
}

/** The odds: the lowest risks in figures, and how to read the board. */
export class OddsPage {
  constructor(app, odds) {
    const { best, off, lowest, safe } = odds;
    const keys = app.keyMap;
    const name = (index) => app.game.name(index);
    const others = best.filter(({ chance }) => chance > lowest);
    const first = best[0];
    const say = !first
      ? el("p", { class: "say" }, "Nothing is closed any more.")
      : lowest === 0
        ? el(
            "p",
            { class: "say" },
            el("b", {}, safe === 1 ? "One square is safe." : `${safe} squares are safe.`),
            " For instance ",
            el("span", { class: "c s" }, name(first.index)),
            ".",
          )
        : el(
            "p",
            { class: "say" },
            el("b", {}, "No certain move."),
            " Lowest risk: ",
            el("span", { class: "c s" }, name(first.index)),
            ", ",
            el("b", {}, percent(lowest)),
            ".",
            others.length ? ` Next best ${percent(others[0].chance)}.` : "",
          );
    const rows = best.map(({ index, chance }) => {
      const bar = el("i");
      bar.style.width = `${Math.max(2, chance * 100)}%`;
      return el(
        "tr",
        {},
        el("td", {}, el("b", {}, name(index))),
        el("td", {}, el("div", { class: "bar safe" }, bar)),
        el("td", {}, percent(chance, 1)),
      );
    });
    const open = () =>
      first &&
      app.play(
        { kind: "open", row: Math.floor(first.index / app.game.width), col: first.index % app.game.width },
        "key",
      );
    this.element = page(
      section(
        el("h2", {}, "Odds"),
        say,
        el("table", { class: "table" }, el("tbody", {}, rows)),
        el(
          "div",
          { class: "row" },
          first ? button(`Open ${name(first.index)}`, open, { kind: "primary" }) : null,
          button("Hide", () => app.run("odds"), { kind: "quiet", key: keys.label("odds") }),
        ),
      ),
      section(
        el("h2", {}, "Reading it"),
        legend(
          app,
          [HIDDEN, { odds: 0.33 }, "chance of a mine, in percent"],
          [HIDDEN, { odds: lowest ?? 0.07, best: true }, "lowest risk on the board"],
          ...(off ? [[HIDDEN, {}, `touches no number: ${percent(off.chance)} each`]] : []),
        ),
      ),
      el("span", { class: "sp" }),
      el(
        "p",
        { class: "mut small" },
        "Exact, over every arrangement that fits. Odds are for practice: this game is not ranked.",
      ),
    );
  }
}
