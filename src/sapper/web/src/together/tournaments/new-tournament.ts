// A new tournament: everything about it has a default, so that one press makes it.

import type { TemplateResult } from "../../ui/template.ts";
import type { Parts } from "../../types.ts";

import { el } from "../../ui/dom.ts";
import { button, html, nothing, render } from "../../ui/template.ts";
import { layoutField, levelField, rulesText, segments, stepper } from "../room-fields.ts";
import { readRules } from "../wording.ts";
import { LEVELS } from "../../input/settings.ts";
import { MODES, type ModeName } from "../../modes.ts";
import { makeTournament } from "./requests.ts";
import { FORMATS, formatOf } from "./words.ts";
import { capitalized, message, mode as modeWords } from "../../ui/words.ts";

const STARTS = [5, 15, 30, 60]; // minutes
const LENGTHS = [10, 20, 40, 60];
const LONGEST_NAME = 40; // letters, as the server has it

/** The ways to play of which a race of a tournament may be: each for oneself, on one board. */
const playable = () => Object.values(MODES).filter(({ winsBy, hasBoards }) => winsBy !== "team" && !hasBoards);

export class NewTournament {
  _parts: Parts;
  _error = "";
  _isAsking = false;
  _format = FORMATS[0];
  _mode: ModeName = playable()[0].name;
  _rules: string;
  _startsIn = STARTS[0];
  _minutes = LENGTHS[1];
  _turns = 5;
  _name = "";
  element = el("section", { class: "card new-tournament" });

  constructor(parts: Parts) {
    this._parts = parts;
    const own = String(parts.settings.given("game").level ?? "");
    const level = LEVELS.includes(own) ? own : "intermediate";
    this._rules = rulesText(readRules(`${parts.settings.ruleset} ${level} layout=no-guess`, parts.settings));
    this.show();
  }

  show() {
    const { settings } = this._parts;
    const rules = readRules(this._rules, settings);
    const changed = (change: () => void) => {
      change();
      this.show();
    };
    const choose = (text: string) =>
      changed(() => {
        this._rules = text;
      });
    const minutes = (values: readonly number[]) =>
      values.map((count) => [String(count), message("count.time-minutes", { minutes: count })] as const);
    render(
      html`
        <h2>${message("tournament.new")}</h2>
        ${segments(
          message("tournament.kind"),
          FORMATS.map(({ name, title }) => [name, title()] as const),
          this._format.name,
          (name) =>
            changed(() => {
              this._format = formatOf({ format: name });
            }),
        )}
        <p class="muted small">${this._format.text()}</p>
        ${field(
          message("tournament.name"),
          html`<input class="field" data-name="name" maxlength=${LONGEST_NAME} aria-label=${message("tournament.name")}
            placeholder=${message("tournament.name-hint")} .value=${this._name}
            @input=${({ target }: Event) => {
              this._name = (target as HTMLInputElement).value;
            }}>`,
        )}
        ${field(
          message("together.mode"),
          segments(
            message("together.mode"),
            playable().map(({ name }) => [name, modeWords(name).name] as const),
            this._mode,
            (name) => this._chooseMode(name),
          ),
        )}
        ${field(message("together.field"), levelField(settings, rules, choose))}
        ${MODES[this._mode].hasTurns ? nothing : field(message("together.layout"), layoutField(rules, choose))}
        ${field(
          capitalized(message("tournament.begins-in")),
          segments(message("tournament.begins-in"), minutes(STARTS), String(this._startsIn), (count) =>
            changed(() => {
              this._startsIn = Number(count);
            }),
          ),
        )}
        ${field(
          message("tournament.length"),
          this._format.hasTurns
            ? stepper(message("tournament.length"), this._turns, { least: 1, most: 15 }, (count) =>
                changed(() => {
                  this._turns = count;
                }),
              )
            : segments(message("tournament.length"), minutes(LENGTHS), String(this._minutes), (count) =>
                changed(() => {
                  this._minutes = Number(count);
                }),
              ),
        )}
        ${this._error ? html`<p class="error" role="status">${this._error}</p>` : nothing}
        ${button(message("tournament.make"), () => this._make(), { kind: "primary big", isOff: this._isAsking })}`,
      this.element,
    );
  }

  /** A game in turns has a board of its own. */
  _chooseMode(name: ModeName) {
    const { settings } = this._parts;
    if (MODES[name].hasTurns !== MODES[this._mode].hasTurns) {
      const usual = `${settings.ruleset} intermediate layout=no-guess`;
      this._rules = rulesText(readRules(MODES[name].hasTurns ? MODES[name].rules : usual, settings));
    }
    this._mode = name;
    this.show();
  }

  async _make() {
    this._isAsking = true;
    this.show();
    try {
      const made = await makeTournament({
        format: this._format.name,
        mode: this._mode,
        rules: this._rules,
        name: this._name.trim(),
        starts_in: this._startsIn,
        minutes: this._minutes,
        turns: this._turns,
      });
      this._parts.open("tournament", made.card.id);
    } catch (error) {
      this._error = error instanceof Error ? error.message : message("alone.failed");
    }
    this._isAsking = false;
    this.show();
  }
}

const field = (label: string, control: TemplateResult) =>
  html`<div class="labelled"><span class="label" aria-hidden="true">${label}</span>${control}</div>`;
