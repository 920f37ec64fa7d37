// The people with whom the player has played: who is here, challenge again, block, report.

import type { MetPlayer, NewReport, PeopleMet } from "../../protocol.ts";
import type { Parts } from "../../types.ts";

import { block, readPeople, report, showMe } from "../../net/people.ts";
import { avatar } from "../../play/people.ts";
import { el } from "../../ui/dom.ts";
import { button, html, icon, nothing, render, repeat, spacer } from "../../ui/template.ts";
import { modeOf } from "../../state.ts";
import { listed, locale, message } from "../../ui/words.ts";

const EVERY = 15_000; // ms between two looks
const SHOWN = 6;
const LONGEST_WORDS = 300;
const REASONS: NewReport["reason"][] = ["cheating", "talk", "name", "other"];

export class PeopleList {
  _parts: Pick<Parts, "themes" | "enterParty">;
  _found: PeopleMet | null = null;
  _opened = ""; // the person whose menu is open
  _isReporting = false;
  _hasAll = false;
  _said = "";
  _isBad = false;
  _stop = new AbortController();
  _timer: number;
  element = el("section", { class: "card people-met", hidden: true });

  constructor(parts: Pick<Parts, "themes" | "enterParty">) {
    this._parts = parts;
    this._timer = setInterval(() => document.visibilityState === "visible" && this._load(), EVERY);
    this._load();
  }

  left() {
    clearInterval(this._timer);
    this._stop.abort();
  }

  async _load() {
    this._found = (await readPeople(this._stop.signal)) ?? this._found;
    this.paint();
  }

  /** Do something that the server may refuse, and show what came of it. */
  async _do(work: () => Promise<unknown>, done = "") {
    this._said = done;
    this._isBad = false;
    try {
      await work();
      this._open("");
    } catch (error) {
      this._said = error instanceof Error ? error.message : message("alone.failed");
      this._isBad = true;
    }
    await this._load();
  }

  _open(id: string, isReporting = false) {
    this._opened = id;
    this._isReporting = isReporting;
    this.paint();
  }

  paint() {
    const { people = [], is_seen: isSeen = false } = this._found ?? {};
    this.element.hidden = !people.length;
    const shown = this._hasAll ? people : people.slice(0, SHOWN);
    const show = ({ target }: Event) => this._do(() => showMe((target as HTMLInputElement).checked));
    const all = () => {
      this._hasAll = true;
      this.paint();
    };
    render(
      html`
        <div class="row"><h2>${message("people.title")}</h2>${spacer}
          <label class="small show-me"><input type="checkbox" .checked=${isSeen} @change=${show}>${message("people.show-me")}</label></div>
        <ul>${repeat(
          shown,
          ({ id }) => id,
          (one) => this._row(one, people.indexOf(one)),
        )}</ul>
        ${people.length > shown.length ? button(message("people.all", { count: people.length }), all, { kind: "quiet" }) : nothing}
        <p class=${this._isBad ? "error small" : "good small"} role="status">${this._said}</p>`,
      this.element,
    );
  }

  _row(one: MetPlayer, at: number) {
    const { id, name, is_blocked: isBlocked = false } = one;
    const isOpen = this._opened === id;
    const again = () =>
      this._parts.enterParty((party) => party.hostChallenge({ mode: modeOf(one).name, rules: one.rules }, id));
    const label = message("together.menu-of", { name });
    return html`
      <li class=${one.is_here ? "person here-now" : "person"} data-player=${id}>
        ${avatar(this._parts.themes, { name, seat: at, colour: at })}
        <div class="about"><b>${name}</b><span class="muted small">${aboutWords(one)}</span></div>
        ${isBlocked ? nothing : button(message("people.challenge"), again, { title: `${message("people.challenge")}: ${name}` })}
        <button type="button" class="tool" title=${label} aria-label=${label} aria-expanded=${isOpen}
          @click=${() => this._open(isOpen ? "" : id)}>${icon("menu")}</button>
        ${isOpen ? (this._isReporting ? this._report(one) : this._menu(one)) : nothing}
      </li>`;
  }

  _menu({ id, is_blocked: isBlocked = false }: MetPlayer) {
    const change = () => this._do(() => block(id, !isBlocked));
    return html`
      <div class="person-menu">
        <p class="muted small">${message("people.block-text")}</p>
        ${button(isBlocked ? message("people.unblock") : message("people.block"), change)}
        ${button(message("people.report"), () => this._open(id, true), { kind: "quiet" })}
      </div>`;
  }

  _report({ id }: MetPlayer) {
    const sent = (event: Event) => {
      event.preventDefault();
      const form = new FormData(event.target as HTMLFormElement);
      const reason = form.get("reason") as NewReport["reason"];
      const words = String(form.get("words"));
      this._do(() => report({ player: id, reason, words }), message("people.reported"));
    };
    return html`
      <form class="person-menu" @submit=${sent}>
        <select class="field" name="reason" aria-label=${message("people.reason")}>
          ${REASONS.map((reason) => html`<option value=${reason}>${reasonWords(reason)}</option>`)}</select>
        <input class="field" name="words" maxlength=${LONGEST_WORDS} autocomplete="off"
          placeholder=${message("people.report-text")} aria-label=${message("people.report-text")}>
        <button type="submit" class="btn">${message("people.report")}</button>
      </form>`;
  }
}

function reasonWords(reason: NewReport["reason"]) {
  if (reason === "cheating") return message("people.cheating");
  if (reason === "talk") return message("people.talk");
  return reason === "name" ? message("people.name") : message("people.other");
}

/** When and how the two have met: here or the day of the last round, and the score where there was one. */
function aboutWords({ is_here: isHere, is_blocked: isBlocked, ended_at: at, won, lost }: MetPlayer) {
  const day = new Date(at).toLocaleDateString(locale(), { day: "numeric", month: "short" });
  const score = won || lost ? message("people.score", { won: String(won), lost: String(lost) }) : "";
  return listed([isBlocked ? message("people.blocked") : isHere ? message("people.here") : day, score]);
}
