// All tournaments: those that are played now, those to come, those of the last hours, and a new one.

import type { TournamentCard } from "../../protocol.ts";
import type { Page, Parts } from "../../types.ts";

import { isAskedLocally } from "../../net/api.ts";
import { addressOf } from "../../ui/address.ts";
import { noServerPage } from "../../play/no-server-page.ts";
import { isServerGone } from "../../state.ts";
import { el, loadIcons, loadStyles } from "../../ui/dom.ts";
import { html, icon, nothing, render, repeat } from "../../ui/template.ts";
import { boardText, readRules } from "../wording.ts";
import { NewTournament } from "./new-tournament.ts";
import { readTournaments } from "./requests.ts";
import { follow } from "./strip.ts";
import { clockTime, kindName, leftText, lengthText, stageText, startOf } from "./words.ts";
import { listed, message } from "../../ui/words.ts";

const EVERY = 10_000; // ms
const DAY = 86_400_000;

/** Make the list, with the styles that it shares with rooms. */
export async function tournamentsPage(parts: Parts): Promise<Page> {
  if (isServerGone(parts.state) || isAskedLocally())
    return noServerPage(message("tournament.title"), message("local.together"));
  await Promise.all([loadStyles("party.css"), loadStyles("lobby.css")]);
  return new TournamentsPage(parts);
}

class TournamentsPage implements Page {
  name = "tournaments";
  element = el("div", { class: "screen tournament-page", "aria-busy": "true" });
  _parts: Parts;
  _cards: TournamentCard[] = [];
  _isRead = false;
  _new: NewTournament;
  _timer: number;

  constructor(parts: Parts) {
    this._parts = parts;
    this._new = new NewTournament(parts);
    loadIcons("icons-more.svg").catch(() => {}); // the lines have their words as well
    this._timer = setInterval(() => document.visibilityState === "visible" && this._load(), EVERY);
    this.show();
    this._load();
  }

  left() {
    clearInterval(this._timer);
  }

  async _load() {
    this._cards = await readTournaments().catch(() => this._cards);
    this._isRead = true;
    this.element.setAttribute("aria-busy", "false");
    this.show();
  }

  show() {
    const groups = [
      [message("tournament.now"), this._cards.filter(({ stage }) => stage === "playing")],
      [message("tournament.coming"), this._cards.filter(({ stage }) => stage === "coming")],
      [message("tournament.past"), this._cards.filter(({ stage }) => stage === "over").reverse()],
    ] as const;
    render(
      html`
        <header class="tournament-head"><div><h1>${message("tournament.title")}</h1>
          <p class="muted">${message("tournament.text")}</p></div></header>
        <div class="tournament-lists">
          <div class="found">
            ${groups.map(([title, cards]) => (cards.length ? this._group(title, cards) : nothing))}
            ${this._isRead && !this._cards.length ? html`<p class="muted">${message("tournament.none")}</p>` : nothing}
          </div>
          ${this._new.element}
        </div>`,
      this.element,
    );
  }

  _group(title: string, cards: readonly TournamentCard[]) {
    return html`<section class="card"><h2>${title}</h2><ul>${repeat(
      cards,
      ({ id }) => id,
      (card) => this._row(card),
    )}</ul></section>`;
  }

  _row(card: TournamentCard) {
    const { settings, open } = this._parts;
    const left = startOf(card) - Date.now();
    const begins = card.stage === "coming" && left < DAY ? message("tournament.in-time", { time: leftText(left) }) : "";
    return html`<li><a class="tournament-row" href=${addressOf(`/tournament/${card.id}`)}
      @click=${follow(() => open("tournament", card.id))}>
      <b class="when">${clockTime(startOf(card))}</b>
      <span class="about"><b>${card.name || kindName(card)}</b>
        <span class="muted small">${listed([card.name ? kindName(card) : "", boardText(readRules(card.rules, settings), settings), lengthText(card)])}</span></span>
      <span class="muted small state">${listed([stageText(card), begins])}</span>
      ${card.is_mine && card.stage !== "over" ? html`<span class="tournament-tag">${icon("check")}${message("tournament.signed-up")}</span>` : nothing}
      ${icon("next")}</a></li>`;
  }
}
