// The page of the panel while a game is played: speed, pace, help, keys.

import type { BoardView } from "../board/board-view.ts";
import type { Game } from "../board/model.ts";
import type { KeyMap } from "../input/keys.ts";
import type { Parts } from "../types.ts";

import { button, context2d, el, fill, icon, page, section, spacer } from "../ui/dom.ts";
import { action, message, percent, pieces, rule, time as timeText, number } from "../ui/words.ts";
import type { MapView } from "../board/large-map.ts";

/** The keys that matter most; the Amiga's players know others. */
const keyWords = (isAmiga: boolean) => [
  ["open", action("open").short],
  ["mark", action("mark").short],
  isAmiga ? ["chord", action("chord").short] : ["hint", action("hint").short],
  ["pause", action("pause").short],
  ["new", action("new").short],
  isAmiga ? ["best-times", action("best-times").short] : ["commands", action("commands").short],
];

const figure = (node: HTMLElement, label: string) => el("div", { class: "stat" }, node, el("span", {}, label));

function foldButton(fold: () => void) {
  const label = message("page.hide-panel");
  const attributes = { type: "button", class: "tool fold", title: label, "aria-label": label, onclick: fold };
  return el("button", attributes, icon("next"));
}

/** While a game is played: speed, pace, help, keys. */
export class GamePage {
  name = "game";
  _state;
  _settings;
  _themes;
  _samples: { time: number; solved: number }[] = [];
  _solved: number | null = null;
  _map: MapView | null = null;
  _mapSection: HTMLElement | null = null;
  _help: HTMLButtonElement[] = []; // of no use without the server
  _figures;
  _spark: HTMLCanvasElement;
  _course: HTMLParagraphElement;
  _pace: HTMLElement;
  _view: BoardView;
  element: HTMLDivElement;

  constructor({
    state,
    settings,
    themes,
    run,
    view,
    fold,
  }: Pick<Parts, "state" | "settings" | "themes" | "run"> & { view: BoardView; fold: () => void }) {
    this._state = state;
    this._settings = settings;
    this._themes = themes;
    this._figures = {
      speed: el("b"),
      efficiency: el("b"),
      solved: el("b"),
      clicks: el("b"),
      pace: el("b"),
      open: el("span"),
      best: el("span"),
      bar: el("i"),
      error: el("p", { class: "error small" }),
      swapped: el("p", { class: "muted small" }, message("game.swapped")),
      guesses: el("p", { class: "muted small" }),
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

  _figuresSection(fold: () => void) {
    const { speed, efficiency, solved, clicks } = this._figures;
    return el(
      "section",
      { class: "group figures" },
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

  _helpSection(keys: KeyMap, run: (name: string) => void) {
    this._help = [
      button(action("hint").name, () => run("hint"), { iconName: "hint", key: keys.label("hint") }),
      button(action("odds").name, () => run("odds"), { iconName: "percent", key: keys.label("odds") }),
      button(action("certain").name, () => run("certain"), { iconName: "question", key: keys.label("certain") }),
      button(action("analyse").name, () => run("analyse"), { iconName: "target", kind: "quiet" }),
    ];
    return el(
      "section",
      { class: "group stuck" },
      el("h2", {}, message("game.stuck")),
      el("p", { class: "muted" }, message("game.stuck-text")),
      el("div", { class: "row" }, this._help),
      this._figures.error,
      this._figures.swapped,
      this._figures.guesses,
      this._figures.forgotten,
    );
  }

  /** A board that is not wholly in view has a map in place of the pace. */
  async _loadMap() {
    const { MapView } = await import("../board/large-map.ts");
    this._map ??= new MapView(this._view);
    this._mapSection ??= section(el("h2", {}, message("game.map")), this._map.element);
    this.update();
  }

  /** Show the map or the pace. */
  _updateMap(game: Game) {
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
    f.error.textContent = state.error;
    f.error.hidden = !state.error;
    f.swapped.hidden = !state.isSwapped;
    for (const node of this._help) node.disabled = state.isOffline;
    const { guessing } = game.choices;
    f.guesses.hidden = guessing === "honest";
    if (guessing !== "honest") {
      const fate = rule("guessing").value(String(guessing));
      const held = game.forgiven ? ` ${message("game.forgiven", { count: game.forgiven })}.` : "";
      f.guesses.textContent = `${fate}.${held}`;
    }
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
    f.speed.textContent = solved && time >= 1000 ? number(solved / (time / 1000), 2) : "–";
    const share = game.isVisible ? game.share : null;
    f.pace.textContent = share && time > 2000 ? timeText(time / share, 0) : "–";
    this._sample(time, solved ?? 0);
  }

  /** Note how far the game was, and draw the slope of the last ten seconds. */
  _sample(time: number, solved: number) {
    const last = this._samples.at(-1);
    if (last && time - last.time < 240 && last.solved === solved) return;
    if (last && time < last.time) this._samples = [];
    this._samples.push({ time, solved });
    while (this._samples.length > 2 && this._samples[0].time < time - 12_000) this._samples.shift();
    this._draw(time);
  }

  _draw(time: number) {
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

  _speedAt(time: number) {
    const known = (at: number) =>
      this._samples.findLast((sample) => sample.time <= at)?.solved ?? this._samples[0]?.solved ?? 0;
    return Math.max(0, known(time) - known(time - 2000)) / 2;
  }
}
