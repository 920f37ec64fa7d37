// What a player does with the own games as a whole: back up, restore, delete.

import { isLocalNumber } from "../local/names.ts";
import { fetchApi, isAskedLocally } from "../net/api.ts";
import { ask, readGames } from "../net/replays.ts";
import { forgetHands } from "../net/stored-hands.ts";
import { said } from "../board/phrases.ts";
import { button, el, fill, icon } from "../ui/dom.ts";
import { restoreFile } from "./history-file.ts";
import { saveFile } from "../ui/text-files.ts";
import { EVERYTHING, queryOf } from "./filters.ts";
import { message } from "../ui/words.ts";

const NEWEST = 200; // games that are asked for at once

export class OwnGames {
  _changed: () => void;
  _query: URLSearchParams;
  _count = 0;
  _title = el("h2");
  _said: HTMLParagraphElement;
  _bar: HTMLProgressElement;
  _dialog: HTMLDialogElement;
  _these: HTMLButtonElement;
  _file: HTMLInputElement;
  _backup: HTMLAnchorElement;
  _all: HTMLButtonElement;
  element: HTMLElement;

  /** @param changed the games are other ones now */
  constructor(changed: () => void) {
    this._changed = changed;
    this._query = new URLSearchParams();
    this._said = el("p", { class: "said", role: "status" });
    this._bar = el("progress", { hidden: true });
    this._dialog = el("dialog", { class: "question" });
    this._dialog.addEventListener("keydown", (event) => event.stopPropagation()); // no key of it plays
    this._these = button("", () => this._confirm(this._query, this._count), { kind: "danger" });
    this._file = el("input", {
      type: "file",
      hidden: true,
      accept: ".txt,text/plain",
      onchange: () => this._restore(),
    });
    this._backup = el(
      "a",
      {
        class: "btn",
        href: "/api/backup",
        download: fileName("games", "txt"),
        onclick: (event: Event) => this._save(event),
      },
      icon("save"),
      message("charts.backup"),
    );
    this._all = button(message("charts.delete-all"), () => this._deleteAll(), { kind: "danger" });
    this.element = el(
      "section",
      { class: "card own-games" },
      this._title,
      el("p", { class: "muted small" }, message("charts.your-data-text")),
      el(
        "div",
        { class: "row" },
        this._backup,
        button(message("charts.restore"), () => this._file.click(), { iconName: "import" }),
        this._file,
        this._these,
        this._all,
      ),
      this._bar,
      this._said,
      this._dialog,
    );
  }

  /**
   * The games that the filters choose.
   * @param isAny whether the player has any game at all
   */
  show(query: URLSearchParams, count: number, isAny: boolean) {
    this._query = query;
    this._count = count;
    this._these.textContent = message("charts.delete-these", { count });
    const isHere = isAskedLocally();
    this._title.textContent = isHere ? message("charts.data-here") : message("charts.your-data");
    this._these.hidden = !count || isHere;
    this._backup.hidden = !isAny;
    this._all.hidden = !isAny || isHere;
  }

  /** Without a server the file is made here. */
  async _save(event: Event) {
    if (!isAskedLocally()) return;
    event.preventDefault();
    try {
      saveFile(fileName("games", "txt"), await ask("/api/backup"));
    } catch (error) {
      this._say((error as Error).message);
    }
  }

  deleteOne(game: number) {
    this._ask(1, () => this._delete(`/api/games/${game}`));
  }

  async _deleteAll() {
    const query = queryOf(EVERYTHING, 0);
    const answer = await fetchApi(`/api/statistics?${query}`).catch(() => null);
    if (!answer?.ok) return this._say(await reason(answer));
    const { games, abandoned } = await answer.json();
    this._confirm(query, games + abandoned);
  }

  _confirm(query: URLSearchParams, count: number) {
    const counted = new URLSearchParams(query);
    counted.set("count", String(count));
    if (count) this._ask(count, () => this._delete(`/api/games?${counted}`));
  }

  /** Ask before games are deleted; the way back comes first. */
  _ask(count: number, run: () => void) {
    const answers = [
      button(message("charts.cancel"), () => this._dialog.close(), { kind: "primary" }),
      button(
        message("charts.delete"),
        () => {
          this._dialog.close();
          run();
        },
        { kind: "danger" },
      ),
    ];
    const title = el("h2", { id: "delete-title" }, message("charts.delete-title", { count }));
    this._dialog.setAttribute("aria-labelledby", "delete-title");
    fill(
      this._dialog,
      el(
        "div",
        { class: "group" },
        title,
        el("p", { class: "sentence" }, message("charts.delete-text")),
        el("div", { class: "row" }, answers),
      ),
    );
    this._dialog.showModal();
    answers[0].focus();
  }

  async _delete(path: string) {
    const answer = await fetchApi(path, { method: "DELETE" }).catch(() => null);
    if (answer?.ok) this._say(message("charts.deleted", { count: (await answer.json()).games }));
    else this._say(await reason(answer));
    this._changed();
    await this._forgetHands().catch(() => {}); // a browser without a database has none
  }

  /** Delete the hands of games that are no longer among the newest of the player, here or at the server. */
  async _forgetHands() {
    const newest = await readGames({ mine: "1", limit: String(NEWEST) });
    const known = new Set(newest.map(({ id }) => id));
    const oldest = newest.length < NEWEST ? 0 : Math.min(...known);
    await forgetHands((game) => isLocalNumber(game) === isAskedLocally() && game >= oldest && !known.has(game));
  }

  async _restore() {
    const file = this._file.files?.[0];
    this._file.value = "";
    if (!file) return;
    this._bar.hidden = false;
    try {
      const { restored, known, refused, stopped } = await restoreFile(file, (done, count) =>
        this._progress(done, count),
      );
      const sentences = [message("charts.restored", { count: restored, known })];
      if (refused.length)
        sentences.push(message("charts.not-restored", { count: refused.length, why: said(refused[0]) }));
      if (stopped) sentences.push(message("charts.stopped", { why: stopped }));
      this._say(sentences.join(" "));
    } catch (error) {
      this._say(error instanceof Error ? error.message : message("charts.failed"));
    }
    this._bar.hidden = true;
    this._changed();
  }

  _progress(done: number, count: number) {
    this._bar.max = Math.max(count, 1);
    this._bar.value = done;
    this._bar.setAttribute("aria-label", message("charts.restore"));
    this._say(message("charts.restoring", { done, count }));
  }

  _say(text: string) {
    this._said.textContent = text;
  }
}

/** The name of a file with today's date. */
export const fileName = (what: string, ending: string) =>
  `sapper-${what}-${new Date().toISOString().slice(0, 10)}.${ending}`;

/** The reason of a refusal, in the words of the page. */
export const reason = async (answer: Response | null): Promise<string> =>
  said((await answer?.json().catch(() => null)) ?? {}) || message("charts.failed");
