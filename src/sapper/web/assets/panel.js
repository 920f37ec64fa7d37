// The panel beside the board: pages that stand there, and the one that fits the game when nothing else was opened.

import { button, el, fill, icon, page, percent, seconds, section } from "./dom.js";

export class Panel {
  constructor(app, element) {
    this.app = app;
    this.element = element;
    this._page = null; // what was opened by hand
    this._shown = null;
  }

  /** Open a page: an object with element, and optionally key(), tick(), update() and closed(). */
  open(page) {
    if (this._page !== page) this._page?.closed?.();
    this._page = page;
    this.app.fold(false);
    this.update();
    page.focus?.();
  }

  close() {
    this._page?.closed?.();
    this._page = null;
    this.update();
  }

  /** A name was taken: the end of a game shows it. */
  named() {
    this._shown?.named?.();
  }

  /** Other colours: pages with pictures are made anew. */
  repaint() {
    this._made = null;
  }

  get name() {
    return this._page?.name ?? "";
  }

  /** Let the page that is open have a key; tells whether it took it. */
  key(typed) {
    return this._page?.key?.(typed) ?? false;
  }

  tick() {
    this._shown?.tick?.();
  }

  update() {
    const page = this._page ?? this._default();
    if (this._shown !== page) {
      this._shown = page;
      fill(this.element, page ? page.element : null);
      this.element.scrollTop = 0;
    }
    page?.update?.();
  }

  /** The page that fits: the end, a hint or the odds, or this game. */
  _default() {
    const { game, advice, endPage } = this.app;
    if (!game) return null;
    if (game.isOver && endPage) return endPage;
    if (advice.page) return advice.page;
    if (this._made?.game !== game.id) this._made = { game: game.id, page: new GamePage(this.app) };
    return this._made.page;
  }
}

/** While a game is played: speed, pace, help, keys. */
class GamePage {
  constructor(app) {
    this.app = app;
    this._samples = [];
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
    };
    this._spark = el("canvas", { class: "spark", "aria-hidden": "true" });
    this._build();
  }

  _build() {
    const { app, _figures: f } = this;
    const figure = (node, label) => el("div", { class: "stat" }, node, el("span", {}, label));
    const fold = el(
      "button",
      {
        type: "button",
        class: "tool fold",
        title: "Hide the panel",
        "aria-label": "Hide the panel",
        onclick: () => app.fold(true),
      },
      icon("next"),
    );
    const keys = app.keyMap;
    const key = (name, text) => [el("kbd", {}, keys.label(name)), el("span", {}, text)];
    const isAmiga = app.game.choices.ruleset === "amiga";
    this._pace = section(
      el("h2", {}, "Pace"),
      el("p", {}, "On course for ", f.pace),
      el("div", { class: "bar" }, f.bar),
      el("div", { class: "row tiny mut" }, f.open, el("span", { class: "sp" }), f.best),
    );
    if (app.game.isChunked) this._loadMap();
    this.element = page(
      section(
        el("div", { class: "head" }, el("h2", {}, "This game"), el("span", { class: "sp" }), fold),
        el(
          "div",
          { class: "stats" },
          figure(f.speed, "3BV/s"),
          figure(f.efficiency, "efficiency"),
          figure(f.solved, "3BV solved"),
          figure(f.clicks, "clicks"),
        ),
        this._spark,
        el("span", { class: "tiny mut" }, "speed, last ten seconds"),
      ),
      this._pace,
      section(
        el("h2", {}, "Stuck?"),
        el("p", { class: "mut" }, "A hint first tells you where to look, then which numbers, then the move."),
        el(
          "div",
          { class: "row" },
          button("Hint", () => app.run("hint"), { iconName: "hint", key: keys.label("hint") }),
          button("Odds", () => app.run("odds"), { iconName: "percent", key: keys.label("odds") }),
        ),
        f.trouble,
      ),
      el("span", { class: "sp" }),
      el(
        "div",
        { class: "keys" },
        key("open", isAmiga ? "uncover" : "open, chord"),
        key("mark", isAmiga ? "mark" : "flag"),
        isAmiga ? key("chord", "look around") : key("hint", "hint"),
        key("pause", "pause"),
        key("new", "new game"),
        isAmiga ? key("best-times", "best times") : key("commands", "commands"),
      ),
    );
  }

  /** Large boards have a map in place of the pace. */
  async _loadMap() {
    const { MapView } = await import("./map.js");
    this._map = new MapView(this.app);
    this._pace.replaceWith(section(el("h2", {}, "Map"), this._map.element));
    this._map.draw();
  }

  update() {
    const { app, _figures: f } = this;
    const { game } = app;
    f.trouble.textContent = app.advice.trouble;
    f.trouble.hidden = !f.trouble.textContent;
    this._map?.draw();
    const solved = game.isVisible ? game.solved() : (this._solved ?? null);
    this._solved = solved;
    f.clicks.textContent = String(game.clicks);
    f.efficiency.textContent = solved !== null && game.clicks ? percent(Math.min(9.99, solved / game.clicks)) : "–";
    fill(f.solved, solved === null ? "–" : String(solved), el("small", {}, " / ?"));
    if (game.share !== null && game.isVisible) {
      f.open.textContent = `${percent(game.share)} open`;
      f.bar.style.width = `${game.share * 100}%`;
    }
    const best = app.bestTime;
    f.best.textContent = best === null ? "" : `best ${seconds(best)} s`;
    this.tick();
  }

  tick() {
    const { game } = this.app;
    const time = game.elapsed;
    const { _figures: f, _solved: solved } = this;
    f.speed.textContent = solved && time > 0 ? (solved / (time / 1000)).toFixed(2) : "–";
    const share = game.isVisible ? game.share : null;
    f.pace.textContent = share && time > 2000 ? `${Math.floor(time / share / 1000)} s` : "–";
    this._sample(time, solved ?? 0);
  }

  /** Note how far the game was, and draw the slope of the last ten seconds. */
  _sample(time, solved) {
    const last = this._samples.at(-1);
    if (last && time - last.time < 240 && last.solved === solved) return;
    if (last && time < last.time) this._samples = [];
    this._samples.push({ time, solved });
    while (this._samples.length > 2 && this._samples[0].time < time - 12_000) this._samples.shift();
    this._draw(time);
  }

  _draw(time) {
    const canvas = this._spark;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [Math.round(264 * ratio), Math.round(44 * ratio)];
    if (canvas.width !== width) [canvas.width, canvas.height] = [width, height];
    const c = canvas.getContext("2d");
    const theme = this.app.themes.current;
    const speeds = [];
    for (let at = 0; at <= 40; at++) speeds.push(this._speedAt(time - 10_000 + at * 250));
    const most = Math.max(3, ...speeds);
    const line = 2 * ratio;
    c.clearRect(0, 0, width, height);
    c.beginPath();
    speeds.forEach((speed, at) => c.lineTo((at / 40) * width, height - line - (speed / most) * (height - 2 * line)));
    c.strokeStyle = theme.accent;
    c.lineWidth = line;
    c.lineJoin = "round";
    c.stroke();
    c.lineTo(width, height);
    c.lineTo(0, height);
    c.fillStyle = `${theme.accent}24`;
    c.fill();
  }

  _speedAt(time) {
    const known = (at) =>
      this._samples.findLast((sample) => sample.time <= at)?.solved ?? this._samples[0]?.solved ?? 0;
    return Math.max(0, known(time) - known(time - 2000)) / 2;
  }
}
