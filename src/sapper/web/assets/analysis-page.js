// @ts-check
// The analysis board: paint a position or bring one in, and read everything that can be said about it.

/** @import { Answer, Step } from "./analysis-request.js" */
/** @import { Cell, LevelSize, Marks, Parts, SortedOdds } from "./types.js" */

import { sortOdds } from "./advice.js";
import { answerSections, marksOf, marksOfStep, moveOf, proofButton, proofSection } from "./analysis-answer.js";
import { brushName } from "./analysis-palette.js";
import { AnalysisPointer } from "./analysis-pointer.js";
import { Problem, Asker, askAbout } from "./analysis-request.js";
import { AnalysisStage } from "./analysis-stage.js";
import { BringIn } from "./bring-in.js";
import { button, el, fill, find, section, spacer } from "./dom.js";
import { LinkError, positionFragment, readFragment } from "./links.js";
import { drawMarks } from "./marks.js";
import { Position } from "./position.js";
import { PracticeGame } from "./practice.js";
import { shareLink } from "./share.js";
import { message } from "./words.js";

const PATH = "/analysis";
const LAST = "sapper.analysis"; // the fragment of the position that was looked at last
const START = { width: 16, height: 16, mines: 40 };
/** @type {Record<string, Cell>} */
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

export class AnalysisPage {
  /** @param {Pick<Parts, "state" | "settings" | "themes" | "run">} parts */
  constructor({ state, settings, themes, run }) {
    this.name = "analysis";
    this._state = state;
    this._themes = themes;
    /** @type {Answer | null} */
    this._answer = null;
    /** @type {SortedOdds | null} */
    this._odds = null;
    this._trouble = ""; // why there is no answer
    /** @type {Step[] | null} */
    this._steps = null;
    /** @type {Step | null} */
    this._step = null;
    this._areOddsShown = true;
    /** @type {PracticeGame | null} */
    this._practice = null;
    /** @type {{ diagram: string, rows: string } | null} */
    this._minefield = null; // of the file that the position came from
    this._practiceNote = "";
    this._cursor = -1;
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
        another: () => this._begin(),
        leavePractice: () => this._endPractice(),
      },
    );
    this.view = this._stage.view;
    this._bringIn = new BringIn({
      position: () => this.position,
      url: () => this._url,
      take: (position, minefield, said) => this._bring(position, minefield, said),
      say: (text, isTrouble) => this._say(text, isTrouble),
      share: () => this._share(),
    });
    this._told = el("div", { class: "told", "aria-live": "polite" });
    this._proof = el("div", { class: "proof-box" });
    this._play = button(message("analysis.play-from-here"), () => this._playFromHere(), {
      iconName: "target",
      key: "G",
      kind: "primary big",
    });
    this._playRow = el("div", { class: "play-row" }, this._play);
    const groups = [this._told, this._proof, this._bringIn.element, spacer(), this._playRow];
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
    new AnalysisPointer(this.view, {
      press: (index, isRight) => this._press(index, isRight),
      drag: (index, isRight) => this._drag(index, isRight),
      release: () => this._release(),
      moved: () => this._hideCursor(),
    });
    this._changed();
    if (opened.trouble) this._say(opened.trouble, true);
  }

  // -- Parts

  _listen() {
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => this._dropped(event));
    const pasted = (/** @type {ClipboardEvent} */ event) => {
      if (!this.element.isConnected) removeEventListener("paste", pasted);
      else this._pasted(event);
    };
    addEventListener("paste", pasted);
  }

  /** The position of the address, or the one that was looked at last; where the link is broken, an empty board. */
  _opened() {
    const empty = Position.empty(START.width, START.height, START.mines);
    const isLinked = location.pathname === PATH && location.hash.length > 1;
    const fragment = isLinked ? location.hash : (sessionStorage.getItem(LAST) ?? "");
    try {
      const found = readFragment(fragment);
      if (found?.kind === "position") return { position: new Position(found.position), trouble: "" };
      return { position: empty, trouble: isLinked ? message("links.broken") : "" };
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return { position: empty, trouble: error.isNewer ? message("links.newer") : message("links.broken") };
    }
  }

  // -- Edits

  /**
   * The position was changed by hand.
   * @param {boolean} isChanged
   */
  _edit(isChanged) {
    if (!isChanged) return;
    this.view.invalidateAll();
    this._changed();
  }

  /** Another position: its old answer is of no use any more. */
  _changed() {
    const { position } = this;
    if (this.view.model !== position) this.view.show(position);
    this._answer = this._odds = this._steps = this._step = null;
    this._trouble = "";
    this._stage.layout();
    this._showAddress();
    if (position.isBlank) this._asker.cancel();
    else this._asker.ask(position.diagram);
    this._bringIn.setSaid("");
    this.update();
  }

  _undo() {
    if (!this._practice) this._edit(this.position.undo());
  }

  _redo() {
    if (!this._practice) this._edit(this.position.redo());
  }

  /** @param {number} mines */
  _setMines(mines) {
    if (!this._practice) this._edit(this.position.setMines(mines));
  }

  _toggleOdds() {
    this._areOddsShown = !this._areOddsShown;
    this._step = null;
    this.update();
  }

  /** @param {LevelSize} size */
  _resize({ width, height, mines }) {
    this.position.resize(width, height, mines);
    this._edit(true);
  }

  /**
   * Take a position from elsewhere.
   * @param {Position} position
   * @param {string | null} minefield
   * @param {string} said
   */
  _bring(position, minefield, said) {
    if (this._practice) this._endPractice();
    this._minefield = minefield ? { diagram: position.diagram, rows: minefield } : null;
    this.position.replace(position);
    this.view.show(this.position);
    this._changed();
    this._say(said);
  }

  /** @param {DragEvent} event */
  _dropped(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) this._bringIn.readFile(file);
    else if (text) this._bringIn.readText(text);
  }

  /** @param {ClipboardEvent} event */
  _pasted(event) {
    if (event.target instanceof Element && event.target.matches("input, textarea")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain");
    if (!file && !text?.trim()) return;
    event.preventDefault();
    if (file) this._bringIn.readFile(file);
    else if (text) this._bringIn.readText(text);
  }

  // -- Pointer and keys

  /**
   * @param {number} index
   * @param {boolean} isRight
   */
  _press(index, isRight) {
    if (this._practice) this._playAt(index, isRight);
    else this._paintAt(index, isRight);
  }

  /**
   * @param {number} index
   * @param {boolean} isRight
   */
  _drag(index, isRight) {
    if (!this._practice) this._paintAt(index, isRight);
  }

  _release() {
    this.position.endStroke();
  }

  /**
   * @param {number} index
   * @param {boolean} isRight
   */
  _paintAt(index, isRight) {
    const value = isRight ? 9 : this._stage.palette.brush;
    if (!this.position.paint(index, value)) return;
    this.view.invalidate(index);
    this._changed();
    if (this._cursor >= 0) {
      find("polite").textContent = message("analysis.painted", {
        square: this.position.name(index),
        what: brushName(value),
      });
    }
  }

  /**
   * Take a key that belongs to the analysis board; return whether it does.
   * @param {string} typed
   */
  key(typed) {
    if (typed in STEPS) this._move(STEPS[typed]);
    else if (typed === "escape" && this._practice) this._endPractice();
    else if ((typed === "space" || typed === "enter") && this._hasBoardFocus) this._act(typed);
    else if (this._practice && typed === "f") this._playAt(this._cursor, true);
    else if (typed === "g") this._playFromHere();
    else if (this._practice) return false;
    else if (typed === "ctrl+z" || typed === "u") this._undo();
    else if (typed === "ctrl+y" || typed === "ctrl+shift+z") this._redo();
    else if (typed === "v" || typed === "%") this._toggleOdds();
    else if (typed === "delete" || typed === "backspace") this._paintAt(Math.max(0, this._cursor), true);
    else if (typed === "+" || typed === "-") this._setMines(this.position.mines + (typed === "+" ? 1 : -1));
    else return this._stage.palette.key(typed);
    return true;
  }

  get _hasBoardFocus() {
    const { activeElement } = document;
    return activeElement === this._stage.canvas || activeElement === document.body;
  }

  /** @param {Cell} step */
  _move([down, right]) {
    const { width, height } = this.position;
    const [row, col] = this._cursor < 0 ? [0, 0] : [Math.floor(this._cursor / width), this._cursor % width];
    const to = this._cursor < 0 ? [row, col] : [row + down, col + right];
    const within = [Math.max(0, Math.min(to[0], height - 1)), Math.max(0, Math.min(to[1], width - 1))];
    this._cursor = within[0] * width + within[1];
    this.focus();
    this.view.setCursor(this._cursor);
    this.view.reveal(within[0], within[1]);
    const model = this._practice ?? this.position;
    find("polite").textContent = message("analysis.painted", {
      square: model.name(this._cursor),
      what: brushName(model.seen(this._cursor)),
    });
  }

  /** @param {string} typed */
  _act(typed) {
    if (this._cursor < 0) {
      this._move([0, 0]); // nobody can see where it would act: show that first
      return;
    }
    if (this._practice) this._playAt(this._cursor, false);
    else this._paintAt(this._cursor, false);
    if (typed) this.position.endStroke();
  }

  _hideCursor() {
    if (this._cursor < 0) return;
    this._cursor = -1;
    this.view.setCursor(-1);
  }

  focus() {
    this._stage.canvas.focus({ preventScroll: true });
  }

  // -- Answers

  /**
   * @param {string} diagram
   * @param {Answer} answer
   */
  _answered(diagram, answer) {
    if (diagram !== this.position.diagram) return;
    this._answer = answer;
    this._odds = answer.odds ? sortOdds(this.position, answer.odds) : null;
    this._trouble = "";
    this.update();
    const named = [...(answer.clash ?? []), ...(answer.hint?.cells.reason ?? []), moveOf(answer)?.cell ?? -1];
    for (const index of named.filter((cell) => cell >= 0).slice(0, 8)) this._reveal(index);
  }

  /** @param {number} index */
  _reveal(index) {
    const { width } = this.position;
    if (!this.view.fits && !this._practice) this.view.reveal(Math.floor(index / width), index % width, 0);
  }

  /**
   * @param {string} diagram
   * @param {string} why
   */
  _failed(diagram, why) {
    if (diagram !== this.position.diagram) return;
    this._trouble = why || message("analysis.unreachable");
    this.update();
  }

  async _prove() {
    const { diagram } = this.position;
    try {
      const { steps } = await askAbout("proof", diagram);
      if (diagram === this.position.diagram) this._steps = steps;
    } catch (error) {
      this._say(error instanceof Problem ? error.message : message("analysis.unreachable"), true);
    }
    this.update();
  }

  // -- Practice from here

  _playFromHere() {
    if (this._practice || !this._answer?.best) return;
    const isOwn = this._minefield?.diagram === this.position.diagram;
    this._begin(isOwn ? this._minefield?.rows : undefined);
  }

  /**
   * Play on from the position: on the minefield of its file, or on one that the server draws.
   * @param {string} [own]
   */
  async _begin(own) {
    const { position } = this;
    try {
      const rows = own ?? (await askAbout("arrangement", position.diagram)).minefield;
      if (!this.element.isConnected) return;
      this._practice = new PracticeGame(position, rows);
      this._practiceNote = own ? message("analysis.practice-own") : message("analysis.practice-note");
      this._showPractice(this._practice);
    } catch (error) {
      this._say(error instanceof Problem ? error.message : message("analysis.unreachable"), true);
    }
  }

  /** @param {PracticeGame} practice */
  _showPractice(practice) {
    this._asker.cancel();
    this.view.show(practice, { keepView: true });
    this.update();
    this._stage.layout();
    this.focus();
  }

  /**
   * @param {number} index
   * @param {boolean} isRight
   */
  _playAt(index, isRight) {
    const practice = this._practice;
    if (!practice || index < 0) return;
    const before = practice.status;
    const changed = isRight ? practice.flag(index) : practice.open(index);
    for (const cell of changed) this.view.invalidate(cell);
    if (practice.status !== before) this.view.invalidateAll();
    this.update();
  }

  /** Leave the practice; what is open there may become the position. */
  _endPractice(isTaken = false) {
    const practice = this._practice;
    this._practice = null;
    if (practice && isTaken) {
      this.position.replace({ ...practice, values: practice.values });
    }
    this.view.show(this.position, { keepView: true });
    this._changed();
    this.focus();
  }

  // -- Links

  get _url() {
    return `${location.origin}${PATH}${positionFragment(this.position)}`;
  }

  /** The address names the position; it takes no place of its own in the history. */
  _showAddress() {
    const fragment = this.position.isBlank ? "" : positionFragment(this.position);
    sessionStorage.setItem(LAST, fragment);
    if (this.element.isConnected && location.pathname === PATH)
      history.replaceState(history.state, "", PATH + fragment);
  }

  async _share() {
    const done = await shareLink(this._url, message("page.analysis"));
    if (done === "copied") this._say(message("analysis.copied"));
    else if (done === "not-copied") this._say(message("analysis.not-copied"), true);
  }

  /** @param {string} text */
  _say(text, isTrouble = false) {
    this._bringIn.setSaid(text, isTrouble);
  }

  // -- What is shown

  /** Other colours. */
  paint() {
    this._stage.paint();
  }

  update() {
    this._stage.update({
      position: this.position,
      answer: this._answer,
      trouble: this._trouble,
      practice: this._practice,
      areOddsShown: this._areOddsShown,
    });
    this._bringIn.update();
    this._playRow.hidden = Boolean(this._practice);
    this._play.disabled = Boolean(this._practice) || !this._answer?.best;
    this._updateAnswer();
    this.view.setMarks(this._marks(), drawMarks);
  }

  /** @returns {Map<number, Marks>} */
  _marks() {
    if (this._practice || !this._answer) return new Map();
    if (this._step) return marksOfStep(this._step);
    if (!this._areOddsShown && this._answer.fits) return new Map();
    return marksOf(this.position, this._answer, this._odds);
  }

  _updateAnswer() {
    const { _answer: answer, position } = this;
    const shown = this._practice ? this._practiceSection() : this._answerSections();
    fill(this._told, shown);
    const canProve = answer?.best && (answer.odds?.safe.length || answer.odds?.mine.length) && !this._practice;
    const proof = this._steps
      ? proofSection(position, this._steps, (step) => {
          this._step = this._step === step ? null : step;
          this.update();
        })
      : proofButton(() => this._prove());
    fill(this._proof, canProve ? proof : null);
  }

  _answerSections() {
    const { _answer: answer, position } = this;
    if (answer) return answerSections(position, answer, this._odds);
    if (this._trouble) return notice(message("analysis.failed-title"), this._trouble);
    if (position.isBlank) return notice(message("analysis.empty-title"), message("analysis.empty"));
    return notice(message("analysis.thinking"), "");
  }

  _practiceSection() {
    const taken = button(message("analysis.take-over"), () => this._endPractice(true), { iconName: "edit" });
    taken.disabled = this._practice?.status !== "playing";
    const heading = el("p", { class: "answer-title" }, message("analysis.practice"));
    return section(heading, el("p", { class: "muted" }, this._practiceNote), taken);
  }
}

/**
 * @param {string} title
 * @param {string} text
 */
const notice = (title, text) => [
  section(el("p", { class: "answer-title" }, title), text ? el("p", { class: "muted" }, text) : null),
];
