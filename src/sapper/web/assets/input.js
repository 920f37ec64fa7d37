// Mouse and keyboard on the board: events go in, actions of the state machine come out.

import { Keyboard, Mouse } from "./gestures.js";
import { KeyReader, stroke } from "./keys.js";
import { HIDDEN, QUESTION } from "./seen.js";

const BUTTONS = ["left", "middle", "right"];
const PLAYED = new Set(["open", "mark", "chord", "right-button"]);
const STEPS = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] };

export class BoardInput {
  /** `app` gives the game and the view, takes actions, and knows commands by name. */
  constructor(app, area) {
    this.app = app;
    this.view = app.view;
    this.reader = new KeyReader();
    this.cursor = [0, 0];
    this.isCursorShown = false;
    this._isOver = false; // whether the pointer is over the board
    this._pan = null;
    this.rearm({}, { chord: "exact", flags: "free" });
    this._listen(area);
  }

  /** New controls or rules: buttons that are down are forgotten. */
  rearm(controls, rules) {
    this.mouse = new Mouse(controls, rules);
    this.keyboard = new Keyboard(controls, rules);
    this._paint();
  }

  /** Begin in the middle of a new board, with the cursor hidden unless keys are in use. */
  place(game) {
    this.cursor = [Math.floor((game.height - 1) / 2), Math.floor((game.width - 1) / 2)];
    this.mouse.cancel();
    this._showCursor();
  }

  _listen(area) {
    const canvas = this.view.canvas;
    area.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("mousedown", (event) => this._press(event));
    canvas.addEventListener("auxclick", (event) => event.preventDefault());
    canvas.addEventListener("mouseleave", () => this._leave());
    canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    addEventListener("mousemove", (event) => this._move(event));
    addEventListener("mouseup", (event) => this._release(event));
    addEventListener("blur", () => this._forget());
    addEventListener("keydown", (event) => this._key(event));
  }

  // -- Mouse

  _press(event) {
    event.preventDefault(); // no text selection, no autoscroll
    this.view.canvas.focus({ preventScroll: true });
    if ((event.ctrlKey || event.metaKey) && event.button === 0) {
      this._pan = { x: event.clientX, y: event.clientY };
      return;
    }
    this._point(event);
    if (!this.app.isPlayable || event.button > 2) return;
    const how = { shift: event.shiftKey, at: Math.round(event.timeStamp) };
    this._play(this.mouse.press(this.app.game, BUTTONS[event.button], this.view.cellAt(event), how), "mouse", event);
  }

  _release(event) {
    if (this._pan) {
      this._pan = null;
      return;
    }
    if (event.button > 2 || !this.app.game) return;
    if (!this.app.isPlayable) {
      this._forget();
      return;
    }
    const cell = event.target === this.view.canvas ? this.view.cellAt(event) : null;
    this._play(this.mouse.release(this.app.game, BUTTONS[event.button], cell), "mouse", event);
  }

  _move(event) {
    if (this._pan) {
      this.view.panBy(this._pan.x - event.clientX, this._pan.y - event.clientY);
      this._pan = { x: event.clientX, y: event.clientY };
      return;
    }
    const onBoard = event.target === this.view.canvas;
    if (!onBoard && !this._isOver) return;
    if (onBoard) this._point(event);
    this.mouse.move(onBoard ? this.view.cellAt(event) : null);
    this._paint();
  }

  /** The pointer moved last: keys act where it is. */
  _point(event) {
    const cell = this.app.isVisible ? this.view.cellAt(event) : null;
    this._isOver = Boolean(cell);
    this.view.setHover(cell && this.app.isPlayable ? cell[0] * this.app.game.width + cell[1] : -1);
    if (!cell) return;
    this.cursor = cell;
    if (this.isCursorShown) {
      this.isCursorShown = false;
      this._showCursor();
    }
  }

  _leave() {
    this._isOver = false;
    this.view.setHover(-1);
    this.mouse.move(null);
    this._paint();
  }

  _forget() {
    this.mouse.cancel();
    this._pan = null;
    this._paint();
  }

  _wheel(event) {
    const unit = event.deltaMode === 1 ? 32 : 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.view.zoomBy(Math.exp(-event.deltaY * unit * 0.002), event);
      return;
    }
    const [dx, dy] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    if (this.view.panBy(dx * unit, dy * unit)) event.preventDefault();
  }

  _play(actions, via, event = null) {
    const place = event && this.view.placeAt(event);
    for (const action of actions) this.app.play(action, via, place);
    this._paint();
  }

  _paint() {
    if (!this.app.isVisible) return;
    this.view.setPressed(this.app.isPlayable ? this.mouse.preview(this.app.game) : []);
    this.app.setFacePressed(this.app.isPlayable && this.mouse.facePressed);
  }

  // -- Keyboard

  _key(event) {
    if (event.isComposing || event.defaultPrevented) return;
    const typed = stroke(event);
    if (!typed) return;
    if (isTyping(event.target) && !LEAVES_FIELDS.test(typed)) return;
    if (this.app.menuKey(typed)) {
      event.preventDefault();
      return;
    }
    if ((typed === "enter" || typed === "space") && isControl(event.target)) return;
    const read = this.reader.read(typed);
    if (read.taken) event.preventDefault();
    if (read.name && (!event.repeat || read.name in STEPS)) this._act(read.name, read.count); // only steps repeat
  }

  _act(name, count) {
    if (!this.app.isVisible || !(name in STEPS || PLAYED.has(name) || this._isJump(name))) {
      this.app.run(name);
      return;
    }
    if (PLAYED.has(name)) this._playAtCursor(name);
    else this._jump(name, count);
  }

  _playAtCursor(name) {
    if (!this.app.isPlayable) return;
    if (!this.isCursorShown && !this._isOver) {
      this._showKeys(); // nobody can see where it would act: show that first
      return;
    }
    this._play(this.keyboard.press(this.app.game, name, this.cursor), "key");
  }

  _isJump(name) {
    return [
      "row-start",
      "row-end",
      "page-up",
      "page-down",
      "top",
      "bottom",
      "next-frontier",
      "previous-frontier",
    ].includes(name);
  }

  _jump(name, count) {
    const { width, height } = this.app.game;
    const [row, col] = this.cursor;
    const page = Math.max(1, this.view.view.height - 1);
    const places = {
      "row-start": [row, 0],
      "row-end": [row, width - 1],
      "page-up": [row - page, col],
      "page-down": [row + page, col],
      top: [0, 0],
      bottom: [height - 1, width - 1],
    };
    let to = places[name];
    if (name in STEPS) to = [row + STEPS[name][0] * count, col + STEPS[name][1] * count];
    if (name.endsWith("frontier")) to = this._frontier(name === "next-frontier" ? 1 : -1) ?? this.cursor;
    const within = (value, length) => Math.max(0, Math.min(value, length - 1)); // no wrapping at the edges
    this.cursor = [within(to[0], height), within(to[1], width)];
    this._showKeys();
    this.app.read("square");
  }

  /** The next closed cell beside an open one, in reading order and around. */
  _frontier(step) {
    const { game } = this.app;
    const cells = game.width * game.height;
    const start = this.cursor[0] * game.width + this.cursor[1];
    const most = Math.min(cells, 200_000);
    for (let passed = 1; passed <= most; passed++) {
      const index = (start + step * passed + cells * 2) % cells;
      const seen = game.seen(index);
      const isUndecided = seen === HIDDEN || seen === QUESTION;
      if (isUndecided && game.around(index).some((near) => game.seen(near) <= 8)) {
        return [Math.floor(index / game.width), index % game.width];
      }
    }
    return null;
  }

  _showKeys() {
    this.isCursorShown = true;
    this._showCursor();
    this.view.reveal(...this.cursor);
    this.app.rulersWanted();
  }

  _showCursor() {
    const [row, col] = this.cursor;
    this.view.setCursor(this.isCursorShown && this.app.isVisible ? row * this.app.game.width + col : -1);
  }

  /** Draw the cursor again after the view was filled anew. */
  refresh() {
    this._showCursor();
    this._paint();
  }
}

const LEAVES_FIELDS = /^(escape|f10|alt\+.*)$/; // what a text field has no use for
const isTyping = (target) =>
  target instanceof Element &&
  target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select");
const isControl = (target) => target instanceof Element && target.matches("button, a, input, summary");
