// The page as a whole: its parts, and what passes between them.

import type { Advice } from "../play/advice/advice.ts";
import type { Draft } from "../play/draft/draft.ts";
import type { Cover } from "./cover.ts";
import type { Game } from "../board/model.ts";
import type { News } from "./news.ts";
import type { PartyRoom } from "../together/room.ts";
import type { PartySession } from "../together/session.ts";
import type { Page, Parts, Playing } from "../types.ts";

import { pathNow } from "../ui/address.ts";
import { Absence } from "./pause-on-leave.ts";
import { announce } from "../ui/announce.ts";
import type { AppliedSettings } from "./apply-settings.ts";
import { BoardControls } from "./board-controls.ts";
import { BoardEvents } from "./board-events.ts";
import type { BoardInput } from "../input/board-input.ts";
import { isBoardLink } from "../home/board-link.ts";
import type { Choices } from "../play/new-game/choices.ts";
import { load, whenIdle } from "../ui/dom.ts";
import { onLanguage } from "../ui/language.ts";
import { Effects } from "../play/effects.ts";
import type { PlayScreen } from "../play/play-screen.ts";
import { Questions } from "./questions.ts";
import type { Redraw } from "./redraw.ts";
import { RemoteSession } from "../net/session.ts";
import { SCREENS, placeOf } from "./shell/screens.ts";
import type { Shell } from "./shell/shell.ts";
import type { SoloGame } from "./solo-game.ts";
import { newState } from "../state.ts";
import type { TouchQuestion } from "../input/touch-question.ts";
import type { Upgrade } from "./offline/upgrade.ts";
import {
  makeAllCommands,
  makeApplied,
  makeBoard,
  makeChoices,
  makeInput,
  makeParts,
  makeRedraw,
  makeShell,
  makeSolo,
  makeTouchQuestion,
} from "./wiring.ts";

/** The parts that the start page has already. */
type StartContext = Pick<Parts, "settings" | "themes" | "times"> & {
  news: News;
  upgrade?: Upgrade | null;
  home?: Page | null;
  isTouched?: boolean;
};

export class App {
  state = newState();
  settings;
  themes;
  times;
  news: News;
  upgrade: Upgrade | null;
  _home: Page | null;
  _isEntering = false; // a room was chosen whose board has not come yet
  advice: Advice | null = null;
  draft: Draft | null = null;
  room: PartyRoom | null = null;
  session: RemoteSession;
  absence: Absence;
  questions: Questions;
  choices: Choices;
  commands;
  board: PlayScreen;
  view;
  grid;
  shell: Shell;
  input: BoardInput;
  controls: BoardControls;
  applied: AppliedSettings;
  touchQuestion: TouchQuestion;
  effects: Effects;
  parts: Parts;
  solo: SoloGame;
  redraw: Redraw;

  constructor({ settings, themes, times, news, upgrade = null, home = null, isTouched = false }: StartContext) {
    this.state.isTouch = isTouched;
    this.settings = settings;
    this.themes = themes;
    this.times = times;
    this.news = news;
    this.upgrade = upgrade;
    this._home = home;
    this.session = new RemoteSession(this.state, {
      name: () => settings.get("game", "name") || null,
      view: () => this.view.view,
      addressed: () => placeOf(pathNow()).id,
      rulesets: () => settings.schema,
      isRanked: () => settings.get("game", "ranked") !== false,
    });
    this.absence = new Absence(this.state, this.session);
    this.questions = new Questions({ parts: () => this.parts, shell: () => this.shell, news });
    this.choices = makeChoices(this);
    this.commands = makeAllCommands(this);
    this.board = makeBoard(this);
    this.view = this.board.view;
    this.grid = this.board.grid;
    this.shell = makeShell(this);
    this.input = makeInput(this);
    this.controls = new BoardControls(this);
    this.applied = makeApplied(this);
    this.touchQuestion = makeTouchQuestion(this);
    this.effects = new Effects(this.state, this.view, announce);
    this.parts = makeParts(this);
    this.solo = makeSolo(this);
    this.redraw = makeRedraw(this);
    new BoardEvents(this);
    this._listen();
  }

  /** Show what the address names, and do what was asked for on the start page. */
  start(first: ((app: App) => void) | null) {
    this.applied.start();
    this._themed();
    if (!first && placeOf(pathNow()).name !== "party") this.session.resume();
    this.session.connect();
    if (this._home) this.shell.adopt(this._home);
    if (first) first(this);
    else this.shell.goTo(pathNow());
    if (isBoardLink()) this.questions.openBoard();
  }

  /** The player of the board: the room that the player is in, else a game alone. */
  get playing(): Playing {
    return this.all.find(({ isCurrent }) => isCurrent) ?? this.solo;
  }

  get all(): Playing[] {
    return this.room ? [this.room, this.solo] : [this.solo];
  }

  _listen() {
    const { session, themes, shell, grid } = this;
    session.on("change", () => {
      this.absence.check();
      this.changed();
    });
    session.on("named", () => {
      this.times.forget();
      shell.panel.named();
    });
    session.on("version", (version) => whenIdle(() => this._versionCame(version)));
    themes.onChange = () => this._themed();
    onLanguage(() => this._remakePages());
    grid.onFocus = (cell) => this.input.putCursor(cell);
    grid.onClick = (cell) => this.controls.open(cell);
    addEventListener("hashchange", () => isBoardLink() && this.questions.openBoard());
  }

  /** The server named the version of its page: what follows that is loaded when nothing else is to do. */
  async _versionCame(version: string) {
    const { Upgrade } = await import("./offline/upgrade.ts");
    this.upgrade ??= new Upgrade(this.news);
    this.upgrade.isPlaying = () => this.playing.isInPlay;
    this.upgrade.isFree = () => this._isFree();
    this.upgrade.versionCame(version);
  }

  // -- What is done

  run(name: string) {
    const command = this.commands.get(name);
    if (!command || this.playing.refuses(name)) return;
    command.run();
    this.shell.restoreFocus();
  }

  /** Ask for a hint, the odds or the best move: what they need is loaded with the first of them. */
  async assist(topic: "hint" | "certain" | "odds" | "move") {
    const { Advice } = await load(import("../play/advice/advice.ts"), "advice-words");
    this.advice ??= new Advice({
      parts: this.parts,
      setMarks: (marks) => this.effects.setMarks(marks),
      reveal: (cells) => this.redraw.reveal(cells),
      putCursor: (cell) => this.input.putCursor(cell),
      say: announce,
      confirm: (name, give) => this.questions.confirmHelp(name, give),
      changed: () => this.changed(),
    });
    this.advice.give(topic);
  }

  /** Draw a draft, or do something with it: what it needs is loaded with the first of them. */
  async pencil(name: string) {
    const { Draft } = await load(import("../play/draft/draft.ts"));
    this.draft ??= new Draft({
      parts: this.parts,
      setMarks: (marks) => this.effects.setDraft(marks),
      say: (text) => (this.state.party ? this.sayBriefly(text) : announce(text)), // the panel of a room is its own
      confirm: (topic, give) => this.questions.confirmHelp(topic, give),
      changed: () => this.changed(),
    });
    this.draft.do(name);
  }

  /** Something changed: draw in the next frame. */
  changed(change: { isLayout?: boolean } = {}) {
    this.redraw.changed(change);
  }

  enter(room: string) {
    this.session.enter(room);
    if (!this.state.game) this.view.show(null);
  }

  /** Do something with a room of several: what is needed there is loaded with the first. */
  async enterParty(enter: (party: PartySession) => void) {
    const { PartyRoom } = await load(import("../together/room.ts"), "together-words");
    this.room ??= new PartyRoom({
      parts: this.parts,
      board: this.board,
      shell: this.shell,
      input: this.input,
      say: (text) => this.sayBriefly(text),
      changed: (isLayout) => this.changed({ isLayout }),
      confirmLeave: (leave, what) => this.questions.confirmLeave(leave, what),
    });
    this.solo.left();
    this.session.alone.endIfBack();
    enter(this.room.party);
  }

  /** Play on in a room, from where the game was left. */
  goOn(room: string) {
    this._isEntering = true;
    this.enter(room);
    if (this.state.game) this._entered(this.state.game);
  }

  /** A board came; one that the player asked for comes into view. */
  boardCame(game: Game, isAsked: boolean) {
    if (this._isEntering) this._entered(game);
    else if (isAsked) this._showBoard();
    else this.shell.boardCame();
  }

  stopEntering() {
    this._isEntering = false;
  }

  _entered(game: Game) {
    this._isEntering = false;
    this._showBoard();
    if (game.isPaused && this.state.game === game) this.absence.resume();
  }

  _showBoard() {
    this.shell.showBoard();
    if (this.touchQuestion.isOpen && this.playing.asksForTouch) this.shell.open("touch");
  }

  uncover(kind: Cover["kind"]) {
    if (kind === "offline") this.session.connect();
    else if (kind === "generating") this.choices.playRandom();
    else this.session.togglePause();
  }

  rename(name: string) {
    this.settings.set("game", "name", name || null);
    this.session.rename(name);
  }

  /** Say something for a moment, to those who look and to those who listen. */
  sayBriefly(text: string) {
    this.news.showBriefly(text);
    announce(text);
  }

  /** Whether nothing is lost by loading the page: no screen is in view in which something may be half done. */
  _isFree() {
    const { state, session, shell } = this;
    if (this.playing.isInPlay || state.page || shell.isAsking || session.connection.pending.size) return false;
    if (document.activeElement?.matches("input, select, textarea")) return false;
    return !state.screen || Boolean(SCREENS[state.screen].isLive);
  }

  /** Other colours: what has pictures is painted or made again. */
  _themed() {
    this.view.setTheme(this.themes.current);
    this.shell.repaint();
    this._remakePages();
  }

  /** Other colours or words: what shows them beside the board is made again. */
  _remakePages() {
    this.solo.remake();
    this.advice?.repaint();
    this.changed({ isLayout: true });
  }
}
