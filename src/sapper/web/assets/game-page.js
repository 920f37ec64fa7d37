// @ts-check
// The page of the panel while a game is played: speed, pace, help, keys.

/** @import { BoardView } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { KeyMap } from "./keys.js" */
/** @import { Parts } from "./types.js" */

import { button, context2d, el, fill, icon, page, section, spacer } from "./dom.js";
import { action, message, percent, pieces, time as timeText } from "./words.js";

/**
 * The keys that matter most; the Amiga's players know others.
 * @param {boolean} isAmiga
 */
const keyWords = (isAmiga) => [
  ["open", action("open").short],
  ["mark", action("mark").short],
  isAmiga ? ["chord", action("chord").short] : ["hint", action("hint").short],
  ["pause", action("pause").short],
  ["new", action("new").short],
  isAmiga ? ["best-times", action("best-times").short] : ["commands", action("commands").short],
];

/**
 * @param {HTMLElement} node
 * @param {string} label
 */
const figure = (node, label) => el("div", { class: "stat" }, node, el("span", {}, label));

/** @param {() => void} fold */
function foldButton(fold) {
  const label = message("page.hide-panel");
  const attributes = { type: "button", class: "tool fold", title: label, "aria-label": label, onclick: fold };
  return el("button", attributes, icon("next"));
}

/** While a game is played: speed, pace, help, keys. */
export class GamePage {
  /**
   * @param {Pick<Parts, "state" | "settings" | "themes" | "run"> & { view: BoardView, fold: () => void }} parts
   */
  constructor({ state, settings, themes, run, view, fold }) {
    this.name = "game";
    this._state = state;
    this._settings = settings;
    this._themes = themes;
    /** @type {{ time: number, solved: number }[]} */
    this._samples = [];
    /** @type {number | null} */
    this._solved = null;
    /** @type {import("./map.js").MapView | null} */
    this._map = null;
    /** @type {HTMLElement | null} */
    this._mapSection = null;
    this._figures = {
      speed: el("b"),
      efficiency: el("b"),
      solved: el("b"),
      clicks: el("b"),
      pace: el("b"),
      open: el("span"),
      best: el("span"),
      bar: el("i"),
      trouble: el("p", { class: "error small" }),
      swapped: el("p", { class: "muted small" }, message("game.swapped")),
      forgotten: el("p", { class: "muted small", role: "status" }),
    };
    this._spark = el("canvas", { class: "spark", "aria-hidden": "true" });
    this._course = el("p", {}, pieces("game.on-course", { time: this._figures.pace }));
    this._pace = this._paceSection();
    this._view = view;
    const keys = keyWords(state.game?.choices.ruleset === "amiga").map(([name, words]) => [
      el("kbd", {}, settings.keyMap.label(name)),
      el("span", {}, words),
    ]);
    this.element = page(
      this._figuresSection(fold),
      this._pace,
      this._helpSection(settings.keyMap, run),
      spacer(),
      el("div", { class: "keys" }, keys),
    );
  }

  /** @param {() => void} fold */
  _figuresSection(fold) {
    const { speed, efficiency, solved, clicks } = this._figures;
    return section(
      el("div", { class: "head" }, el("h2", {}, message("game.this-game")), spacer(), foldButton(fold)),
      el(
        "div",
        { class: "stats" },
        figure(speed, message("figures.3bv-speed")),
        figure(efficiency, message("figures.efficiency")),
        figure(solved, message("figures.3bv-solved")),
        figure(clicks, message("figures.clicks")),
      ),
      this._spark,
      el("span", { class: "tiny muted" }, message("game.speed-caption")),
    );
  }

  _paceSection() {
    const { bar, open, best } = this._figures;
    return section(
      el("h2", {}, message("game.pace")),
      this._course,
      el("div", { class: "bar" }, bar),
      el("div", { class: "row tiny muted" }, open, spacer(), best),
    );
  }

  /**
   * @param {KeyMap} keys
   * @param {(name: string) => void} run
   */
  _helpSection(keys, run) {
    return section(
      el("h2", {}, message("game.stuck")),
      el("p", { class: "muted" }, message("game.stuck-text")),
      el(
        "div",
        { class: "row" },
        button(action("hint").name, () => run("hint"), { iconName: "hint", key: keys.label("hint") }),
        button(action("odds").name, () => run("odds"), { iconName: "percent", key: keys.label("odds") }),
        button(action("analyse").name, () => run("analyse"), { iconName: "target", kind: "quiet" }),
      ),
      this._figures.trouble,
      this._figures.swapped,
      this._figures.forgotten,
    );
  }

  /** A board that is not wholly in view has a map in place of the pace. */
  async _loadMap() {
    const { MapView } = await import("./map.js");
    this._map ??= new MapView(this._view);
    this._mapSection ??= section(el("h2", {}, message("game.map")), this._map.element);
    this.update();
  }

  /**
   * Show the map or the pace.
   * @param {Game} game
   */
  _updateMap(game) {
    const isScrolled = !this._view.fits;
    if (isScrolled && !this._map) this._loadMap();
    if (!this._mapSection) return;
    const [shown, other] = isScrolled ? [this._mapSection, this._pace] : [this._pace, this._mapSection];
    other.replaceWith(shown);
    if (isScrolled) this._map?.draw(game, this._themes.current);
  }

  update() {
    const { _figures: f, _state: state } = this;
    const { game } = state;
    if (!game) return;
    f.trouble.textContent = state.trouble;
    f.trouble.hidden = !state.trouble;
    f.swapped.hidden = !state.isSwapped;
    f.forgotten.hidden = game.forgotten === null;
    if (game.forgotten !== null) {
      f.forgotten.textContent = message("game.record-forgotten", { time: timeText(game.forgotten) });
    }
    this._course.hidden = !this._settings.get("display", "timer");
    this._updateMap(game);
    if (game.isVisible) this._solved = game.solved();
    const solved = this._solved;
    f.clicks.textContent = String(game.clicks);
    f.efficiency.textContent = solved !== null && game.clicks ? percent(Math.min(9.99, solved / game.clicks)) : "–";
    fill(f.solved, solved === null ? "–" : String(solved), el("small", {}, " / ?"));
    if (game.share !== null && game.isVisible) {
      f.open.textContent = message("game.share-open", { share: percent(game.share) });
      f.bar.style.width = `${game.share * 100}%`;
    }
    f.best.textContent = state.bestTime === null ? "" : message("game.best", { time: timeText(state.bestTime) });
    this.tick();
  }

  tick() {
    const { game } = this._state;
    if (!game) return;
    const time = game.elapsed;
    const { _figures: f, _solved: solved } = this;
    f.speed.textContent = solved && time >= 1000 ? (solved / (time / 1000)).toFixed(2) : "–";
    const share = game.isVisible ? game.share : null;
    f.pace.textContent = share && time > 2000 ? timeText(time / share, 0) : "–";
    this._sample(time, solved ?? 0);
  }

  /**
   * Note how far the game was, and draw the slope of the last ten seconds.
   * @param {number} time
   * @param {number} solved
   */
  _sample(time, solved) {
    const last = this._samples.at(-1);
    if (last && time - last.time < 240 && last.solved === solved) return;
    if (last && time < last.time) this._samples = [];
    this._samples.push({ time, solved });
    while (this._samples.length > 2 && this._samples[0].time < time - 12_000) this._samples.shift();
    this._draw(time);
  }

  /** @param {number} time */
  _draw(time) {
    const canvas = this._spark;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [Math.round(264 * ratio), Math.round(44 * ratio)];
    if (canvas.width !== width) [canvas.width, canvas.height] = [width, height];
    const c = context2d(canvas);
    const theme = this._themes.current;
    const speeds = [];
    for (let at = 0; at <= 40; at++) speeds.push(this._speedAt(time - 10_000 + at * 250));
    const most = Math.max(3, ...speeds);
    const line = 2 * ratio;
    c.clearRect(0, 0, width, height);
    c.beginPath();
    for (const [at, speed] of speeds.entries()) {
      c.lineTo((at / 40) * width, height - line - (speed / most) * (height - 2 * line));
    }
    c.strokeStyle = theme.accent;
    c.lineWidth = line;
    c.lineJoin = "round";
    c.stroke();
    c.lineTo(width, height);
    c.lineTo(0, height);
    c.fillStyle = `${theme.accent}24`;
    c.fill();
  }

  /** @param {number} time */
  _speedAt(time) {
    /** @param {number} at */
    const known = (at) =>
      this._samples.findLast((sample) => sample.time <= at)?.solved ?? this._samples[0]?.solved ?? 0;
    return Math.max(0, known(time) - known(time - 2000)) / 2;
  }
}
