// A tournament: before it what is played and who comes, while it is played the table, the races and the next one, and
// afterwards the result.

import type { Tournament, TournamentCard, TournamentLine, TournamentRace } from "../../protocol.ts";
import type { Page, Parts } from "../../types.ts";
import type { Wish } from "./requests.ts";

import { announce } from "../../ui/announce.ts";
import { isAskedLocally } from "../../net/api.ts";
import { addressOf, linkTo } from "../../ui/address.ts";
import { avatar, colourOf as playerColour } from "../../play/people.ts";
import { noServerPage } from "../../play/no-server-page.ts";
import { ordinal } from "../../play/race-order.ts";
import { isServerGone, modeOf } from "../../state.ts";
import { el, loadIcons, loadStyles } from "../../ui/dom.ts";
import { saveFile } from "../../ui/text-files.ts";
import { button, html, icon, nothing, render, repeat, spacer, stat, styles } from "../../ui/template.ts";
import { boardText, levelText, readRules } from "../wording.ts";
import { closedPicture } from "./board-picture.ts";
import { BEFORE, callTo, followCalls } from "./calls.ts";
import { calendarFile } from "./calendar-file.ts";
import { enterTournament, fileOf, readTournament, readTournaments } from "./requests.ts";
import { colourOf, standings } from "./standings.ts";
import { around, follow, strip } from "./strip.ts";
import { clockTime, formatOf, leftText, lengthText, startOf, tournamentName } from "./words.ts";
import { listed, message, mode, percent } from "../../ui/words.ts";

const TICK = 500; // ms
const EVERY = { waiting: 1000, playing: 3000, coming: 5000, over: 30_000 }; // ms between two looks
const LIST_EVERY = 30_000;
const SIGNED = 60; // names that are shown
const COPIED = 2000; // ms

/** Make the page of a tournament, with the styles that it shares with rooms. */
export async function tournamentPage(parts: Parts, id: string): Promise<Page> {
  if (isServerGone(parts.state) || isAskedLocally())
    return noServerPage(message("tournament.title"), message("local.together"));
  await loadStyles("party.css");
  return new TournamentPage(parts, id);
}

export class TournamentPage implements Page {
  name = "tournament";
  element = el("div", { class: "screen tournament-page", "aria-busy": "true" });
  _parts: Parts;
  _id: string;
  _found: Tournament | null = null;
  _cards: TournamentCard[] = [];
  _ahead = 0; // ms by which the clock of the server is ahead of this one
  _readAt = 0;
  _listedAt = 0;
  _isAsking = false;
  _wasReady = false; // at the last look: then the race that has begun is entered at once
  _timer: number;
  _error = "";
  _copied = false;
  _picture: { canvas: HTMLCanvasElement; drawn: string } | null = null;

  constructor(parts: Parts, id: string) {
    this._parts = parts;
    this._id = id;
    loadIcons("icons-more.svg").catch(() => {}); // the buttons have their words as well
    this._timer = setInterval(() => this._tick(), TICK);
    this.show();
    this._tick();
  }

  left() {
    clearInterval(this._timer);
  }

  paint() {
    this._picture = null;
    this.show();
  }

  key(typed: string) {
    const found = this._found;
    if (!found || found.card.stage === "over") return false;
    if (typed === "r" && found.card.stage === "playing") this._want(this._me?.state === "ready" ? "out" : "ready");
    else if (typed === "enter") this._main();
    else return false;
    return true;
  }

  // -- What the server knows

  get _me(): TournamentLine | undefined {
    return this._found?.lines.find((line) => line.is_me);
  }

  get _now() {
    return Date.now() + this._ahead;
  }

  get _every() {
    if (this._me?.state === "ready") return EVERY.waiting;
    return EVERY[this._stage] ?? EVERY.coming;
  }

  /** What the tournament is at: its list may have been read a moment ago. */
  get _stage(): "coming" | "playing" | "over" {
    const { card, ends_at: end } = this._found as Tournament;
    if (card.stage === "over" || (end !== null && this._now >= end)) return "over";
    return this._now >= startOf(card) ? "playing" : "coming";
  }

  _tick() {
    const now = Date.now();
    if (now - this._listedAt >= LIST_EVERY) {
      this._listedAt = now;
      readTournaments().then(
        (cards) => {
          this._cards = cards;
          followCalls(cards, callTo(this._parts));
          this.show();
        },
        () => {}, // the tournament itself is there without the others
      );
    }
    const every = this._found ? this._every : EVERY.coming;
    if (!this._isAsking && now - this._readAt >= every) this._read(readTournament(this._id));
    else if (this._found) this.show();
  }

  async _read(asked: Promise<Tournament>) {
    this._isAsking = true;
    this._readAt = Date.now();
    try {
      this._take(await asked);
      this._error = "";
    } catch (error) {
      this._error = error instanceof Error ? error.message : message("alone.failed");
    }
    this._isAsking = false;
    this.element.setAttribute("aria-busy", "false");
    if (this.element.isConnected || !this._found) this.show();
  }

  _take(found: Tournament) {
    this._found = found;
    followCalls([found.card], callTo(this._parts));
    this._ahead = found.now - Date.now();
    const isReady = this._me?.state === "ready";
    const begins = this._wasReady && !isReady && Boolean(found.party);
    this._wasReady = isReady;
    if (begins && this.element.isConnected) this._enterRace(found.party ?? "");
  }

  _enterRace(party: string) {
    announce(message("tournament.begins"));
    this._parts.enterParty((room) => room.join(party));
  }

  _want(wants: Wish) {
    this._wasReady = false;
    return this._read(enterTournament(this._id, wants));
  }

  /** What the button with the accent does. */
  _main() {
    const { party } = this._found as Tournament;
    if (this._stage === "playing") return party ? this._enterRace(party) : this._want("ready");
    return this._me && this._me.state !== "out" ? this._warmUp() : this._want("in");
  }

  _warmUp() {
    const { card } = this._found as Tournament;
    this._parts.choices.newGame(card.rules);
  }

  // -- What is shown

  show() {
    const found = this._found;
    const error = this._error ? html`<p class="error" role="status">${this._error}</p>` : nothing;
    if (!found) {
      render(
        html`<header class="tournament-head"><h1>${message("tournament.title")}</h1></header>${error}`,
        this.element,
      );
      return;
    }
    const stage = this._stage;
    const open = (id: string) => this._parts.open("tournament", id);
    const { settings } = this._parts;
    render(
      html`
        ${this._head(found, stage)}${error}
        ${strip(around(this._cards, this._id), { chosen: this._id, settings, open })}
        <div class=${`tournament-columns ${stage}`}>
          ${stage === "coming" ? this._before(found) : this._during(found, stage)}
        </div>`,
      this.element,
    );
  }

  _head({ card, turn, ends_at: end }: Tournament, stage: string) {
    const rules = readRules(card.rules, this._parts.settings);
    const all = () => this._parts.open("tournaments");
    return html`
      <header class="tournament-head">
        <h1>${tournamentName(card)}</h1>
        <span class="tournament-tag">${icon("home")}${levelText(rules.level, rules.ruleset, this._parts.settings)}</span>
        <span class="tournament-tag">${boardText(rules, this._parts.settings).split(", ").slice(1).join(", ")}</span>
        ${spacer}
        ${stage === "playing" && end !== null ? this._clock(message("tournament.ends-in"), leftText(end - this._now)) : nothing}
        ${stage === "playing" && end === null ? html`<b class="turn">${message("tournament.turn", { turn, turns: card.turns })}</b>` : nothing}
        ${stage === "over" ? html`<span class="tournament-tag">${message("tournament.is-over")}</span>` : nothing}
        ${button(message("tournament.all"), all, { kind: "quiet", iconName: "calendar" })}
        ${this._share()}
      </header>`;
  }

  _clock(label: string, words: string) {
    return html`<span class="clock" role="timer"><span class="muted small">${label}</span> <b>${words}</b></span>`;
  }

  _share() {
    const copy = async () => {
      await navigator.clipboard.writeText(linkTo(`/tournament/${this._id}`)).catch(() => {});
      this._copied = true;
      this.show();
      setTimeout(() => {
        this._copied = false;
      }, COPIED);
    };
    const words = this._copied ? message("together.copied") : message("tournament.share");
    return button(words, copy, { iconName: this._copied ? "check" : "share" });
  }

  // -- Before it begins

  _before(found: Tournament) {
    const { card } = found;
    const isIn = Boolean(this._me && this._me.state !== "out");
    const left = startOf(card) - this._now;
    const save = () =>
      saveFile(`sapper-${card.id}.ics`, calendarFile(card, linkTo(`/tournament/${card.id}`)), "text/calendar");
    return html`
      <section class="card begins">
        <p class="muted">${message("tournament.begins-in")}</p>
        <p class="until" role="timer">${leftText(left)}</p>
        <p class="muted small">${message("tournament.begins-at", { time: clockTime(startOf(card)) })}</p>
        <div class="thumb">${this._closed(card, { width: 560, height: 300 })}</div>
        <div class="row centred">
          ${
            isIn
              ? button(message("tournament.signed-up"), () => this._want("out"), {
                  iconName: "check",
                  title: message("tournament.sign-off"),
                })
              : button(message("tournament.sign-up"), () => this._want("in"), { kind: "primary big", key: "Enter" })
          }
          ${
            isIn
              ? button(message("tournament.warm-up"), () => this._warmUp(), {
                  kind: "primary big",
                  iconName: "play",
                  key: "Enter",
                })
              : nothing
          }
          ${button(message("tournament.calendar"), save, { kind: "quiet", iconName: "calendar" })}
        </div>
        <p class="muted small">${isIn ? message("tournament.will-call", { seconds: BEFORE }) : message("tournament.late")}</p>
      </section>
      ${this._howItCounts(card)}
      ${this._signedUp(found)}`;
  }

  _howItCounts(card: TournamentCard) {
    const { most, win, less } = formatOf(card);
    const { settings } = this._parts;
    const count = Math.min(most, modeOf(card).seats ?? most);
    const lines: [string, string][] = [
      [message("tournament.length"), lengthText(card)],
      [mode(modeOf(card).name).name, message("tournament.people-each", { count })],
      [message("together.field"), boardText(readRules(card.rules, settings), settings)],
      [message("tournament.a-win"), win()],
      [less(), message("tournament.points", { count: 1 })],
    ];
    return html`
      <section class="card how">
        <h2>${message("tournament.how")}</h2>
        <dl>${lines.map(([label, words]) => html`<div><dt class="muted">${label}</dt><dd>${words}</dd></div>`)}</dl>
        <p class="muted small">${formatOf(card).text()}</p>
      </section>`;
  }

  _signedUp({ lines, card }: Tournament) {
    const { themes } = this._parts;
    const signed = lines.filter(({ state }) => state !== "out").slice(0, SIGNED);
    return html`
      <aside class="card signed">
        <div class="row"><h2>${message("tournament.signed-up")}</h2>${spacer}<span class="muted small">${card.players}</span></div>
        ${signed.length ? nothing : html`<p class="muted small">${message("tournament.first")}</p>`}
        <ol>${repeat(
          signed,
          ({ player }) => player,
          (line, at) => html`<li class=${line.is_me ? "own" : ""}>
            ${avatar(themes, { name: line.name, seat: at, colour: colourOf(line.player), is_bot: line.is_bot })}
            <b>${line.name}</b>${line.is_me ? html` <span class="muted tiny">${message("race.you")}</span>` : nothing}</li>`,
        )}</ol>
      </aside>`;
  }

  // -- While it is played, and afterwards

  _during(found: Tournament, stage: "playing" | "over") {
    return html`
      <section class="card table-card">
        ${stage === "over" ? this._winner(found) : nothing}
        ${standings(found, this._parts.themes)}
        ${found.lines.length ? nothing : html`<p class="muted">${message("tournament.first")}</p>`}
      </section>
      ${stage === "over" ? this._result(found) : this._races(found)}
      <aside class="card own-part">${stage === "over" ? this._howItEnded(found) : this._next(found)}</aside>`;
  }

  _winner({ card }: Tournament) {
    return card.winner
      ? html`<p class="winner">${icon("trophy")}<b>${message("tournament.won-by", { name: card.winner })}</b></p>`
      : nothing;
  }

  _races({ playing }: Tournament) {
    return html`
      <section class="card races">
        <div class="row"><h2>${message("tournament.races-now")}</h2>${spacer}<span class="muted small">${playing.length}</span></div>
        ${playing.length ? nothing : html`<p class="muted small">${message("tournament.no-races")}</p>`}
        ${repeat(
          playing,
          ({ number }) => number,
          (race) => this._race(race),
        )}
      </section>`;
  }

  _race({ party, players, number }: TournamentRace) {
    const { themes } = this._parts;
    const watch = () => this._parts.enterParty((room) => room.join(party, { isWatching: true }));
    const label = message("tournament.watch-race", { number, names: listed(players.map(({ name }) => name)) });
    return html`
      <button type="button" class="tournament-race" aria-label=${label} @click=${watch}>
        ${icon("eye")}
        <span class="racers-short">${players.map(({ name, share = 0, status = "" }, at) => {
          const seat = { name, seat: at, colour: at };
          const isOut = status === "lost" || status === "abandoned";
          return html`<span class=${isOut ? "racer-line out" : "racer-line"} ${styles({ "--who": playerColour(themes, seat) })}>
            ${avatar(themes, seat)}
            <span class="bar"><i ${styles({ width: `${Math.round(share * 100)}%` })}></i></span>
            <b class="tiny">${percent(share)}</b></span>`;
        })}</span>
      </button>`;
  }

  _next(found: Tournament) {
    const { card, party, races } = found;
    const me = this._me;
    const isOut = !me || me.state === "out";
    const isReady = me?.state === "ready";
    const label = isOut && !me ? message("tournament.join-now") : message("tournament.ready");
    return html`
      <div class="row"><h2>${message("tournament.next-board")}</h2>${spacer}
        <span class="muted tiny">${message("tournament.race-number", { number: races + 1 })}</span></div>
      <div class="thumb">${this._closed(card, { width: 260, height: 200 })}</div>
      ${
        party
          ? button(message("tournament.to-race"), () => this._enterRace(party), {
              kind: "primary big",
              iconName: "play",
              key: "Enter",
            })
          : isReady
            ? html`<p class="waiting" role="status">${icon("clock")}${message("tournament.waiting")}</p>`
            : button(label, () => this._want("ready"), { kind: "primary big", key: "R" })
      }
      <p class="muted small">${formatOf(card).hasTurns ? message("tournament.next-turn") : message("tournament.next-race")}</p>
      ${me ? this._own(me, found) : nothing}
      ${me && !isOut ? button(message("tournament.sit-out"), () => this._want("out"), { iconName: "pause" }) : nothing}
      <p class="muted small">${formatOf(card).text()}</p>`;
  }

  _own({ place, points, streak = 0 }: TournamentLine, { card }: Tournament) {
    return html`
      <div class="stats three">
        ${stat(ordinal(place), message("tournament.of-players", { count: card.players }))}
        ${stat(String(points), message("tournament.points-label"))}
        ${stat(String(streak), message("tournament.in-a-row"))}
      </div>`;
  }

  _result({ last_rounds: rounds = [] }: Tournament) {
    const go = (id: string) => follow(() => this._parts.open("round", id));
    return html`
      <section class="card races">
        <h2>${message("tournament.last-races")}</h2>
        ${rounds.length ? nothing : html`<p class="muted small">${message("tournament.nobody")}</p>`}
        <ul>${[...rounds].reverse().map(
          (id, at) => html`<li><a class="round-link" href=${addressOf(`/round/${id}`)} @click=${go(id)}>
            ${icon("replay")}${at ? message("tournament.earlier-race", { number: at + 1 }) : message("tournament.final-race")}</a></li>`,
        )}</ul>
      </section>`;
  }

  _howItEnded(found: Tournament) {
    const { card, races } = found;
    return html`
      ${this._me ? html`<h2>${message("tournament.you")}</h2>${this._own(this._me, found)}` : nothing}
      <h2>${message("tournament.checked")}</h2>
      <p class="muted small">${message("tournament.checked-text")}</p>
      <code class="verify">sapper verify ${linkTo(`/tournament/${card.id}`)}</code>
      ${
        races
          ? html`<a class="btn" href=${fileOf(card.id)} download>${icon("save")}${message("tournament.save")}</a>`
          : nothing
      }
      <p class="muted small">${formatOf(card).text()}</p>`;
  }

  /** The closed board, drawn once for each size of the window's colours. */
  _closed(card: TournamentCard, most: { width: number; height: number }) {
    const { settings, themes } = this._parts;
    const drawn = [card.rules, most.width, themes.name].join(" ");
    if (this._picture?.drawn !== drawn) {
      const { level } = readRules(card.rules, settings);
      this._picture = { canvas: closedPicture(level, themes, most), drawn };
    }
    return this._picture.canvas;
  }
}
