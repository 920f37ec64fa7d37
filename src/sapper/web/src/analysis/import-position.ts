// Positions come in as text, as a file, from a replay or by a link, and go out as text and as a link.

import type { Position } from "./position.ts";

import { Refused, readSteps } from "../net/replays.ts";
import { Problem, ask } from "./request.ts";
import { button, el, fill, icon, section } from "../ui/dom.ts";
import { LinkError, readFragment } from "../play/seed/links.ts";
import { Position as Board, isAnalysable } from "./position.ts";
import { copy } from "../play/seed/share.ts";
import { message } from "../ui/words.ts";

interface ReadPosition {
  board: string;
  kind: "board" | "minefield" | "replay";
  minefield?: string;
}

const MOST_BYTES = 1 << 20; // the limit "replay-body" of the server
const MBF = ".mbf,.abf,.txt";
const REPLAYS = ".sapper,.replay,.txt";

const square = (label: string, image: string, run: () => void) =>
  el("button", { type: "button", class: "btn square", title: label, "aria-label": label, onclick: run }, icon(image));

export class BringIn {
  _position: () => Board;
  _url: () => string;
  _take: (position: Board, minefield: string | null, said: string) => void;
  _say: (text: string, isError?: boolean) => void;
  _savePicture: () => void;
  _open = "";
  _file: HTMLInputElement;
  _form: HTMLDivElement;
  _link: HTMLInputElement;
  _said: HTMLParagraphElement;
  _share: () => void;
  _buttons;
  element: HTMLElement;

  constructor({
    position,
    url,
    take,
    say,
    share,
    savePicture,
  }: {
    position: () => Position;
    url: () => string;
    take: (position: Position, minefield: string | null, said: string) => void;
    say: (text: string, isError?: boolean) => void;
    share: () => void;
    savePicture: () => void;
  }) {
    this._position = position;
    this._url = url;
    this._take = take;
    this._say = say;
    this._savePicture = savePicture;
    this._file = el("input", { type: "file", hidden: true, onchange: () => this._chosen() });
    this._form = el("div", { class: "bring-form", hidden: true });
    this._link = el("input", { class: "field", readonly: true, "aria-label": message("analysis.link-label") });
    this._said = el("p", { class: "small said", role: "status", hidden: true });
    this._share = share;
    const copyLink = square(message("analysis.copy-link"), "copy", share);
    this._buttons = {
      diagram: button(message("analysis.diagram"), () => this._toggle("diagram")),
      mbf: button(message("analysis.mbf"), () => this._choose(MBF)),
      replay: button(message("analysis.replay"), () => this._toggle("replay")),
    };
    this.element = section(
      el("h2", {}, message("analysis.bring-in")),
      el("div", { class: "three-buttons" }, Object.values(this._buttons)),
      this._file,
      this._form,
      el("p", { class: "muted small paste-note" }, message("analysis.paste-note")),
      this._said,
      el("div", { class: "link-row" }, el("label", { class: "link-field" }, icon("link"), this._link), copyLink),
    );
  }

  /** The same for phones, beside the button that plays from here: this section is far below it there. */
  phoneButtons() {
    const show = () => {
      if (this._open !== "diagram") this._toggle("diagram");
      this.element.scrollIntoView();
    };
    return [
      square(message("analysis.bring-in"), "import", show),
      square(message("analysis.share"), "link", () => this._share()),
    ];
  }

  /** The position changed: so did its link. */
  update() {
    const url = this._url();
    if (this._link.value !== url) this._link.value = url;
  }

  /** Say what came of it, beside the buttons. */
  setSaid(text: string, isError = false) {
    this._said.textContent = text;
    this._said.hidden = !text;
    this._said.classList.toggle("error", isError);
  }

  // -- What can be opened

  _toggle(name: "diagram" | "replay") {
    this._open = this._open === name ? "" : name;
    for (const [own, node] of Object.entries(this._buttons)) {
      if (own !== "mbf") node.setAttribute("aria-expanded", String(own === this._open));
    }
    this._form.hidden = !this._open;
    fill(this._form, this._open === "diagram" ? this._diagramForm() : this._open ? this._replayForm() : null);
    const first: HTMLElement | null = this._form.querySelector("textarea, input");
    first?.focus();
  }

  _diagramForm() {
    const area = el("textarea", {
      class: "field diagram",
      rows: "8",
      spellcheck: "false",
      "aria-label": message("analysis.diagram-label"),
      value: this._position().diagram,
    });
    const copyText = async () => {
      const isCopied = await copy(area.value);
      if (!isCopied) area.select();
      this._say(isCopied ? message("analysis.copied") : message("analysis.not-copied"), !isCopied);
    };
    return [
      area,
      el(
        "div",
        { class: "row" },
        button(message("analysis.read"), () => this.readText(area.value)),
        button(message("analysis.copy"), copyText, { iconName: "copy" }),
        button(message("analysis.picture"), this._savePicture, { iconName: "save" }),
      ),
    ];
  }

  _replayForm() {
    const input = el("input", { class: "field", inputmode: "numeric", maxlength: "9", autocomplete: "off" });
    const submit = (event: Event) => {
      event.preventDefault();
      this.readText(input.value.trim());
    };
    return [
      el(
        "form",
        { class: "group", onsubmit: submit },
        el("label", { class: "line stacked" }, el("span", {}, message("analysis.game-label")), input),
        el(
          "div",
          { class: "row" },
          el("button", { type: "submit", class: "btn" }, message("analysis.game-open")),
          button(message("analysis.game-file"), () => this._choose(REPLAYS), { iconName: "import" }),
        ),
      ),
    ];
  }

  _choose(kinds: string) {
    this._file.accept = kinds;
    this._file.value = "";
    this._file.click();
  }

  _chosen() {
    const [file] = this._file.files ?? [];
    if (file) this.readFile(file);
  }

  // -- Reading

  async readFile(file: File) {
    if (file.size > MOST_BYTES) this._fail(message("analysis.too-large", { most: 4096 }));
    else await this._read(file, file.name);
  }

  /** Read what was pasted or typed: a link, the number of a game, or anything the server can read. */
  async readText(text: string) {
    const link = /#(?:[pb]\d{1,3}\.|with=|at=)\S*/.exec(text)?.[0];
    const game = /\/replay\/(\d{1,15})\b/.exec(text)?.[1] ?? /^\s*#?(\d{1,9})\s*$/.exec(text)?.[1];
    try {
      const found = link ? readFragment(link) : null;
      if (found?.kind === "position") this._take(new Board(found.position), null, message("analysis.read-board"));
      else if (game) await this._readGame(game, found?.kind === "moment" ? found.moment.at : null);
      else await this._read(text, "");
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this._fail(error.isNewer ? message("links.newer-board") : message("links.broken-board"));
    }
  }

  /** @param name of the file */
  async _read(what: Blob | string, name: string) {
    const query = new URLSearchParams({ name, mines: String(this._position().mines) });
    try {
      const found: ReadPosition = await ask(`/api/position?${query}`, what);
      const position = Board.parse(found.board);
      const said = {
        board: message("analysis.read-board"),
        minefield: message("analysis.read-minefield"),
        replay: message("analysis.read-replay"),
      };
      if (position && isAnalysable(position)) this._take(position, found.minefield ?? null, said[found.kind]);
      else this._fail(message("analysis.too-large", { most: 4096 }));
    } catch (error) {
      this._failed(error);
    }
  }

  /**
   * Read a moment of a finished game; without one, the position before its last action.
   * @param at in milliseconds of playing time
   */
  async _readGame(game: string, at: number | null) {
    try {
      const position = await positionOfGame(game, at);
      if (!position) this._fail(message("analysis.game-none"));
      else if (!isAnalysable(position)) this._fail(message("analysis.too-large", { most: 4096 }));
      else this._take(position, null, message("analysis.read-board"));
    } catch (error) {
      this._failed(error);
    }
  }

  _failed(error: unknown) {
    if (error instanceof Refused) this._fail(error.message);
    else if (!(error instanceof Problem)) this._fail(message("analysis.unreachable"));
    else if (error.isBusy) this._fail(error.message);
    else this._fail(message("analysis.not-readable", { why: error.message }));
  }

  _fail(text: string) {
    this._say(text, true);
  }
}

/**
 * Return the position of a finished game at a time, or before its last action; null if there is no such game.
 * @param time in milliseconds of playing time
 */
async function positionOfGame(game: string, time: number | null) {
  let position: Position | null = null;
  const steps: { at: number; cells: number[] }[] = [];
  try {
    for await (const part of readSteps(game)) {
      position ??= Board.empty(part.width, part.height, part.mines);
      steps.push(...part.steps);
    }
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
  if (!position) return null;
  const played = time === null ? steps.slice(0, -1) : steps.filter(({ at }) => at <= time);
  for (const { cells } of played) {
    for (let index = 0; index < cells.length; index += 2) position.values[cells[index]] = cells[index + 1];
  }
  return position;
}
