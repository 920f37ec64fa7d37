// What the next game is, and when it begins.

import type { Game } from "../../board/model.ts";
import type { Moment } from "../../protocol.ts";
import type { RemoteSession } from "../../net/session.ts";
import type { Settings } from "../../input/settings.ts";
import type { State, Value } from "../../types.ts";

import { fitScreen } from "./fit-screen.ts";
import { canGoOn, isBegun, isWorthAsking, parseSize, withPractice, withoutLayout } from "../../state.ts";
import { message, rule } from "../../ui/words.ts";

const SOON = 900; // ms before a new game begins by itself, if the player wants that
const RULES = ["level", "ruleset", "rules", "no-guess"];

export class Choices {
  _state: State;
  _settings: Settings;
  _session: RemoteSession;
  _confirm: (giveUp: () => void) => void;
  _changed: () => void;
  _rearm: () => void;
  _showBriefly: (text: string) => void;
  _asked = 0; // the request for another completion
  _marks: { game: string; isOn: boolean } | null = null; // what was chosen in a game
  _areRulesChosen = false;
  _timer = 0;
  /** A start that waits until the game of the room is known */
  _waiting: { room: string | null; begin: () => void } | null = null;

  /**
   * `confirm` asks before a long game is given up, `rearm` makes keys and buttons follow the choices,
   * `showBriefly` says what became of one.
   */
  constructor({
    state,
    settings,
    session,
    confirm,
    rearm,
    showBriefly,
    changed,
  }: {
    state: State;
    settings: Settings;
    session: RemoteSession;
    confirm: (giveUp: () => void) => void;
    rearm: () => void;
    showBriefly: (text: string) => void;
    changed: () => void;
  }) {
    this._state = state;
    this._settings = settings;
    this._session = session;
    this._confirm = confirm;
    this._changed = changed;
    this._rearm = rearm;
    this._showBriefly = showBriefly;
    session.on("board", ({ isSame }) => {
      if (isSame) return;
      this._areRulesChosen = false;
      clearTimeout(this._timer);
    });
    session.on("gone", () => this._beginWaiting());
    session.on("change", () => {
      if (!this._waiting || session.isUnknown) return;
      if (this._waiting.room === state.room) this._beginWaiting();
      this._waiting = null; // else something else was begun instead
    });
  }

  _beginWaiting() {
    this._waiting?.begin();
    this._waiting = null;
  }

  /** Begin a game: by rules, by the ones that were chosen since this game began, or by the ones of this game. */
  newGame(rules: string | null = null, isSure = false) {
    if (!isSure && this._isConfirming(() => this.newGame(rules, true))) return;
    clearTimeout(this._timer);
    this._session.newGame(rules ?? this._rules);
  }

  /** The rules that were chosen since this game began, else its own. */
  get _rules() {
    const { game } = this._state;
    return game && !this._areRulesChosen ? this._settings.withMarks(game.rules, this.marks) : this._settings.rules;
  }

  /** The rules that a board of an entered seed would have. */
  get seedRules() {
    return this._rules;
  }

  /** Begin the game of a seed. */
  seed(seed: string, isSure = false) {
    if (!isSure && this._isConfirming(() => this.seed(seed, true))) return;
    clearTimeout(this._timer);
    this._session.newGame(this._rules, seed);
  }

  /** Begin a game in a way of its own, once the player has given up the one in play. */
  beginOther(begin: () => void) {
    if (this._isConfirming(begin)) return;
    clearTimeout(this._timer);
    begin();
  }

  /** Begin a game at a moment of a finished one; `begun` is called when it is asked for. */
  from(rules: string, moment: Moment, begun: () => void = () => {}) {
    this.beginOther(() => {
      begun();
      this._session.newGameFrom(rules, moment);
    });
  }

  /** Whether a game begins in a moment. */
  get isBeginningSoon() {
    return this._timer !== 0;
  }

  /** Begin a game in a moment. */
  newGameSoon() {
    this._timer = setTimeout(() => this.newGame(), SOON);
  }

  retry(isSure = false) {
    if (!this._state.game || (!isSure && this._isConfirming(() => this.retry(true)))) return;
    clearTimeout(this._timer);
    this._session.retry();
  }

  /** Take back a move; after a loss in earnest, go on as practice from before the move that lost. */
  undo() {
    const { game, over } = this._state;
    if (!game || !over?.finished_id || !canGoOn(this._state)) return this._session.takeBack("undo");
    clearTimeout(this._timer);
    this._session.newGameFrom(withPractice(game.rules, true), { game: over.finished_id, actions: over.seq - 1 });
  }

  /** Begin the same game on a random board. */
  playRandom() {
    if (this._state.game) this.newGame(withoutLayout(this._state.game.rules));
  }

  /**
   * Ask before a long game is given up, if the player wants that; return whether that was necessary. Where the server
   * has not said yet what is in play, that is found out first.
   */
  _isConfirming(giveUp: () => void) {
    if (this._session.isUnknown) {
      this._waiting = { room: this._state.room, begin: () => this._isConfirming(giveUp) || giveUp() };
      if (this._state.isOffline) this._showBriefly(message("page.start-later"));
      return true;
    }
    if (!isWorthAsking(this._state, this._settings.get("game", "confirm-new-after"))) return false;
    this._confirm(giveUp);
    return true;
  }

  // -- Choices for the next game

  /** Begin a game of a level; the level is not chosen if the game in play goes on instead. */
  level(level: string, isSure = false) {
    if (!isSure && this._isConfirming(() => this.level(level, true))) return;
    if (parseSize(level)) this._settings.set("game", "custom", level);
    this._settings.set("game", "level", level);
    this.newGame(this._settings.rules, true);
  }

  /** Begin a game on the board that fills the screen, as dense as the level that is chosen. */
  fitScreen() {
    const { width, height, mines } = fitScreen(this._settings);
    this.level(`${width}x${height}/${mines}`);
  }

  grade(grade: string) {
    this._settings.set("game", "no-guess", grade);
    this._restartIfReady();
    this._changed();
  }

  ruleset(name: string) {
    this._settings.setRuleset(name);
    this._restartIfReady();
    this._changed();
  }

  /** Choose a rule. Question marks and completion change the game in play, the others the next one. */
  rule(name: string, value: Value | string[]) {
    const { game } = this._state;
    this._settings.setRule(name, value);
    if (name === "questions") {
      this._marks = { game: game?.id ?? "", isOn: Boolean(value) };
      this._rearm();
      this._showBriefly(chosen("questions", value));
    } else if (name === "completion" && game && isBegun(this._state)) {
      this._changeCompletion(game, String(value));
    } else {
      this._restartIfReady();
    }
    this._changed();
  }

  /** The game in play can be won in another way from now on, unless the server refuses that. */
  _changeCompletion(game: Game, value: string) {
    if (game.status === "playing" && !game.choices.practice) this._asked = this._session.changeCompletion(value);
    else this._appliesNext();
  }

  /** Take a refusal, if it is of a change that then waits for the next game; return whether it was. */
  refused(n: number | null | undefined) {
    if (!this._asked || n !== this._asked) return false;
    this._asked = 0;
    this._appliesNext();
    return true;
  }

  /** Whether a second press on a flag sets a question mark: in the game in play, or else in the next one. */
  get marks() {
    const { game } = this._state;
    if (game && this._marks?.game === game.id) return this._marks.isOn;
    return Boolean(
      game && !this._settings.isOwn("questions") ? game.choices.questions : this._settings.rule("questions"),
    );
  }

  /** The rule that wins the game in play, or else the next one. */
  get completion() {
    const { game } = this._state;
    return game && !game.isOver ? game.choices.completion : this._settings.rule("completion");
  }

  /** Before the first move a choice applies at once, later to the next game. */
  _restartIfReady() {
    if (isBegun(this._state)) this._appliesNext();
    else if (this._state.game) this.newGame(this._settings.rules);
  }

  _appliesNext() {
    this._showBriefly(message("new.applies-next"));
  }

  /** Note that a setting was changed. */
  settingChanged(section: string, name: string) {
    if (section === "game" && RULES.includes(name)) this._areRulesChosen = true;
  }
}

/** Return words for a rule that was chosen. */
export function chosen(name: "questions" | "completion", value: unknown) {
  const { title, value: nameOf } = name === "questions" ? rule("questions") : rule("completion");
  return message("commands.choice", { name: title, value: nameOf(value) });
}
