// What the server says about the game in play, and what the page does then: it is painted, read out and heard.

import type { App } from "./app.ts";
import type { Sound, Sounds } from "../play/sounds.ts";
import type { SessionEvents } from "../types.ts";

import { loadIcons, loadStyles, whenIdle } from "../ui/dom.ts";
import { loadWords } from "../ui/language.ts";
import { chosen } from "../play/new-game/choices.ts";
import { minesLeftWords } from "../board/mines-left.ts";
import { announce } from "../ui/announce.ts";
import { message, status } from "../ui/words.ts";

const BEGINS_GAMES = new Set(["custom", "pick-level", "enter-seed", "places"]); // pages that have no use once a game came
const MARKS = new Set(["flag", "question", "clear"]);
const UNSAID = new Set(["room", "game", "stale", "over", "paused", "cancelled", "busy"]); // refusals that need no words

export class BoardEvents {
  _app: App;
  _oldEnd = ""; // the game that was over when it came: nothing to celebrate
  _isAhead = false;
  _forgiven = 0; // forced guesses that were said to be safe
  _sounds: Sounds | null = null;

  constructor(app: App) {
    this._app = app;
    const { session, effects, view, shell } = app;
    session.on("board", (event) => this._boardCame(event));
    session.on("marked", (mark) => {
      effects.mark(mark);
      this._sound(() => "flag");
    });
    session.on("delta", (event) => this._deltaCame(event));
    session.on("chunk", (part) => view.invalidatePart(part));
    session.on("over", (event) => this._gameEnded(event));
    session.on("review", (review) => this._reviewed(review));
    session.on("answer", (message) =>
      message.t === "draft" ? app.draft?.answered(message) : app.advice?.answered(message),
    );
    session.on("refused", (event) => this._refused(event));
    session.on("gone", () => this._gameGone());
    session.on("back", () => shell.lineBack());
  }

  _boardCame({ isSame, isAsked }: SessionEvents["board"]) {
    const { state, shell, view, input, applied, redraw } = this._app;
    const { game, page } = state;
    if (!game) return;
    redraw.changed({ isLayout: true }); // first, so that the board is painted at its size
    if (!isSame) {
      this._oldEnd = game.isOver ? game.id : "";
      redraw.reveal([]);
      shell.closeQuestion();
      if (BEGINS_GAMES.has(page) || (page && shell.isPhone)) shell.closePage(); // a sheet covers the board
    }
    this._forgiven = game.forgiven;
    this._app.playing.boardCame({ isSame });
    view.show(game, { keepView: isSame });
    if (!isSame) input.place(game);
    applied.rearm();
    this._app.boardCame(game, !isSame && isAsked);
    this._app.advice?.clear();
    if (!isSame) this._app.draft?.forget();
    input.refresh();
    this._loadAhead();
  }

  /** Load what the first hint and the end of a game need, while nothing else is to do. */
  _loadAhead() {
    if (this._isAhead) return;
    this._isAhead = true;
    whenIdle(() =>
      Promise.all([
        loadIcons("icons-more.svg"),
        import("../play/advice/advice.ts"),
        import("../play/notices.ts"),
        import("../play/end/page.ts"),
        loadStyles("end.css"),
        loadWords("advice-words"),
        this._app.solo.recordHand(),
      ]),
    );
  }

  _deltaCame({ delta, changes }: SessionEvents["delta"]) {
    const { effects, input, redraw, advice, draft, playing } = this._app;
    playing.moved();
    this._sayForgiven();
    effects.show(delta, changes);
    if (delta.kind !== "hint") {
      advice?.moved();
      draft?.moved();
    }
    if (delta.status === "lost" && typeof delta.cell === "number") redraw.reveal([delta.cell]);
    input.refresh();
    this._announce(delta);
    this._sound(({ soundOf }) => soundOf(delta, changes));
  }

  /** Say that a guess was safe by the rules, because nothing was certain. */
  _sayForgiven() {
    const { state, news } = this._app;
    const forgiven = state.game?.forgiven ?? 0;
    if (forgiven > this._forgiven) news.showBriefly(message("game.guess-held"));
    this._forgiven = forgiven;
  }

  /** Play a sound, where the player wants sounds: what makes them is loaded with the first. */
  async _sound(choose: (module: typeof import("../play/sounds.ts")) => Sound | null) {
    const { settings } = this._app;
    if (!settings.get("sound", "on")) return;
    const sounds = await import("../play/sounds.ts");
    this._sounds ??= new sounds.Sounds(settings);
    this._sounds.play(choose(sounds));
  }

  /** Say what a mark or the end of a pause changed; other moves are announced with their effects. */
  _announce({ kind, cell }: SessionEvents["delta"]["delta"]) {
    const { state, news, controls } = this._app;
    const { game } = state;
    if (!game || game.isOver) return;
    if (kind === "resume") announce(`${status("playing")}, ${minesLeftWords(game.minesLeft)}`);
    else if (kind.startsWith("completion-")) news.showBriefly(chosen("completion", game.choices.completion));
    else if (MARKS.has(kind)) controls.read("mark", [Math.floor((cell ?? 0) / game.width), (cell ?? 0) % game.width]);
  }

  _gameEnded({ message, isNew }: SessionEvents["over"]) {
    const { state, times, view, shell, board, playing } = this._app;
    const isFresh = isNew && this._oldEnd !== message.game;
    times.forget();
    view.invalidateAll(); // a win shows where the mines are
    if (isFresh) {
      if (state.page) shell.closePage();
      board.celebrate(message.status);
    }
    playing.ended(message, isFresh);
  }

  _reviewed({ cells }: SessionEvents["review"]) {
    this._app.effects.showReview();
    this._app.redraw.revealMore([...(cells.reason ?? []), ...(cells.safe ?? [])]);
  }

  _gameGone() {
    const { view, shell, playing } = this._app;
    this._app.stopEntering();
    this._app.draft?.forget();
    view.show(null);
    playing.gone();
    shell.leaveRoom();
  }

  _refused({ message, isAsked, mark }: SessionEvents["refused"]) {
    const { effects, input, choices, advice, draft, questions } = this._app;
    effects.unmark(mark);
    input.refresh();
    const isForAdvice =
      choices.refused(message.n) || (advice?.refused(message) ?? false) || (draft?.refused(message) ?? false);
    this._app.stopEntering();
    if (message.code === "no-board") questions.noBoard(message);
    else if (!isForAdvice && isAsked && !UNSAID.has(message.code)) questions.complain(message);
  }
}
