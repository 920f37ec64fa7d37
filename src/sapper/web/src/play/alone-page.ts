// The page beside a board that was dealt in the browser: what is different without a server, and what waits for it.

import type { LocalNews, Waiting } from "../local/line.ts";
import type { Parts } from "../types.ts";

import { said } from "../board/phrases.ts";
import { unsavedWords } from "./unsaved.ts";
import { IS_STATIC } from "../ui/address.ts";
import { page } from "../ui/dom.ts";
import { button, html, icon, render } from "../ui/template.ts";
import { locale, message, number, ruleset, status, time } from "../ui/words.ts";

const MOST_LISTED = 6;

type AloneParts = Pick<Parts, "state" | "settings" | "session" | "close">;

export class AlonePage {
  name = "alone";
  _parts: AloneParts;
  _isClosable: boolean;
  element = page();

  /** @param isClosable whether it was opened in place of the page that is usually there */
  constructor(parts: AloneParts, { isClosable = true } = {}) {
    this._parts = parts;
    this._isClosable = isClosable;
  }

  update() {
    const { alone } = this._parts.state;
    if (!alone) return;
    const unsaved = unsavedWords(alone);
    const isChosen = alone.isChosen && alone.isBack;
    const words = isChosen ? message("local.chosen-title") : message("local.title");
    render(
      html`
        <section class="group alone">
          <header>
            ${icon(isChosen ? "home" : "offline")}
            <div><h2>${words}</h2>${IS_STATIC || isChosen ? null : html`<p class="muted small">${this._since()}</p>`}</div>
            ${this._isClosable ? this._close() : null}
          </header>
          <p>${IS_STATIC ? message("local.site") : isChosen ? message("local.chosen") : message("local.text")}</p>
          ${isChosen ? this._ranked() : null}
          ${unsaved ? html`<p class="bad small">${unsaved}</p>` : null}
          ${IS_STATIC || alone.isBack ? null : this._tryNow()}
        </section>
        ${IS_STATIC || !alone.waiting.length ? null : this._waiting(alone)}
        ${isChosen ? null : this._works()}`,
      this.element,
    );
  }

  tick() {
    this.update();
  }

  _close() {
    const [title, label] = [message("page.close-key"), message("page.close")];
    return html`<button type="button" class="tool" title=${title} aria-label=${label} @click=${this._parts.close}>${icon("close")}</button>`;
  }

  _since() {
    const { alone } = this._parts.state;
    if (!alone) return "";
    if (alone.isBack) return message("local.back");
    const clock = new Date(alone.since).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
    const wait = Math.max(0, Math.ceil((alone.retryAt - Date.now()) / 1000));
    return `${message("local.since", { time: clock })}. ${wait ? message("page.retry-in", { seconds: wait }) : message("page.retry-now")}`;
  }

  _ranked() {
    const choose = () => this._parts.settings.set("game", "ranked", true);
    const isOn = this._parts.settings.get("game", "ranked") !== false;
    return isOn
      ? html`<p class="muted small">${message("local.back")}</p>`
      : html`<div class="row">${button(message("local.ranked"), choose, { iconName: "lock" })}</div>`;
  }

  _tryNow() {
    const look = () => this._parts.session.alone.look();
    return html`<div class="row">${button(message("page.try-now"), look, { iconName: "redo" })}</div>`;
  }

  _waiting({ waiting, bytes, hasDatabase }: LocalNews) {
    const kilobytes = `${waiting.length}, ${number(bytes / 1000, 0)} kB`;
    return html`
      <section class="group alone">
        <div class="row"><h2>${message("local.waiting")}</h2><span class="muted tiny">${kilobytes}</span></div>
        <ul class="waiting-games">${waiting.slice(0, MOST_LISTED).map((game) => this._row(game))}</ul>
        <p class="muted tiny">${hasDatabase ? message("local.kept") : null}</p>
      </section>`;
  }

  _row({ number: listed, rules, daily, status: how, at, refused }: Waiting) {
    const [name, level] = rules.split(" ");
    const [size, mines] = level.split("/");
    const [width, height] = size.split("x").map(Number);
    const title = this._parts.settings.levelName({ width, height, mines: Number(mines) }, name);
    const more = refused ? said({ phrase: refused }) : `${status(how)}, ${message("local.check")}`;
    const dismiss = () => this._parts.session.alone.dismiss(listed);
    const label = message("local.dismiss");
    const remove = html`<button type="button" class="btn quiet" title=${label} aria-label=${label} @click=${dismiss}>${icon("close")}</button>`;
    return html`
      <li>
        ${icon(daily ? "calendar" : "home")}
        <span><b>${title} · ${ruleset(name).name}</b><span class=${refused ? "bad small" : "muted small"}>${more}</span></span>
        <b>${time(at, 2)}</b>
        ${refused ? remove : null}
      </li>`;
  }

  _works() {
    const row = (image: string, words: string, kind = "") =>
      html`<li class=${kind}>${icon(image)}<span>${words}</span></li>`;
    return html`
      <section class="group alone">
        <h2>${message("local.works")}</h2>
        <ul class="works">
          ${row("check", message("local.works-boards"))} ${row("check", message("local.works-review"))}
          ${row("close", message("local.works-not"), "muted")}
        </ul>
      </section>`;
  }
}
