// @ts-check
// What the next game is, and when it begins.

/** @import { Game } from "./game.js" */
/** @import { RemoteSession } from "./remote-session.js" */
/** @import { Settings } from "./settings.js" */
/** @import { State, Value } from "./types.js" */

import { fitScreen } from "./fit-screen.js";
import { isBegun, isWorthAsking, parseSize, withoutLayout } from "./state.js";
import { message, rule } from "./words.js";

const SOON = 900; // ms before a new game begins by itself, if the player wants that
const RULES = ["level", "ruleset", "rules", "no-guess"];

export class Choices {
  /**
   * `confirm` asks before a long game is given up, `rearm` makes keys and buttons follow the choices,
   * `showBriefly` says what became of one.
   * @param {{
   *   state: State,
   *   settings: Settings,
   *   session: RemoteSession,
   *   confirm: (giveUp: () => void) => void,
   *   rearm: () => void,
   *   showBriefly: (text: string) => void,
   *   changed: () => void,
   * }} parts
   */
  constructor({ state, settings, session, confirm, rearm, showBriefly, changed }) {
    this._state = state;
    this._settings = settings;
    this._session = session;
    this._confirm = confirm;
    this._changed = changed;
    this._rearm = rearm;
    this._showBriefly = showBriefly;
    this._asked = 0; // the request for another completion
    /** @type {{ game: string, isOn: boolean } | null} what was chosen in a game */
    this._marks = null;
    this._areRulesChosen = false;
    this._timer = 0;
    session.on("board", ({ isSame }) => {
      if (isSame) return;
      this._areRulesChosen = false;
      clearTimeout(this._timer);
    });
  }

  /**
   * Begin a game: by rules, by the ones that were chosen since this game began, or by the ones of this game.
   * @param {string | null} rules
   */
  newGame(rules = null, isSure = false) {
    if (!isSure && this._isConfirming(() => this.newGame(rules, true))) return;
    clearTimeout(this._timer);
    this._session.newGame(rules ?? this._rules);
  }

  /** The rules that were chosen since this game began, else its own. */
  get _rules() {
    const { game } = this._state;
    return game && !this._areRulesChosen ? this._settings.withMarks(game.rules, this.marks) : this._settings.rules;
  }

  /**
   * Begin the game of a seed.
   * @param {string} seed
   */
  seed(seed, isSure = false) {
    if (!isSure && this._isConfirming(() => this.seed(seed, true))) return;
    clearTimeout(this._timer);
    this._session.newGame(this._rules, seed);
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

  /** Begin the same game on a random board. */
  playRandom() {
    if (this._state.game) this.newGame(withoutLayout(this._state.game.rules));
  }

  /**
   * Ask before a long game is given up, if the player wants that; return whether that was necessary.
   * @param {() => void} giveUp
   */
  _isConfirming(giveUp) {
    if (!isWorthAsking(this._state, this._settings.get("game", "confirm-new-after"))) return false;
    this._confirm(giveUp);
    return true;
  }

  // -- Choices for the next game

  /**
   * Begin a game of a level; the level is not chosen if the game in play goes on instead.
   * @param {string} level
   */
  level(level, isSure = false) {
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

  /** @param {string} grade */
  grade(grade) {
    this._settings.set("game", "no-guess", grade);
    this._restartIfReady();
    this._changed();
  }

  /** @param {string} name */
  ruleset(name) {
    this._settings.setRuleset(name);
    this._restartIfReady();
    this._changed();
  }

  /**
   * Choose a rule. Question marks and completion change the game in play, the others the next one.
   * @param {string} name
   * @param {Value | string[]} value
   */
  rule(name, value) {
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

  /**
   * The game in play can be won in another way from now on, unless the server refuses that.
   * @param {Game} game
   * @param {string} value
   */
  _changeCompletion(game, value) {
    if (game.status === "playing" && !game.choices.practice) this._asked = this._session.changeCompletion(value);
    else this._appliesNext();
  }

  /**
   * Take a refusal, if it is of a change that then waits for the next game; return whether it was.
   * @param {number | null | undefined} n
   */
  refused(n) {
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

  /** What wins the game in play, or else the next one. */
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

  /**
   * Note that a setting was changed.
   * @param {string} section
   * @param {string} name
   */
  settingChanged(section, name) {
    if (section === "game" && RULES.includes(name)) this._areRulesChosen = true;
  }
}

/**
 * Return words for a rule that was chosen.
 * @param {"questions" | "completion"} name
 * @param {unknown} value
 */
export function chosen(name, value) {
  const { title, value: nameOf } = name === "questions" ? rule("questions") : rule("completion");
  return message("commands.choice", { name: title, value: nameOf(value) });
}
