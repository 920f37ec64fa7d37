// The screen on which a game is played: chips, counter, face, timer, and the board or what covers it.

import { BoardView } from "./board.js";
import { button, el, fill, icon, seconds, setIcon } from "./dom.js";
import { titleCase } from "./settings.js";

const TICK = 50; // ms between looks at the clock
const GRADES = ["off", "single", "pairs", "chains", "count", "full"];
const CHIPS = 700; // px that the row of chips needs

export class PlayScreen {
  constructor(app) {
    this.app = app;
    this.canvas = el("canvas", {
      tabindex: "0",
      role: "application",
      "aria-label": "Board",
      "aria-roledescription": "board",
    });
    this.view = new BoardView(this.canvas, (view) => app.look(view));
    this._build();
    setInterval(() => this._tick(), TICK);
  }

  _build() {
    const chip = (name) => {
      const words = el("span");
      const image = icon("home");
      const node = el("button", { type: "button", class: "chip", onclick: () => this.app.run(name) }, image, words);
      return { node, words, image };
    };
    this._chips = {
      level: chip("pick-level"),
      layout: chip("pick-layout"),
      rules: chip("pick-rules"),
      seal: chip("seal"),
    };
    const tool = (name, image) => {
      const title = this.app.commands.get(name).title;
      return el(
        "button",
        { type: "button", class: "tool", title, "aria-label": title, onclick: () => this.app.run(name) },
        icon(image),
      );
    };
    this._tools = {
      hint: tool("hint", "hint"),
      odds: tool("odds", "percent"),
      undo: tool("undo", "undo"),
      redo: tool("redo", "redo"),
      pause: tool("pause", "pause"),
    };
    this._counter = el("span", { class: "digits" });
    this._time = el("span", { class: "digits" });
    this._tenth = el("small");
    this._lives = el("span", { class: "lives" });
    this._faceIcon = icon("face-idle", "");
    this._face = el("button", { type: "button", class: "face", onclick: () => this.app.run("face") }, this._faceIcon);
    this._counterBox = el("div", { class: "disp", role: "img" }, icon("mine"), this._counter, this._lives);
    this._timeBox = el("div", { class: "disp right", role: "timer" }, this._time, this._tenth, icon("clock"));
    this._well = el("div", { class: "well" });
    this._cover = el("div", { class: "cover", hidden: true });
    this.area = el("div", { class: "field-area" }, this._well, this.canvas, this._cover);
    this.console = el(
      "div",
      { class: "console" },
      el("div", { class: "triad" }, this._counterBox, this._face, this._timeBox),
      this.area,
    );
    const chips = Object.values(this._chips).map(({ node }) => node);
    this._chipRow = el("div", { class: "chips" }, chips, el("div", { class: "tools" }, Object.values(this._tools)));
    this._unfold = el(
      "button",
      {
        type: "button",
        class: "tool unfold",
        title: "Show the panel",
        "aria-label": "Show the panel",
        hidden: true,
        onclick: () => this.app.fold(false),
      },
      icon("back"),
    );
    this.element = el("div", { class: "play" }, this._chipRow, this.console);
    this.parts = [this.element, this._unfold];
  }

  // -- Size

  /** Give the board what the stage has; narrow windows keep room for the panel below. */
  layout() {
    const stage = this.app.stage;
    if (!this.element.isConnected || !this.app.game) return;
    const isNarrow = innerWidth < 1100;
    const isPhone = innerWidth < 720;
    const outer = isPhone ? 16 : isNarrow ? 28 : 32;
    const padding = 22; // of the console
    const width = stage.clientWidth - outer - padding - (isNarrow ? 0 : 16);
    const height = (isNarrow ? innerHeight - (isPhone ? 56 : 0) : stage.clientHeight) - outer - this._above();
    this.view.setArea(Math.max(120, width), Math.max(isNarrow ? 240 : 120, height), isPhone ? 32 : 20);
    const ruler = `${this.view.ruler}px`;
    this._well.style.left = this._well.style.top = ruler;
    const box = this.canvas.style;
    this._cover.style.width = `calc(${box.width} - ${ruler})`;
    this._cover.style.height = `calc(${box.height} - ${ruler})`;
    const chips = Math.max(this.console.offsetWidth, Math.min(CHIPS, stage.clientWidth - outer));
    this._chipRow.style.width = `${chips}px`; // as wide as the board, but small boards do not squeeze it
  }

  _above() {
    const triad = this.console.firstChild.offsetHeight || 64;
    const style = getComputedStyle(this.console);
    return this._chipRow.offsetHeight + 12 + triad + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  }

  // -- What it shows

  update() {
    const { game, settings } = this.app;
    if (!game) return;
    this._updateChips(game, settings);
    this._tools.hint.disabled = this._tools.odds.disabled = game.isOver || game.isPaused;
    this._tools.undo.hidden = this._tools.redo.hidden = !game.choices.practice;
    this._tools.undo.disabled = !game.undos || game.isPaused;
    this._tools.redo.disabled = !game.redos || game.isPaused;
    this._tools.pause.disabled = !["playing", "paused"].includes(game.status);
    setIcon(this._tools.pause.firstChild, game.isPaused ? "play" : "pause");
    this._tools.hint.classList.toggle("on", Boolean(this.app.advice.hint));
    this._tools.odds.classList.toggle("on", this.app.advice.isShowingOdds);
    this.console.classList.toggle("won", game.status === "won");
    this._well.hidden = this.canvas.hidden;
    this._lives.textContent = Number(game.choices.lives) > 1 ? `${game.lives} lives` : "";
    this._shown = null;
    this._tick();
    this.updateFace();
  }

  _updateChips(game, settings) {
    const { level, layout, rules, seal } = this._chips;
    const name = settings.levelName(game, game.choices.ruleset);
    level.words.textContent = `${name} ${game.width}×${game.height} · ${game.mines}`;
    const grade = String(game.choices.layout).replace(/^no-guess-?/, "") || "full";
    const isRandom = game.choices.layout === "random";
    setIcon(layout.image, isRandom ? "dice" : "shield");
    layout.words.textContent = isRandom
      ? "Random"
      : grade === "full"
        ? "No-guess"
        : `No-guess ${GRADES.indexOf(grade)} ${titleCase(grade)}`;
    setIcon(rules.image, "mouse");
    const isPlain = game.rules
      .split(" ")
      .slice(3)
      .every((word) => word.startsWith("layout="));
    rules.words.textContent = `${titleCase(game.choices.ruleset)}${game.choices.practice ? " · practice" : isPlain ? "" : " +"}`;
    setIcon(seal.image, "lock");
    seal.words.textContent = `Sealed ${game.digest.slice(0, 4).toUpperCase()}`;
  }

  updateFace() {
    const { game } = this.app;
    const faces = { won: "face-won", lost: "face-lost", paused: "face-paused", abandoned: "face-lost" };
    const name = this.app.isLost
      ? "face-paused"
      : (faces[game?.status] ?? (this._isPressed ? "face-pressed" : "face-idle"));
    setIcon(this._faceIcon, name);
    this._face.setAttribute("aria-label", game?.isPaused ? "Go on" : "New game");
    this._face.title = this._face.getAttribute("aria-label");
  }

  setPressed(isPressed) {
    if (this._isPressed === isPressed) return;
    this._isPressed = isPressed;
    this.updateFace();
  }

  _tick() {
    const { game } = this.app;
    if (!game || !this.element.isConnected) return;
    const theme = this.app.themes.current;
    const elapsed = game.elapsed;
    const shown = `${game.minesLeft} ${Math.floor(elapsed / 100)} ${this.app.themes.name}`;
    if (shown === this._shown) return;
    this._shown = shown;
    this._write(this._counter, game.minesLeft, theme);
    this._write(this._time, Math.floor(elapsed / 1000), theme);
    this._tenth.textContent = `.${Math.floor(elapsed / 100) % 10}`;
    this._counterBox.setAttribute("aria-label", `${game.minesLeft} mines left`);
    this._timeBox.setAttribute("aria-label", `${seconds(elapsed, 0)} seconds`);
    this.app.panel.tick();
  }

  _write(node, number, theme) {
    const isLit = theme.style.digits === "segment";
    const key = `${number} ${isLit}`;
    if (node.dataset.shown === key) return;
    node.dataset.shown = key;
    node.classList.toggle("lit", isLit);
    if (isLit) this._light(node, number, theme);
    else node.textContent = String(number).replace("-", "−");
  }

  /** Displays of some themes have digits of their own. */
  async _light(node, number, theme) {
    this._digits ??= await import("./digits.js");
    const { segments, threeDigits } = this._digits;
    if (node.dataset.shown.startsWith(`${number} `))
      fill(node, segments(threeDigits(Math.min(number, 99_999)), theme, 30));
  }

  // -- Covers

  /** Cover the board: {icon, title, text, button}, or nothing. The board is then not on the canvas. */
  cover(what) {
    const isCovered = Boolean(what);
    if (isCovered) {
      const image = what.icon ? icon(what.icon, "") : what.picture;
      this._coverText = el("p", { class: "mut" }, what.text);
      const act = what.button && button(what.button, what.run, { kind: what.primary ? "primary" : "", key: what.key });
      fill(this._cover, image, el("b", {}, what.title), this._coverText, act);
    }
    this._cover.hidden = !isCovered;
    this.canvas.hidden = isCovered;
    this._well.hidden = isCovered;
  }

  coverText(text) {
    if (this._coverText) this._coverText.textContent = text;
  }

  get isCovered() {
    return !this._cover.hidden;
  }

  // -- The end

  celebrate(status) {
    if (!this.view.motion) return;
    const once = (name) => {
      this.console.classList.remove(name);
      void this.console.offsetWidth; // let the animation begin anew
      this.console.classList.add(name);
    };
    if (status === "won") once("grow");
    if (this.app.settings.get("display", "flash")) once("flash");
  }
}
