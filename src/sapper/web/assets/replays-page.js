// @ts-check
// The finished games of a player, with small pictures: chosen by level and result, page by page. Files come in here.

/** @import { Finished } from "./protocol.js" */
/** @import { Parts } from "./types.js" */

import { SYMBOLS } from "./cell-values.js";
import { button, context2d, el, fill, icon, spacer } from "./dom.js";
import { ENDINGS, listenToDrops, openFile } from "./drop-files.js";
import { drawCell } from "./paint.js";
import { readGames, readPicture } from "./replay-data.js";
import { remarkWords } from "./remarks.js";
import { layoutWords, levelWords, resultWords, whenWords } from "./replay-words.js";
import { message, percent, level as levelWord, status as statusWord } from "./words.js";

const ON_A_PAGE = 20;
const PICTURE = [132, 76]; // px that a picture has at most
const FACES = { won: "face-won", lost: "face-lost", abandoned: "face-idle" };

/**
 * What the list is chosen by: for each part its values, and what they are called.
 * @param {Parts["settings"]} settings
 * @returns {Record<string, [value: string, label: string][]>}
 */
const choicesOf = (settings) => ({
  from: [
    ["mine", message("viewer.mine")],
    ["files", message("viewer.from-files")],
    ["all", message("viewer.everybody")],
  ],
  level: [
    ["", message("viewer.every-level")],
    ...["beginner", "intermediate", "expert"].map(
      (name) => /** @type {[string, string]} */ ([settings.schema.levels[name], levelWord(name)]),
    ),
  ],
  status: [
    ["", message("viewer.every-result")],
    ["won", statusWord("won")],
    ["lost", statusWord("lost")],
    ["abandoned", statusWord("abandoned")],
  ],
});

export class ReplaysPage {
  /** @param {Pick<Parts, "settings" | "themes" | "open" | "run">} parts */
  constructor(parts) {
    this.name = "replays";
    this._parts = parts;
    this._stop = new AbortController();
    this._turn = 0;
    this._page = 0;
    /** @type {Record<string, string>} */
    this._chosen = { from: "mine", level: "", status: "" };
    /** @type {{ canvas: HTMLCanvasElement, width: number, cells: string }[]} */
    this._pictures = [];
    this._list = el("ul", { class: "replay-list" });
    this._pager = el("div", { class: "row pager" });
    this._filters = el("div", { class: "row filters" });
    this.element = el(
      "div",
      { class: "replays" },
      el("h1", {}, message("viewer.list-title")),
      this._dropZone(),
      this._filters,
      this._list,
      this._pager,
    );
    this._stopDrops = listenToDrops(this.element, parts.open);
    this._showFilters();
    this._load();
  }

  _dropZone() {
    const input = el("input", {
      type: "file",
      hidden: true,
      accept: ENDINGS,
      onchange: () => {
        const file = input.files?.[0];
        if (file) openFile(this.element, file, this._parts.open);
        input.value = "";
      },
    });
    const choose = button(message("viewer.choose-file"), () => input.click(), { iconName: "import" });
    return el(
      "div",
      { class: "drop-zone" },
      icon("import"),
      el("div", {}, el("b", {}, message("viewer.drop")), el("p", { class: "muted small" }, message("viewer.formats"))),
      spacer(),
      choose,
      input,
    );
  }

  _showFilters() {
    const groups = Object.entries(choicesOf(this._parts.settings)).map(([part, values]) => {
      const buttons = values.map(([value, label]) => {
        const isOn = this._chosen[part] === value;
        const attributes = { type: "button", class: isOn ? "on" : "", "aria-pressed": String(isOn) };
        return el("button", { ...attributes, onclick: () => this._choose(part, value) }, label);
      });
      return el("div", { class: "segments quiet", role: "group" }, buttons);
    });
    const focused = this._filters.contains(document.activeElement) ? document.activeElement?.textContent : null;
    fill(this._filters, groups);
    const again = [...this._filters.querySelectorAll("button")].find((node) => node.textContent === focused);
    again?.focus();
  }

  /**
   * @param {string} part
   * @param {string} value
   */
  _choose(part, value) {
    this._chosen[part] = value;
    this._page = 0;
    this._showFilters();
    this._load();
  }

  /** What the server is asked for. */
  get _query() {
    const { from, level, status } = this._chosen;
    /** @type {Record<string, string>} */
    const query = { limit: String(ON_A_PAGE + 1), offset: String(this._page * ON_A_PAGE) };
    if (from === "mine") query.mine = "1";
    if (from === "files") query.source = "imported";
    if (level) query.level = level;
    if (status) query.status = status;
    return query;
  }

  async _load() {
    const turn = ++this._turn;
    const { signal } = this._stop;
    try {
      const games = await readGames(this._query, signal);
      if (turn !== this._turn) return;
      this._show(games);
      await this._loadPictures(games.slice(0, ON_A_PAGE), turn);
    } catch (error) {
      if (signal.aborted || turn !== this._turn) return;
      fill(this._list, el("li", { class: "empty" }, el("p", {}, /** @type {Error} */ (error).message)));
    }
  }

  /** @param {Finished[]} games one more than a page has, if there are more */
  _show(games) {
    this._pictures = [];
    const shown = games.slice(0, ON_A_PAGE);
    fill(this._list, shown.length ? shown.map((game) => this._row(game)) : this._empty());
    /**
     * @param {string} label
     * @param {number} way
     * @param {boolean} isThere
     */
    const turnPage = (label, way, isThere) => {
      const turn = button(label, () => this._turnTo(this._page + way));
      turn.disabled = !isThere;
      return turn;
    };
    const isPaged = this._page > 0 || games.length > ON_A_PAGE;
    fill(
      this._pager,
      isPaged
        ? [
            turnPage(message("viewer.newer"), -1, this._page > 0),
            el("span", { class: "muted" }, message("viewer.page", { number: this._page + 1 })),
            turnPage(message("viewer.older"), 1, games.length > ON_A_PAGE),
          ]
        : null,
    );
  }

  /** @param {number} page */
  _turnTo(page) {
    this._page = page;
    this._load();
    this.element.parentElement?.scrollTo({ top: 0 });
  }

  _empty() {
    const isAll = this._chosen.from === "mine" && !this._chosen.level && !this._chosen.status;
    return el(
      "li",
      { class: "empty" },
      el("h2", {}, isAll ? message("viewer.empty-title") : message("history.no-match")),
      isAll ? el("p", { class: "muted" }, message("viewer.empty")) : null,
      isAll ? button(message("viewer.empty-play"), () => this._parts.run("beginner"), { kind: "primary" }) : null,
    );
  }

  /** @param {Finished} game */
  _row(game) {
    const { open, settings } = this._parts;
    const { id, elapsed, solved, bbbv, name } = game;
    const canvas = el("canvas", { "aria-hidden": "true", "data-game": String(id) });
    const rate = elapsed ? (solved / (elapsed / 1000)).toFixed(2) : "–";
    const share = game.status === "won" || !bbbv ? "" : message("viewer.solved", { share: percent(solved / bbbv) });
    const remarks = remarkWords(game.remarks);
    /** @param {MouseEvent} event */
    const go = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      open("replay", String(id));
    };
    return el(
      "li",
      {},
      el(
        "a",
        { class: "replay-row", href: `/replay/${id}`, onclick: go },
        el("span", { class: "thumb" }, canvas),
        el(
          "span",
          { class: "what" },
          el(
            "b",
            {},
            icon(/** @type {Record<string, string>} */ (FACES)[game.status] ?? "face-idle"),
            resultWords(game),
          ),
          el("span", { class: "muted" }, [levelWords(settings, game), layoutWords(game)].join(", ")),
          remarks || share ? el("span", { class: "muted tiny" }, [share, remarks].filter(Boolean).join(" · ")) : null,
        ),
        el(
          "span",
          { class: "rate" },
          el("b", {}, rate),
          el("span", { class: "muted tiny" }, message("figures.3bv-speed")),
        ),
        el("span", { class: "when muted" }, whenWords(game.ended_at), name ? el("span", {}, name) : null),
        icon("next"),
      ),
    );
  }

  /**
   * @param {Finished[]} games
   * @param {number} turn
   */
  async _loadPictures(games, turn) {
    for (const { id } of games) {
      if (turn !== this._turn || this._stop.signal.aborted) return;
      const picture = await readPicture(id, this._stop.signal).catch(() => null);
      const canvas = /** @type {HTMLCanvasElement | null} */ (this._list.querySelector(`canvas[data-game="${id}"]`));
      if (!picture || !canvas) continue;
      this._pictures.push({ canvas, width: picture.width, cells: picture.cells });
      this._paintPicture(this._pictures[this._pictures.length - 1]);
    }
  }

  /** @param {{ canvas: HTMLCanvasElement, width: number, cells: string }} picture */
  _paintPicture({ canvas, width, cells }) {
    const height = cells.length / width;
    const ratio = globalThis.devicePixelRatio || 1;
    const d = Math.max(1, Math.floor(Math.min(PICTURE[0] / width, PICTURE[1] / height) * ratio));
    canvas.width = width * d;
    canvas.height = height * d;
    canvas.style.width = `${canvas.width / ratio}px`;
    canvas.style.height = `${canvas.height / ratio}px`;
    const c = context2d(canvas);
    const theme = this._parts.themes.current;
    for (let index = 0; index < cells.length; index++) {
      const [x, y] = [(index % width) * d, Math.floor(index / width) * d];
      drawCell(c, theme, SYMBOLS.indexOf(cells[index]), x, y, d);
    }
  }

  paint() {
    for (const picture of this._pictures) this._paintPicture(picture);
  }

  /**
   * @param {string} typed
   */
  key(typed) {
    if (typed !== "pagedown" && typed !== "pageup") return false;
    const turns = this._pager.querySelectorAll("button");
    const turn = turns[typed === "pageup" ? 0 : 1];
    turn?.click();
    return Boolean(turn);
  }

  left() {
    this._stop.abort();
    this._stopDrops();
  }
}
