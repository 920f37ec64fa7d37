// The arena that is played now, or the next one, among the ways to play together.

import type { Tournament } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { avatar } from "../../play/people.ts";
import { el } from "../../ui/dom.ts";
import { button, html, render, spacer } from "../../ui/template.ts";
import { boardText, readRules } from "../wording.ts";
import { callTo, followCalls } from "./calls.ts";
import { enterTournament, readTournament, readTournaments } from "./requests.ts";
import { colourOf } from "./standings.ts";
import { clockTime, formatOf, kindName, leftText, lengthText, stageText, startOf } from "./words.ts";
import { message } from "../../ui/words.ts";

const EVERY = 10_000; // ms
const TICK = 1000;
const FACES = 4;

export class NextTournament {
  _parts: Parts;
  _found: Tournament | null = null;
  _timers: number[];
  element = el("section", { class: "card next-tournament", hidden: true });

  constructor(parts: Parts) {
    this._parts = parts;
    this._timers = [
      setInterval(() => document.visibilityState === "visible" && this._load(), EVERY),
      setInterval(() => this.paint(), TICK),
    ];
    this._load();
  }

  left() {
    for (const timer of this._timers) clearInterval(timer);
  }

  /** An older server has no tournaments: then nothing is shown. */
  async _load() {
    const cards = await readTournaments().catch(() => []);
    followCalls(cards, callTo(this._parts));
    const open = cards.filter(({ stage }) => stage !== "over");
    const next = open.find(({ is_mine: isMine }) => isMine) ?? open[0];
    this._found = next ? await readTournament(next.id).catch(() => null) : null;
    this.paint();
  }

  async _signUp() {
    if (!this._found) return;
    this._found = await enterTournament(this._found.card.id, "in").catch(() => this._found);
    if (this._found) followCalls([this._found.card], callTo(this._parts));
    this.paint();
  }

  paint() {
    this.element.hidden = !this._found;
    if (!this._found) return;
    const { card, lines, ends_at: end } = this._found;
    const { settings, themes, open } = this._parts;
    const go = () => open("tournament", card.id);
    const isOn = Date.now() >= startOf(card);
    const faces = lines.filter(({ state }) => state !== "out").slice(0, FACES);
    render(
      html`
        <div class="about">
          <span class="muted small strong">${card.name || kindName(card)}</span>
          <h2>${boardText(readRules(card.rules, settings), settings)}</h2>
          <p class="muted small">${`${lengthText(card)} · ${formatOf(card).short()}`}</p>
          <div class="row">
            ${
              isOn || card.is_mine
                ? button(isOn ? message("tournament.join-now") : message("tournament.look"), go, {
                    iconName: isOn ? "play" : "check",
                  })
                : button(message("tournament.sign-up"), () => this._signUp(), { iconName: "plus" })
            }
            <span class="avatars" aria-hidden="true">${faces.map((line, at) =>
              avatar(themes, { name: line.name, seat: at, colour: colourOf(line.player), is_bot: line.is_bot }),
            )}</span>
            <span class="muted small">${stageText(card)}</span>
            ${spacer}
            ${button(message("tournament.all"), () => open("tournaments"), { kind: "quiet" })}
          </div>
        </div>
        <div class="when" role="timer">
          <span class="muted small">${isOn ? message("tournament.ends-in") : message("tournament.begins-in")}</span>
          <b>${isOn ? (formatOf(card).hasTurns || end === null ? "–" : leftText(end - Date.now())) : leftText(startOf(card) - Date.now())}</b>
          <span class="muted small">${message("tournament.begins-at", { time: clockTime(startOf(card)) })}</span>
        </div>`,
      this.element,
    );
  }
}
