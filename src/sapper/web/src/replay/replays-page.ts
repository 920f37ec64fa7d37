// The finished games of a player, with small pictures: chosen by level and result, page by page. Files come in here.

import type { Finished } from "../protocol.ts";
import type { Parts } from "../types.ts";

import { addressOf } from "../ui/address.ts";
import { SYMBOLS } from "../board/cell-values.ts";
import { button, context2d, el, icon as iconNode, spacer } from "../ui/dom.ts";
import { html, icon, render, repeat } from "../ui/template.ts";
import { ENDINGS, listenToDrops, openFile } from "./drop-files.ts";
import { takeFiles } from "./handed-files.ts";
import { drawCell } from "../board/paint.ts";
import { MOST_MEGABYTES, readGames, readPicture } from "../net/replays.ts";
import { remarkWords } from "../play/end/remarks.ts";
import { layoutWords, levelWords, resultWords, whenWords } from "./words.ts";
import { message, percent, level as levelWord, status as statusWord, number, listed } from "../ui/words.ts";

const ON_A_PAGE = 20;
const PICTURE = [132, 76]; // px that a picture has at most
const FACES = { won: "face-won", lost: "face-lost", abandoned: "face-idle" };

/** The filters of the list: for each its values, and their names. */
const choicesOf = (settings: Parts["settings"]): Record<string, [value: string, label: string][]> => ({
  from: [
    ["mine", message("viewer.mine")],
    ["files", message("viewer.from-files")],
    ["all", message("viewer.everybody")],
  ],
  level: [
    ["", message("viewer.every-level")],
    ...["beginner", "intermediate", "expert"].map(
      (name) => [settings.schema.levels[name], levelWord(name)] as [string, string],
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
  name = "replays";
  _parts: Pick<Parts, "settings" | "themes" | "run" | "open">;
  _stop: AbortController;
  _turn = 0;
  _page = 0;
  _chosen: Record<string, string>;
  _pictures: { canvas: HTMLCanvasElement; width: number; cells: string }[] = [];
  _list: HTMLUListElement;
  _pager: HTMLDivElement;
  _filters: HTMLDivElement;
  element: HTMLDivElement;
  _stopDrops: () => void;

  constructor(parts: Pick<Parts, "settings" | "themes" | "open" | "run">) {
    this._parts = parts;
    this._stop = new AbortController();
    this._chosen = { from: "mine", level: "", status: "" };
    this._list = el("ul", { class: "replay-list" });
    this._pager = el("div", { class: "row pager" });
    this._filters = el("div", { class: "row replay-filters" });
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
    takeFiles((file) => openFile(this.element, file, parts.open));
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
      iconNode("import"),
      el(
        "div",
        {},
        el("b", {}, message("viewer.drop")),
        el("p", { class: "muted small" }, message("viewer.formats", { most: MOST_MEGABYTES })),
      ),
      spacer(),
      choose,
      input,
    );
  }

  _showFilters() {
    const groups = Object.entries(choicesOf(this._parts.settings)).map(([part, values]) => {
      const buttons = values.map(([value, label]) => {
        const isOn = this._chosen[part] === value;
        const choose = () => this._choose(part, value);
        return html`<button type="button" class=${isOn ? "on" : ""} aria-pressed=${isOn} @click=${choose}>${label}</button>`;
      });
      return html`<div class="segments quiet" role="group">${buttons}</div>`;
    });
    render(groups, this._filters);
  }

  _choose(part: string, value: string) {
    this._chosen[part] = value;
    this._page = 0;
    this._showFilters();
    this._load();
  }

  /** The query for the server. */
  get _query() {
    const { from, level, status } = this._chosen;
    const query: Record<string, string> = { limit: String(ON_A_PAGE + 1), offset: String(this._page * ON_A_PAGE) };
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
      render(html`<li class="empty"><p>${(error as Error).message}</p></li>`, this._list);
    }
  }

  /** @param games one more than a page has, if there are more */
  _show(games: Finished[]) {
    this._pictures = [];
    const shown = games.slice(0, ON_A_PAGE);
    const rows = repeat(
      shown,
      ({ id }) => id,
      (game) => this._row(game),
    );
    render(shown.length ? rows : this._empty(), this._list);
    const turnPage = (label: string, way: number, isThere: boolean) =>
      html`<button type="button" class="btn" ?disabled=${!isThere} @click=${() => this._turnTo(this._page + way)}>${label}</button>`;
    const isPaged = this._page > 0 || games.length > ON_A_PAGE;
    const pager = () => html`
      ${turnPage(message("viewer.newer"), -1, this._page > 0)}
      <span class="muted">${message("viewer.page", { number: this._page + 1 })}</span>
      ${turnPage(message("viewer.older"), 1, games.length > ON_A_PAGE)}`;
    render(isPaged ? pager() : null, this._pager);
  }

  _turnTo(page: number) {
    this._page = page;
    this._load();
    this.element.parentElement?.scrollTo({ top: 0 });
  }

  _empty() {
    const isAll = this._chosen.from === "mine" && !this._chosen.level && !this._chosen.status;
    if (!isAll) return html`<li class="empty"><h2>${message("history.no-match")}</h2></li>`;
    const play = () => this._parts.run("beginner");
    return html`
      <li class="empty">
        <h2>${message("viewer.empty-title")}</h2>
        <p class="muted">${message("viewer.empty")}</p>
        <button type="button" class="btn primary" @click=${play}>${message("viewer.empty-play")}</button>
      </li>`;
  }

  _row(game: Finished) {
    const { open, settings } = this._parts;
    const { id, elapsed, solved, bbbv, name } = game;
    const rate = elapsed ? number(solved / (elapsed / 1000), 2) : "–";
    const share = game.status === "won" || !bbbv ? "" : message("viewer.solved", { share: percent(solved / bbbv) });
    const remarks = remarkWords(game.remarks);
    const go = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      open("replay", String(id));
    };
    const face = (FACES as Record<string, string>)[game.status] ?? "face-idle";
    const more = [share, remarks].filter(Boolean).join(" · ");
    return html`
      <li>
        <a class="replay-row" href=${addressOf(`/replay/${id}`)} @click=${go}>
          <span class="thumb"><canvas aria-hidden="true" data-game=${id}></canvas></span>
          <span class="what">
            <b>${icon(face)}${resultWords(game)}</b>
            <span class="muted">${listed([levelWords(settings, game), layoutWords(game)])}</span>
            ${more ? html`<span class="muted tiny">${more}</span>` : null}
          </span>
          <span class="rate"><b>${rate}</b><span class="muted tiny">${message("figures.3bv-speed")}</span></span>
          <span class="when muted">${whenWords(game.ended_at)}${name ? html`<span>${name}</span>` : null}</span>
          ${icon("next")}
        </a>
      </li>`;
  }

  async _loadPictures(games: Finished[], turn: number) {
    for (const { id } of games) {
      if (turn !== this._turn || this._stop.signal.aborted) return;
      const picture = await readPicture(id, this._stop.signal).catch(() => null);
      const canvas = this._list.querySelector(`canvas[data-game="${id}"]`) as HTMLCanvasElement | null;
      if (!picture || !canvas) continue;
      this._pictures.push({ canvas, width: picture.width, cells: picture.cells });
      this._paintPicture(this._pictures[this._pictures.length - 1]);
    }
  }

  _paintPicture({ canvas, width, cells }: { canvas: HTMLCanvasElement; width: number; cells: string }) {
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

  key(typed: string) {
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
