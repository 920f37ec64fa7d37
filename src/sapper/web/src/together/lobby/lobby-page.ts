// The lobby: a new room and the open ones stand side by side.

import type { Parts } from "../../types.ts";

import { button, el, icon, kbd, loadStyles, spacer } from "../../ui/dom.ts";
import * as template from "../../ui/template.ts";
import { noServerPage } from "../../play/no-server-page.ts";
import { LastRounds } from "./last-rounds.ts";
import { NewRoom } from "./new-room.ts";
import { OpenRooms } from "./open-rooms.ts";
import { People } from "./people-here.ts";
import { PeopleList } from "./people-met.ts";
import { SolverCard } from "./solver-card.ts";
import { NextTournament } from "../tournaments/next-card.ts";
import { levelText, partyName, readRules } from "../wording.ts";
import { rulesText } from "../room-fields.ts";
import { isServerGone } from "../../state.ts";
import { MODES, type Mode } from "../../modes.ts";
import { MODE_PAGES } from "../modes/index.ts";
import { action, message, mode } from "../../ui/words.ts";

const MATCHES = Object.values(MODES).filter(({ isMatch }) => isMatch);
const SOLVER_AFTER = 10; // seconds, as the server has it
const CODE = /^[A-Z]{8}$/;
const LINK = /\/r\/([\w-]{10,40})\/?$/;

/** Make the lobby, with the styles that it shares with rooms. */
export async function lobbyPage(parts: Parts) {
  if (isServerGone(parts.state)) return noServerPage(message("page.together"), message("local.together"));
  await loadStyles("party.css");
  return new LobbyPage(parts);
}

class LobbyPage {
  _parts: Parts;
  name = "together";
  _new: NewRoom;
  _rooms: OpenRooms;
  _last: LastRounds;
  _solver: SolverCard;
  _people: People;
  _met: PeopleList;
  _tournament: NextTournament;
  _code: HTMLInputElement;
  _error: HTMLParagraphElement;
  _quickText: HTMLParagraphElement;
  _bots: HTMLInputElement;
  _here: HTMLDivElement;
  element: HTMLDivElement;

  constructor(parts: Parts) {
    this._parts = parts;
    this._new = new NewRoom(
      parts,
      () => this._create(),
      () => this._solver?.update(),
    );
    this._solver = new SolverCard(parts, () => this._new.terms);
    this._people = new People();
    this._met = new PeopleList(parts);
    this._tournament = new NextTournament(parts);
    this._rooms = new OpenRooms(parts);
    this._last = new LastRounds(parts);
    const field = { class: "field", maxlength: "120", autocomplete: "off", spellcheck: "false" };
    const label = message("together.code");
    this._code = el("input", { ...field, placeholder: label, "aria-label": label });
    this._error = el("p", { class: "error small", role: "status" });
    this._quickText = el("p", { class: "muted small" });
    this._bots = el("input", { type: "checkbox" });
    this._here = el("div", { class: "card here", hidden: true });
    this.element = el(
      "div",
      { class: "lobby" },
      el(
        "header",
        {},
        el(
          "div",
          {},
          el("h1", {}, message("together.title")),
          el("p", { class: "muted" }, this._people.here, message("together.text")),
        ),
        spacer(),
        el(
          "form",
          { class: "code-form", onsubmit: (event: Event) => this._enterCode(event) },
          el("div", { class: "code-field" }, icon("link"), this._code, kbd("J")),
          el("button", { type: "submit", class: "btn" }, message("together.join")),
          this._error,
        ),
      ),
      this._here,
      el(
        "div",
        { class: "columns" },
        this._new.element,
        el(
          "div",
          { class: "finding" },
          this._quick(),
          this._tournament.element,
          this._solver.element,
          this._rooms.element,
          this._met.element,
          this._last.element,
        ),
      ),
    );
    this.update();
  }

  _quick() {
    return el(
      "section",
      { class: "card quick" },
      el("span", { class: "party-badge" }, icon("bolt")),
      el(
        "div",
        { class: "words" },
        el("div", { class: "row" }, el("h2", {}, message("together.quick")), spacer(), this._people.looking),
        this._quickText,
        el("label", { class: "bots small" }, this._bots, message("together.quick-bots")),
        el("p", { class: "muted small" }, message("opponents.after", { seconds: SOLVER_AFTER })),
      ),
      MATCHES.map((one) =>
        button(mode(one.name).name, () => this._match(one), { iconName: MODE_PAGES[one.name].icon }),
      ),
    );
  }

  _match({ name, hasTurns, rules: own }: Mode) {
    const rules = hasTurns ? own : rulesText({ ...this._new.rules, lives: 1 });
    this._parts.enterParty((party) => party.match({ mode: name, rules, is_public: true }, this._bots.checked));
  }

  _create() {
    const { terms } = this._new;
    this._parts.enterParty((party) => party.host(terms));
  }

  _enterCode(event: Event) {
    event.preventDefault();
    const typed = this._code.value.trim();
    const id = LINK.exec(typed)?.[1];
    const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, "");
    this._error.textContent = id || CODE.test(code) ? "" : message("together.code-wrong");
    if (id) this._parts.enterParty((party) => party.join(id));
    else if (CODE.test(code)) this._parts.enterParty((party) => party.joinByCode(code));
  }

  key(typed: string) {
    if (typed === "enter") this._create();
    else if (typed === "j") this._code.focus();
    else return false;
    return true;
  }

  update() {
    const { ruleset, level } = this._new.rules;
    const { settings } = this._parts;
    const inTurns = readRules(MATCHES.find(({ hasTurns }) => hasTurns)?.rules ?? "", settings);
    this._quickText.textContent = message("together.quick-text", {
      level: levelText(level, ruleset, settings),
      turns: levelText(inTurns.level, inTurns.ruleset, settings),
    });
    this._showHere();
  }

  /** The room that the player is in, and the way back to it. */
  _showHere() {
    const { state, room } = this._parts;
    const { party } = state;
    const name = party?.isEntered ? partyName(party) : "";
    this._here.hidden = !name;
    const leave = () => room()?.leave();
    template.render(
      template.html`
        <span>${message("together.in-room", { room: name })}</span>${template.spacer}
        ${template.button(action("leave-room").name, leave, { kind: "quiet" })}
        ${template.button(message("together.go-back"), () => room()?.show())}`,
      this._here,
    );
  }

  paint() {
    this._new.paint();
    this._rooms.paint();
    this._met.paint();
    this._last.paint();
    this._tournament.paint();
  }

  left() {
    this._rooms.left();
    this._met.left();
    this._last.left();
    this._people.left();
    this._tournament.left();
  }
}
