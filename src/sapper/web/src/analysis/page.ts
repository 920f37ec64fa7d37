// The analysis board: paint a position or bring one in, and read everything that can be said about it.

import type { Answer, Step } from "./request.ts";
import type { LevelSize, Marks, Parts, SortedOdds } from "../types.ts";

import { addressOf, linkTo, pathNow } from "../ui/address.ts";
import { sortOdds } from "../play/advice/advice.ts";
import { answerSections, marksOf, marksOfStep, moveOf, proofButton, proofSection } from "./answer.ts";
import { AnalysisPractice } from "./practice-panel.ts";
import { Problem, Asker, askAbout } from "./request.ts";
import { AnalysisStage } from "./stage.ts";
import { BoardCursor } from "../board/board-cursor.ts";
import { BoardPointer } from "../board/board-pointer.ts";
import { BringIn } from "./import-position.ts";
import { HIDDEN } from "../board/cell-values.ts";
import { brushName } from "./palette.ts";
import { button, el, fill, section, spacer } from "../ui/dom.ts";
import { isCoarse } from "../play/new-game/fit-screen.ts";
import { LinkError, positionFragment, readFragment } from "../play/seed/links.ts";
import { drawMarks } from "../board/mark-painter.ts";
import { Position } from "./position.ts";
import { savePicture, shareLink } from "../play/seed/share.ts";
import { message } from "../ui/words.ts";

const PATH = "/analysis";
const LAST = "sapper.analysis"; // the fragment of the position that was looked at last
const START = { width: 16, height: 16, mines: 40 };
/** The page that was made last: it gets what is pasted while it is in view. */
let latest: AnalysisPage | null = null;

export class AnalysisPage {
  name = "analysis";
  _state;
  _themes;
  answer: Answer | null = null;
  odds: SortedOdds | null = null;
  _error = ""; // why there is no answer
  _steps: Step[] | null = null;
  _step: Step | null = null;
  _areOddsShown = true;
  _asker: Asker;
  _stage: AnalysisStage;
  view;
  _cursor: BoardCursor;
  practice: AnalysisPractice;
  _bringIn: BringIn;
  _answerBox: HTMLDivElement;
  _proof: HTMLDivElement;
  _play: HTMLButtonElement;
  _playRow: HTMLDivElement;
  element: HTMLDivElement;
  position: Position;

  constructor({ state, settings, themes, run }: Pick<Parts, "state" | "settings" | "themes" | "run">) {
    this._state = state;
    this._themes = themes;
    this._asker = new Asker({
      isReady: () => state.game?.status !== "playing",
      answered: (diagram, answer) => this._answered(diagram, answer),
      failed: (diagram, why) => this._failed(diagram, why),
    });
    this._stage = new AnalysisStage(
      { settings, themes },
      {
        back: () => run("home"),
        toggleOdds: () => this._toggleOdds(),
        undo: () => this._undo(),
        redo: () => this._redo(),
        clear: () => this._edit(this.position.clear()),
        share: () => this._share(),
        setMines: (mines) => this._setMines(mines),
        resize: (size) => this._resize(size),
        another: () => this.practice.begin(this.position, { isAnother: true }),
        leavePractice: () => this._endPractice(),
      },
    );
    this.view = this._stage.view;
    this._cursor = new BoardCursor(this.view, (square, seen) =>
      message("analysis.painted", { square, what: brushName(seen) }),
    );
    this.practice = new AnalysisPractice(this.view, {
      begun: () => this._practiceBegan(),
      changed: () => this._refresh(),
      failed: (why) => this._say(why, true),
      takeOver: () => this._endPractice(true),
    });
    this._bringIn = new BringIn({
      position: () => this.position,
      url: () => this._url,
      take: (position, minefield, said) => this._bring(position, minefield, said),
      say: (text, isError) => this._say(text, isError),
      share: () => this._share(),
      savePicture: () => savePicture(this._stage.canvas),
    });
    this._answerBox = el("div", { class: "answer", "aria-live": "polite" });
    this._proof = el("div", { class: "proof-box" });
    this._play = button(message("analysis.play-from-here"), () => this._playFromHere(), {
      iconName: "target",
      key: "G",
      kind: "primary big",
    });
    this._playRow = el("div", { class: "play-row" }, this._play, this._bringIn.phoneButtons());
    const groups = [this._answerBox, this._proof, this._bringIn.element, spacer(), this._playRow];
    const side = { class: "analysis-side", "aria-label": message("page.panel") };
    this.element = el(
      "div",
      { class: "analysis" },
      this._stage.element,
      el("aside", side, el("div", { class: "analysis-groups" }, groups)),
    );
    this._listen();
    const opened = this._opened();
    this.position = opened.position;
    this.view.show(this.position);
    new BoardPointer(this.view, {
      press: (index, isRight) => this._press(index, isRight),
      drag: (index, isRight) => this._drag(index, isRight),
      release: () => this._release(),
      moved: () => this._cursor.hide(),
    });
    this._changed();
    if (opened.error) this._say(opened.error, true);
    requestAnimationFrame(() => this._showAddress()); // once it is in view
  }

  // -- Parts

  _listen() {
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => this._dropped(event));
    if (!latest) addEventListener("paste", (event) => latest?.element.isConnected && latest._pasted(event));
    latest = this;
  }

  /** The position of the address, or the one that was looked at last; where the link is broken, an empty board. */
  _opened() {
    const empty = Position.empty(START.width, START.height, START.mines);
    const isLinked = pathNow() === PATH && location.hash.length > 1;
    const fragment = isLinked ? location.hash : (sessionStorage.getItem(LAST) ?? "");
    try {
      const found = readFragment(fragment);
      if (found?.kind === "position") return { position: new Position(found.position), error: "" };
      return { position: empty, error: isLinked ? message("links.broken") : "" };
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return { position: empty, error: error.isNewer ? message("links.newer") : message("links.broken") };
    }
  }

  // -- Edits

  /** The position was changed by hand. */
  _edit(isChanged: boolean) {
    if (!isChanged) return;
    this.view.invalidateAll();
    this._changed();
  }

  /** Another position: its old answer is of no use any more. */
  _changed() {
    const { position } = this;
    if (this.view.model !== position) this.view.show(position);
    this.answer = this.odds = this._steps = this._step = null;
    this._error = "";
    this._stage.layout();
    this._showAddress();
    if (position.isBlank) this._asker.cancel();
    else this._asker.ask(position.diagram);
    this._bringIn.setSaid("");
    this._refresh();
  }

  _undo() {
    if (this.practice.game) this.practice.undo();
    else this._edit(this.position.undo());
  }

  _redo() {
    if (!this.practice.game) this._edit(this.position.redo());
  }

  _setMines(mines: number) {
    if (!this.practice.game) this._edit(this.position.setMines(mines));
  }

  _toggleOdds() {
    this._areOddsShown = !this._areOddsShown;
    this._step = null;
    this._refresh();
  }

  _resize({ width, height, mines }: LevelSize) {
    this._cursor.hide();
    this.position.resize(width, height, mines);
    this._edit(true);
  }

  /** Take a position from elsewhere. */
  _bring(position: Position, minefield: string | null, said: string) {
    if (this.practice.game) this._endPractice();
    this.practice.setMinefield(position, minefield);
    this._cursor.hide();
    this.position.replace(position);
    this.view.show(this.position);
    this._changed();
    this._say(said);
  }

  _dropped(event: DragEvent) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) this._bringIn.readFile(file);
    else if (text) this._bringIn.readText(text);
  }

  _pasted(event: ClipboardEvent) {
    if (event.target instanceof Element && event.target.matches("input, textarea")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain");
    if (!file && !text?.trim()) return;
    event.preventDefault();
    if (file) this._bringIn.readFile(file);
    else if (text) this._bringIn.readText(text);
  }

  // -- Pointer and keys

  _press(index: number, isRight: boolean) {
    if (this.practice.game) this.practice.playAt(index, isRight);
    else this._paintAt(index, isRight);
  }

  _drag(index: number, isRight: boolean) {
    if (!this.practice.game) this._paintAt(index, isRight);
  }

  _release() {
    this.position.endStroke();
  }

  _paintAt(index: number, isRight: boolean) {
    const value = isRight ? HIDDEN : this._stage.palette.brush;
    if (index < 0 || !this.position.paint(index, value)) return;
    this.view.invalidate(index);
    this._changed();
    this._cursor.read();
  }

  /** Take a key that belongs to the analysis board; return whether it does. */
  key(typed: string) {
    const { game } = this.practice;
    if (this._cursor.key(typed)) return true;
    if (typed === "escape" && game) this._endPractice();
    else if (typed === "escape") return this._stage.closeSize();
    else if ((typed === "space" || typed === "enter") && this._cursor.hasFocus) this._act();
    else if (game && typed === "f") this.practice.playAt(this._cursor.index, true);
    else if (typed === "g") this._playFromHere();
    else if (typed === "ctrl+z" || typed === "u") this._undo();
    else if (game) return false;
    else if (typed === "ctrl+y" || typed === "ctrl+shift+z") this._redo();
    else if (typed === "v" || typed === "%") this._toggleOdds();
    else if (typed === "delete" || typed === "backspace") this._paintAt(this._cursor.index, true);
    else if (typed === "+" || typed === "-") this._setMines(this.position.mines + (typed === "+" ? 1 : -1));
    else return this._stage.palette.key(typed);
    return true;
  }

  /** Paint or play at the cursor; where it is not shown, show it first. */
  _act() {
    const { index } = this._cursor;
    if (index < 0) this._cursor.put(0, 0);
    else this._press(index, false);
    this._release();
  }

  focus() {
    this._stage.canvas.focus({ preventScroll: true });
  }

  // -- Answers

  _answered(diagram: string, answer: Answer) {
    if (diagram !== this.position.diagram) return;
    this.answer = answer;
    this.odds = answer.odds ? sortOdds(this.position, answer.odds) : null;
    this._error = "";
    this._refresh();
    const named = [...(answer.clash ?? []), ...(answer.hint?.cells.reason ?? []), moveOf(answer)?.cell ?? -1];
    for (const index of named.filter((cell) => cell >= 0).slice(0, 8)) this._reveal(index);
  }

  _reveal(index: number) {
    const { width } = this.position;
    if (!this.view.fits && !this.practice.game) this.view.reveal(Math.floor(index / width), index % width, 0);
  }

  _failed(diagram: string, why: string) {
    if (diagram !== this.position.diagram) return;
    this._error = why || message("analysis.unreachable");
    this._refresh();
  }

  async _prove() {
    const { diagram } = this.position;
    try {
      const { steps } = await askAbout("proof", diagram);
      if (diagram !== this.position.diagram) return;
      this._steps = steps;
      this._refresh();
      this._proof.querySelector("button")?.focus();
    } catch (error) {
      this._say(error instanceof Problem ? error.message : message("analysis.unreachable"), true);
    }
  }

  // -- Practice from here

  _playFromHere() {
    if (!this.practice.game && this.answer?.best) this.practice.begin(this.position);
  }

  _practiceBegan() {
    this._asker.cancel();
    this._refresh();
    this._stage.layout();
    this.focus();
  }

  /** Leave the practice; what is open there may become the position. */
  _endPractice(isTaken = false) {
    const { game } = this.practice;
    this.practice.game = null;
    if (game && isTaken) this.position.replace(game);
    this.view.show(this.position, { keepView: true });
    this._changed();
    this.focus();
  }

  // -- Links

  get _url() {
    return linkTo(PATH + positionFragment(this.position));
  }

  /** The address names the position; it takes no place of its own in the history. */
  _showAddress() {
    const fragment = this.position.isBlank ? "" : positionFragment(this.position);
    sessionStorage.setItem(LAST, fragment);
    if (this.element.isConnected && pathNow() === PATH)
      history.replaceState(history.state, "", addressOf(PATH + fragment));
  }

  async _share() {
    const done = await shareLink(this._url, message("page.analysis"));
    if (done === "copied") this._say(message("analysis.copied"));
    else if (done === "not-copied") this._say(message("analysis.not-copied"), true);
  }

  _say(text: string, isError = false) {
    this._bringIn.setSaid(text, isError);
  }

  // -- What is shown

  /** Other colours. */
  paint() {
    this._stage.paint();
  }

  /** Show the position and what is said about it. */
  _refresh() {
    this._stage.update({
      position: this.position,
      answer: this.answer,
      error: this._error,
      practice: this.practice.game,
      areOddsShown: this._areOddsShown,
    });
    this._bringIn.update();
    this._playRow.hidden = Boolean(this.practice.game);
    this._play.disabled = !this.answer?.best;
    this._updateAnswer();
    this._mark();
  }

  _mark() {
    this.view.setMarks(this._marks(), drawMarks);
  }

  _marks(): Map<number, Marks> {
    if (this.practice.game || !this.answer) return new Map();
    if (this._step) return marksOfStep(this._step);
    if (!this._areOddsShown && this.answer.fits) return new Map();
    return marksOf(this.position, this.answer, this.odds);
  }

  _updateAnswer() {
    const { answer, position } = this;
    const isPractice = Boolean(this.practice.game);
    const shown = isPractice ? this.practice.section() : this._answerSections();
    fill(this._answerBox, shown);
    const canProve = answer?.best && (answer.odds?.safe.length || answer.odds?.mine.length) && !isPractice;
    const proof = this._steps
      ? proofSection(position, this._steps, (step) => {
          this._step = this._step === step ? null : step;
          this._mark();
        })
      : proofButton(() => this._prove());
    fill(this._proof, canProve ? proof : null);
  }

  _answerSections() {
    const { answer, position } = this;
    if (answer) return answerSections(position, answer, this.odds);
    if (this._error) return notice(message("analysis.failed-title"), this._error);
    if (position.isBlank) return notice(message("analysis.empty-title"), howToPaint());
    return notice(message("analysis.thinking"), "");
  }
}

const howToPaint = () => (isCoarse() ? message("analysis.empty-touch") : message("analysis.empty"));

const notice = (title: string, text: string) => [
  section(el("p", { class: "answer-title" }, title), text ? el("p", { class: "muted" }, text) : null),
];
